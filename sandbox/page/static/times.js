const MINUTE = 60;
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", MINUTE], ["second", 1]];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const formats = new Map();
const distances = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** Formats are kept: making one takes longer than using it a hundred times. */
function format(style) {
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f));
  return formats.get(style);
}

/** "in 3 hours", "2 minutes ago"; `now` in milliseconds. */
export function relative(seconds, now = Date.now()) {
  const distance = seconds - Math.floor(now / 1000);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(distance) >= step) ?? STEPS.at(-1);
  return distances.format(Math.trunc(distance / size), unit);
}

/** A timestamp of Discord's markdown: `style` is one of t T d D f F s S R. */
export function timestamp(seconds, style, now = Date.now()) {
  if (style === "R") return relative(seconds, now);
  return format(style).format(new Date(seconds * 1000));
}

export function clockTime(iso) {
  return timestamp(Date.parse(iso) / 1000, "t");
}

/** The time beside a name: "Today at 14:03", "Yesterday at 9:12", else the date with the time. */
export function sentAt(iso, now = new Date()) {
  const time = clockTime(iso);
  const days = daysBefore(new Date(iso), now);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Yesterday at ${time}`;
  return timestamp(Date.parse(iso) / 1000, "s");
}

export function dayOf(iso) {
  return timestamp(Date.parse(iso) / 1000, "D");
}

export function exactly(iso) {
  return timestamp(Date.parse(iso) / 1000, "F");
}

function daysBefore(date, now) {
  const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((midnight(now) - midnight(date)) / 86400000);
}
