// The live view: a watched table, its verdict, hints, and calls that are judged.

import { Camera } from "./camera.js";
import { say } from "./dom.js";
import { Lists, Verdict } from "./panel.js";
import { Picture } from "./picture.js";
import { WatchedTable } from "./table.js";
import { t, words } from "./words.js";

const TOLD_FOR = 4000;

export class LiveView {
  constructor() {
    this.section = document.querySelector("#live");
    const find = (query) => this.section.querySelector(query);
    this.stage = find(".stage");
    this.start = find("#live-start");
    this.bar = find("#live-bar");
    this.trouble = find(".trouble");
    this.table = null;
    this.shown = null;
    this.events = 0;
    this.picture = new Picture(find(".picture"), {
      onTap: (card) => card !== null && this.wish({ do: "tap", card }),
    });
    this.verdict = new Verdict(find(".verdict"));
    this.lists = new Lists(find(".lists"), { onWish: (wish) => this.wish(wish) });
    this.offer(find);
    find("#live-computer").addEventListener("click", () => this.watch("computer"));
    find("#live-browser").addEventListener("click", () => this.watch("own"));
    this.bar.addEventListener("click", (event) => {
      const action = event.target.closest("[data-do]")?.dataset.do;
      if (action === "stop") this.stop();
      else if (action) this.wish({ do: action });
    });
    document.addEventListener("words", () => this.offer(find));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Offer the cameras that there are. */
  offer(find) {
    const computer = find("#live-computer");
    computer.hidden = !words.source;
    say(computer, sourceName());
    find("#live-browser").hidden = !Camera.isPossible;
    find("#live-insecure").hidden = Camera.isPossible;
    if (this.said) this.tell(this.said);
  }

  /** The keys of the window do the same here. */
  key(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (this.section.hidden || !this.table || isTyping || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const wishes = { h: "hint", n: "next", f: "freeze" };
    const action = wishes[event.key.toLowerCase()];
    if (action) this.wish({ do: action });
  }

  watch(camera) {
    this.start.hidden = true;
    this.bar.hidden = false;
    this.verdict.show({ lines: [t("waiting")], tone: "asking" });
    this.table = new WatchedTable(camera, {
      show: (image, shown) => this.show(image, shown),
      trouble: (what) => this.tell(what),
    });
    this.bar.querySelector("[data-do=hint]").focus();
  }

  wish(wish) {
    this.table?.wish(wish);
  }

  show(image, shown) {
    this.picture.show(image, shown);
    if (!shown || shown === this.shown) return;
    this.shown = shown;
    this.stage.style.setProperty("--ratio", `${shown.width / shown.height}`);
    this.picture.canvas.setAttribute("role", "img");
    this.picture.canvas.setAttribute("aria-label", shown.lines.join(". "));
    this.verdict.show(this.withEvent(shown));
    this.lists.show(shown);
    const freeze = this.bar.querySelector("[data-do=freeze]");
    freeze.setAttribute("aria-pressed", shown.frozen ? "true" : "false");
    this.stage.classList.toggle("is-frozen", shown.frozen);
    this.bar.querySelector("[data-do=hint]").setAttribute("aria-pressed", shown.hint ? "true" : "false");
    this.bar.querySelector("[data-do=next]").disabled = !shown.sets.length;
  }

  /** What just happened takes the place of the smaller line for a few seconds. */
  withEvent(shown) {
    if (shown.events !== this.events) {
      this.events = shown.events;
      this.told = shown.event;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.told = "";
        if (this.shown) this.verdict.show(this.shown);
      }, TOLD_FOR);
    }
    if (!this.told || shown.called.length) return shown;
    return { ...shown, lines: [shown.lines[0], this.told] };
  }

  tell(what) {
    this.said = what;
    const text = what.text || (what.key ? t(what.key) : "");
    this.trouble.hidden = !text;
    say(this.trouble, text);
  }

  stop() {
    this.table?.close();
    this.table = this.shown = null;
    this.events = 0;
    clearTimeout(this.timer);
    this.told = "";
    this.picture.clear();
    this.verdict.clear();
    this.lists.clear();
    this.tell({});
    this.bar.hidden = true;
    this.start.hidden = false;
  }

  enter() {
    // What was named when setvision was started is what people want to see.
    if (words.source && !this.hasBegun) this.watch("computer");
    this.hasBegun = true;
  }

  leave() {
    if (this.table) this.stop();
  }
}

/** What to call the camera of the machine that runs setvision, or what it watches instead. */
export function sourceName() {
  const source = words.source ?? "";
  return /^\d+$/.test(source) ? t("computer_camera") : t("computer_source", { source });
}
