const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** The stream of what one person sees; comes back by itself until it is closed. */
export class Socket {
  constructor(person, { onframe, onstatus }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}${location.pathname}people/${encodeURIComponent(person)}/socket`;
    this.onframe = onframe;
    this.onstatus = onstatus;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    this.stream = new WebSocket(this.address);
    this.stream.onopen = () => {
      this.wait = FIRST_WAIT;
      this.onstatus(true);
    };
    this.stream.onmessage = ({ data }) => this.onframe(JSON.parse(data));
    this.stream.onclose = () => this.retry();
  }

  retry() {
    this.onstatus(false);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  close() {
    clearTimeout(this.timer);
    this.stream.onopen = this.stream.onmessage = this.stream.onclose = null;
    this.stream.close();
  }
}
