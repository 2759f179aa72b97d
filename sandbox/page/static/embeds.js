import { h } from "./dom.js";
import { isSafe } from "./links.js";
import { addressOf, picture } from "./media.js";
import { richText } from "./richtext.js";
import { sentAt } from "./times.js";

export function embeds(message, names) {
  return (message.embeds ?? []).map((embed) => renderEmbed(embed, message, names));
}

function renderEmbed(embed, message, names) {
  const colour = embed.color === undefined || embed.color === null ? null : `#${embed.color.toString(16).padStart(6, "0")}`;
  return h("div", { class: "embed", style: colour ? { "--accent": colour } : {} },
    h("div", { class: "embed-text" },
      embed.author && h("div", { class: "embed-author" }, small(embed.author.icon_url, message), linked(embed.author.name, embed.author.url)),
      embed.title && h("div", { class: "embed-title" }, embed.url ? linked(embed.title, embed.url) : richText(embed.title, names)),
      embed.description && h("div", { class: "rich" }, richText(embed.description, names)),
      embed.fields?.length ? h("div", { class: "embed-fields" }, embed.fields.map((field) => renderField(field, names))) : null),
    embed.thumbnail && media(embed.thumbnail, message, "thumbnail"),
    embed.image && media(embed.image, message, ""),
    footer(embed, message));
}

function renderField({ name, value, inline }, names) {
  return h("div", { class: ["embed-field", inline && "inline"] },
    h("div", { class: "embed-field-name" }, richText(name, names)),
    h("div", { class: "rich" }, richText(value, names)));
}

function linked(text, url) {
  return isSafe(url) ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}

function small(url, message) {
  const address = addressOf(url, message);
  return address && h("img", { src: address, alt: "", class: "embed-icon" });
}

function media({ url, width, height, description }, message, size) {
  const address = addressOf(url, message);
  return address && picture({ url: address, alt: description, width, height, size });
}

function footer({ footer: foot, timestamp }, message) {
  if (!foot && !timestamp) return null;
  const parts = [foot?.text, timestamp && sentAt(timestamp)].filter(Boolean).join(" • ");
  return h("div", { class: "embed-footer" }, small(foot?.icon_url, message), parts);
}
