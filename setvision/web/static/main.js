// The page: which of its views is shown, and in which language.

import { GameView } from "./game.js";
import { LiveView } from "./live.js";
import { PhotoView } from "./photo.js";
import { firstLanguage, speak, t, words } from "./words.js";

const VIEWS = ["live", "photo", "game"];

function viewAsked() {
  const name = location.hash.slice(1);
  return VIEWS.includes(name) ? name : "live";
}

function showView(views) {
  const name = viewAsked();
  for (const each of VIEWS) {
    document.querySelector(`#${each}`).hidden = each !== name;
    const tab = document.querySelector(`.tabs a[href="#${each}"]`);
    if (each === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    if (each !== name) views[each].leave?.();
  }
  document.title = `${t(name)} – setvision`;
  views[name].enter?.();
}

async function begin() {
  await speak(firstLanguage());
  const views = { live: new LiveView(), photo: new PhotoView(), game: new GameView() };
  const language = document.querySelector("#language");
  language.value = words.lang;
  language.addEventListener("change", async () => {
    await speak(language.value, true);
    document.title = `${t(viewAsked())} – setvision`;
  });
  addEventListener("hashchange", () => {
    showView(views);
    document.querySelector("#main").focus({ preventScroll: true });
    scrollTo(0, 0);
  });
  showView(views);
  document.documentElement.classList.remove("is-loading");
}

begin();
