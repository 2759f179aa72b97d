import { avatar, h } from "./dom.js";
import { morph } from "./morph.js";
import { colourOf, nameOf } from "./names.js";

/** Who is in the server. */
export class Members {
  constructor(session) {
    this.session = session;
    this.element = h("aside", { class: "members", "aria-label": "Members" });
  }

  render() {
    const { state } = this.session;
    const bots = [...state.users.values()].filter(({ bot }) => bot);
    const fresh = h("aside", { class: "members", "aria-label": "Members" },
      h("h2", {}, `People — ${state.members.length}`), h("ul", {}, state.members.map((person) => member(person, true, state.server.managers.includes(person.id)))),
      bots.length ? [h("h2", {}, `Bots — ${bots.length}`), h("ul", {}, bots.map((bot) => member(bot, state.botOnline)))] : null);
    morph(this.element, fresh);
  }
}

function member(user, online, manages = false) {
  const name = nameOf(user);
  return h("li", { class: ["member", !online && "offline"] }, avatar(name, colourOf(user), "medium"), h("span", { class: "member-name" }, name), user.bot && h("span", { class: "tag" }, "BOT"), manages && h("span", { class: "tag", title: "May manage this server" }, "MANAGER"), !online && h("span", { class: "unseen" }, "offline"));
}
