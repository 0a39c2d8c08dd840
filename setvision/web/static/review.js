// The review: doubtful photos one after the other, confirmed or corrected by few keys.

import { say } from "./dom.js";
import { Corners } from "./reviewcorners.js";
import { Draft } from "./reviewdraft.js";
import { Judge } from "./reviewjudge.js";
import { listKeys, listenToKeys } from "./reviewkeys.js";
import { Photos } from "./reviewphotos.js";
import { ReviewPicture } from "./reviewpicture.js";
import { showSummary } from "./reviewsummary.js";
import { firstLanguage, speak, t, words } from "./words.js";

const find = (query) => document.querySelector(query);
const NAME = "setvision.reviewer";

class Review {
  constructor() {
    this.photos = new Photos({ tell: (text) => this.tell(text) });
    this.decks = 1;
    this.draft = null;
    this.image = null;
    this.drafts = new Map();
    this.history = []; // photos confirmed here, the last one last
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
    const { decks, by } = await this.photos.begin();
    this.decks = decks;
    find("#by").value = stored() ?? by;
    const first = this.photos.nextOpen(-1);
    if (first === null) this.finish();
    else await this.open(first, 1);
  }

  /** Open a photo; where it can't be shown and a way is given, go on that way. */
  async open(n, way = 0) {
    const { photos } = this;
    this.tell("");
    this.isBusy = true;
    try {
      const { photo, image } = await photos.fetch(n);
      if (photo.trouble) {
        photos.skipped.set(n, { name: photo.name, reason: photo.trouble });
        if (way) {
          this.speak(`${photo.name}: ${photo.trouble}`);
          const next = photos.nextOpen(n, way);
          this.isBusy = false;
          if (next === null) this.finish();
          else await this.open(next, way);
          return;
        }
      } else photos.skipped.delete(n);
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
      photos.at = n;
      this.show();
      if (photo.trouble) this.tell(photo.trouble);
      find(".judge").scrollTop = 0;
      photos.lookAt(n);
    } catch (error) {
      this.tell(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  show() {
    const { draft } = this;
    const { at, count, done } = this.photos;
    say(find("#place"), t("place", { number: at + 1, count }));
    Object.assign(find("#done"), { max: count, value: done });
    document.title = `${at + 1}/${count} ${draft.photo.name} – setvision`;
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
    const { draft, photos } = this;
    const { at } = photos;
    this.isBusy = true;
    try {
      const photo = await photos.ask(`/api/review/${at}/confirm`, {
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
      photos.know(at, photo, this.image);
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
    const { at } = this.photos;
    this.photos.know(at, photo, this.image);
    const { selected } = this.draft;
    this.draft = new Draft(photo);
    if (this.draft.cards.some((card) => card.id === selected)) this.draft.selected = selected;
    this.drafts.set(at, this.draft);
    this.show();
    this.tell(photo.stale);
  }

  async goOn() {
    const next = this.photos.nextOpen(this.photos.at);
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
      const photo = await this.photos.ask(`/api/review/${n}/undo`, { version: kept.version });
      this.history.pop();
      const { image } = await this.photos.fetch(n);
      this.photos.know(n, photo, image);
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
    const { at, count } = this.photos;
    if (this.isBusy || !count) return;
    const from = !this.isAtEnd ? at : by > 0 ? -1 : 0;
    await this.open((((from + by) % count) + count) % count);
  }

  async finish() {
    try {
      this.photos.at = null;
      const { summary } = await this.photos.ask("/api/review");
      showSummary(summary, this.photos.skipped);
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
      this.photos.forgetAll();
      if (this.isAtEnd) this.finish();
      else if (this.draft) this.refresh();
    });
    const redraw = () => this.draft && !this.isAtEnd && this.show();
    new ResizeObserver(() => requestAnimationFrame(redraw)).observe(find("#crop"));
  }

  /** Have what the server says of this photo in another language. */
  async refresh() {
    try {
      const { photo } = await this.photos.fetch(this.photos.at);
      if (photo.version === this.draft.version) this.draft.take(photo);
      this.show();
    } catch (error) {
      this.tell(error.message);
    }
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
