import { avatar, h, icon } from "./dom.js";
import { morph } from "./morph.js";
import { colourOf, nameOf } from "./names.js";

const DIRECT = 1;
const THREADS = [10, 11, 12];
const TEXT = [0, 5];

/** Channels with their threads, direct messages, and who one is. On a phone it is a drawer. */
export class Sidebar {
  constructor(session) {
    this.session = session;
    this.element = h("nav", { class: "sidebar", id: "sidebar", "aria-label": "Channels" });
    this.backdrop = h("div", { class: "drawer-backdrop", onclick: () => this.close() });
    this.element.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    this.archivesOpen = new Set();
    this.narrow = matchMedia("(max-width: 720px)");
    this.narrow.addEventListener("change", this.fit = () => this.close());
    this.fit();
  }

  render() {
    const { state } = this.session;
    const channels = [...state.channels.values()];
    const direct = channels.filter(({ type }) => type === DIRECT);
    const text = channels.filter(({ type, guild_id: guild }) => TEXT.includes(type) && guild === state.server.id).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    const inner = h("nav", {},
      state.servers.length > 1 ? this.servers() : null,
      h("h1", { class: "server-name" }, state.server.name),
      h("div", { class: "channel-lists" },
        h("h2", {}, "Text channels"),
        h("ul", { class: "channels" }, text.map((channel) => this.channel(channel, channels))),
        h("h2", {}, "Direct messages"),
        h("ul", { class: "channels" }, direct.length ? direct.map((channel) => this.direct(channel)) : h("li", {}, this.write()))),
      this.self());
    this.patch(inner);
  }

  patch(inner) {
    for (const { name, value } of this.element.attributes) inner.setAttribute(name, value);
    morph(this.element, inner);
    const archives = this.element.querySelectorAll("[data-archive]");
    for (const button of archives) button.onclick = () => this.toggleArchive(button.dataset.archive);
    const dms = this.element.querySelector("#allow-dms");
    if (dms) dms.onchange = () => this.session.allowDms(dms.checked);
  }

  /** The servers that one is in; a press goes to that one. */
  servers() {
    const { state } = this.session;
    return h("ul", { class: "servers", "aria-label": "Servers" }, state.servers.map(({ id, name }) => {
      const mentions = state.mentionsIn(id);
      return h("li", { data: { key: id } },
        h("button", { type: "button", class: "server", "aria-pressed": String(id === state.server.id), "aria-label": mentions ? `${name}, ${mentions} for you` : name, data: { do: "server", server: id } },
          h("span", { class: "channel-name" }, name), mentions ? h("span", { class: "badge" }, mentions > 99 ? "99+" : String(mentions)) : null));
    }));
  }

  channel(channel, channels) {
    const threads = channels.filter(({ type, parent_id: parent }) => THREADS.includes(type) && parent === channel.id).sort((a, b) => (a.id.length - b.id.length || (a.id < b.id ? -1 : 1)));
    const [archived, active] = [threads.filter((thread) => this.isAway(thread)), threads.filter((thread) => !this.isAway(thread))];
    return h("li", { data: { key: channel.id } },
      this.entry(channel, icon("hash")),
      threads.length ? h("ul", { class: "threads" }, active.map((thread) => h("li", { data: { key: thread.id } }, this.entry(thread, null))), archived.length ? this.archive(channel, archived) : null) : null);
  }

  /** Archived threads stand apart, unless one looks at them or something waits in them. */
  isAway(thread) {
    const archived = thread.archived ?? thread.thread_metadata?.archived;
    return archived && thread.id !== this.session.channel && !this.session.state.unreadIn(thread.id).count;
  }

  archive(channel, threads) {
    const isOpen = this.archivesOpen.has(channel.id);
    return h("li", { data: { key: `archive ${channel.id}` } },
      h("button", { type: "button", class: "archive", "aria-expanded": String(isOpen), data: { archive: channel.id } }, `${threads.length} archived`),
      isOpen && h("ul", { class: "threads" }, threads.map((thread) => h("li", { data: { key: thread.id } }, this.entry(thread, null)))));
  }

  toggleArchive(channel) {
    if (!this.archivesOpen.delete(channel)) this.archivesOpen.add(channel);
    this.render();
  }

  direct(channel) {
    const { names } = this.session;
    const name = names.channel(channel.id);
    return h("li", { data: { key: channel.id } }, this.entry(channel, avatar(name, names.colour(channel.recipient), "small")));
  }

  /** The way to a direct channel with the bot, as long as there is none. */
  write() {
    const bot = [...this.session.state.users.values()].find((user) => user.bot);
    return h("button", { type: "button", class: "channel write", data: { do: "write" } }, icon("send"), `Message ${bot ? nameOf(bot) : "the bot"}`);
  }

  entry(channel, mark) {
    const { state, names } = this.session;
    const { count, mentions } = state.unreadIn(channel.id);
    const isCurrent = channel.id === this.session.channel;
    const locked = channel.locked ?? channel.thread_metadata?.locked;
    const news = mentions ? `, ${mentions} for you` : count ? ", unread" : "";
    return h("a", { class: ["channel", isCurrent && "current", count > 0 && "unread"], href: `#${channel.id}`, "aria-current": isCurrent ? "page" : null, "aria-label": `${names.channel(channel.id)}${news}`, data: { do: "go", channel: channel.id } },
      mark, h("span", { class: "channel-name" }, names.channel(channel.id)), locked && icon("lock"), mentions ? h("span", { class: "badge" }, mentions > 99 ? "99+" : String(mentions)) : null);
  }

  self() {
    const { me } = this.session.state;
    const checkbox = h("input", { type: "checkbox", id: "allow-dms" });
    checkbox.toggleAttribute("checked", me.dms_open !== false);
    return h("div", { class: "self" }, avatar(me.name, colourOf(me), "medium"),
      h("div", { class: "self-words" }, h("strong", {}, me.name), h("label", {}, checkbox, " Accepts direct messages")));
  }

  get isDrawer() {
    return this.narrow.matches;
  }

  open() {
    document.body.classList.add("drawer-open");
    this.element.inert = false;
    this.element.querySelector("[aria-current], a")?.focus();
  }

  close() {
    const wasOpen = document.body.classList.contains("drawer-open");
    document.body.classList.remove("drawer-open");
    this.element.inert = this.isDrawer;
    if (wasOpen) document.querySelector(".drawer-button")?.focus();
  }

  dispose() {
    this.narrow.removeEventListener("change", this.fit);
    document.body.classList.remove("drawer-open");
  }
}
