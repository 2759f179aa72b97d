import { components } from "./components.js";
import { avatar, h, icon } from "./dom.js";
import { embeds } from "./embeds.js";
import { attachments } from "./media.js";
import { nameOf } from "./names.js";
import { contentText, plainText } from "./richtext.js";
import { isEphemeral } from "./state.js";
import { clockTime, exactly, sentAt } from "./times.js";

const LOADING = 1 << 7;
const LAYOUT = 1 << 15;
const REPLY = 19;
const COMMAND = 20;
const SYSTEM = { 1: "added someone to the thread.", 2: "removed someone from the thread.", 4: "changed the name of the thread.", 6: "pinned a message to this channel.", 7: "joined the server.", 18: "started a thread:", 21: "started this thread." };

/** One message as an article. `grouped`: it goes on under the name of the message before it. */
export function renderMessage(message, { state, names, grouped }) {
  if (message.type in SYSTEM) return systemMessage(message, names);
  const context = { message, state, names };
  return h("article", {
    class: ["message", grouped && "grouped", isEphemeral(message) && "ephemeral", mentionsMe(message, state) && "for-me", message.failed && "failed"],
    tabindex: -1,
    "aria-label": `${nameOf(message.author)}, ${sentAt(message.timestamp)}`,
    data: { key: `message ${message.id}`, message: message.id },
  },
  above(message, context),
  grouped ? h("time", { class: "margin-time", datetime: message.timestamp, title: exactly(message.timestamp) }, clockTime(message.timestamp)) : avatar(nameOf(message.author), names.colour(message.author)),
  h("div", { class: "message-body" }, grouped ? null : byline(message), body(message, context), below(message, context)));
}

function systemMessage(message, names) {
  const thread = message.type === 18 && message.message_reference?.channel_id;
  return h("article", { class: "message system", tabindex: -1, data: { key: `message ${message.id}`, message: message.id } },
    h("span", { class: "system-mark" }, icon(message.type === 18 ? "thread" : "reply")),
    h("div", { class: "message-body" },
      h("strong", {}, nameOf(message.author)), ` ${SYSTEM[message.type]} `,
      thread ? h("a", { href: `#${thread}`, data: { do: "go", channel: thread } }, message.content || names.channel(thread)) : null,
      " ", h("time", { datetime: message.timestamp, title: exactly(message.timestamp) }, sentAt(message.timestamp))));
}

function mentionsMe(message, state) {
  return message.mention_everyone || (message.mentions ?? []).some(({ id }) => id === state.me.id);
}

function byline(message) {
  const time = h("time", { datetime: message.timestamp, title: exactly(message.timestamp) }, sentAt(message.timestamp));
  return h("header", { class: "byline" }, h("span", { class: "author" }, nameOf(message.author)), message.author.bot && h("span", { class: "tag" }, "BOT"), time);
}

/** Whom the message answers: the command that was used, or the message replied to. */
function above(message, { names }) {
  const used = usedCommand(message);
  if (used) {
    const name = names.user(used.user.id) === "unknown-user" ? nameOf(used.user) : names.user(used.user.id);
    return h("div", { class: "above" }, h("span", { class: "spine" }), avatar(name, names.colour(used.user), "tiny"), h("strong", {}, name), " used ", h("span", { class: "mention" }, `/${used.name}`));
  }
  const answered = message.type === REPLY && !isOwnEdit(message) ? message.referenced_message : null;
  if (message.type === REPLY && !answered) return null;
  return answered ? replyLine(answered, names) : null;
}

function isOwnEdit(message) {
  return message.referenced_message?.id === message.id;
}

function replyLine(answered, names) {
  const name = nameOf(answered.author);
  return h("div", { class: "above" }, h("span", { class: "spine" }), avatar(name, names.colour(answered.author), "tiny"), h("strong", {}, name), " ",
    h("a", { class: "reply-text", href: `#${answered.channel_id}/${answered.id}`, data: { do: "go", channel: answered.channel_id, message: answered.id } }, summary(answered, names)));
}

function usedCommand(message) {
  if (message.type !== COMMAND) return null;
  if (message.interaction?.name) return message.interaction;
  const { interaction_metadata: metadata } = message;
  return metadata?.name ? metadata : null;
}

/** The first words of a message that is replied to. */
function summary(message, names) {
  const words = message.content || firstText(message.components) || message.embeds?.[0]?.title || message.embeds?.[0]?.description;
  return plainText(words ?? "", names).slice(0, 120) || "Click to see the message";
}

function firstText(list) {
  for (const component of list ?? []) {
    const text = component.content ?? firstText(component.components);
    if (text) return text;
  }
  return null;
}

function body(message, context) {
  if (message.flags & LOADING) return thinking(message);
  const content = message.content ? h("div", { class: "rich content" }, contentText(message.content, context.names)) : null;
  const layout = components(message.components, context);
  const extras = message.flags & LAYOUT ? [] : [attachments(message), embeds(message, context.names)];
  return [content, ...extras, h("div", { class: ["components", message.flags & LAYOUT && "layout"] }, layout), edited(message)];
}

function thinking(message) {
  return h("p", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), ` ${nameOf(message.author)} is thinking…`);
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return h("small", { class: "edited", title: exactly(message.edited_timestamp) }, "(edited)");
}

function below(message, { state, names }) {
  return [
    message.thread && threadCard(message.thread, state, names),
    failure(state.failureOn(message.id)),
    isEphemeral(message) && h("footer", { class: "only-you" }, icon("eye"), " Only you can see this · ", h("button", { type: "button", class: "text-link", data: { do: "dismiss" } }, "Dismiss message")),
  ];
}

function threadCard(thread, state, names) {
  const known = state.channels.has(thread.id);
  return h("a", { class: "thread-card", href: `#${thread.id}`, data: { do: "go", channel: thread.id } }, icon("thread"), h("strong", {}, known ? names.channel(thread.id) : thread.name), h("span", {}, "Open thread ›"));
}

function failure(failed) {
  return failed ? h("p", { class: "failure", role: "alert" }, failed.error ?? "This interaction failed") : null;
}

/** A command that has not been answered yet, or never was. */
export function renderUnderWay([nonce, { status, path, error }], state, names) {
  const name = nameOf(state.me);
  const failed = status === "failed";
  return h("article", { class: ["message", "under-way", failed && "ephemeral"], tabindex: -1, data: { key: `under-way ${nonce}`, nonce } },
    h("div", { class: "above" }, h("span", { class: "spine" }), avatar(name, names.colour(state.me), "tiny"), h("strong", {}, name), " used ", h("span", { class: "mention" }, `/${path}`)),
    h("div", { class: "message-body" },
      failed ? h("p", { class: "failure", role: "alert" }, error ?? "The application did not respond") : h("p", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), " Sending command…"),
      failed && h("footer", { class: "only-you" }, icon("eye"), " Only you can see this · ", h("button", { type: "button", class: "text-link", data: { do: "forget" } }, "Dismiss message"))));
}
