// What a reviewer says of one photo, before it is sent: its cards, each step of which can be undone.

export const FEATURES = ["count", "color", "fill", "shape"];

export const VALUES = {
  count: [1, 2, 3],
  color: ["red", "green", "purple"],
  fill: ["solid", "striped", "open"],
  shape: ["oval", "squiggle", "diamond"],
};

const CODES = {
  color: { red: "r", green: "g", purple: "p" },
  fill: { solid: "f", striped: "t", open: "e" },
  shape: { oval: "o", squiggle: "w", diamond: "d" },
};

/** The key of each value: what stands for it in the code of a card. */
export const KEYS = new Map();
for (const feature of FEATURES)
  for (const value of VALUES[feature])
    KEYS.set(feature === "count" ? `${value}` : CODES[feature][value], [feature, value]);

/** Return the code of a card, or "" while a feature is not chosen. */
export function codeOf(card) {
  if (FEATURES.some((feature) => card[feature] === null)) return "";
  return `${card.count}${CODES.color[card.color]}${CODES.fill[card.fill]}${CODES.shape[card.shape]}`;
}

export class Draft {
  /** Begin with what the server knows of a photo. */
  constructor(photo) {
    this.take(photo);
    this.cards = photo.cards.map((card) => ({ ...card }));
    this.steps = [];
    const told = this.cards.find((card) => card.told);
    this.selected = this.next(null) ?? (told ?? this.cards[0])?.id ?? null;
  }

  /** Go on from what the server knows now; what was said here stays. */
  take(photo) {
    this.photo = photo;
    this.version = photo.version;
    this.saved = photo.done ? JSON.stringify(said(photo.cards)) : null;
    // What is doubted may now be told in another language.
    for (const card of this.cards ?? [])
      card.doubt = photo.cards.find((each) => each.id === card.id)?.doubt ?? "";
  }

  /** Whether the server knows all that is said here. */
  get isSaved() {
    return this.saved === JSON.stringify(said(this.cards));
  }

  get card() {
    return this.cards.find((card) => card.id === this.selected) ?? null;
  }

  /** What is sent of each card. */
  get said() {
    return said(this.cards);
  }

  isOpen(card) {
    return !codeOf(card) || (!card.sure && !card.told);
  }

  /** The next card, after one, that nobody looked at though it is doubtful; null for none. */
  next(after) {
    const from = this.cards.findIndex((card) => card.id === after) + 1;
    const round = [...this.cards.slice(from), ...this.cards.slice(0, from)];
    return round.find((card) => this.isOpen(card))?.id ?? null;
  }

  /** Select the card so many places further on. */
  step(by) {
    if (!this.cards.length) return;
    const at = this.cards.findIndex((card) => card.id === this.selected);
    const to = at < 0 ? 0 : (at + by + this.cards.length) % this.cards.length;
    this.selected = this.cards[to].id;
  }

  keep() {
    this.steps.push({ cards: this.cards, selected: this.selected });
    this.cards = this.cards.map((card) => ({ ...card }));
  }

  set(feature, value) {
    if (!this.card || this.card[feature] === value) return;
    this.keep();
    const { card } = this;
    card[feature] = value;
    card.told = true;
  }

  confirm() {
    const { card } = this;
    if (!card || card.told) return;
    this.keep();
    this.card.told = true;
  }

  remove() {
    if (!this.card) return null;
    this.keep();
    const { card } = this;
    const at = this.cards.indexOf(card);
    this.cards.splice(at, 1);
    this.selected = this.next(null) ?? this.cards[Math.min(at, this.cards.length - 1)]?.id ?? null;
    return card;
  }

  add(quad) {
    this.keep();
    const used = [...this.cards, ...this.photo.cards].map((card) => card.id);
    const id = Math.max(0, ...used, this.photo.highest) + 1;
    const blank = { count: null, color: null, fill: null, shape: null };
    this.cards.push({ id, quad, ...blank, sure: false, told: true, isNew: true, doubts: [] });
    this.selected = id;
  }

  /** Take the last step back; false when there is none. */
  undo() {
    const step = this.steps.pop();
    if (!step) return false;
    Object.assign(this, step);
    return true;
  }

  /** The numbers of the cards that look as the selected one does, where there are too many. */
  twins(decks) {
    const { card } = this;
    const code = card && codeOf(card);
    if (!code) return [];
    const alike = this.cards.filter((each) => codeOf(each) === code).map((each) => each.id);
    return alike.length > decks ? alike : [];
  }

  /** Whether any face lies there more often than there are decks. */
  hasTwins(decks) {
    const counts = new Map();
    for (const code of this.cards.map(codeOf)) counts.set(code, (counts.get(code) ?? 0) + 1);
    return [...counts.values()].some((count) => count > decks);
  }
}

function said(cards) {
  return cards.map((card) => ({
    id: card.id,
    code: codeOf(card),
    told: Boolean(card.told),
    ...(card.read === null || card.isNew ? { quad: card.quad } : {}),
  }));
}
