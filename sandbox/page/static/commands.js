const SUBCOMMAND = 1;
const GROUP = 2;
const CHAT = 1;

const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;

/** Every command that can be sent, subcommands spelt out: [{path: "table open", description, options}]. */
export function leavesOf(commands) {
  const chat = commands.filter(({ type }) => (type ?? CHAT) === CHAT);
  return chat.flatMap((command) => spread(command, "")).sort((a, b) => a.path.localeCompare(b.path));
}

function spread(command, prefix) {
  const path = `${prefix}${command.name}`;
  const inner = (command.options ?? []).filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (inner.length) return inner.flatMap((option) => spread(option, `${path} `));
  return [{ path, description: command.description ?? "", options: command.options ?? [] }];
}

/** Commands that fit what was typed after the slash, best first. */
export function matching(leaves, typed) {
  const words = typed.trim().toLowerCase();
  const starts = leaves.filter(({ path }) => path.startsWith(words));
  const others = leaves.filter(({ path }) => !path.startsWith(words) && path.includes(words));
  return [...starts, ...others];
}

/** Reads "/table open players:4": {leaf, values: {players: "4"}}, or {unknown: "tabel"} for no command of that name. */
export function readCommand(leaves, text) {
  const typed = text.slice(1).trimStart();
  const fitting = leaves.filter(({ path }) => typed === path || typed.startsWith(`${path} `));
  const leaf = fitting.sort((a, b) => b.path.length - a.path.length)[0];
  if (!leaf) return { unknown: typed.trim() };
  return { leaf, values: readOptions(leaf, typed.slice(leaf.path.length)) };
}

function readOptions(leaf, text) {
  const names = leaf.options.map(({ name }) => name.replace(/[^\p{L}\p{N}_-]/gu, "")).join("|");
  const values = {};
  if (!names) return values;
  const marks = [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):`, "gu"))];
  marks.forEach((mark, index) => {
    const end = marks[index + 1]?.index ?? text.length;
    values[mark[1]] = text.slice(mark.index + mark[0].length, end).trim();
  });
  return values;
}

/** The value that goes to the bot: {value} or {problem: sentence}. */
export function readValue(option, text) {
  if (option.type === INTEGER || option.type === NUMBER) return readNumber(option, text);
  if (option.type === BOOLEAN) return readBoolean(text);
  if (option.type === STRING) return readString(option, text);
  return { problem: `Choose one of the list for ${option.name}.` };
}

function readNumber(option, text) {
  const value = Number(text);
  const whole = option.type === INTEGER;
  if (text.trim() === "" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    return { problem: `${option.name} must be a ${whole ? "whole " : ""}number.` };
  }
  if (option.min_value !== undefined && value < option.min_value) return { problem: `${option.name} must be at least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { problem: `${option.name} must be at most ${option.max_value}.` };
  return { value };
}

function readBoolean(text) {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "false") return { value: word === "true" };
  return { problem: "Choose True or False." };
}

function readString(option, text) {
  if (option.min_length && text.length < option.min_length) return { problem: `${option.name} must have at least ${option.min_length} characters.` };
  if (option.max_length && text.length > option.max_length) return { problem: `${option.name} must have at most ${option.max_length} characters.` };
  return { value: text };
}
