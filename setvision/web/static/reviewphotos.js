// The photos under review as the server tells of them, fetched before they are needed.

import { ask, t } from "./words.js";

const NEAR = 6; // the browser holds each picture decoded: only those near by are kept

export class Photos {
  /** `tell` is told what the server could not write. */
  constructor({ tell }) {
    this.tell = tell;
    this.items = [];
    this.at = null;
    this.ahead = new Map();
    this.skipped = new Map();
    this.others = new Set(); // photos that somebody else looks at
    this.revision = 0;
    this.me = crypto.getRandomValues(new Uint32Array(2)).join("-");
  }

  get count() {
    return this.items.length;
  }

  get done() {
    return this.items.filter((item) => item.done).length;
  }

  async begin() {
    const answer = await this.ask("/api/review");
    this.items = answer.items;
    return answer;
  }

  /** Ask the server something, and take note of what others did meanwhile. */
  async ask(path, json = {}) {
    const { revision: since, me, at: looking } = this;
    const answer = await ask(path, { json: { since, me, looking, ...json } });
    this.revision = answer.revision;
    this.others = new Set(answer.others);
    for (const [n, isDone] of answer.changed) {
      if (this.items[n]) this.items[n].done = isDone;
      if (n !== this.at) this.ahead.delete(n);
    }
    if (answer.trouble_writing) this.tell(answer.trouble_writing);
    return answer;
  }

  /** Ask for a photo and its picture, unless that was done. */
  fetch(n) {
    if (!this.ahead.has(n)) {
      const loading = this.load(n);
      loading.catch(() => this.ahead.delete(n));
      this.ahead.set(n, loading);
      for (const other of [...this.ahead.keys()].slice(0, -NEAR)) this.ahead.delete(other);
    }
    return this.ahead.get(n);
  }

  async load(n) {
    const photo = await this.ask(`/api/review/${n}`);
    if (photo.trouble) return { photo, image: null };
    const image = new Image();
    image.src = `/api/review/${n}/photo.jpg`;
    try {
      await image.decode();
    } catch {
      throw new Error(t("no_server"));
    }
    return { photo, image };
  }

  /** Keep what the server said last of a photo. */
  know(n, photo, image) {
    this.ahead.set(n, Promise.resolve({ photo, image }));
  }

  forgetAll() {
    this.ahead.clear();
  }

  /** Say which photo is looked at, so that others get other ones, and have the next one ready. */
  async lookAt(n) {
    this.at = n;
    try {
      await this.ask("/api/review/look");
      const next = this.nextOpen(n);
      if (next !== null && next !== n && this.at === n) await this.fetch(next);
    } catch {
      // It is asked for again, and then told, when it is needed.
    }
  }

  /**
   * The next photo that nobody confirmed and that can be shown, one that nobody looks at before
   * others; null when there is none.
   */
  nextOpen(after, way = 1) {
    const { count } = this;
    const round = Array.from({ length: count }, (_, k) => (after + way * (k + 1) + 2 * count) % count);
    const open = round.filter((n) => !this.items[n].done && !this.skipped.has(n));
    return open.find((n) => !this.others.has(n)) ?? open[0] ?? null;
  }
}
