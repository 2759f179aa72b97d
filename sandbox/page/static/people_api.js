/** What one person can do, over HTTP. Every call ends with its answer, or throws an Error with a sentence to show. */
export class PeopleApi {
  constructor(person, signal) {
    this.path = `people/${encodeURIComponent(person)}`;
    this.signal = signal;
  }

  say(channel_id, content) {
    return this.post("messages", { channel_id, content });
  }

  press(message_id, custom_id, values, nonce) {
    return this.post("press", { message_id, custom_id, ...(values ? { values } : {}), nonce });
  }

  command(channel_id, name, options, nonce) {
    return this.post("command", { channel_id, name, options, nonce });
  }

  autocomplete(channel_id, name, options, focused) {
    return this.post("autocomplete", { channel_id, name, options, focused });
  }

  submit(interaction_id, values) {
    return this.post("modal", { interaction_id, values, wait: true });
  }

  read(channel_id) {
    return this.post("read", { channel_id });
  }

  allowDms(open) {
    return this.post("dms", { open });
  }

  /** The direct channel with the bot, opened if necessary. */
  direct() {
    return this.post("direct", {});
  }

  async post(door, body) {
    const response = await fetch(`${this.path}/${door}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: this.signal,
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.error ?? answer.message ?? `The server answered ${response.status}.`);
    return answer;
  }
}
