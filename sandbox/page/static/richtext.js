import { h } from "./dom.js";
import { isJumbo, parse } from "./markdown.js";
import { placeOf } from "./links.js";
import { exactly, timestamp } from "./times.js";

/** Text of a message as nodes. `names` tells what mentions are called (see names.js). */
export function richText(text, names) {
  return parse(text).map((node) => render(node, names));
}

/** As `richText`, for what stands alone in a message: nothing but emoji is shown large. */
export function contentText(text, names) {
  const nodes = richText(text, names);
  return isJumbo(text) ? [h("div", { class: "jumbo" }, nodes)] : nodes;
}

/** The words alone, on one line. */
export function plainText(text, names) {
  const whole = h("div", {}, richText(text, names));
  for (const end of whole.querySelectorAll("br, li, p, h3, h4, h5")) end.after(" ");
  return whole.textContent.replace(/\s+/g, " ").trim();
}

function inside(node, names) {
  return node.children.map((child) => render(child, names));
}

function render(node, names) {
  return RENDERERS[node.type](node, names);
}

const RENDERERS = {
  text: ({ text }) => text,
  break: () => h("br"),
  paragraph: (node, names) => h("p", {}, inside(node, names)),
  strong: (node, names) => h("strong", {}, inside(node, names)),
  em: (node, names) => h("em", {}, inside(node, names)),
  underline: (node, names) => h("u", {}, inside(node, names)),
  strike: (node, names) => h("s", {}, inside(node, names)),
  spoiler: (node, names) => spoiler(inside(node, names)),
  quote: (node, names) => h("blockquote", {}, inside(node, names)),
  heading: (node, names) => h(`h${node.level + 2}`, { class: `heading-${node.level}` }, inside(node, names)),
  subtext: (node, names) => h("p", { class: "subtext" }, h("small", {}, inside(node, names))),
  list: renderList,
  code: ({ text }) => h("code", {}, text),
  codeblock: ({ text, language }) => h("pre", { data: { language }, tabindex: 0 }, h("code", {}, text)),
  link: renderLink,
  user: ({ id }, names) => mention(`@${names.user(id)}`, id === names.me ? "of-me" : ""),
  role: ({ id }, names) => mention(`@${names.role(id)}`),
  everyone: ({ name }) => mention(`@${name}`, "of-me"),
  channel: ({ id }, names) => h("a", { class: "mention", href: `#${id}`, data: { do: "go", channel: id } }, `${names.mark(id)}${names.channel(id)}`),
  command: ({ name }) => h("button", { class: "mention", type: "button", data: { do: "type", text: `/${name}` } }, `/${name}`),
  time: renderTime,
  emoji: (node) => customEmoji(node),
};

function renderList(node, names) {
  const items = node.items.map((item) => h("li", {}, item.map((child) => render(child, names))));
  return node.ordered ? h("ol", { start: node.start }, items) : h("ul", {}, items);
}

function renderLink(node, names) {
  const place = placeOf(node.url);
  const bare = node.children.length === 1 && node.children[0].text === node.url;
  if (place && bare) return placeMention(place, names);
  if (place) return h("a", { href: `#${place.channel}`, data: { do: "go", ...place } }, inside(node, names));
  return h("a", { href: node.url, target: "_blank", rel: "noopener noreferrer", title: node.title }, inside(node, names));
}

function placeMention(place, names) {
  const label = `${names.mark(place.channel)}${names.channel(place.channel)}${place.message ? " › message" : ""}`;
  return h("a", { class: "mention", href: `#${place.channel}`, data: { do: "go", ...place } }, label);
}

function mention(label, extra = "") {
  return h("span", { class: ["mention", extra] }, label);
}

function renderTime({ seconds, style }) {
  const iso = new Date(seconds * 1000).toISOString();
  return h("time", { datetime: iso, title: exactly(iso), data: { relative: style === "R" ? seconds : null } }, timestamp(seconds, style));
}

export function spoiler(children) {
  return h("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler, press to show", data: { do: "reveal" } }, h("span", {}, children));
}

/** A custom emoji, or its name where there is no picture of it. */
function customEmoji({ id, name }) {
  return h("img", { class: "emoji", src: `emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

/** The emoji of a button or an option: Discord's partial emoji object. */
export function componentEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji) : h("span", { class: "emoji", "aria-hidden": "true" }, emoji.name);
}
