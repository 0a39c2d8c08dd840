// What the keys of the review do.

import { h } from "./dom.js";
import { KEYS } from "./reviewdraft.js";
import { t } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PHOTOS = { ArrowUp: -1, PageUp: -1, ArrowDown: 1, PageDown: 1 };

/** Have keys do things with a review, wherever the focus is. */
export function listenToKeys(review) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (target.matches("input[type=text], select")) return;
    // There these keys do what they do on any page.
    const isOnButton = target.closest("button, summary, a, input") !== null;
    if (isOnButton && (key === "Enter" || key === " ")) return;
    const act = actionOf(review, event);
    if (!act) return;
    event.preventDefault();
    if (!(event.repeat && key === "Enter")) act();
  });
}

function actionOf(review, { key, shiftKey }) {
  const letter = document.querySelector("#single").checked ? key.toLowerCase() : "";
  if (review.isAtEnd) {
    if (PHOTOS[key]) return () => review.move(PHOTOS[key]);
    return letter === "u" ? () => review.undo() : null;
  }
  if (!review.draft) return null;
  if (review.corners.isOpen) return cornerAction(review, key, shiftKey, letter);
  if (ARROWS[key]?.[0]) return () => review.step(ARROWS[key][0]);
  if (PHOTOS[key]) return () => review.move(PHOTOS[key]);
  if (key === "Enter") return () => review.confirm();
  if (key === "Delete" || key === "Backspace") return () => review.remove();
  if (letter === "a") return () => review.add();
  if (letter === "u") return () => review.undo();
  if (KEYS.has(letter)) return () => review.set(...KEYS.get(letter));
  return null;
}

function cornerAction({ corners }, key, isFine, letter) {
  if (key === "Escape" || letter === "a") return () => corners.end();
  if (ARROWS[key]) return () => corners.aim(...ARROWS[key], isFine);
  if ((key === "Enter" || key === " ") && corners.hasAim) return () => corners.putAim();
  return null;
}

/** List the keys, in the language of the page. */
export function listKeys() {
  const rows = [
    ["←  →", "key_cards"],
    ["↑  ↓", "key_photos"],
    ["Enter", "key_enter"],
    ["Delete", "remove_card"],
    ["A", "add_card"],
    ["U", "undo"],
    ["Esc", "key_escape"],
  ];
  document
    .querySelector("#keys")
    .replaceChildren(
      ...rows.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]),
    );
}
