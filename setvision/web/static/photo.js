// The photo view: a picture is chosen, read, looked at closely, and corrected by hand.

import { Lists, Verdict } from "./panel.js";
import { Picture } from "./picture.js";
import { pickCard } from "./picker.js";
import { ask, t, words } from "./words.js";

export class PhotoView {
  constructor() {
    this.section = document.querySelector("#photo");
    const find = (query) => this.section.querySelector(query);
    this.start = find("#photo-start");
    this.bar = find("#photo-bar");
    this.trouble = find(".trouble");
    this.zoom = find(".zoom");
    this.stage = find(".stage");
    this.picture = new Picture(find(".picture"), {
      onTap: (card) => card !== null && this.wish({ do: "tap", card }),
      canZoom: true,
    });
    this.verdict = new Verdict(find(".verdict"));
    this.lists = new Lists(find(".lists"), {
      onWish: (wish) => this.wish(wish),
      onCorrect: (card) => this.correct(card),
    });
    this.shown = null;
    this.asking = null;
    this.listen(find);
  }

  listen(find) {
    for (const id of ["#photo-file", "#photo-snap"]) {
      const input = find(id);
      input.addEventListener("change", () => {
        const [file] = input.files;
        input.value = ""; // so that the same photo can be chosen again
        if (file) this.read(file);
      });
    }
    this.section.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.stage.classList.add("is-over");
    });
    this.section.addEventListener("dragleave", () => this.stage.classList.remove("is-over"));
    this.section.addEventListener("drop", (event) => {
      event.preventDefault();
      this.stage.classList.remove("is-over");
      const [file] = event.dataTransfer.files;
      if (file) this.read(file);
    });
    document.addEventListener("paste", (event) => {
      const [file] = event.clipboardData?.files ?? [];
      if (file && !this.section.hidden) this.read(file);
    });
    this.bar.addEventListener("click", (event) => {
      const action = event.target.closest("[data-do]")?.dataset.do;
      if (action === "another") this.another();
      else if (action) this.wish({ do: action });
    });
    this.zoom.addEventListener("click", (event) => {
      const step = event.target.closest("[data-zoom]")?.dataset.zoom;
      if (step === "in") this.picture.zoomTo(this.picture.zoom * 1.5);
      if (step === "out") this.picture.zoomTo(this.picture.zoom / 1.5);
      if (step === "all") this.picture.zoomTo(1);
    });
    document.addEventListener("words", () => this.shown && this.wish({}));
  }

  async read(file) {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.tell("");
    this.stage.classList.add("is-busy");
    this.verdict.show({ lines: [t("reading")], tone: "asking" });
    try {
      const shown = await ask("/api/photos", { body: file, signal });
      const image = await this.load(`/api/photos/${shown.key}/picture.jpg`);
      if (signal.aborted) return;
      this.start.hidden = true;
      this.bar.hidden = false;
      this.picture.clear();
      this.picture.show(image, null);
      this.show(shown);
      for (const [id, name] of [["#photo-picture", "setvision.jpg"], ["#photo-json", "setvision.json"]])
        this.section.querySelector(id).href = `/api/photos/${shown.key}/${name}?lang=${words.lang}`;
      this.section.querySelector(".lists").scrollTop = 0;
    } catch (error) {
      if (error.name === "AbortError") return;
      if (this.shown) this.show(this.shown);
      else this.verdict.clear();
      this.tell(error.message);
    } finally {
      if (this.asking?.signal === signal) this.stage.classList.remove("is-busy");
    }
  }

  async load(address) {
    const image = new Image();
    image.src = address;
    try {
      await image.decode();
    } catch {
      throw new Error(t("no_server"));
    }
    return image;
  }

  async wish(wish) {
    if (!this.shown) return;
    const { key, hint, only, called } = this.shown;
    await this.change(`/api/photos/${key}/view`, { view: { hint, only, called }, ...wish });
  }

  async correct(card) {
    const code = await pickCard({
      title: t("correct_card", { number: card.id }),
      take: t("take"),
      card,
      edition: this.shown.edition,
      canReset: this.shown.told.includes(card.id),
    });
    if (code === undefined) return;
    await this.change(`/api/photos/${this.shown.key}/told`, { card: card.id, code });
  }

  async change(path, json) {
    try {
      const shown = await ask(path, { json });
      if (shown.key === this.shown?.key) {
        this.tell("");
        this.show(shown);
      }
    } catch (error) {
      this.tell(error.message);
    }
  }

  show(shown) {
    this.shown = shown;
    this.stage.style.setProperty("--ratio", `${shown.width / shown.height}`);
    this.picture.show(null, shown);
    this.picture.canvas.setAttribute("role", "img");
    this.picture.canvas.setAttribute("aria-label", shown.lines.join(". "));
    this.verdict.show(shown);
    this.lists.show(shown);
    const hint = this.section.querySelector("[data-do=hint]");
    hint.setAttribute("aria-pressed", shown.hint ? "true" : "false");
    this.section.querySelector("[data-do=next]").disabled = !shown.sets.length;
  }

  another() {
    this.shown = null;
    this.picture.clear();
    this.verdict.clear();
    this.lists.clear();
    this.tell("");
    this.bar.hidden = true;
    this.start.hidden = false;
    this.section.querySelector("#photo-file").focus();
  }

  tell(text) {
    this.trouble.hidden = !text;
    this.trouble.textContent = text;
  }
}
