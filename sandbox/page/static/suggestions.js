import { freshId, h } from "./dom.js";

/** The list above the message box: commands, choices, people. One of its rows is active; the text field keeps the focus. */
export class Suggestions {
  constructor(onpick) {
    this.onpick = onpick;
    this.list = h("ul", { role: "listbox", id: freshId("suggestions"), class: "suggestion-list", "aria-label": "Suggestions" });
    this.heading = h("div", { class: "suggestion-heading" });
    this.element = h("div", { class: "suggestions", hidden: true }, this.heading, this.list);
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", ({ target }) => this.pick(target.closest("[role=option]")));
    this.entries = [];
  }

  get isOpen() {
    return !this.element.hidden && this.entries.length > 0;
  }

  /** `entries`: [{label, description, note, value}]; `field` is the input that they help to fill. */
  show(field, heading, entries, { active = 0, none = null } = {}) {
    Object.assign(this, { field, entries, active });
    this.heading.textContent = heading;
    this.list.replaceChildren(...entries.map((entry, index) => this.row(entry, index)));
    if (!entries.length && none) this.list.append(h("li", { class: "suggestion-none" }, none));
    this.element.hidden = !entries.length && !none;
    field.setAttribute("aria-expanded", String(this.isOpen));
    field.setAttribute("aria-controls", this.list.id);
    this.point();
  }

  hide() {
    this.element.hidden = true;
    this.entries = [];
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
  }

  row({ label, description, note }, index) {
    return h("li", { role: "option", id: `${this.list.id}-${index}`, class: "suggestion", data: { index } },
      h("span", { class: "suggestion-words" }, h("strong", {}, label), description && h("span", {}, description)), note && h("small", {}, note));
  }

  point() {
    [...this.list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === this.active)));
    const row = this.list.children[this.active];
    row?.scrollIntoView({ block: "nearest" });
    if (row?.id) this.field.setAttribute("aria-activedescendant", row.id);
    else this.field.removeAttribute("aria-activedescendant");
  }

  pick(row) {
    if (row) this.onpick(this.entries[Number(row.dataset.index)]);
  }

  /** Takes the keys that belong to the list; says whether it did. */
  onkey(event) {
    if (!this.isOpen) return false;
    const count = this.entries.length;
    if (event.key === "ArrowDown") this.active = (this.active + 1) % count;
    else if (event.key === "ArrowUp") this.active = (this.active <= 0 ? count : this.active) - 1;
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.active >= 0) this.onpick(this.entries[this.active]);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) this.point();
    return true;
  }
}
