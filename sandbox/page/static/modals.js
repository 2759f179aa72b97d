import { TEXT_INPUT, entriesOf, isSelect, selectBox } from "./components.js";
import { freshId, h, icon } from "./dom.js";
import { Menu } from "./menu.js";
import { richText } from "./richtext.js";

const ROW = 1;
const TEXT = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIOS = 21;
const CHECKBOXES = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;

/** The form that a bot asks to be filled in. */
export class Modal {
  constructor(session, { interaction_id, modal }) {
    this.session = session;
    this.interaction = interaction_id;
    this.fields = [];
    const title = freshId("modal");
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.send = h("button", { type: "submit", class: "button primary" }, h("span", { class: "label" }, "Submit"), h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
    const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => this.close() }, icon("close"));
    const bot = h("p", { class: "modal-note" }, "This form goes to the bot. Do not share passwords or other sensitive information.");
    const form = h("form", { class: "modal-form", novalidate: true },
      h("header", {}, h("h2", { id: title }, modal.title), close),
      h("div", { class: "modal-fields" }, bot, (modal.components ?? []).map((component) => this.part(component))),
      this.problem,
      h("footer", {}, h("button", { type: "button", class: "button secondary", onclick: () => this.close() }, "Cancel"), this.send));
    form.addEventListener("input", () => this.complain(null));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.element = h("dialog", { class: "modal", "aria-labelledby": title }, form);
    this.element.addEventListener("close", () => this.element.remove());
    document.getElementById("stay").append(this.element);
    this.element.showModal();
    this.fields[0]?.focus();
  }

  part(component) {
    if (component.type === ROW) return component.components.map((inner) => this.labelled({ label: inner.label, component: inner }));
    if (component.type === TEXT) return h("div", { class: "rich" }, richText(component.content, this.session.names));
    if (component.type === LABEL) return this.labelled(component);
    return h("p", { class: "subtext" }, `(A component of type ${component.type}, which this page does not know.)`);
  }

  labelled({ label, description, component }) {
    const id = freshId("field");
    const field = makeField(component, id, this.session);
    this.fields.push(field);
    const required = component.required !== false && component.type !== CHECKBOX;
    const about = description && h("p", { class: "field-description", id: `${id}-about` }, description);
    if (about) field.element.setAttribute("aria-describedby", about.id);
    return h("div", { class: "field" }, h("label", { for: id, id: `${id}-label` }, label ?? component.label, required && h("span", { class: "required", "aria-label": "required" }, " *")), about, field.element, field.note);
  }

  async submit() {
    const wrong = this.fields.map((field) => [field, field.problem()]).find(([, problem]) => problem);
    if (wrong) {
      wrong[0].focus();
      return this.complain(wrong[1]);
    }
    this.complain(null);
    this.busy(true);
    const values = Object.fromEntries(this.fields.map((field) => [field.customId, field.value()]));
    try {
      const { status } = await this.session.api.submit(this.interaction, values);
      if (status !== "failed") return this.close();
      this.complain("Something went wrong. Try again.");
    } catch (error) {
      if (error.name !== "AbortError") this.complain(error.message);
    }
    return this.busy(false);
  }

  busy(isBusy) {
    this.send.disabled = isBusy;
    this.send.setAttribute("aria-busy", String(isBusy));
  }

  complain(sentence) {
    this.problem.hidden = !sentence;
    this.problem.textContent = sentence ?? "";
  }

  close() {
    if (this.element.open) this.element.close();
    this.element.remove();
    this.session.modalClosed(this);
  }
}

function makeField(spec, id, session) {
  if (spec.type === TEXT_INPUT) return new TextField(spec, id);
  if (isSelect(spec)) return new SelectField(spec, id, session);
  if (spec.type === RADIOS || spec.type === CHECKBOXES) return new TickField(spec, id);
  if (spec.type === CHECKBOX) return new SwitchField(spec, id);
  if (spec.type === FILE_UPLOAD) return new NoField(spec, "Files cannot be uploaded here.");
  return new NoField(spec, `(A field of type ${spec.type}, which this page does not know.)`);
}

class TextField {
  constructor(spec, id) {
    this.spec = spec;
    this.customId = spec.custom_id;
    const shared = { id, class: "text-field", placeholder: spec.placeholder, maxlength: spec.max_length ?? 4000, autocomplete: "off" };
    this.element = spec.style === PARAGRAPH ? h("textarea", { ...shared, rows: 4 }) : h("input", { ...shared, type: "text" });
    this.element.value = spec.value ?? "";
    this.note = spec.max_length ? h("small", { class: "field-count" }) : null;
    this.element.addEventListener("input", () => this.count());
    this.count();
  }

  count() {
    if (this.note) this.note.textContent = `${this.element.value.length}/${this.spec.max_length}`;
  }

  focus() {
    this.element.focus();
  }

  value() {
    return this.element.value;
  }

  problem() {
    const { length } = this.element.value;
    if (!length) return this.spec.required === false ? null : "Fill in what is marked with a star.";
    if (this.spec.min_length && length < this.spec.min_length) return `At least ${this.spec.min_length} characters, please.`;
    return null;
  }
}

class SelectField {
  constructor(spec, id, session) {
    this.spec = spec;
    this.id = id;
    this.customId = spec.custom_id;
    this.entries = entriesOf(spec, session.state, session.names);
    this.values = this.entries.filter(({ chosen }) => chosen).map(({ value }) => value);
    this.element = h("div", { class: "select-field" });
    this.element.addEventListener("click", ({ target }) => target.closest("button") && this.open());
    this.draw();
  }

  draw() {
    this.element.replaceChildren(selectBox({ spec: this.spec, entries: this.entries, values: this.values, id: this.id }));
  }

  open() {
    new Menu({
      anchor: this.element.firstElementChild,
      title: this.spec.placeholder || "Make a selection",
      options: this.entries,
      values: this.values,
      min: this.least(),
      max: this.spec.max_values ?? 1,
      ondone: (values) => {
        this.values = values;
        this.element.dispatchEvent(new Event("input", { bubbles: true }));
        this.draw();
        this.focus();
      },
    });
  }

  least() {
    return this.spec.required === false ? 0 : this.spec.min_values ?? 1;
  }

  focus() {
    this.element.firstElementChild.focus();
  }

  value() {
    return this.values;
  }

  problem() {
    return this.values.length < this.least() ? "Choose what is marked with a star." : null;
  }
}

class TickField {
  constructor(spec, id) {
    this.spec = spec;
    this.customId = spec.custom_id;
    this.type = spec.type === RADIOS ? "radio" : "checkbox";
    this.element = h("div", { class: "ticks", role: this.type === "radio" ? "radiogroup" : "group", "aria-labelledby": `${id}-label` }, spec.options.map((option, index) => this.tick(option, index ? null : id, id)));
  }

  tick({ value, label, description, default: chosen }, id, name) {
    const input = h("input", { type: this.type, name, id, value });
    input.checked = Boolean(chosen);
    return h("label", { class: "tick-row" }, input, h("span", {}, label, description && h("small", {}, description)));
  }

  get chosen() {
    return [...this.element.querySelectorAll("input:checked")].map(({ value }) => value);
  }

  focus() {
    this.element.querySelector("input").focus();
  }

  value() {
    return this.type === "radio" ? this.chosen[0] ?? null : this.chosen;
  }

  problem() {
    if (this.type === "radio") return this.spec.required === false || this.chosen.length ? null : "Choose what is marked with a star.";
    const { min_values: least = this.spec.required === false ? 0 : 1, max_values: most = this.spec.options.length } = this.spec;
    if (this.chosen.length < least) return `Choose at least ${least}.`;
    return this.chosen.length > most ? `Choose at most ${most}.` : null;
  }
}

class SwitchField {
  constructor(spec, id) {
    this.customId = spec.custom_id;
    this.element = h("input", { type: "checkbox", id, class: "switch" });
    this.element.checked = Boolean(spec.default);
  }

  focus() {
    this.element.focus();
  }

  value() {
    return this.element.checked;
  }

  problem() {
    return null;
  }
}

class NoField {
  constructor(spec, sentence) {
    this.customId = spec.custom_id;
    this.element = h("p", { class: "subtext" }, sentence);
  }

  focus() {}

  value() {
    return [];
  }

  problem() {
    return null;
  }
}
