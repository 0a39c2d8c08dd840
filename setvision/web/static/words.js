// The texts of the page, in the language that the visitor chose; they come from the server.

import { say } from "./dom.js";

const KEY = "setvision.language";
const KNOWN = ["en", "de", "nl", "hu"];

export const words = { lang: "en", texts: {}, values: {}, systems: [], source: null };

/** Return a text of the page, its {fields} filled in. */
export function t(key, fields = {}) {
  return (words.texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

/** The language to begin with: the one chosen before, or of the browser; "" for the server's. */
export function firstLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? stored();
  if (KNOWN.includes(asked)) return asked;
  return "";
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Load a language and put all texts of the page into it. */
export async function speak(lang, isChosen = false) {
  const mine = (navigator.languages ?? []).join(",").slice(0, 80);
  const query = new URLSearchParams({ lang, mine });
  const answer = await fetch(`/api/words?${query}`);
  if (!answer.ok) throw new Error(await answer.text());
  Object.assign(words, await answer.json());
  if (isChosen) {
    try {
      localStorage.setItem(KEY, words.lang);
    } catch {
      // A private window keeps nothing.
    }
  }
  document.documentElement.lang = words.lang;
  say(document.querySelector(".language .code"), words.lang.toUpperCase());
  translate(document);
  document.dispatchEvent(new Event("words"));
}

/** Put the texts of a part of the page in words. */
export function translate(part) {
  for (const element of part.querySelectorAll("[data-t]")) say(element, t(element.dataset.t));
  for (const element of part.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", t(element.dataset.label));
}

/** Send something to the server and return its answer; an error holds what it said. */
export async function ask(path, { body, json, signal } = {}) {
  const query = new URLSearchParams({ lang: words.lang });
  let answer;
  try {
    answer = await fetch(`${path}?${query}`, {
      method: "POST",
      body: json === undefined ? body : JSON.stringify(json),
      headers: json === undefined ? {} : { "content-type": "application/json" },
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(t("no_server"));
  }
  let said = {};
  try {
    said = await answer.json();
  } catch {
    said = { error: t("no_server") };
  }
  if (!answer.ok) throw new Error(said.error ?? t("no_server"));
  return said;
}
