import { Composer } from "./composer.js";
import { PeopleApi } from "./people_api.js";
import { avatar, h, icon } from "./dom.js";
import { enlarge } from "./media.js";
import { Members } from "./members.js";
import { Messages } from "./messages.js";
import { Modal } from "./modals.js";
import { Names } from "./names.js";
import { Sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { State } from "./state.js";
import { Toasts } from "./toasts.js";

const TICK = 5000;
const DIRECT = 1;
const TEXT = [0, 5];

/** One person's stay on the page, from opening the socket to closing it. Nothing of it outlives `close`. */
export class Session {
  constructor(person, root, { onstatus, onplace, start }) {
    Object.assign(this, { person, root, onstatus, onplace, start });
    this.leaving = new AbortController();
    this.state = new State();
    this.names = new Names(this.state);
    this.api = new PeopleApi(person, this.leaving.signal);
    this.messages = new Messages(this);
    this.composer = new Composer(this);
    this.sidebar = new Sidebar(this);
    this.members = new Members(this);
    this.toasts = new Toasts(this);
    this.modals = new Set();
    this.vocabulary = 0;
    this.build();
    this.listen();
    this.socket = new Socket(person, { onframe: (frame) => this.state.apply(frame), onstatus: (online) => this.connected(online) });
  }

  build() {
    this.heading = h("div", { class: "channel-heading" });
    const menu = h("button", { type: "button", class: "icon-button drawer-button", "aria-label": "Channels", "aria-controls": "sidebar", onclick: () => this.sidebar.open() }, icon("menu"), this.drawerBadge = h("span", { class: "badge", hidden: true }));
    const main = h("main", { class: "main" }, h("header", { class: "channel-header" }, menu, this.heading), this.messages.element, this.composer.element);
    this.root.replaceChildren(this.sidebar.element, this.sidebar.backdrop, main, this.members.element);
  }

  listen() {
    const { signal } = this.leaving;
    this.state.addEventListener("change", ({ detail }) => this.changed(detail), { signal });
    this.root.addEventListener("click", (event) => this.onclick(event), { signal });
    this.root.addEventListener("keydown", (event) => this.onkey(event), { signal });
    document.addEventListener("keydown", (event) => this.typed(event), { signal });
    document.addEventListener("visibilitychange", () => this.seen(this.channel), { signal });
    this.ticking = setInterval(() => this.tick(), TICK);
  }

  tick() {
    this.messages.tick();
    this.composer.refresh();
  }

  connected(online) {
    this.online = online;
    this.tellStatus();
  }

  tellStatus() {
    if (!this.online) this.onstatus("Connecting…");
    else this.onstatus(this.state.botOnline ? "" : "The bot is offline");
  }

  changed({ kind, about }) {
    CHANGES[kind]?.(this, about);
    if (kind !== "snapshot" && this.state.ready) this.title();
  }

  title() {
    const mentions = [...this.state.unread.values()].reduce((sum, unread) => sum + unread.mentions, 0);
    const name = this.channel ? `${this.names.mark(this.channel)}${this.names.channel(this.channel)}` : this.state.server.name;
    document.title = `${mentions ? `(${mentions}) ` : ""}${name} | ${this.state.server.name}`;
    this.drawerBadge.hidden = !mentions;
    this.drawerBadge.textContent = String(mentions);
  }

  /** The first look after a snapshot, or a fresh one after the connection was lost. */
  arrive() {
    this.vocabulary += 1;
    const wanted = this.channel ?? this.start?.channel;
    const channel = this.state.channels.has(wanted) ? wanted : this.firstChannel();
    const message = this.channel ? null : this.start?.message;
    const isNew = channel !== this.channel;
    this.members.render();
    this.tellStatus();
    if (isNew && channel) this.go(channel, message, { quiet: true });
    else this.redraw();
    if (wanted && wanted !== channel) this.awaited = wanted;
    if (!channel) this.sidebar.render();
  }

  redraw() {
    this.messages.render();
    this.composer.refresh();
    this.sidebar.render();
    this.header();
    this.title();
    this.seen(this.channel);
  }

  /** Look at another server, where something was said last. */
  goToServer(server) {
    this.state.serverId = server;
    const channel = this.firstChannel();
    if (channel) this.go(channel);
    else this.redraw();
    this.members.render();
  }

  /** The channel of the server where something was said last, or its first one. */
  firstChannel() {
    const open = [...this.state.channels.values()].filter(({ type, guild_id: guild }) => TEXT.includes(type) && guild === this.state.server.id);
    const lastSaid = ({ id }) => BigInt(this.state.messagesIn(id).at(-1)?.id ?? 0);
    return open.reduce((best, channel) => (best && lastSaid(best) >= lastSaid(channel) ? best : channel), null)?.id;
  }

  /** Show a channel, or wait for it: it may be about to come. */
  go(channel, message = null, { quiet = false } = {}) {
    this.awaited = this.state.channels.has(channel) ? null : channel;
    if (this.awaited) return this.onstatus("You cannot see that channel");
    if (channel !== this.channel) this.enter(channel);
    if (message) this.messages.show(message);
    this.onplace({ channel, message: null, quiet });
    this.sidebar.close();
    return undefined;
  }

  enter(channel) {
    const { count } = this.state.unreadIn(channel);
    this.channel = channel;
    this.state.serverId = this.state.channels.get(channel).guild_id ?? this.state.serverId;
    this.members.render();
    this.messages.open(channel, count);
    this.composer.open(channel);
    this.header();
    this.seen(channel);
    this.sidebar.render();
    this.title();
  }

  /** The channel has been read to its end. */
  seen(channel) {
    const { count, mentions } = this.state.unreadIn(channel);
    if (!channel || channel !== this.channel || !this.messages.stuck || document.hidden || !(count || mentions)) return;
    this.state.markRead(channel);
    this.api.read(channel).catch(() => {});
  }

  header() {
    const channel = this.state.channels.get(this.channel);
    if (!channel) return;
    const parent = this.state.channels.get(channel.parent_id);
    const isThread = parent && channel.type > DIRECT && channel.type !== 5;
    const mark = channel.type === DIRECT ? avatar(this.names.channel(channel.id), this.names.colour(channel.recipient), "small") : icon(isThread ? "thread" : "hash");
    this.heading.replaceChildren(
      ...(isThread ? [h("a", { class: "parent", href: `#${parent.id}`, data: { do: "go", channel: parent.id } }, `#${parent.name}`), h("span", { class: "crumb", "aria-hidden": "true" }, "›")] : []),
      mark, h("h2", {}, this.names.channel(channel.id)), ...(channel.topic ? [h("p", { class: "topic" }, channel.topic)] : []));
  }

  onkey(event) {
    if (!["Enter", " "].includes(event.key) || !event.target.matches("span[data-do]")) return;
    event.preventDefault();
    event.target.click();
  }

  /** Typing while nothing has the focus goes to the message box. */
  typed({ key, ctrlKey, metaKey, altKey }) {
    const isFree = document.activeElement === document.body || document.activeElement?.matches(".scroller, .message");
    if (isFree && key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) this.composer.focus();
  }

  onclick(event) {
    const element = event.target.closest("[data-do]");
    if (!element || element.disabled || (event.metaKey || event.ctrlKey) && element.href) return;
    const row = element.closest("[data-message]");
    const message = row && this.state.message(this.channel, row.dataset.message);
    event.preventDefault();
    DOINGS[element.dataset.do]?.(this, element, message);
  }

  async press(message, component, values = undefined) {
    if (this.state.pendingOn(message.id, component.custom_id)) return;
    const nonce = crypto.randomUUID().slice(0, 24);
    this.lastTouched = message.id;
    this.state.begin(nonce, { message_id: message.id, custom_id: component.custom_id, channel_id: message.channel_id });
    await this.follow(nonce, this.api.press(message.id, component.custom_id, values, nonce));
  }

  select(message, component, values) {
    this.state.chosen.set(`${message.id}/${component.custom_id}`, values);
    return this.press(message, component, values);
  }

  async command(channel, path, options) {
    const nonce = crypto.randomUUID().slice(0, 24);
    this.state.begin(nonce, { channel_id: channel, path });
    this.messages.toBottom();
    await this.follow(nonce, this.api.command(channel, path, options, nonce));
  }

  async follow(nonce, answer) {
    try {
      const { status } = await answer;
      if (status === "failed") this.state.settle(nonce, "failed");
    } catch (error) {
      if (error.name !== "AbortError") this.state.settle(nonce, "failed", error.message);
    }
  }

  async allowDms(open) {
    this.state.me.dms_open = open;
    await this.api.allowDms(open).catch((error) => this.onstatus(error.message));
  }

  /** Open the direct channel with the bot, and go there once it has come. */
  async writeToBot() {
    const { id } = await this.api.direct();
    if (this.state.channels.has(id)) this.go(id);
    else this.awaited = id;
  }

  openModal(frame) {
    this.modals.add(new Modal(this, frame));
  }

  modalClosed(modal) {
    this.modals.delete(modal);
  }

  close() {
    this.leaving.abort();
    clearInterval(this.ticking);
    this.socket.close();
    for (const modal of [...this.modals]) modal.close();
    this.messages.close();
    this.sidebar.dispose();
    this.toasts.clear();
    this.root.replaceChildren();
    document.getElementById("live").replaceChildren();
    document.title = "Sandbox";
  }
}

const CHANGES = {
  snapshot: (session) => session.arrive(),
  message(session, { message }) {
    const isHere = message.channel_id === session.channel;
    const isOwn = message.author.id === session.state.me.id;
    if (isHere && !isOwn) session.messages.noteNew(message);
    if (!isOwn) session.state.countUnread(message.channel_id, { count: 1 });
    if (isHere && isOwn) session.messages.stuck = true;
    if (isHere) session.messages.render(isOwn ? null : message);
    session.seen(message.channel_id);
    session.composer.refresh();
    session.sidebar.render();
  },
  edited(session, { message }) {
    if (message.channel_id === session.channel) session.messages.render(message.id === session.lastTouched ? message : null);
  },
  deleted: (session, { channel_id }) => channel_id === session.channel && session.messages.render(),
  progress: (session) => session.messages.render(),
  channel(session, { channel }) {
    session.vocabulary += 1;
    session.sidebar.render();
    if (channel.id === session.channel) session.header();
    session.composer.refresh();
    session.messages.render();
    if (channel.id !== session.awaited) return;
    session.tellStatus();
    session.go(channel.id);
  },
  channel_deleted(session, { id }) {
    session.vocabulary += 1;
    if (id === session.channel) session.go(session.firstChannel());
    else session.messages.render();
    session.sidebar.render();
  },
  commands: (session) => session.composer.suggest(),
  typing: (session) => session.composer.refresh(),
  notification(session, notice) {
    session.seen(notice.channel_id);
    if (notice.channel_id !== session.channel || !session.messages.stuck || document.hidden) session.toasts.show(notice);
    session.sidebar.render();
  },
  read: (session) => session.sidebar.render(),
  bot(session) {
    session.members.render();
    session.tellStatus();
  },
  modal: (session, frame) => session.openModal(frame),
};

const DOINGS = {
  server: (session, { dataset }) => session.goToServer(dataset.server),
  go: (session, { dataset }) => session.go(dataset.channel, dataset.message ?? null),
  press: (session, element, message) => session.press(message, { custom_id: element.dataset.customId }),
  select: (session, element, message) => session.messages.openSelect(element, message),
  reveal(session, element) {
    element.toggleAttribute("data-live-revealed");
    element.removeAttribute("role");
  },
  unveil: (session, element) => element.parentElement.setAttribute("data-live-revealed", ""),
  enlarge: (session, { dataset }) => enlarge(dataset),
  write: (session) => session.writeToBot().catch((error) => session.onstatus(error.message)),
  type: (session, { dataset }) => session.composer.type(dataset.text),
  earlier: (session) => session.messages.showEarlier(),
  dismiss(session, element, message) {
    session.state.dismissed.add(message.id);
    session.messages.render();
    session.composer.focus();
  },
  forget: (session, element) => session.state.forget(element.closest("[data-nonce]").dataset.nonce),
};
