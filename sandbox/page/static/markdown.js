/**
 * Discord's markdown as a tree. Nodes: {type, children} for "strong em underline strike spoiler quote paragraph";
 * {type: "heading", level}, {type: "subtext"}, {type: "list", ordered, start, items: [[node]]}, {type: "code", text},
 * {type: "codeblock", language, text}, {type: "link", url, children}, {type: "text", text}, {type: "break"} and the
 * mentions "user role channel command everyone emoji time".
 */
export function parse(text) {
  return blocks(text ?? "");
}

const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const FENCE = /```(?:([\w+#.-]+)\n)?\n*([\s\S]*?[^\n])\n*```/;

function blocks(text, quoted = false) {
  const nodes = [];
  let paragraph = [];
  let rest = text;
  const close = () => {
    if (paragraph.some((line) => line.trim())) nodes.push({ type: "paragraph", children: inline(trimBlank(paragraph)) });
    paragraph = [];
  };
  while (rest !== "") {
    const found = block(rest, quoted);
    if (found) {
      close();
      nodes.push(found.node);
      rest = found.rest;
      continue;
    }
    const [line, after] = firstLine(rest);
    const fence = fenceWithin(rest, line);
    if (fence) {
      paragraph.push(rest.slice(0, fence.index));
      close();
      nodes.push({ type: "codeblock", language: fence[1] ?? "", text: fence[2] });
      rest = rest.slice(fence.index + fence[0].length).replace(/^\n/, "");
      continue;
    }
    paragraph.push(line);
    rest = after;
  }
  close();
  return nodes;
}

function fenceWithin(rest, line) {
  if (!line.includes("```")) return null;
  const fence = FENCE.exec(rest);
  return fence && fence.index <= line.length ? fence : null;
}

function trimBlank(lines) {
  return lines.join("\n").replace(/^\n+|\s+$/g, "");
}

function firstLine(text) {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}

function block(rest, quoted) {
  const [line, after] = firstLine(rest);
  if (!quoted && line.startsWith(">>> ")) return { node: { type: "quote", children: blocks(rest.slice(4), true) }, rest: "" };
  if (!quoted && line.startsWith("> ")) return quote(rest);
  const heading = HEADING.exec(line);
  if (heading) return { node: { type: "heading", level: heading[1].length, children: inline(heading[2].replace(/\s+#+\s*$/, "")) }, rest: after };
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { node: { type: "subtext", children: inline(subtext[1]) }, rest: after };
  return ITEM.test(line) ? list(rest) : null;
}

function quote(rest) {
  const lines = [];
  let [line, after] = firstLine(rest);
  while (line.startsWith("> ") || line === ">") {
    lines.push(line.slice(2));
    rest = after;
    if (rest === "") break;
    [line, after] = firstLine(rest);
  }
  return { node: { type: "quote", children: blocks(lines.join("\n"), true) }, rest };
}

function list(rest) {
  const rows = [];
  while (rest !== "") {
    const [line, after] = firstLine(rest);
    const item = ITEM.exec(line);
    if (item && rows.length && item[1].length <= rows[0].indent && isOrdered(item[2]) !== isOrdered(rows[0].mark)) break;
    if (item) rows.push({ indent: item[1].length, mark: item[2], text: item[3] });
    else if (rows.length && /^ {2,}\S/.test(line)) rows.at(-1).text += `\n${line.trim()}`;
    else break;
    rest = after;
  }
  return { node: nest(rows), rest };
}

function isOrdered(mark) {
  return /\d/.test(mark);
}

function nest(rows) {
  const [first] = rows;
  const ordered = isOrdered(first.mark);
  const items = [];
  let index = 0;
  while (index < rows.length) {
    const children = inline(rows[index].text);
    let next = index + 1;
    while (next < rows.length && rows[next].indent > first.indent) next += 1;
    if (next > index + 1) children.push(nest(rows.slice(index + 1, next)));
    items.push(children);
    index = next;
  }
  return { type: "list", ordered, start: ordered ? Number.parseInt(first.mark, 10) : 1, items };
}

const WITHIN = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, ([, mark]) => ({ type: "text", text: mark })],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => ({ type: "code", text: code.replace(/^ (?=`)|(?<=`) $/g, "") })],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => ({ type: "link", url, children: [{ type: "text", text: url }] })],
  [/<(a?):(\w{2,32}):(\d{5,20})>/y, ([, animated, name, id]) => ({ type: "emoji", name, id, animated: animated === "a" })],
  [/<@!?(\d+)>/y, ([, id]) => ({ type: "user", id })],
  [/<@&(\d+)>/y, ([, id]) => ({ type: "role", id })],
  [/<#(\d+)>/y, ([, id]) => ({ type: "channel", id })],
  [/<\/([^:<>\n]{1,100}):(\d+)>/y, ([, name, id]) => ({ type: "command", name, id })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, ([, seconds, style]) => ({ type: "time", seconds: Number(seconds), style: style ?? "f" })],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?: +"([^"]*)")?\)/y, ([, label, url, title]) => ({ type: "link", url, title, children: inline(label) })],
  [/https?:\/\/[^\s<]*[^<.,:;"'\])|*\s_~]/y, ([url]) => ({ type: "link", url, children: [{ type: "text", text: url }] })],
  [/@(everyone|here)\b/y, ([, name]) => ({ type: "everyone", name })],
  [new RegExp(String.raw`\*\*${WITHIN}\*\*(?!\*)`, "y"), ([, body]) => ({ type: "strong", children: inline(body) })],
  [new RegExp(String.raw`__${WITHIN}__(?!_)`, "y"), ([, body]) => ({ type: "underline", children: inline(body) })],
  [new RegExp(String.raw`~~${WITHIN}~~`, "y"), ([, body]) => ({ type: "strike", children: inline(body) })],
  [new RegExp(String.raw`\|\|${WITHIN}\|\|`, "y"), ([, body]) => ({ type: "spoiler", children: inline(body) })],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, ([, body]) => ({ type: "em", children: inline(body) })],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, ([, body]) => ({ type: "em", children: inline(body) })],
  [/\n/y, () => ({ type: "break" })],
];
const PLAIN = /[^\\`<[@*_~|h\n]+|[\s\S]/y;

function inline(text) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const [node, next] = token(text, at);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at = next;
  }
  return nodes;
}

function token(text, at) {
  for (const [rule, make] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (!found) continue;
    const end = rule.lastIndex;
    return [make(found), end];
  }
  PLAIN.lastIndex = at;
  return [{ type: "text", text: PLAIN.exec(text)[0] }, PLAIN.lastIndex];
}

/** Whether the text is nothing but emoji, which are then shown large. */
export function isJumbo(text) {
  return /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|<a?:\w+:\d+>|\s){1,60}$/u.test(text) && /\S/.test(text);
}
