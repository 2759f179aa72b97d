import { avatar, h, icon } from "./dom.js";
import { colourOf } from "./names.js";

/** The strip on top: whom one is being, a press makes one somebody else. Also the light. */
export class People {
  constructor(element, { onchoose, ontheme }) {
    this.element = element;
    this.onchoose = onchoose;
    this.ontheme = ontheme;
    this.status = h("span", { class: "status", role: "status" });
  }

  render(people, present, theme) {
    const buttons = people.map((person) => h("button", {
      type: "button", class: "person", "aria-pressed": String(person.name === present), title: `Be ${person.name}`, data: { person: person.name },
      onclick: () => this.onchoose(person.name),
    }, avatar(person.name, colourOf(person), "small"), h("span", { class: "person-name" }, person.name)));
    const next = theme === "dark" ? "light" : "dark";
    this.element.replaceChildren(
      h("span", { class: "being", id: "being" }, "You are"),
      h("div", { class: "people", role: "group", "aria-labelledby": "being" }, buttons),
      this.status,
      h("button", { type: "button", class: "icon-button theme", "aria-label": `Change to ${next} colours`, title: `Change to ${next} colours`, onclick: this.ontheme }, icon(next === "light" ? "sun" : "moon")));
  }

  tell(text) {
    this.status.textContent = text;
  }
}
