import { leavesOf } from "./commands.js";

const EPHEMERAL = 1 << 6;
const TYPING = 10000;

/**
 * Everything that the present person may see, and nothing else. `apply` takes the frames of the socket;
 * whoever listens to "change" is told the frame's type and what it was about.
 */
export class State extends EventTarget {
  constructor() {
    super();
    this.me = { id: "0", name: "" };
    this.servers = [];
    this.serverId = null;
    this.people = [];
    this.users = new Map();
    this.channels = new Map();
    this.messages = new Map();
    this.unread = new Map();
    this.leaves = [];
    this.interactions = new Map();
    this.chosen = new Map();
    this.dismissed = new Set();
    this.typing = new Map();
    this.botOnline = true;
    this.ready = false;
  }

  /** The server that one looks at: the one last gone to, else the first. */
  get server() {
    return this.servers.find(({ id }) => id === this.serverId) ?? this.servers[0] ?? { id: "0", name: "", members: [], managers: [], roles: [] };
  }

  /** The people of the server that one looks at. */
  get members() {
    return this.people.filter(({ id }) => this.server.members.includes(id));
  }

  get roles() {
    return this.servers.flatMap(({ roles }) => roles);
  }

  /** How many messages in a server's channels and threads call the present person. */
  mentionsIn(server) {
    const there = [...this.channels.values()].filter(({ guild_id: guild }) => guild === server);
    return there.reduce((sum, { id }) => sum + this.unreadIn(id).mentions, 0);
  }

  apply(frame) {
    const handler = FRAMES[frame.type];
    if (!handler) return;
    handler(this, frame);
    this.tell(frame.type, frame);
  }

  tell(kind, about = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, about } }));
  }

  /** Messages of a channel, oldest first, without the ephemeral ones that were dismissed. */
  messagesIn(channel) {
    const all = [...(this.messages.get(channel)?.values() ?? [])];
    return all.filter((message) => !this.dismissed.has(message.id)).sort(byAge);
  }

  message(channel, id) {
    return this.messages.get(channel)?.get(id);
  }

  keep(message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    this.messages.get(message.channel_id).set(message.id, message);
    this.meet(message.author);
    for (const user of message.mentions ?? []) this.meet(user);
  }

  meet(user) {
    if (user && !this.users.has(user.id)) this.users.set(user.id, user);
  }

  unreadIn(channel) {
    return this.unread.get(channel) ?? { count: 0, mentions: 0 };
  }

  countUnread(channel, { count = 0, mentions = 0 }) {
    const present = this.unreadIn(channel);
    this.unread.set(channel, { count: present.count + count, mentions: present.mentions + mentions });
  }

  markRead(channel) {
    this.unread.delete(channel);
    this.tell("read", { channel });
  }

  /** A press or command on its way; `nonce` ties the server's word about it to it. */
  begin(nonce, interaction) {
    for (const [old, { message_id, status }] of this.interactions) {
      if (status === "failed" && message_id && message_id === interaction.message_id) this.interactions.delete(old);
    }
    this.interactions.set(nonce, { status: "sent", ...interaction });
    this.tell("progress", interaction);
  }

  settle(nonce, status, error = null) {
    const interaction = this.interactions.get(nonce);
    if (!interaction || interaction.status === "failed") return;
    if (status === "failed") Object.assign(interaction, { status, error });
    if (status === "answered") this.interactions.delete(nonce);
    if (status === "failed") this.chosen.delete(`${interaction.message_id}/${interaction.custom_id}`);
    this.tell("progress", interaction);
  }

  forget(nonce) {
    const interaction = this.interactions.get(nonce);
    this.interactions.delete(nonce);
    if (interaction) this.tell("progress", interaction);
  }

  /** The interaction under way on a message's component, or the last one that failed on the message. */
  pendingOn(message, customId) {
    return [...this.interactions.values()].some(({ message_id, custom_id, status }) => message_id === message && custom_id === customId && status === "sent");
  }

  failureOn(message) {
    return [...this.interactions.values()].find(({ message_id, status }) => message_id === message && status === "failed");
  }

  commandsUnderWay(channel) {
    return [...this.interactions].filter(([, { channel_id, message_id }]) => channel_id === channel && !message_id);
  }

  typingIn(channel, now = Date.now()) {
    const typing = this.typing.get(channel);
    return typing && typing.until > now ? typing.user : null;
  }
}

export function isEphemeral(message) {
  return Boolean(message.ephemeral || message.flags & EPHEMERAL);
}

function byAge(one, other) {
  return one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}

function dropChoices(state, message) {
  for (const key of state.chosen.keys()) if (key.startsWith(`${message.id}/`)) state.chosen.delete(key);
}

const FRAMES = {
  snapshot(state, frame) {
    const { me, people, servers, channels, messages, commands = [], unread = {}, bot } = frame;
    Object.assign(state, { me, people, servers, ready: true });
    state.users = new Map(people.map((person) => [person.id, person]));
    if (bot) state.users.set(bot.id, { ...bot, bot: true });
    state.botOnline = bot ? bot.online ?? true : state.botOnline;
    state.channels = new Map(channels.map((channel) => [channel.id, channel]));
    for (const channel of channels) state.meet(channel.recipient);
    state.messages = new Map();
    for (const message of Object.values(messages).flat()) state.keep(message);
    state.unread = new Map(Object.entries(unread));
    state.leaves = leavesOf(commands);
    state.interactions = new Map([...state.interactions].filter(([, { status }]) => status === "failed"));
  },
  channel(state, { channel }) {
    state.channels.set(channel.id, channel);
    state.meet(channel.recipient);
  },
  channel_deleted(state, { id }) {
    state.channels.delete(id);
    state.messages.delete(id);
    state.unread.delete(id);
  },
  message(state, { message }) {
    state.keep(message);
    if (state.typing.get(message.channel_id)?.user === message.author.id) state.typing.delete(message.channel_id);
  },
  edited(state, { message }) {
    dropChoices(state, message);
    state.keep(message);
  },
  deleted(state, { channel_id, message_id }) {
    state.messages.get(channel_id)?.delete(message_id);
  },
  commands(state, { commands }) {
    state.leaves = leavesOf(commands);
  },
  typing(state, { channel_id, user_id }) {
    state.typing.set(channel_id, { user: user_id, until: Date.now() + TYPING });
  },
  notification(state, { channel_id }) {
    state.countUnread(channel_id, { mentions: 1 });
  },
  bot(state, { online, user }) {
    state.botOnline = online;
    if (user) state.users.set(user.id, { ...user, bot: true });
  },
  interaction(state, { nonce, status }) {
    state.settle(nonce, status);
  },
  modal() {},
};
