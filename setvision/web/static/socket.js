// A WebSocket that is taken up again when it breaks.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const REFUSED = 1013;

export class Line {
  /**
   * Connect to a path with a query; `hear` is told each message (an object, or bytes),
   * `change` whether there is a connection.
   */
  constructor(path, query, { hear, change = () => {} }) {
    this.path = path;
    this.query = query;
    this.hear = hear;
    this.change = change;
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams(this.query());
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?${query}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.change(true);
    });
    socket.addEventListener("message", ({ data }) => {
      if (!this.isClosed) this.hear(typeof data === "string" ? JSON.parse(data) : data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.isClosed) return;
      this.change(false);
      const wait = code === REFUSED ? LONGEST_WAIT : this.wait;
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
      this.timer = setTimeout(() => this.connect(), wait);
    });
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(what) {
    if (!this.isOpen) return false;
    this.socket.send(what instanceof Blob || what instanceof ArrayBuffer ? what : JSON.stringify(what));
    return true;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
