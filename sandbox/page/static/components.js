import { h, icon } from "./dom.js";
import { isSafe, placeOf } from "./links.js";
import { addressOf, fileCard, picture, veil } from "./media.js";
import { componentEmoji, richText } from "./richtext.js";

const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
const SELECTS = [STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT];
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const LINK = 5;

/** Components of a message, of either kind. `context` is {message, state, names}. */
export function components(list, context) {
  return (list ?? []).map((component) => KINDS[component.type]?.(component, context) ?? unknown(component));
}

const KINDS = {
  1: (row, context) => h("div", { class: "row" }, components(row.components, context)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: ({ content }, { names }) => h("div", { class: "rich" }, richText(content, names)),
  11: ({ media, description, spoiler }, { message }) => picture({ url: addressOf(media.url, message), alt: description, spoiler, size: "thumbnail" }),
  12: gallery,
  13: file,
  14: ({ divider, spacing }) => h("div", { class: ["separator", divider !== false && "divided", spacing === 2 && "wide"], role: divider === false ? null : "separator" }),
  17: container,
};

function unknown({ type }) {
  return h("p", { class: "subtext" }, `(A component of type ${type}, which this page does not know.)`);
}

function button(spec, context) {
  const content = [componentEmoji(spec.emoji), spec.label && h("span", { class: "label" }, spec.label)];
  const style = `button ${STYLES[spec.style] ?? "secondary"}`;
  if (spec.style === LINK) return linkButton(spec, style, content);
  const pending = context.state.pendingOn(context.message.id, spec.custom_id);
  return h("button", {
    type: "button",
    class: style,
    disabled: spec.disabled || spec.style === 6,
    "aria-busy": pending ? "true" : null,
    "aria-label": spec.label ? null : spec.emoji?.name ?? "Button",
    data: { key: `button ${spec.custom_id}`, do: "press", customId: spec.custom_id },
  }, content, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
}

function linkButton({ url, disabled, emoji, label }, style, content) {
  if (disabled || !isSafe(url)) return h("button", { type: "button", class: style, disabled: true }, content, icon("link"));
  const place = placeOf(url);
  const target = place ? { href: `#${place.channel}`, data: { do: "go", ...place } } : { href: url, target: "_blank", rel: "noopener noreferrer" };
  return h("a", { class: style, "aria-label": label ? null : emoji?.name ?? "Link", ...target }, content, place ? null : icon("link"));
}

function select(spec, context) {
  const key = `${context.message.id}/${spec.custom_id}`;
  const entries = entriesOf(spec, context.state, context.names);
  const values = context.state.chosen.get(key) ?? entries.filter(({ chosen }) => chosen).map(({ value }) => value);
  const pending = context.state.pendingOn(context.message.id, spec.custom_id);
  return selectBox({ spec, entries, values, pending, data: { key: `select ${spec.custom_id}`, do: "select", customId: spec.custom_id } });
}

/** The closed select menu: what was chosen, or what to choose. */
export function selectBox({ spec, entries, values, pending = false, data = {}, id = null }) {
  const shown = entries.filter(({ value }) => values.includes(value));
  const placeholder = spec.placeholder || "Make a selection";
  const names = shown.map(({ label }) => label).join(", ");
  return h("button", {
    type: "button",
    id,
    class: ["select", pending && "pending"],
    disabled: spec.disabled,
    "aria-haspopup": "listbox",
    "aria-busy": pending ? "true" : null,
    "aria-label": names ? `${placeholder}: ${names}` : placeholder,
    data,
  },
  h("span", { class: "select-text" }, shown.length ? shown.map(chosenEntry) : h("span", { class: "placeholder" }, placeholder)),
  pending ? h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : icon("down"));
}

function chosenEntry({ label, emoji }) {
  return h("span", { class: "chosen" }, componentEmoji(emoji), label);
}

/** What a select menu of any kind offers: [{value, label, description, emoji, chosen, kind}]. */
export function entriesOf(spec, state, names) {
  if (spec.type === STRING_SELECT) return (spec.options ?? []).map((option) => ({ ...option, chosen: Boolean(option.default) }));
  const preset = new Set((spec.default_values ?? []).map(({ id }) => id));
  return entityEntries(spec, state, names).map((entry) => ({ ...entry, chosen: preset.has(entry.value) }));
}

function entityEntries(spec, state, names) {
  const people = [...state.users.values()].map((user) => ({ value: user.id, label: names.user(user.id), user, kind: "user" }));
  const roles = state.roles.map(({ id, name }) => ({ value: id, label: name.startsWith("@") ? name : `@${name}`, kind: "role" }));
  if (spec.type === USER_SELECT) return people;
  if (spec.type === ROLE_SELECT) return roles;
  if (spec.type === MENTIONABLE_SELECT) return [...people, ...roles];
  return channelEntries(spec.channel_types, state);
}

function channelEntries(types, state) {
  const fits = ({ type }) => type !== 1 && (!types?.length || types.includes(type));
  return [...state.channels.values()].filter(fits).map(({ id, name }) => ({ value: id, label: `#${name}`, kind: "channel" }));
}

function section(spec, context) {
  const accessory = spec.accessory && KINDS[spec.accessory.type]?.(spec.accessory, context);
  return h("div", { class: "section" }, h("div", { class: "section-text" }, components(spec.components, context)), accessory);
}

function gallery({ items }, { message }) {
  const pictures = items.map(({ media, description, spoiler }) =>
    picture({ url: addressOf(media.url, message), alt: description, width: media.width, height: media.height, spoiler, size: items.length > 1 ? "tile" : "" }));
  return h("div", { class: "gallery", data: { count: Math.min(items.length, 10) } }, pictures);
}

function file({ file: { url }, name, size, spoiler }, { message }) {
  const address = addressOf(url, message);
  const attached = message.attachments?.find((attachment) => addressOf(attachment.url, message) === address);
  return fileCard({ name: name ?? attached?.filename ?? address?.split("/").at(-1) ?? "file", size: size ?? attached?.size, url: address, spoiler });
}

function container({ accent_color: accent, components: inner, spoiler }, context) {
  const coloured = accent !== null && accent !== undefined;
  const box = h("div", {
    class: ["container", coloured && "accented", spoiler && "veiled"],
    style: coloured ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {},
  }, components(inner, context));
  if (spoiler) box.append(veil());
  return box;
}

/** The component with this custom_id, wherever it is nested. */
export function findComponent(list, customId) {
  for (const component of list ?? []) {
    if (component.custom_id === customId) return component;
    const inner = [...(component.components ?? []), component.accessory, component.component].filter(Boolean);
    const found = findComponent(inner, customId);
    if (found) return found;
  }
  return null;
}

export function isSelect({ type }) {
  return SELECTS.includes(type);
}
