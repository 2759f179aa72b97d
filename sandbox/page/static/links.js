const PLACE = /^(?:https?:\/\/(?:\w+\.)?discord\.com|https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** The channel and message that a link of this server points to, or null for any other address. */
export function placeOf(url) {
  const found = PLACE.exec(url ?? "");
  return found ? { channel: found[2], message: found[3] ?? null } : null;
}

/** `#channel/message`, as the address bar keeps it. */
export function placeOfHash(hash) {
  const [channel, message] = hash.replace(/^#/, "").split("/");
  return /^\d+$/.test(channel) ? { channel, message: message ?? null } : null;
}

export function isSafe(url) {
  return /^https?:\/\//i.test(url ?? "");
}
