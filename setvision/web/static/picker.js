// A dialog in which a card is put together from its four features.

import { cardArt } from "./cardart.js";
import { fill, h, say } from "./dom.js";
import { t, words } from "./words.js";

const CODES = {
  color: { red: "r", green: "g", purple: "p" },
  fill: { solid: "f", striped: "t", open: "e" },
  shape: { oval: "o", squiggle: "w", diamond: "d" },
};
const FEATURES = ["count", "color", "fill", "shape"];
const VALUES = {
  count: [1, 2, 3],
  color: ["red", "green", "purple"],
  fill: ["solid", "striped", "open"],
  shape: ["oval", "squiggle", "diamond"],
};

export function codeOf({ count, color, fill: filled, shape }) {
  return `${count}${CODES.color[color]}${CODES.fill[filled]}${CODES.shape[shape]}`;
}

/**
 * Let the visitor choose a card, beginning with one.
 * Resolves to its code, to null where the reading is to stand, to undefined when cancelled.
 */
export function pickCard({ title, take, card, edition = "standard", canReset = false }) {
  const dialog = document.querySelector("#picker");
  const chosen = { count: card.count, color: card.color, fill: card.fill, shape: card.shape };
  const values = words.values[edition] ?? words.values.standard;
  const preview = dialog.querySelector(".picker-preview");
  const said = dialog.querySelector(".picker-words");

  const show = () => {
    fill(preview, cardArt(chosen, edition));
    const parts = FEATURES.map((feature) => values[feature][chosen[feature]]);
    say(said, parts.join(" · "));
  };

  const option = (feature, value) =>
    h("label", { class: "option" },
      h("input", {
        type: "radio",
        name: feature,
        value,
        checked: chosen[feature] === value,
        onchange: () => {
          chosen[feature] = value;
          show();
        },
      }),
      h("span", {}, values[feature][value]));

  fill(
    dialog.querySelector(".picker-features"),
    ...FEATURES.map((feature) =>
      h("fieldset", {},
        h("legend", {}, words.features[feature]),
        h("div", { class: "options" }, ...VALUES[feature].map((value) => option(feature, value))))),
  );
  say(dialog.querySelector("#picker-title"), title);
  say(dialog.querySelector("[value=take]"), take);
  const reset = dialog.querySelector(".picker-reset");
  reset.hidden = !canReset;
  say(reset, t("as_read"));
  show();
  dialog.returnValue = "cancel";
  dialog.showModal();
  dialog.querySelector("input:checked").focus();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        const answers = { take: codeOf(chosen), reset: null };
        resolve(dialog.returnValue in answers ? answers[dialog.returnValue] : undefined);
      },
      { once: true },
    );
  });
}
