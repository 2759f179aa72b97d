import { avatar, h, icon, isPhone } from "./dom.js";
import { plainText } from "./richtext.js";

const STAYS = 7000;
const MOST = 3;
const KINDS = { dm: "sent you a message", mention: "mentioned you in", reply: "replied to you in" };

/** The small notices in the corner: who wants one's attention, and where. */
export class Toasts {
  constructor(session) {
    this.session = session;
    this.element = document.getElementById("toasts");
    this.timers = new Set();
  }

  show({ channel_id: channel, message_id: message, kind, text }) {
    const { names, state } = this.session;
    const author = state.message(channel, message)?.author ?? state.channels.get(channel)?.recipient;
    const name = author ? names.user(author.id) : names.channel(channel);
    const where = kind === "dm" ? "" : ` ${names.mark(channel)}${names.channel(channel)}`;
    const open = h("button", { type: "button", class: "toast-open", onclick: () => this.follow(toast, channel, message) },
      avatar(name, names.colour(author), "small"),
      h("span", { class: "toast-words" }, h("strong", {}, `${name} ${KINDS[kind] ?? ""}${where}`), h("span", {}, plainText(text ?? "", names))));
    const toast = h("div", { class: "toast", role: "status" }, open, h("button", { type: "button", class: "icon-button", "aria-label": "Dismiss", onclick: () => toast.remove() }, icon("close")));
    this.element.append(toast);
    while (this.element.childElementCount > (isPhone() ? 1 : MOST)) this.element.firstElementChild.remove();
    this.timers.add(setTimeout(() => toast.remove(), STAYS));
  }

  follow(toast, channel, message) {
    toast.remove();
    this.session.go(channel, message);
  }

  clear() {
    for (const timer of this.timers) clearTimeout(timer);
    this.element.replaceChildren();
  }
}
