import { avatar, freshId, h, icon, isPhone } from "./dom.js";
import { colourOf } from "./names.js";
import { componentEmoji } from "./richtext.js";

const SEARCHABLE = 8;
const MARGIN = 8;

/**
 * The opened select menu: a list under its anchor, or a sheet on a phone. `options` are entries of components.js.
 * `ondone(values)` is called once when a choice has been made; Escape leaves everything as it was.
 */
export class Menu {
  constructor({ anchor, title, options, values, min = 1, max = 1, ondone, onclose = () => {} }) {
    Object.assign(this, { anchor, options, min, max, ondone, onclose });
    this.values = new Set(values);
    this.before = [...this.values].join("\n");
    this.active = Math.max(0, options.findIndex(({ value }) => this.values.has(value)));
    this.filter = "";
    this.typed = "";
    this.build(title);
    this.render();
    this.show();
  }

  get isMultiple() {
    return this.max > 1;
  }

  get visible() {
    const words = this.filter.toLowerCase();
    return this.options.filter(({ label }) => label.toLowerCase().includes(words));
  }

  build(title) {
    this.list = h("ul", { role: "listbox", class: "menu-list", tabindex: 0, id: freshId("menu"), "aria-label": title, "aria-multiselectable": this.isMultiple ? "true" : null });
    this.search = this.options.length > SEARCHABLE && this.options[0].kind ? h("input", { class: "menu-search", type: "search", placeholder: "Search", "aria-label": "Search", autocomplete: "off" }) : null;
    this.count = h("span", { class: "menu-count", "aria-live": "polite" });
    this.done = h("button", { type: "button", class: "button primary", onclick: () => this.finish() }, "Done");
    const heading = h("div", { class: "menu-title" }, h("span", {}, title), h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => this.close() }, icon("close")));
    this.panel = h("div", { class: "menu", role: "dialog", "aria-label": title }, heading, this.search, this.list, this.isMultiple && h("div", { class: "menu-foot" }, this.count, this.done));
    this.backdrop = h("div", { class: "menu-backdrop", onclick: () => this.leave() });
    this.list.addEventListener("click", ({ target }) => this.choose(target.closest("[role=option]")?.dataset.value));
    this.panel.addEventListener("keydown", (event) => this.onkey(event));
    this.search?.addEventListener("input", () => this.narrow());
  }

  show() {
    (this.anchor.closest("dialog") ?? document.getElementById("stay")).append(this.backdrop, this.panel);
    this.anchor.setAttribute("data-live-open", "");
    this.place = () => this.position();
    addEventListener("resize", this.place);
    addEventListener("scroll", this.place, true);
    this.position();
    this.list.focus({ preventScroll: true });
    this.reveal();
  }

  position() {
    this.panel.classList.toggle("sheet", isPhone());
    if (isPhone()) return this.panel.removeAttribute("style");
    const box = this.anchor.getBoundingClientRect();
    const below = innerHeight - box.bottom - MARGIN;
    const upwards = below < Math.min(this.panel.scrollHeight, 240) && box.top > below;
    const { style } = this.panel;
    style.left = `${Math.max(MARGIN, Math.min(box.left, innerWidth - Math.max(box.width, 260) - MARGIN))}px`;
    style.width = `${Math.max(box.width, 260)}px`;
    style.top = upwards ? "auto" : `${box.bottom + 4}px`;
    style.bottom = upwards ? `${innerHeight - box.top + 4}px` : "auto";
    style.maxHeight = `${Math.min(400, (upwards ? box.top : below) - MARGIN)}px`;
    return undefined;
  }

  /** New options of the same menu while it is open (its message was edited). */
  update(options, { min = this.min, max = this.max } = {}) {
    if (JSON.stringify(options.map(({ user, ...rest }) => rest)) === JSON.stringify(this.options.map(({ user, ...rest }) => rest)) && min === this.min && max === this.max) return;
    Object.assign(this, { options, min, max });
    const offered = new Set(options.map(({ value }) => value));
    this.values = new Set([...this.values].filter((value) => offered.has(value)));
    this.active = Math.min(this.active, options.length - 1);
    this.render();
  }

  narrow() {
    this.filter = this.search.value;
    this.active = 0;
    this.render();
  }

  render() {
    this.list.replaceChildren(...this.visible.map((entry, index) => this.row(entry, index)));
    if (!this.visible.length) this.list.append(h("li", { class: "menu-none" }, "Nothing found"));
    this.point();
    this.count.textContent = this.tally();
    this.done.disabled = !this.isValid();
  }

  row(entry, index) {
    const chosen = this.values.has(entry.value);
    const full = this.isMultiple && !chosen && this.values.size >= this.max;
    return h("li", { role: "option", id: `${this.list.id}-${index}`, class: "menu-option", "aria-selected": String(chosen), "aria-disabled": full ? "true" : null, data: { value: entry.value } },
      entry.user ? avatar(entry.label, colourOf(entry.user), "small") : componentEmoji(entry.emoji),
      h("span", { class: "menu-words" }, h("span", { class: "menu-label" }, entry.label), entry.description && h("span", { class: "menu-description" }, entry.description)),
      h("span", { class: this.isMultiple ? "tick box" : "tick" }, chosen && icon("check")));
  }

  point() {
    [...this.list.children].forEach((row, index) => row.classList.toggle("active", index === this.active));
    const row = this.list.children[this.active];
    if (row?.id) this.list.setAttribute("aria-activedescendant", row.id);
  }

  reveal() {
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }

  tally() {
    const wanted = this.min === this.max ? `${this.max}` : `${this.min} to ${this.max}`;
    return `${this.values.size} chosen of ${wanted}`;
  }

  isValid() {
    return this.values.size >= this.min && this.values.size <= this.max;
  }

  choose(value) {
    if (value === undefined) return;
    this.active = this.visible.findIndex((entry) => entry.value === value);
    if (!this.isMultiple) return this.chooseOnly(value);
    if (this.values.has(value)) this.values.delete(value);
    else if (this.values.size < this.max) this.values.add(value);
    return this.render();
  }

  chooseOnly(value) {
    this.values = this.min === 0 && this.values.has(value) ? new Set() : new Set([value]);
    this.finish();
  }

  finish() {
    if (!this.isValid()) return;
    const values = this.options.map(({ value }) => value).filter((value) => this.values.has(value));
    this.close();
    this.ondone(values);
  }

  /** A press beside the menu: what is chosen counts, if it is a whole choice. */
  leave() {
    const changed = [...this.values].join("\n") !== this.before;
    if (this.isMultiple && changed && this.isValid()) this.finish();
    else this.close();
  }

  close() {
    if (!this.panel.isConnected) return;
    removeEventListener("resize", this.place);
    removeEventListener("scroll", this.place, true);
    this.panel.remove();
    this.backdrop.remove();
    this.anchor.removeAttribute("data-live-open");
    this.anchor.focus({ preventScroll: true });
    this.onclose();
  }

  onkey(event) {
    const action = this.keys(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  keys(event) {
    const inList = event.target === this.list || event.target === this.search;
    const last = this.visible.length - 1;
    const moves = { ArrowDown: Math.min(last, this.active + 1), ArrowUp: Math.max(0, this.active - 1), Home: 0, End: last };
    if (event.key === "Escape") return () => this.close();
    if (!inList) return null;
    if (event.key in moves && !(event.target === this.search && /Home|End/.test(event.key))) return () => this.moveTo(moves[event.key]);
    if (event.key === "Enter" || (event.key === " " && event.target === this.list)) return () => this.choose(this.visible[this.active]?.value);
    if (event.target === this.list && event.key.length === 1 && !event.ctrlKey && !event.metaKey) return () => this.seek(event.key);
    return null;
  }

  moveTo(index) {
    this.active = index;
    this.point();
    this.reveal();
  }

  seek(letter) {
    clearTimeout(this.forgetting);
    this.typed += letter.toLowerCase();
    this.forgetting = setTimeout(() => { this.typed = ""; }, 800);
    const index = this.visible.findIndex(({ label }) => label.toLowerCase().startsWith(this.typed));
    if (index >= 0) this.moveTo(index);
  }
}
