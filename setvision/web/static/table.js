// A watched table on the page: pictures come with what belongs to them, whichever camera is used.

import { Camera } from "./camera.js";
import { Line } from "./socket.js";
import { words } from "./words.js";

export class WatchedTable {
  /**
   * Watch by a camera: "computer", that of the machine that runs setvision, "own", or "any".
   * `show` is told the image and what is known of it, `trouble` what is the matter (the name of a
   * text of the page, or a text of the server).
   */
  constructor(camera, { show, trouble, query = {} }) {
    this.show = show;
    this.tell = trouble;
    this.shown = null;
    this.isClosed = false;
    this.isFrozen = false;
    this.canvases = [document.createElement("canvas"), document.createElement("canvas")];
    this.sent = null;
    this.line = new Line("/api/live", () => ({ camera, lang: words.lang, ...query }), {
      hear: (message) => this.hear(message),
      change: (isOpen) => this.changed(isOpen),
    });
    this.onWords = () => this.wish({ lang: words.lang });
    document.addEventListener("words", this.onWords);
    if (camera === "own") this.film();
  }

  wish(wish) {
    return this.line.send(wish);
  }

  hear(message) {
    if (message instanceof ArrayBuffer) this.picture(message);
    else if (message.type === "error") this.tell({ text: message.text });
    else {
      if (message.type === "shown") {
        this.shown = message;
        this.isFrozen = message.frozen;
        this.tell({ text: message.trouble, key: message.has_ended && !message.trouble ? "ended" : "" });
      }
      // Of the own camera the answer belongs to the picture that was sent last.
      if (this.sent) {
        this.show(message.frozen ? this.kept : (this.kept = this.sent), this.known());
        this.sent = null;
        this.next?.();
      } else if (message.type === "shown") this.show(null, this.known());
    }
  }

  known() {
    return this.shown?.cards ? this.shown : null;
  }

  async picture(bytes) {
    // Newest only: while one is being decoded, of those that come the last is kept.
    if (this.isDecoding) {
      this.waiting = bytes;
      return;
    }
    this.isDecoding = true;
    const shown = this.known();
    try {
      const blob = new Blob([new Uint8Array(bytes, 4)], { type: "image/jpeg" });
      const image = await createImageBitmap(blob);
      if (!this.isClosed) this.show(image, shown);
    } finally {
      this.isDecoding = false;
    }
    const { waiting } = this;
    this.waiting = null;
    if (waiting && !this.isClosed) this.picture(waiting);
  }

  async film() {
    this.camera = new Camera({ trouble: (key) => this.tell({ key }) });
    this.camera.start();
    let turn = 0;
    while (!this.isClosed) {
      const isReady = this.line.isOpen && !this.sent && !this.isFrozen && this.camera.isLive;
      if (!isReady) {
        await pause(60);
        continue;
      }
      const canvas = this.canvases[(turn = 1 - turn)];
      const picture = await this.camera.take(canvas);
      if (!picture || this.isClosed || !this.line.isOpen) {
        await pause(60);
        continue;
      }
      this.sent = canvas;
      const answered = new Promise((resolve) => (this.next = resolve));
      this.line.send(picture);
      await Promise.race([answered, pause(4000)]);
      this.sent = null;
    }
  }

  changed(isOpen) {
    this.sent = null;
    if (!isOpen) this.isFrozen = false;
    if (!isOpen) this.tell({ key: "line_lost" });
    else this.tell({});
  }

  close() {
    this.isClosed = true;
    document.removeEventListener("words", this.onWords);
    this.line.close();
    this.camera?.close();
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
