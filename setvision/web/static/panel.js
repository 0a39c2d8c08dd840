// What is said beside a picture: the verdict, the SETs, and the cards as buttons.

import { cardArt } from "./cardart.js";
import { fill, h, say } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { yes: "✓", no: "✕", none: "∅", unsure: "?", asking: "…" };

/** The verdict, large. */
export class Verdict {
  constructor(element) {
    this.element = element;
    this.sign = h("span", { class: "sign", "aria-hidden": "true" });
    this.big = h("p", { class: "big" });
    this.small = h("p", { class: "small" });
    this.checks = h("ul", { class: "checks" });
    fill(element, h("div", { class: "headline" }, this.sign, this.big), this.small, this.checks);
    this.clear();
  }

  clear() {
    this.element.hidden = true;
  }

  /** Say lines: a large one and a smaller one; with the features of three called cards. */
  show({ lines, tone, checks = [] }) {
    this.element.hidden = false;
    this.element.dataset.tone = tone;
    say(this.sign, SIGNS[tone] ?? "");
    say(this.big, lines[0] ?? "");
    say(this.small, lines[1] ?? "");
    fill(
      this.checks,
      ...checks.map((check) =>
        h("li", { class: check.is_right ? "is-right" : "is-wrong" },
          h("span", { class: "mark", "aria-hidden": "true" }, check.is_right ? "✓" : "✕"),
          h("span", { class: "feature" }, check.feature),
          h("span", { class: "finding" }, check.finding)),
      ),
    );
  }
}

/** The SETs and the cards, each a button. */
export class Lists {
  /** `onWish` is told what a button asks for; `onCorrect` which card is to be corrected. */
  constructor(element, { onWish, onCorrect = null }) {
    this.element = element;
    this.onWish = onWish;
    this.onCorrect = onCorrect;
    this.last = "";
  }

  clear() {
    this.last = "";
    fill(this.element);
  }

  show(shown) {
    const { sets, cards, called, only, edition, told = [] } = shown;
    const said = JSON.stringify([t("cards"), sets, cards.map(plain), called, only, edition, told]);
    if (said === this.last) return;
    this.last = said;
    const focus = this.element.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : null;
    const isOpen = this.element.querySelector("details")?.open ?? innerWidth > 900;
    fill(this.element, this.sets(shown), this.cards(shown, isOpen));
    if (focus) this.element.querySelector(`[data-key="${focus}"]`)?.focus();
  }

  sets({ sets, only, cards }) {
    if (!sets.length) return null;
    const art = new Map(cards.map((card) => [card.id, card]));
    return h("ul", { class: "sets", "aria-label": t("sets") },
      ...sets.map((set, number) =>
        h("li", {},
          h("button", {
              type: "button",
              class: "set",
              "data-key": `set-${number}`,
              "aria-pressed": only === number ? "true" : "false",
              onclick: () => this.onWish({ do: "only", set: number }),
            },
            badge(set),
            h("span", { class: "trio", "aria-hidden": "true" },
              ...set.cards.map((id) => cardArt(art.get(id)))),
            h("span", { class: "numbers" }, set.cards.join(" · ")),
            set.sure ? null : h("span", { class: "unsure" }, t("not_sure")),
            h("span", { class: "sr" }, set.words)))));
  }

  cards({ cards, called, edition, told = [] }, isOpen) {
    if (!cards.length) return null;
    const list = h("ol", { class: "cards" },
      ...[...cards].sort((one, other) => one.id - other.id).map((card) =>
        h("li", { class: card.sure ? "" : "is-doubtful" },
          h("button", {
              type: "button",
              class: "card",
              "data-key": `card-${card.id}`,
              "aria-pressed": called.includes(card.id) ? "true" : "false",
              onclick: () => this.onWish({ do: "tap", card: card.id }),
            },
            h("span", { class: "number" }, `${card.id}`),
            cardArt(card, edition),
            h("span", { class: "what" }, card.words,
              card.sure ? null : h("span", { class: "doubt" }, `${t("doubt")}: ${card.doubt}`),
              told.includes(card.id) ? h("span", { class: "told" }, t("corrected")) : null)),
          this.onCorrect
            ? h("button", {
                type: "button",
                class: "correct",
                "data-key": `correct-${card.id}`,
                "aria-label": t("correct_card", { number: card.id }),
                title: t("correct_card", { number: card.id }),
                onclick: () => this.onCorrect(card),
              }, "✎")
            : null)));
    return h("details", isOpen ? { open: true } : {},
      h("summary", {}, t("cards"), h("span", { class: "count" }, `${cards.length}`)),
      h("p", { class: "help" }, t("tap_three")),
      list);
  }
}

/** The letter of a SET on its color, underlined by its dashes. */
export function badge(set) {
  const mark = h("span", { class: "letter", "aria-hidden": "true" }, set.letter);
  mark.style.backgroundColor = set.color;
  mark.style.color = set.ink;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  line.setAttribute("viewBox", "0 0 34 6");
  line.setAttribute("class", "dashes");
  line.setAttribute("aria-hidden", "true");
  const stroke = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ x1: 0, x2: 34, y1: 3, y2: 3, stroke: set.color,
    "stroke-width": 3.2, "stroke-dasharray": set.dashes.map((part) => part * 3.2).join(" ") || "none" }))
    stroke.setAttribute(name, value);
  line.append(stroke);
  return h("span", { class: "badge" }, mark, line);
}

function plain(card) {
  return [card.id, card.words, card.sure, card.doubt];
}
