// The review: doubtful photos one after the other, confirmed or corrected by few keys.

import { say } from "./dom.js";
import { Corners } from "./reviewcorners.js";
import { Draft } from "./reviewdraft.js";
import { Judge } from "./reviewjudge.js";
import { listKeys, listenToKeys } from "./reviewkeys.js";
import { ReviewPicture } from "./reviewpicture.js";
import { showSummary } from "./reviewsummary.js";
import { ask, firstLanguage, speak, t, words } from "./words.js";

const find = (query) => document.querySelector(query);
const NAME = "setvision.reviewer";

class Review {
  constructor() {
    this.photos = [];
    this.decks = 1;
    this.at = null;
    this.draft = null;
    this.image = null;
    this.drafts = new Map();
    this.history = []; // photos confirmed here, the last one last
    this.ahead = new Map(); // what was asked for before it is needed
    this.skipped = new Map();
    this.revision = 0;
    this.isBusy = false;
    this.hasWarned = false;
    this.picture = new ReviewPicture(find(".picture"), {
      onPoint: (point) => this.corners.put(point),
      onSelect: (id) => this.select(id),
    });
    this.corners = new Corners(this.picture, {
      done: (quad) => this.added(quad),
      tell: (text) => this.tell(text),
    });
    this.judge = new Judge({
      onSet: (feature, value) => this.set(feature, value),
      onSelect: (id) => this.select(id),
    });
    this.listen();
  }

  async begin() {
    const { decks, by, items } = await this.ask("/api/review");
    this.decks = decks;
    this.photos = items;
    find("#by").value = stored() ?? by;
    const first = this.nextOpen(-1);
    if (first === null) this.finish();
    else await this.open(first, 1);
  }

  async ask(path, json = {}) {
    const answer = await ask(path, { json: { since: this.revision, ...json } });
    if (answer.revision !== undefined) this.revision = answer.revision;
    for (const [n, isDone] of answer.changed ?? []) {
      if (this.photos[n]) this.photos[n].done = isDone;
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
      // The browser holds each picture decoded: only those near by are kept.
      for (const other of [...this.ahead.keys()].slice(0, -6)) this.ahead.delete(other);
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

  /** Open a photo; where it can't be shown and a way is given, go on that way. */
  async open(n, way = 0) {
    this.tell("");
    this.isBusy = true;
    try {
      const { photo, image } = await this.fetch(n);
      if (photo.trouble) {
        this.skipped.set(n, { name: photo.name, reason: photo.trouble });
        if (way) {
          this.speak(`${photo.name}: ${photo.trouble}`);
          const next = this.nextOpen(n, way);
          this.isBusy = false;
          if (next === null) this.finish();
          else await this.open(next, way);
          return;
        }
      } else this.skipped.delete(n);
      this.at = n;
      this.image = image;
      this.hasWarned = false;
      const kept = this.drafts.get(n);
      if (kept && kept.version === photo.version) this.draft = kept;
      else this.draft = new Draft(photo);
      this.drafts.set(n, this.draft);
      this.picture.clear();
      this.picture.showCorners(null);
      if (image) this.picture.show(image, null);
      find("#summary").hidden = true;
      find("#review").hidden = false;
      this.show();
      if (photo.trouble) this.tell(photo.trouble);
      find(".judge").scrollTop = 0;
      const next = this.nextOpen(n);
      if (next !== null && next !== n) this.fetch(next).catch(() => {});
    } catch (error) {
      this.tell(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  /** The next photo that nobody confirmed and that can be shown; null when there is none. */
  nextOpen(after, way = 1) {
    const count = this.photos.length;
    for (let k = 1; k <= count; k++) {
      const n = (((after + way * k) % count) + count) % count;
      if (!this.photos[n].done && !this.skipped.has(n)) return n;
    }
    return null;
  }

  show() {
    const { draft, photos, at } = this;
    say(find("#place"), t("place", { number: at + 1, count: photos.length }));
    const done = find("#done");
    done.max = photos.length;
    done.value = photos.filter((photo) => photo.done).length;
    document.title = `${at + 1}/${photos.length} ${draft.photo.name} – setvision`;
    if (!draft.photo.trouble) this.picture.showDraft(draft.photo, draft);
    find(".stage").style.setProperty("--ratio", `${draft.photo.width / draft.photo.height}`);
    const isLast = draft.next(draft.selected) === null || draft.next(draft.selected) === draft.selected;
    const card = draft.card && draft.isOpen(draft.card);
    say(
      find("#confirm span"),
      draft.photo.trouble || draft.isSaved
        ? t("go_on")
        : card && !isLast
          ? t("confirm_card", { number: draft.selected })
          : isLast
            ? t("confirm_photo")
            : t("next_card"),
    );
    this.judge.show(draft, this.image, this.decks);
  }

  select(id) {
    this.draft.selected = id;
    this.show();
  }

  step(by) {
    this.draft.step(by);
    this.show();
  }

  set(feature, value) {
    if (!this.draft?.card || this.draft.photo.trouble) return;
    this.hasWarned = false;
    this.draft.set(feature, value);
    this.tell("");
    this.show();
  }

  async confirm() {
    const { draft } = this;
    if (!draft || this.isBusy) return;
    if (draft.photo.trouble || draft.isSaved) {
      await this.goOn();
      return;
    }
    if (draft.card && !draft.isOpen({ ...draft.card, told: true })) {
      if (draft.isOpen(draft.card)) draft.confirm();
    } else if (draft.card) {
      this.tell(t("choose_all", { number: draft.selected }));
      return;
    }
    const next = draft.next(draft.selected);
    if (next !== null) {
      draft.selected = next;
      this.show();
      return;
    }
    if (draft.hasTwins(this.decks) && !this.hasWarned) {
      this.hasWarned = true;
      this.show();
      this.tell(t("twins_again"));
      return;
    }
    await this.send();
  }

  async send() {
    const { at, draft } = this;
    this.isBusy = true;
    try {
      const photo = await this.ask(`/api/review/${at}/confirm`, {
        version: draft.version,
        cards: draft.said,
        by: find("#by").value,
      });
      if (photo.stale) {
        this.outdated(photo);
        return;
      }
      draft.take(photo);
      this.history = [...this.history.filter((n) => n !== at), at];
      this.ahead.set(at, Promise.resolve({ photo, image: this.image }));
      this.isBusy = false;
      await this.goOn();
    } catch (error) {
      this.tell(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  /** Somebody else was quicker: show what they said. */
  outdated(photo) {
    const { at } = this;
    this.drafts.delete(at);
    this.ahead.set(at, Promise.resolve({ photo, image: this.image }));
    const { selected } = this.draft;
    this.draft = new Draft(photo);
    if (this.draft.cards.some((card) => card.id === selected)) this.draft.selected = selected;
    this.drafts.set(at, this.draft);
    this.show();
    this.tell(photo.stale);
  }

  async goOn() {
    const next = this.nextOpen(this.at);
    if (next === null) this.finish();
    else await this.open(next, 1);
  }

  async undo() {
    if (this.isBusy) return;
    this.hasWarned = false;
    this.tell("");
    if (!this.isAtEnd && this.draft?.undo()) {
      this.show();
      return;
    }
    const n = this.history.at(-1);
    if (n === undefined) {
      this.tell(t("nothing_to_undo"));
      return;
    }
    this.isBusy = true;
    try {
      const kept = this.drafts.get(n);
      const photo = await this.ask(`/api/review/${n}/undo`, { version: kept.version });
      this.history.pop();
      const { image } = await this.fetch(n);
      this.ahead.set(n, Promise.resolve({ photo, image }));
      if (photo.stale) this.drafts.delete(n);
      else {
        kept.take(photo);
        kept.undo(); // the last step was to confirm its last card
      }
      this.isBusy = false;
      await this.open(n);
      if (photo.stale) this.tell(photo.stale);
    } catch (error) {
      this.tell(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  remove() {
    if (!this.draft?.card || this.draft.photo.trouble) return;
    const card = this.draft.remove();
    this.show();
    this.speak(t("removed_card", { number: card.id }));
  }

  /** Begin to put the corners of a card that was missed, or leave it. */
  add() {
    if (!this.draft || this.draft.photo.trouble) return;
    const { width, height } = this.draft.photo;
    if (this.corners.isOpen) this.corners.end();
    else this.corners.begin(width, height);
  }

  added(quad) {
    this.draft.add(quad);
    this.show();
    this.speak(t("choose_all", { number: this.draft.selected }));
  }

  get isAtEnd() {
    return !find("#summary").hidden;
  }

  async move(by) {
    if (this.isBusy || !this.photos.length) return;
    const from = !this.isAtEnd ? this.at : by > 0 ? -1 : 0;
    const count = this.photos.length;
    await this.open((((from + by) % count) + count) % count);
  }

  async finish() {
    try {
      const { summary } = await this.ask("/api/review");
      showSummary(summary, this.skipped);
      find("#review").hidden = true;
      find("#summary").hidden = false;
      say(find("#place"), t("place", { number: summary.done, count: summary.count }));
      Object.assign(find("#done"), { max: summary.count || 1, value: summary.done });
      document.title = `${find("#summary-title").textContent} – setvision`;
      find("#summary-title").focus();
    } catch (error) {
      this.tell(error.message);
    }
  }

  tell(text) {
    const trouble = find(".trouble");
    trouble.hidden = !text;
    say(trouble, text);
  }

  speak(text) {
    say(find("#spoken"), text);
  }

  listen() {
    const on = (query, act) =>
      find(query).addEventListener("click", (event) => {
        act();
        // After a click keys mean the same as before; who came by the keyboard stays there.
        if (event.detail > 0) find("#main").focus({ preventScroll: true });
      });
    on("#confirm", () => this.confirm());
    on("#remove", () => this.remove());
    on("#add", () => this.add());
    on("#undo", () => this.undo());
    on("#back", () => this.move(-1));
    on("#forth", () => this.move(1));
    on("#again", () => this.open(0));
    on(".more summary", () => {});
    find(".zoom").addEventListener("click", (event) => {
      const step = event.target.closest("[data-zoom]")?.dataset.zoom;
      const { zoom } = this.picture;
      if (step) this.picture.zoomTo({ in: zoom * 1.5, out: zoom / 1.5, all: 1 }[step]);
    });
    find("#by").addEventListener("change", (event) => store(event.target.value.trim()));
    listenToKeys(this);
    document.addEventListener("words", () => {
      this.ahead.clear();
      if (this.at === null) return;
      if (this.isAtEnd) this.finish();
      else this.refresh();
    });
    const redraw = () => this.draft && !this.isAtEnd && this.show();
    new ResizeObserver(() => requestAnimationFrame(redraw)).observe(find("#crop"));
  }

  /** Have what the server says of this photo in another language. */
  async refresh() {
    const { photo } = await this.fetch(this.at);
    if (photo.version === this.draft.version) this.draft.take(photo);
    this.show();
  }

}

function stored() {
  try {
    return localStorage.getItem(NAME) || null;
  } catch {
    return null;
  }
}

function store(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // A private window keeps nothing.
  }
}

async function begin() {
  document.addEventListener("words", listKeys);
  await speak(firstLanguage());
  const language = find("#language");
  language.value = words.lang;
  language.addEventListener("change", () => speak(language.value, true));
  const review = new Review();
  document.documentElement.classList.remove("is-loading");
  try {
    await review.begin();
  } catch (error) {
    find("#review").hidden = false;
    review.tell(error.message);
  }
}

begin();
