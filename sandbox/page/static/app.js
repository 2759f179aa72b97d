import { placeOfHash } from "./links.js";
import { People } from "./people.js";
import { Session } from "./session.js";

const THEME = "theme";
const RETRY = 1500;

/** The page: which person is present, and the way from one to another. */
class App {
  constructor() {
    this.people = [];
    this.strip = new People(document.getElementById("top"), { onchoose: (name) => this.become(name), ontheme: () => this.changeTheme() });
    this.setTheme(localStorage.getItem(THEME) ?? "dark");
    addEventListener("popstate", () => this.travelled());
  }

  async start() {
    const { people } = await fetchPeople();
    this.people = people;
    this.open(this.named(new URLSearchParams(location.search).get("as")));
  }

  named(name) {
    return this.people.find((person) => person.name === name || person.id === name)?.name ?? this.people[0]?.name;
  }

  become(name) {
    if (name === this.present) return;
    history.pushState(null, "", `?as=${encodeURIComponent(name)}${location.hash}`);
    this.open(name);
    document.querySelector(`[data-person="${CSS.escape(name)}"]`)?.focus();
  }

  open(name) {
    this.session?.close();
    this.present = name;
    this.renderStrip();
    this.session = new Session(name, document.getElementById("stay"), {
      start: placeOfHash(location.hash),
      onstatus: (text) => this.strip.tell(text),
      onplace: (place) => this.remember(place),
    });
  }

  remember({ channel, quiet }) {
    const address = `?as=${encodeURIComponent(this.present)}#${channel}`;
    if (location.hash === `#${channel}`) return;
    if (quiet) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  travelled() {
    const name = this.named(new URLSearchParams(location.search).get("as"));
    const place = placeOfHash(location.hash);
    if (name !== this.present) this.open(name);
    else if (place && place.channel !== this.session.channel) this.session.go(place.channel, place.message, { quiet: true });
  }

  changeTheme() {
    this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    this.renderStrip();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(THEME, theme);
  }

  renderStrip() {
    this.strip.render(this.people, this.present, document.documentElement.dataset.theme);
  }
}

async function fetchPeople() {
  for (;;) {
    try {
      const response = await fetch("people");
      if (response.ok) return await response.json();
    } catch {
      // The server is not up yet.
    }
    await new Promise((resolve) => { setTimeout(resolve, RETRY); });
  }
}

new App().start();
