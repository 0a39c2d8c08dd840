// Beside the photo under review: which card is selected, what it is, and the keys that change it.

import { cardArt } from "./cardart.js";
import { fill, h, say } from "./dom.js";
import { codeOf, FEATURES, KEYS, VALUES } from "./reviewdraft.js";
import { drawCard } from "./reviewpicture.js";
import { t, words } from "./words.js";

const keyOf = (feature, value) =>
  [...KEYS].find(([, [f, v]]) => f === feature && v === value)[0].toUpperCase();

export class Judge {
  constructor({ onSet, onSelect }) {
    this.onSet = onSet;
    this.onSelect = onSelect;
    this.find = (query) => document.querySelector(query);
    this.find("#values").addEventListener("click", (event) => {
      const button = event.target.closest("[data-feature]");
      if (!button) return;
      const { feature, value } = button.dataset;
      this.onSet(feature, feature === "count" ? Number(value) : value);
      if (event.detail > 0) this.find("#main").focus({ preventScroll: true });
    });
    this.find("#chips").addEventListener("click", (event) => {
      const chip = event.target.closest("[data-card]");
      if (!chip) return;
      this.onSelect(Number(chip.dataset.card));
      if (event.detail > 0) this.find("#main").focus({ preventScroll: true });
    });
  }

  show(draft, image, decks) {
    const { photo, card } = draft;
    say(this.find("#name"), photo.name);
    say(this.find("#why"), photo.why);
    this.showChips(draft);
    this.find("#card-view").hidden = !card || Boolean(photo.trouble);
    this.find("#remove").disabled = !card || Boolean(photo.trouble);
    this.find("#add").disabled = Boolean(photo.trouble);
    const canvas = this.find(".picture");
    canvas.setAttribute("aria-label", [photo.name, photo.why].join(". "));
    if (!card || photo.trouble) return;
    this.showCard(draft, card, image);
    const twins = draft.twins(decks);
    const note = this.find("#note");
    note.hidden = !twins.length;
    say(note, twins.length ? t(decks > 1 ? "twins_of_decks" : "twins", { cards: twins.join(", "), decks }) : "");
  }

  showCard(draft, card, image) {
    const { photo } = draft;
    const values = words.values[photo.edition] ?? words.values.standard;
    const parts = FEATURES.map((f) => (card[f] === null ? "?" : values[f][card[f]]));
    const number = t("card_of", { number: card.id });
    say(this.find("#said"), `${number}: ${parts.join(" · ")}`);
    say(this.find("#doubt"), this.doubtOf(card, values));
    this.find("#doubt").classList.toggle("is-open", draft.isOpen(card));
    drawCard(this.find("#crop"), image, photo.width, card.quad);
    this.find("#crop").setAttribute("aria-label", number);
    const code = codeOf(card);
    fill(this.find("#drawn"), code ? cardArt(card, photo.edition) : h("div", { class: "blank" }, "?"));
    this.showValues(card, values, draft.isOpen(card));
  }

  doubtOf(card, values) {
    if (card.isNew) return t("is_added");
    if (card.told) {
      const read = card.read_as;
      if (!read) return t("is_added");
      const hasChanged = FEATURES.some((feature) => read[feature] !== card[feature]);
      if (!hasChanged) return t("is_confirmed");
      return t("was_read", { card: FEATURES.map((f) => values[f][read[f]]).join(" · ") });
    }
    return card.doubt || t("is_sure");
  }

  showValues(card, values, isOpen) {
    const box = this.find("#values");
    const edition = JSON.stringify([words.lang, values]);
    if (this.shown !== edition) {
      this.shown = edition;
      fill(box, ...FEATURES.map((feature) => this.group(feature, values)));
    }
    for (const group of box.children) {
      const { name } = group.dataset;
      const isDoubted = isOpen && (card.doubts.includes(name) || card[name] === null);
      group.classList.toggle("is-doubted", isDoubted);
      const percent = isDoubted && card.features ? Math.floor(card.features[name] * 100) : null;
      say(group.querySelector(".share"), percent === null ? "" : t("share", { percent }));
    }
    for (const button of box.querySelectorAll("button")) {
      const { feature, value } = button.dataset;
      button.setAttribute("aria-pressed", `${card[feature]}` === value ? "true" : "false");
    }
  }

  group(feature, values) {
    const id = `value-${feature}`;
    return h("div", { role: "group", "aria-labelledby": id, "data-name": feature },
      h("p", { class: "legend" },
        h("span", { id }, words.features[feature]), h("span", { class: "share" })),
      h("div", { class: "options" },
        ...VALUES[feature].map((value) =>
          h("button", { type: "button", "data-feature": feature, "data-value": value },
            feature === "count" ? null : h("span", {}, values[feature][value]),
            h("kbd", { "aria-hidden": feature === "count" ? false : "true" }, keyOf(feature, value))))));
  }

  showChips(draft) {
    fill(
      this.find("#chips"),
      ...draft.cards.map((card) => {
        const isOpen = draft.isOpen(card);
        const state = isOpen ? "is_doubtful" : card.told ? "is_looked_at" : "is_sure";
        return h("li", {},
          h("button", {
            type: "button",
            "data-card": card.id,
            class: `chip ${isOpen ? "is-open" : ""} ${card.told ? "is-told" : ""}`,
            "aria-pressed": card.id === draft.selected ? "true" : "false",
            "aria-label": `${t("card_of", { number: card.id })}, ${t(state)}`,
          }, `${card.id}`, isOpen ? "?" : card.told ? "✓" : null));
      }),
    );
  }
}
