import { h, icon } from "./dom.js";
import { isSafe } from "./links.js";

const WIDEST = 550;
const HIGHEST = 350;
const UNITS = ["bytes", "KB", "MB", "GB"];

/** The address of a picture or file; `attachment://name` stands for a file of the same message. */
export function addressOf(url, message) {
  if (!url?.startsWith("attachment://")) return sameOrigin(url);
  const name = url.slice("attachment://".length);
  return sameOrigin(message.attachments?.find(({ filename }) => filename === name)?.url);
}

function sameOrigin(url) {
  if (!url) return null;
  if (url.startsWith("/")) return url;
  if (!isSafe(url)) return null;
  const address = new URL(url);
  return ["127.0.0.1", "localhost"].includes(address.hostname) && address.port === location.port ? address.pathname + address.search : url;
}

/** A picture with its alt text, in the room it will need once loaded. */
export function picture({ url, alt, width, height, spoiler, size = "" }) {
  const frame = h("div", { class: ["picture", size, spoiler && "veiled"], style: room(width, height, size) },
    h("button", { type: "button", class: "picture-open", "aria-label": alt ? `Open image: ${alt}` : "Open image", data: { do: "enlarge", url, alt: alt ?? "" } },
      h("img", { src: url, alt: alt ?? "Image", loading: "lazy" })),
    alt && !size && h("details", { class: "alt" }, h("summary", { "aria-label": "Description of the image" }, "ALT"), h("p", {}, alt)));
  if (spoiler) frame.append(veil());
  return frame;
}

export function veil() {
  return h("button", { type: "button", class: "veil", data: { do: "unveil" } }, h("span", {}, "Spoiler"));
}

function room(width, height, size) {
  if (!width || !height || size) return {};
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: `${Math.round(width * scale)}px`, "aspect-ratio": `${width} / ${height}` };
}

/** Attachments that no embed or component shows already. */
export function attachments(message) {
  const shown = new Set((message.embeds ?? []).flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]).map((url) => addressOf(url, message)));
  const files = (message.attachments ?? []).filter(({ url }) => !shown.has(addressOf(url, message)));
  return files.map((file) => attachment(file, message));
}

function attachment(file, message) {
  const url = addressOf(file.url, message);
  const kind = (file.content_type ?? "").split("/")[0] || kindOf(file.filename);
  const spoiler = file.filename.startsWith("SPOILER_");
  if (kind === "image") return picture({ url, alt: file.description, width: file.width, height: file.height, spoiler });
  if (kind === "video") return h("video", { src: url, controls: true, class: "video", "aria-label": file.description ?? file.filename });
  if (kind === "audio") return h("audio", { src: url, controls: true, "aria-label": file.description ?? file.filename });
  return fileCard({ name: file.title ?? file.filename, size: file.size, url, spoiler });
}

function kindOf(filename) {
  return /\.(png|jpe?g|gif|webp|svg|avif)$/i.test(filename) ? "image" : "file";
}

export function fileCard({ name, size, url, spoiler }) {
  const card = h("div", { class: ["file", spoiler && "veiled"] },
    icon("file"),
    h("div", {}, h("a", { href: url, download: name, target: "_blank" }, name), size ? h("small", {}, inUnits(size)) : null));
  if (spoiler) card.append(veil());
  return card;
}

function inUnits(bytes) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${UNITS[power]}`;
}

/** Shows a picture as large as the window allows. */
export function enlarge({ url, alt }) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": alt || "Image" },
    h("img", { src: url, alt: alt || "Image" }),
    alt && h("p", {}, alt),
    h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close")));
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.getElementById("stay").append(dialog);
  dialog.showModal();
}
