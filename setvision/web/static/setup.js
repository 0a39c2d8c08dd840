// Beginning a game: what is played, by whom, with which cards.

import { fill, h, say } from "./dom.js";
import { t, words } from "./words.js";

const KEY = "setvision.players";
const MOST = 12;

export class GameSetup {
  /** `start` is told the wish that begins a game. */
  constructor(start) {
    this.start = start;
    this.system = "base";
    this.deck = "watched";
    this.players = stored();
    this.trouble = null;
  }

  clear() {
    this.part = null;
  }

  show(body) {
    if (this.part && body.contains(this.part)) return;
    this.trouble = h("p", { class: "complaint", role: "alert", hidden: true });
    this.names = h("div", { class: "names" });
    this.about = h("div", { class: "about-system" });
    this.part = h("form", { class: "setup", onsubmit: (event) => this.submit(event) },
      h("div", { class: "setup-left" },
        h("fieldset", { class: "systems" },
          h("legend", {}, t("system")),
          h("div", { class: "system-list" }, ...words.systems.map((system) => this.option(system)))),
        this.about),
      h("div", { class: "setup-right" },
        h("fieldset", {}, h("legend", {}, t("players")), this.names),
        h("fieldset", { class: "decks" }, h("legend", {}, t("deck")),
          ...["watched", "dealt", "real"].map((deck) => this.deckOption(deck))),
        this.trouble,
        h("button", { type: "submit", class: "primary large" }, t("start"))));
    fill(body, this.part);
    this.chosen();
  }

  option(system) {
    return h("label", { class: "option" },
      h("input", {
        type: "radio",
        name: "system",
        value: system.key,
        checked: system.key === this.system,
        onchange: () => {
          this.system = system.key;
          this.chosen();
        },
      }),
      h("span", {}, large(system.name)));
  }

  deckOption(deck) {
    return h("label", { class: "option deck" },
      h("input", {
        type: "radio",
        name: "deck",
        value: deck,
        checked: deck === this.deck,
        onchange: () => (this.deck = deck),
      }),
      h("span", {}, h("strong", {}, t(`deck_${deck}`)), h("small", {}, t(`deck_${deck}_about`))));
  }

  get rules() {
    return words.systems.find((system) => system.key === this.system);
  }

  /** Show what belongs to the system that is chosen: its rules, and as many players as it has. */
  chosen() {
    const { rules, least, most, name } = this.rules;
    fill(this.about, h("h2", {}, large(name)), ...rules.map((sentence) => h("p", {}, sentence)));
    const wanted = Math.max(least, Math.min(this.players.length, most ?? MOST));
    while (this.players.length < wanted) this.players.push("");
    this.shown = wanted;
    this.list();
  }

  list() {
    const { least, most } = this.rules;
    const rows = this.players.slice(0, this.shown).map((name, number) =>
      h("div", { class: "name-row" },
        h("input", {
          type: "text",
          value: name,
          maxlength: 40,
          autocomplete: "off",
          "aria-label": t("player_name", { number: number + 1 }),
          placeholder: t("player_name", { number: number + 1 }),
          oninput: (event) => (this.players[number] = event.target.value),
        }),
        this.shown > least
          ? h("button", {
              type: "button",
              class: "remove",
              "aria-label": t("remove_player", { name: name || `${number + 1}` }),
              onclick: () => this.remove(number),
            }, "×")
          : null));
    fill(this.names, ...rows,
      this.shown < (most ?? MOST)
        ? h("button", { type: "button", class: "add", onclick: () => this.add() }, `+ ${t("add_player")}`)
        : null);
  }

  add() {
    if (this.players.length === this.shown) this.players.push("");
    this.shown += 1;
    this.list();
    this.names.querySelectorAll("input")[this.shown - 1].focus();
  }

  remove(number) {
    this.players.splice(number, 1);
    this.shown -= 1;
    this.list();
    this.names.querySelector("input").focus();
  }

  submit(event) {
    event.preventDefault();
    const players = this.players.slice(0, this.shown).map((name, k) => name.trim() || `${k + 1}`);
    keep(this.players.slice(0, this.shown));
    say(this.trouble, "");
    this.trouble.hidden = true;
    this.start({
      do: "start",
      system: this.system,
      players,
      deck: this.deck === "dealt" ? "dealt" : "real",
      watched: this.deck === "watched",
    }, null);
  }
}

function large(name) {
  return name.charAt(0).toLocaleUpperCase(words.lang) + name.slice(1);
}

function stored() {
  try {
    const names = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(names) && names.length) return names.map(String).slice(0, MOST);
  } catch {
    // Nothing is kept, or something else.
  }
  return ["", ""];
}

function keep(names) {
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // A private window keeps nothing.
  }
}
