import { CommandForm } from "./command_form.js";
import { matching, readCommand } from "./commands.js";
import { h, icon, isPhone } from "./dom.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

/** The message box. A slash turns it into the list of commands, and a chosen command into a form of its options. */
export class Composer {
  constructor(session) {
    this.session = session;
    this.suggestions = new Suggestions((entry) => this.picked(entry));
    this.box = h("textarea", { id: "box", rows: 1, maxlength: 4000, autocomplete: "off", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-haspopup": "listbox", enterkeyhint: "send" });
    this.slash = h("button", { type: "button", class: "icon-button slash", "aria-label": "Commands", title: "Commands", onclick: () => this.type("/") }, icon("slash"));
    this.send = h("button", { type: "button", class: "icon-button send", "aria-label": "Send", title: "Send", onclick: () => this.submit() }, icon("send"));
    this.line = h("div", { class: "box-line" }, this.slash, this.box, this.send);
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.locked = h("p", { class: "locked", hidden: true });
    this.typing = h("p", { class: "typing", "aria-live": "polite" });
    this.element = h("div", { class: "composer" }, this.suggestions.element, this.problem, this.line, this.locked, this.typing);
    this.box.addEventListener("input", () => this.changed());
    this.box.addEventListener("keydown", (event) => this.onkey(event));
    this.box.addEventListener("blur", () => this.suggestions.hide());
    this.box.addEventListener("focus", () => this.suggest());
  }

  open(channel) {
    this.channel = channel;
    this.leaveCommand();
    this.box.value = "";
    this.refresh();
    this.changed();
  }

  /** Whether one can write here, and who is typing. */
  refresh() {
    const { state, names } = this.session;
    const channel = state.channels.get(this.channel);
    const label = `Message ${names.mark(this.channel)}${names.channel(this.channel)}`;
    this.box.placeholder = label;
    this.box.setAttribute("aria-label", `${label}. Type / for commands.`);
    const locked = Boolean(channel?.locked || channel?.thread_metadata?.locked);
    this.locked.hidden = !locked;
    this.locked.textContent = "This thread is locked.";
    this.line.hidden = locked || Boolean(this.form);
    const typing = state.typingIn(this.channel);
    this.typing.textContent = typing ? `${names.user(typing)} is typing…` : "";
  }

  focus() {
    if (this.form) this.form.focus();
    else this.box.focus();
  }

  type(text) {
    this.leaveCommand();
    this.box.value = text;
    this.box.focus();
    this.changed();
  }

  changed() {
    this.complain(null);
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, 220)}px`;
    this.send.classList.toggle("ready", this.box.value.trim() !== "");
    this.suggest();
  }

  suggest() {
    const { leaves } = this.session.state;
    const text = this.box.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.suggestions.hide();
    const { leaf, values } = readCommand(leaves, text);
    const isWhole = leaf && text.slice(1).startsWith(`${leaf.path} `);
    if (isWhole) return this.enterCommand(leaf, values);
    const found = matching(leaves, text.slice(1));
    const entries = found.map((command) => ({ command, label: `/${command.path}`, description: command.description, note: optionNames(command) }));
    return this.suggestions.show(this.box, text === "/" ? "Commands" : `Commands matching ${text}`, entries, { none: `There is no command ${text.trim()} here.` });
  }

  picked(entry) {
    if (this.form) this.form.picked(entry);
    else this.enterCommand(entry.command, {});
  }

  onkey(event) {
    if (event.isComposing || this.suggestions.onkey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.submit();
  }

  submit() {
    if (this.form) return this.form.submit();
    const text = this.box.value.trim();
    if (text.startsWith("/")) return this.submitCommand(text);
    if (text.length > LONGEST) return this.complain(`A message can have ${LONGEST} characters; this one has ${text.length}.`);
    return text ? this.say(text) : undefined;
  }

  submitCommand(text) {
    const { leaf, values, unknown } = readCommand(this.session.state.leaves, text);
    if (leaf) return this.enterCommand(leaf, values);
    return this.complain(`There is no command /${unknown} here.`);
  }

  async say(text) {
    const { channel } = this;
    this.box.value = "";
    this.changed();
    try {
      await this.session.api.say(channel, text);
    } catch (error) {
      if (error.name === "AbortError" || this.channel !== channel) return;
      this.box.value = text;
      this.complain(error.message);
    }
  }

  complain(sentence) {
    this.problem.hidden = !sentence;
    this.problem.textContent = sentence ?? "";
  }

  enterCommand(leaf, values) {
    this.suggestions.hide();
    this.complain(null);
    this.box.value = "";
    this.form = new CommandForm(this.session, { leaf, values, channel: this.channel, suggestions: this.suggestions, composer: this });
    this.line.after(this.form.element);
    this.line.hidden = true;
    this.form.focus();
  }

  leaveCommand({ text = "" } = {}) {
    if (!this.form) return;
    this.form.close();
    this.form = null;
    this.suggestions.hide();
    this.line.hidden = false;
    this.box.value = text;
    if (!isPhone() || text) this.box.focus();
    this.changed();
  }
}

function optionNames({ options }) {
  return options.map(({ name, required }) => (required ? name : `${name}?`)).join("  ");
}
