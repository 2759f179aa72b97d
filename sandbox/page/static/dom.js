/** Builds one element. Properties: `class`, `data` and `style` (objects), `onclick` and the like, anything else is an attribute. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(element, name, value);
  element.append(...children.flat(Infinity).filter(isContent));
  return element;
}

function isContent(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

function assign(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "class") element.className = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
  else if (name === "data") for (const [key, entry] of Object.entries(value)) assignDatum(element, key, entry);
  else if (name === "style") for (const [key, entry] of Object.entries(value)) element.style.setProperty(key, entry);
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : value);
}

function assignDatum(element, key, value) {
  if (value !== null && value !== undefined && value !== false) element.dataset[key] = value === true ? "" : value;
}

const PATHS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M4 5h16v10h-9l-4 4v-4H4zM8 9h8M8 12h5",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  send: "M4 4l17 8-17 8 3-8zM7 12h7",
  link: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  people: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c.5-4 3-6 6.500-6s6 2 6.500 6M15.500 5.500a3.300 3.300 0 0 1 0 6M17.500 14.500c2.300.8 3.700 2.700 4 5.500",
  eye: "M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  reply: "M5 19v-5a4 4 0 0 1 4-4h11M15 5l5 5-5 5",
  slash: "M15 4 9 20",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.500a2.500 2.500 0 0 0 5 0V12a9 9 0 1 0-3.600 7.200",
};

/** A line drawing of our own, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A round with the first letters of a name. */
export function avatar(name, colour, size = "") {
  const letters = [...name.trim()].slice(0, 1).join("").toUpperCase() || "?";
  return h("span", { class: ["avatar", size], style: { "--avatar": colour }, "aria-hidden": "true" }, letters);
}

let lastId = 0;

export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** The words of an element as they are read aloud, a space between its parts. */
export function spokenText(element) {
  const copy = element.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  const words = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const parts = [];
  while (words.nextNode()) parts.push(words.currentNode.data.trim());
  return parts.filter(Boolean).join(" ");
}

/** What a screen reader should say now. */
export function announce(text) {
  const live = document.getElementById("live");
  live.append(h("p", {}, text.slice(0, 600)));
  while (live.childElementCount > 4) live.firstElementChild.remove();
}

export function isPhone() {
  return matchMedia("(max-width: 720px)").matches;
}
