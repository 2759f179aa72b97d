const BOT = "#1f8b9d";
const COLOURS = ["#5865f2", "#3ba55d", "#c27c0e", "#eb459e", "#9b59b6", "#d0572e", "#607d8b"];

/** What people, channels and roles are called, for whoever reads `state`. */
export class Names {
  constructor(state) {
    this.state = state;
  }

  get me() {
    return this.state.me.id;
  }

  user(id) {
    return nameOf(this.state.users.get(id)) ?? "unknown-user";
  }

  /** The colour of somebody's avatar; `user` is any user object of a message. */
  colour(user) {
    return colourOf(this.state.users.get(user?.id) ?? user);
  }

  channel(id) {
    const channel = this.state.channels.get(id);
    if (!channel) return "unknown";
    return channel.type === 1 ? nameOf(channel.recipient) ?? channel.name ?? "Direct message" : channel.name;
  }

  /** The sign before a channel's name. */
  mark(id) {
    return this.state.channels.get(id)?.type === 1 ? "@" : "#";
  }

  role(id) {
    return this.state.roles.find((role) => role.id === id)?.name ?? "unknown-role";
  }

  command(path) {
    return this.state.leaves.find((leaf) => leaf.path === path);
  }
}

export function nameOf(user) {
  return user ? user.global_name ?? user.name ?? user.username : null;
}

export function colourOf(user) {
  const given = user?.avatar_color;
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  if (given) return given;
  if (user?.bot) return BOT;
  const id = user?.id ?? "0";
  return COLOURS[[...id].reduce((sum, digit) => sum + digit.charCodeAt(0), 0) % COLOURS.length];
}
