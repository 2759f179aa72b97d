import { entriesOf, findComponent } from "./components.js";
import { announce, h, spokenText } from "./dom.js";
import { Menu } from "./menu.js";
import { renderMessage, renderUnderWay } from "./message.js";
import { morph } from "./morph.js";
import { isEphemeral } from "./state.js";
import { dayOf, timestamp } from "./times.js";

const GROUP_WITHIN = 7 * 60 * 1000;
const PAGE = 120;
const NEAR = 48;
const STANDING_ALONE = 18;

/** The list of a channel's messages. Keeps to the bottom while the reader is there, and never jumps otherwise. */
export class Messages {
  constructor(session) {
    this.session = session;
    this.list = h("ol", { class: "messages", "aria-label": "Messages" });
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Messages" }, this.list);
    this.jump = h("button", { type: "button", class: "jump", hidden: true, onclick: () => this.toBottom() }, "Jump to the newest message ↓");
    this.element = h("div", { class: "message-pane" }, this.scroller, this.jump);
    this.rows = new Map();
    this.scroller.addEventListener("scroll", () => this.onscroll());
    this.sizes = new ResizeObserver(() => this.stuck && this.scrollDown());
    this.sizes.observe(this.list);
    this.sizes.observe(this.scroller);
    this.list.addEventListener("error", ({ target }) => target.setAttribute("data-live-broken", ""), true);
    this.stuck = true;
  }

  /** Shows another channel from its newest message on. `unread`: how many of them are new. */
  open(channel, unread = 0) {
    this.menu?.close();
    this.channel = channel;
    this.limit = PAGE;
    this.rows.clear();
    this.list.replaceChildren();
    const messages = this.session.state.messagesIn(channel);
    this.firstNew = unread ? messages.at(-unread)?.id ?? null : null;
    this.stuck = true;
    this.render();
    this.scrollDown();
  }

  /** Draws what has changed; says what is new to a screen reader if `spoken` is its message. */
  render(spoken = null) {
    if (!this.channel) return;
    const keep = this.place();
    this.reconcile(this.wantedRows());
    if (this.stuck) this.scrollDown();
    else this.restore(keep);
    this.refreshMenu();
    const row = spoken && this.rows.get(`message ${spoken.id}`);
    if (row) announce(spokenText(row.element));
  }

  /** From this message on all is new, unless something before it is already. */
  noteNew(message) {
    if (!this.stuck && !this.session.state.unreadIn(this.channel).count) this.firstNew = message.id;
  }

  wantedRows() {
    const { state, names } = this.session;
    const all = state.messagesIn(this.channel);
    const shown = all.slice(-this.limit);
    const rows = [all.length > shown.length ? this.earlier() : this.beginning()];
    shown.forEach((message, index) => rows.push(...this.messageRows(message, shown[index - 1])));
    for (const entry of state.commandsUnderWay(this.channel)) rows.push({ key: `under-way ${entry[0]}`, sign: entry[1].status, draw: () => renderUnderWay(entry, state, names) });
    return rows;
  }

  messageRows(message, before) {
    const { state, names } = this.session;
    const rows = [];
    const isNewDay = !before || dayOf(before.timestamp) !== dayOf(message.timestamp);
    if (isNewDay) rows.push({ key: `day ${dayOf(message.timestamp)}`, draw: () => h("div", { class: "divider", role: "separator" }, h("span", {}, dayOf(message.timestamp))) });
    if (message.id === this.firstNew) rows.push({ key: "new", draw: () => h("div", { class: "divider new", role: "separator", "aria-label": "New messages" }, h("span", {}, "New")) });
    const grouped = !isNewDay && message.id !== this.firstNew && continues(message, before);
    rows.push({ key: `message ${message.id}`, message, sign: this.sign(message, grouped), draw: () => renderMessage(message, { state, names, grouped }) });
    return rows;
  }

  /** Changes when anything about the look of a message does that is not in the message itself. */
  sign(message, grouped) {
    const { state } = this.session;
    const pending = [...state.interactions.values()].filter(({ message_id }) => message_id === message.id).map(({ custom_id, status }) => `${custom_id} ${status}`);
    const chosen = [...state.chosen].filter(([key]) => key.startsWith(`${message.id}/`));
    return JSON.stringify([grouped, pending, chosen, this.session.vocabulary]);
  }

  earlier() {
    return { key: "earlier", draw: () => h("button", { type: "button", class: "button secondary earlier", data: { do: "earlier" } }, "Show earlier messages") };
  }

  beginning() {
    const { names, state } = this.session;
    const name = `${names.mark(this.channel)}${names.channel(this.channel)}`;
    const isDirect = state.channels.get(this.channel)?.type === 1;
    const words = isDirect ? `This is the beginning of your direct messages with ${names.channel(this.channel)}.` : `This is the start of ${name}.`;
    return { key: `beginning ${name}`, draw: () => h("div", { class: "beginning" }, h("h2", {}, name), h("p", {}, words)) };
  }

  reconcile(rows) {
    const kept = new Set(rows.map(({ key }) => key));
    for (const [key, { item }] of this.rows) if (!kept.has(key)) this.remove(key, item);
    let cursor = this.list.firstChild;
    for (const row of rows) {
      const present = this.rows.get(row.key) ?? this.add(row, cursor);
      if (present.item === cursor) cursor = cursor.nextSibling;
      else this.list.insertBefore(present.item, cursor);
      this.refresh(present, row);
    }
  }

  add(row, cursor) {
    const element = row.draw();
    const present = { item: h("li", {}, element), element, message: row.message, sign: row.sign };
    this.list.insertBefore(present.item, cursor);
    this.rows.set(row.key, present);
    return present;
  }

  remove(key, item) {
    item.remove();
    this.rows.delete(key);
  }

  refresh(present, row) {
    if (present.message === row.message && present.sign === row.sign) return;
    present.element = morph(present.element, row.draw());
    Object.assign(present, { message: row.message, sign: row.sign });
  }

  /** The topmost message in sight and where it stands. */
  place() {
    const top = this.scroller.getBoundingClientRect().top;
    const item = [...this.list.children].find((child) => child.getBoundingClientRect().bottom > top);
    return item ? { item, offset: item.getBoundingClientRect().top } : null;
  }

  restore(keep) {
    if (keep?.item.isConnected) this.scroller.scrollTop += keep.item.getBoundingClientRect().top - keep.offset;
    this.onscroll();
  }

  onscroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.stuck = scrollHeight - scrollTop - clientHeight < NEAR;
    this.offerJump();
    if (this.stuck) this.session.seen(this.channel);
  }

  offerJump() {
    const { count } = this.session.state.unreadIn(this.channel);
    this.jump.hidden = this.stuck;
    this.jump.classList.toggle("news", count > 0);
    this.jump.textContent = count ? `${count} new ${count === 1 ? "message" : "messages"} ↓` : "Jump to the newest message ↓";
  }

  scrollDown() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.offerJump();
  }

  toBottom() {
    this.stuck = true;
    this.scrollDown();
    this.session.seen(this.channel);
  }

  /** Brings one message into sight and marks it for a moment. */
  show(id) {
    const position = this.session.state.messagesIn(this.channel).findIndex((message) => message.id === id);
    if (position < 0) return;
    this.limit = Math.max(this.limit, this.session.state.messagesIn(this.channel).length - position + 10);
    this.stuck = false;
    this.render();
    const { element } = this.rows.get(`message ${id}`);
    element.scrollIntoView({ block: "center" });
    element.classList.add("pointed");
    element.focus({ preventScroll: true });
    setTimeout(() => element.classList.remove("pointed"), 2000);
  }

  showEarlier() {
    this.limit += PAGE;
    this.stuck = false;
    this.render();
  }

  openSelect(anchor, message) {
    const { state, names } = this.session;
    const spec = findComponent(message.components, anchor.dataset.customId);
    const options = entriesOf(spec, state, names);
    const values = state.chosen.get(`${message.id}/${spec.custom_id}`) ?? options.filter(({ chosen }) => chosen).map(({ value }) => value);
    this.menu = new Menu({
      anchor, options, values,
      title: spec.placeholder || "Make a selection",
      min: spec.min_values ?? 1,
      max: spec.max_values ?? 1,
      ondone: (chosen) => this.session.select(message, spec, chosen),
      onclose: () => { this.menu = null; },
    });
    Object.assign(this.menu, { messageId: message.id, customId: spec.custom_id });
  }

  /** An edit may have changed or taken away the menu that is open. */
  refreshMenu() {
    if (!this.menu) return;
    const { state, names } = this.session;
    const message = state.message(this.channel, this.menu.messageId);
    const spec = message && findComponent(message.components, this.menu.customId);
    if (!spec || spec.disabled || !this.menu.anchor.isConnected) this.menu.close();
    else this.menu.update(entriesOf(spec, state, names), { min: spec.min_values ?? 1, max: spec.max_values ?? 1 });
  }

  /** Times in words go on: "2 minutes ago". */
  tick() {
    for (const time of this.list.querySelectorAll("time[data-relative]")) {
      const words = timestamp(Number(time.dataset.relative), "R");
      if (time.textContent !== words) time.textContent = words;
    }
  }

  close() {
    this.menu?.close();
    this.sizes.disconnect();
  }
}

function continues(message, before) {
  const plain = [message, before].every(({ type }) => type < STANDING_ALONE);
  const sameAuthor = before.author.id === message.author.id && before.author.username === message.author.username;
  const soon = Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_WITHIN;
  const follows = message.type === 0 && before.type >= STANDING_ALONE + 1;
  return sameAuthor && soon && (plain || follows) && isEphemeral(message) === isEphemeral(before);
}

