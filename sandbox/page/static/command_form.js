import { BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, USER, readValue } from "./commands.js";
import { CHANNEL_SELECT, MENTIONABLE_SELECT, ROLE_SELECT, USER_SELECT, entriesOf } from "./components.js";
import { h, icon } from "./dom.js";

const PAUSE = 180;
const MENUS = { [USER]: USER_SELECT, [ROLE]: ROLE_SELECT, [MENTIONABLE]: MENTIONABLE_SELECT, [CHANNEL]: CHANNEL_SELECT };

/** A chosen command with a chip for each option: required ones at once, others when asked for. Enter sends it. */
export class CommandForm {
  constructor(session, { leaf, values, channel, suggestions, composer }) {
    Object.assign(this, { session, leaf, channel, suggestions, composer });
    this.chips = new Map();
    this.fields = h("div", { class: "chips" }, h("span", { class: "command-name" }, `/${leaf.path}`));
    this.more = h("div", { class: "more-options", role: "group", "aria-label": "Optional" });
    this.hint = h("p", { class: "hint", "aria-live": "polite" }, leaf.description);
    const cancel = h("button", { type: "button", class: "icon-button", "aria-label": "Leave the command", title: "Leave the command", onclick: () => composer.leaveCommand() }, icon("close"));
    const send = h("button", { type: "submit", class: "icon-button send ready", "aria-label": "Send the command", title: "Send" }, icon("send"));
    this.element = h("form", { class: "command-form", "aria-label": `Command /${leaf.path}`, novalidate: true }, h("div", { class: "command-line" }, cancel, this.fields, send), h("div", { class: "command-foot" }, this.hint, this.more));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.element.addEventListener("keydown", (event) => this.onkey(event));
    for (const option of leaf.options) if (option.required || option.name in values) this.addChip(option, values[option.name] ?? "");
    if (!this.chips.size && leaf.options.length) this.addChip(leaf.options[0], "");
    this.offerMore();
  }

  focus() {
    const chips = [...this.chips.values()];
    (chips.find(({ input }) => !input.value) ?? chips.at(-1))?.input.focus();
    if (!chips.length) this.element.querySelector("[type=submit]").focus();
  }

  addChip(option, text) {
    const input = h("input", { type: "text", class: "chip-input", autocomplete: "off", spellcheck: "false", inputmode: keyboard(option), role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-required": option.required ? "true" : null, placeholder: option.required ? "" : "optional", size: 6, value: text });
    const chip = { option, input, value: undefined };
    chip.element = h("label", { class: "chip" }, h("span", { class: "chip-name" }, option.name), input);
    input.addEventListener("input", () => this.typed(chip));
    input.addEventListener("focus", () => this.entered(chip));
    input.addEventListener("blur", () => this.left(chip));
    this.chips.set(option.name, chip);
    this.fields.append(chip.element);
    this.grow(chip);
    return chip;
  }

  removeChip(chip) {
    this.chips.delete(chip.option.name);
    chip.element.remove();
    this.suggestions.hide();
    this.offerMore();
    this.focus();
  }

  offerMore() {
    const missing = this.leaf.options.filter(({ name }) => !this.chips.has(name));
    this.more.replaceChildren(...missing.map((option) => h("button", { type: "button", class: "option-offer", title: option.description, onclick: () => this.take(option) }, `+ ${option.name}`)));
  }

  take(option) {
    const chip = this.addChip(option, "");
    this.offerMore();
    chip.input.focus();
  }

  typed(chip) {
    if (this.followName(chip)) return;
    chip.value = undefined;
    chip.element.classList.remove("wrong");
    this.composer.complain(null);
    this.grow(chip);
    this.suggest(chip);
  }

  /** "players:" typed in any field goes on to the field of that name. */
  followName({ input }) {
    const found = /(?:^|\s)(\S+):$/.exec(input.value);
    const option = found && this.leaf.options.find(({ name }) => name === found[1]);
    if (!option) return false;
    input.value = input.value.slice(0, found.index);
    const chip = this.chips.get(option.name) ?? this.addChip(option, "");
    this.offerMore();
    chip.input.focus();
    if (chip.input === input) this.suggest(chip);
    return true;
  }

  grow({ input }) {
    input.size = Math.max(6, Math.min(40, input.value.length + 1));
  }

  entered(chip) {
    this.present = chip;
    this.hint.textContent = `${chip.option.name}${chip.option.required ? "" : " (optional)"}: ${chip.option.description ?? ""}`;
    this.suggest(chip);
  }

  left(chip) {
    if (this.present !== chip) return;
    this.present = null;
    this.suggestions.hide();
  }

  suggest(chip) {
    clearTimeout(this.asking);
    if (chip.option.autocomplete) {
      this.asking = setTimeout(() => this.ask(chip), chip.input.value ? PAUSE : 0);
      return;
    }
    const offers = this.offers(chip.option);
    if (!offers) return this.suggestions.hide();
    const words = chip.input.value.trim().toLowerCase();
    const fitting = offers.filter(({ label }) => label.toLowerCase().includes(words));
    this.suggestions.show(chip.input, chip.option.name, fitting, { active: words || chip.option.required ? 0 : -1, none: "Nothing of that name." });
  }

  /** What can be chosen for an option without asking the bot, or null where anything may be typed. */
  offers({ choices, type, channel_types: channelTypes }) {
    const { state, names } = this.session;
    if (choices?.length) return choices.map(({ name, value }) => ({ label: name, value }));
    if (type === BOOLEAN) return [{ label: "True", value: true }, { label: "False", value: false }];
    if (!(type in MENUS)) return null;
    return entriesOf({ type: MENUS[type], channel_types: channelTypes }, state, names);
  }

  async ask(chip) {
    const asked = chip.input.value;
    try {
      const { choices } = await this.session.api.autocomplete(this.channel, this.leaf.path, this.typedOptions(), chip.option.name);
      if (this.present !== chip || chip.input.value !== asked) return;
      const entries = choices.map(({ name, value }) => ({ label: name, value }));
      this.suggestions.show(chip.input, chip.option.name, entries, { active: asked || chip.option.required ? 0 : -1, none: asked ? "Nothing fits what was typed." : null });
    } catch (error) {
      if (error.name !== "AbortError" && this.present === chip) this.suggestions.show(chip.input, chip.option.name, [], { none: "Loading options failed." });
    }
  }

  typedOptions() {
    const entries = [...this.chips.values()].map((chip) => [chip.option.name, chip.value ?? chip.input.value]);
    return Object.fromEntries(entries.filter(([name, value]) => value !== "" || name === this.present?.option.name));
  }

  picked({ label, value }) {
    const chip = this.present;
    if (!chip) return;
    chip.input.value = label;
    chip.value = value;
    chip.element.classList.remove("wrong");
    this.grow(chip);
    this.suggestions.hide();
    const empty = [...this.chips.values()].find((other) => other.option.required && !other.input.value);
    empty?.input.focus();
  }

  onkey(event) {
    if (event.isComposing || this.suggestions.onkey(event)) return;
    const chip = this.present;
    if (event.key === "Escape") this.composer.leaveCommand();
    else if (event.key === "Backspace" && chip && !chip.input.value && !event.repeat) this.stepBack(event, chip);
    else if (event.key === "ArrowLeft" && chip?.input.selectionStart === 0) this.step(event, chip, -1);
    else if (event.key === "ArrowRight" && chip?.input.selectionStart === chip?.input.value.length) this.step(event, chip, 1);
  }

  step(event, chip, distance) {
    const chips = [...this.chips.values()];
    const next = chips[chips.indexOf(chip) + distance];
    if (!next) return;
    event.preventDefault();
    next.input.focus();
  }

  stepBack(event, chip) {
    event.preventDefault();
    const [first] = this.chips.values();
    if (!chip.option.required) this.removeChip(chip);
    else if (chip === first) this.composer.leaveCommand({ text: `/${this.leaf.path}` });
    else this.step(event, chip, -1);
  }

  submit() {
    const options = {};
    for (const chip of this.chips.values()) {
      const { problem, value } = this.read(chip);
      if (problem) return this.refuse(chip, problem);
      if (value !== undefined) options[chip.option.name] = value;
    }
    const { leaf, channel } = this;
    this.composer.leaveCommand();
    return this.session.command(channel, leaf.path, options);
  }

  read({ option, input, value }) {
    const text = input.value.trim();
    if (value !== undefined) return { value };
    if (!text) return option.required ? { problem: `${option.name} is required.` } : {};
    const offers = option.autocomplete ? null : this.offers(option);
    const offer = offers?.find(({ label }) => label.toLowerCase() === text.toLowerCase());
    if (offer) return { value: offer.value };
    if (option.choices?.length) return { problem: `Choose one of the list for ${option.name}.` };
    return readValue(option, text);
  }

  refuse(chip, problem) {
    chip.element.classList.add("wrong");
    this.composer.complain(problem);
    chip.input.focus();
  }

  close() {
    clearTimeout(this.asking);
    this.element.remove();
  }
}

function keyboard({ type, autocomplete, choices }) {
  if (autocomplete || choices?.length) return null;
  return { [INTEGER]: "numeric", [NUMBER]: "decimal" }[type] ?? null;
}
