// The game view: the referee, for real cards under a camera or cards on the screen.

import { Camera } from "./camera.js";
import { cardArt } from "./cardart.js";
import { fill, h, say } from "./dom.js";
import { GameSetup } from "./setup.js";
import { sourceName } from "./live.js";
import { Verdict } from "./panel.js";
import { pickCard } from "./picker.js";
import { Picture } from "./picture.js";
import { Line } from "./socket.js";
import { WatchedTable } from "./table.js";
import { t, words } from "./words.js";

const FIRST_CARD = { count: 1, color: "red", fill: "solid", shape: "oval" };

export class GameView {
  constructor() {
    this.section = document.querySelector("#game");
    this.body = document.querySelector("#game-body");
    this.setup = new GameSetup((wish, camera) => {
      this.camera = camera;
      this.line.send(wish);
    });
    this.camera = null;
    this.game = null;
    this.chosen = [];
    document.addEventListener("words", () => this.speak());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  enter() {
    this.line = new Line("/api/game", () => ({ lang: words.lang }), {
      hear: (message) => this.hear(message),
      change: (isOpen) => this.tell(isOpen ? "" : t("line_lost")),
    });
  }

  leave() {
    this.line?.close();
    this.line = null;
    this.unwatch();
    this.game = this.parts = null;
    fill(this.body);
  }

  speak() {
    if (!this.line) return;
    this.parts = null;
    this.unwatch();
    this.setup.clear();
    this.line.send({ lang: words.lang });
  }

  /** Digits call for the players in their order. */
  key(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (this.section.hidden || !this.game?.is_on || isTyping || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const player = Number(event.key) - 1;
    if (this.game.players[player]?.may_call) this.call(player);
  }

  hear(message) {
    if (message.type === "error") {
      this.chosen = [];
      this.table?.wish({ do: "all" });
      this.tell(message.text);
      if (this.game?.is_on) this.show();
      return;
    }
    const before = this.game;
    this.game = message;
    if (!message.is_on) {
      this.unwatch();
      this.parts = null;
      this.setup.show(this.body);
      return;
    }
    if (!before?.is_on || !this.parts) this.build();
    if (before && JSON.stringify(before.table) !== JSON.stringify(message.table)) this.choose([]);
    if (before?.caller !== null && message.caller === null) this.choose([]);
    this.tell("");
    this.show();
    if (message.can.point && this.chosen.length === 3) this.point();
  }

  wish(wish) {
    this.line?.send(wish);
  }

  call(player) {
    this.wish({ do: "call", player });
  }

  // Choosing three cards: by their numbers under a camera, else by their codes.

  choose(cards) {
    if (this.chosen.length && !cards.length) this.table?.wish({ do: "all" });
    this.chosen = cards;
  }

  toggle(card) {
    const isChosen = this.chosen.includes(card);
    const rest = this.chosen.length < 3 ? this.chosen : [];
    this.chosen = isChosen ? this.chosen.filter((each) => each !== card) : [...rest, card];
    if (this.chosen.length === 3 && this.game.can.point) this.point();
    this.show();
  }

  point() {
    const [key, cards] = [typeof this.chosen[0] === "number" ? "ids" : "codes", this.chosen];
    this.choose([]);
    this.wish({ do: "point", [key]: cards });
  }

  async nameCard() {
    const code = await pickCard({ title: t("name_card"), take: t("take"), card: FIRST_CARD });
    if (code && this.game?.is_on && !this.chosen.includes(code)) this.toggle(code);
  }

  // What is shown.

  build() {
    const verdict = h("div", { class: "verdict", "aria-live": "polite" });
    this.parts = {
      stage: h("div", { class: "game-stage" }),
      verdict,
      next: h("div", { class: "next", "aria-live": "polite" }),
      advice: h("div", { class: "advice", role: "status", hidden: true }),
      trouble: h("p", { class: "complaint", role: "alert", hidden: true }),
      players: h("div", { class: "players" }),
      bar: h("div", { class: "bar game-bar" }),
      title: h("p", { class: "game-title" }),
      hint: h("p", { class: "game-hint", "aria-live": "polite", hidden: true }),
    };
    this.verdict = new Verdict(verdict);
    const { stage, next, advice, trouble, players, bar, title, hint } = this.parts;
    const rules = words.systems.find((system) => system.key === this.game.system).rules;
    fill(this.body,
      h("div", { class: "playing" },
        h("div", { class: "game-left" }, stage, bar),
        h("div", { class: "game-right" },
          title, verdict, next, advice, trouble, hint, players,
          h("details", { class: "rules" }, h("summary", {}, t("rules")),
            ...rules.map((sentence) => h("p", {}, sentence))))));
    this.last = {};
  }

  show() {
    const { game, parts } = this;
    if (!parts) return;
    say(parts.title, `${game.system_name} · ${game.stock}`);
    const { settled } = game;
    if (settled) this.verdict.show(settled);
    else if (game.caller !== null)
      this.verdict.show({ lines: [game.players[game.caller].name], tone: "asking" });
    else this.verdict.clear();
    const asks = this.chosen.length === 3 && !game.can.point && game.calls ? [t("who_called")] : [];
    this.put("next", [game.next, asks], () =>
      [...asks, ...game.next].map((line) => h("p", {}, line)));
    this.put("advice", game.advice, () => game.advice.map((line) => h("p", {}, line)));
    parts.advice.hidden = !game.advice.length;
    const { hint } = game;
    parts.hint.hidden = !hint;
    say(parts.hint, hint ? hint.line : "");
    this.put("players", [game.players, game.calls], () => this.players());
    this.put("bar", [game.can, game.none, game.is_over, this.hasUnknown(), Boolean(hint)], () => this.actions());
    if (game.is_watched) this.showWatched();
    else this.put("stage", [game.table, game.rows, this.hands(), this.chosen, hint], () => this.grid());
  }

  /** Fill a part anew where what it shows has changed; the focus stays on what has it. */
  put(name, state, made) {
    const now = JSON.stringify(state);
    if (this.last[name] === now) return;
    this.last[name] = now;
    const part = this.parts[name];
    const key = part.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    fill(part, ...made());
    if (key) part.querySelector(`[data-key="${key}"]`)?.focus();
  }

  players() {
    const { game } = this;
    return game.players.map((player, number) =>
      h("div", { class: "player-box" },
        h("button", {
            type: "button",
            class: `player${player.is_caller ? " is-caller" : ""}${player.is_winner ? " is-winner" : ""}`,
            "data-key": `player-${number}`,
            disabled: !player.may_call,
            onclick: () => this.call(number),
          },
          h("span", { class: "name" }, player.name,
            player.is_dealer ? h("span", { class: "dealer" }, t("dealer")) : null),
          h("span", { class: "points" }, player.points),
          h("span", { class: "score" }, player.score),
          player.is_winner ? h("span", { class: "flag" }, `★ ${t("winner")}`)
            : player.is_caller ? h("span", { class: "flag" }, t("called"))
            : player.may_call ? h("span", { class: "flag" }, t("call")) : null),
        player.may_ask
          ? h("button", { type: "button", "data-key": `ask-${number}`, onclick: () => this.wish({ do: "ask", player: number }) }, t("ask"))
          : null));
  }

  hands() {
    return this.game.players.map((player) => player.hand);
  }

  hasUnknown() {
    const isUnknown = (card) => card !== null && card.code === null;
    return this.game.can.point && !this.game.is_watched &&
      [...this.game.table, ...this.hands().flat()].some(isUnknown);
  }

  actions() {
    const { game } = this;
    const action = (what, text, style = "") =>
      h("button", { type: "button", class: style, "data-key": what, onclick: () => this.wish({ do: what }) }, text);
    return [
      game.can.lay ? action("lay", t("laid"), "primary") : null,
      game.can.none ? action("none", game.none, "primary") : null,
      game.can.nothing ? action("nothing", t("nothing")) : null,
      this.hasUnknown()
        ? h("button", { type: "button", "data-key": "name", onclick: () => this.nameCard() }, t("name_card"))
        : null,
      game.can.next ? action("next", t("next_game"), "primary") : null,
      game.is_over ? null : action("hint", t("hint")),
      action("undo", t("undo")),
      h("button", {
        type: "button",
        "data-key": "end",
        onclick: () => (game.is_over || confirm(t("end_sure"))) && this.wish({ do: "end" }),
      }, game.is_over ? t("new_game") : t("end")),
    ];
  }

  // Cards on the screen.

  grid() {
    const { table, rows, players } = this.game;
    const columns = Math.max(3, Math.ceil(table.length / rows));
    const grid = h("div", { class: "grid", role: "group", "aria-label": t("table") },
      ...table.map((card, place) => this.card(card, `place-${place}`)));
    grid.style.setProperty("--columns", columns);
    const hands = players
      .filter((player) => player.hand.length)
      .map((player) =>
        h("div", { class: "hand", role: "group", "aria-label": t("hand_of", { name: player.name }) },
          h("h3", {}, t("hand_of", { name: player.name })),
          h("div", { class: "hand-cards" },
            ...player.hand.map((card, place) => this.card(card, `hand-${player.name}-${place}`)))));
    const named = this.chosen.filter((code) => ![...table, ...this.hands().flat()].some((card) => card?.code === code));
    const chosen = named.length ? h("p", { class: "help" }, `${t("chosen")}: ${named.length}`) : null;
    return [grid, ...hands, chosen];
  }

  card(card, key) {
    if (card === null) return h("div", { class: "place gap", role: "img", "aria-label": t("gap") });
    if (card.code === null)
      return h("button", { type: "button", class: "place unknown", "data-key": key,
        "aria-label": t("unknown"), disabled: !this.game.can.point, onclick: () => this.nameCard() }, "?");
    const isHinted = this.game.hint?.codes.includes(card.code);
    return h("button", {
        type: "button",
        class: `place${isHinted ? " is-hinted" : ""}`,
        "data-key": key,
        "data-code": card.code,
        "aria-label": card.words,
        "aria-pressed": this.chosen.includes(card.code) ? "true" : "false",
        onclick: () => this.toggle(card.code),
      },
      cardArt(card));
  }

  // Real cards under a camera.

  showWatched() {
    if (this.table) return;
    if (!this.camera && words.source) this.camera = "computer";
    if (!this.camera && this.game.has_camera) this.camera = "any";
    if (this.camera) this.watch(this.camera);
    else this.put("stage", ["ask", this.game.has_camera], () => [this.askForCamera()]);
  }

  askForCamera() {
    const button = (camera, text) =>
      h("button", { type: "button", class: "primary", onclick: () => {
        this.camera = camera;
        this.show();
      } }, text);
    return h("div", { class: "stage" },
      h("div", { class: "start" },
        h("h2", {}, t("camera_needed")),
        h("div", { class: "buttons" },
          words.source ? button("computer", sourceName()) : null,
          Camera.isPossible ? button("own", t("own_camera")) : null),
        Camera.isPossible ? null : h("p", { class: "note" }, t("not_secure"))));
  }

  watch(camera) {
    const canvas = h("canvas", { class: "picture", role: "img", "aria-label": t("table") });
    const trouble = h("p", { class: "trouble", role: "status", hidden: true });
    const stage = h("div", { class: "stage" }, canvas, trouble);
    this.last.stage = "watched";
    const list = h("div", { class: "watched-cards", role: "group", "aria-label": t("table") });
    fill(this.parts.stage, stage, list);
    const picture = new Picture(canvas, { onTap: (card) => card !== null && this.table.wish({ do: "tap", card }) });
    this.table = new WatchedTable(camera, {
      query: { for: "game" },
      show: (image, shown) => {
        picture.show(image, shown);
        if (!shown || shown === this.watched) return;
        this.watched = shown;
        stage.style.setProperty("--ratio", `${shown.width / shown.height}`);
        this.listWatched(list, shown);
        if (String(shown.called) !== String(this.chosen)) {
          this.chosen = shown.called;
          if (this.chosen.length === 3 && this.game?.can.point) this.point();
          this.show();
        }
      },
      trouble: (what) => {
        const text = what.text || (what.key ? t(what.key) : "");
        trouble.hidden = !text;
        say(trouble, text);
      },
    });
  }

  listWatched(list, shown) {
    const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const cards = [...shown.cards].sort((one, other) => one.id - other.id);
    fill(list, ...cards.map((card) =>
      h("button", {
          type: "button",
          class: "place small",
          "data-key": `seen-${card.id}`,
          "aria-label": `${card.id}: ${card.words}`,
          "aria-pressed": shown.called.includes(card.id) ? "true" : "false",
          onclick: () => this.table.wish({ do: "tap", card: card.id }),
        },
        h("span", { class: "number", "aria-hidden": "true" }, `${card.id}`),
        cardArt(card, shown.edition))));
    if (key) list.querySelector(`[data-key="${key}"]`)?.focus();
  }

  unwatch() {
    this.table?.close();
    this.table = this.watched = null;
    this.chosen = [];
  }

  tell(text) {
    const part = this.parts?.trouble ?? this.setup.trouble;
    if (!part) return;
    part.hidden = !text;
    say(part, text);
  }
}
