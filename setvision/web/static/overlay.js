// The overlay for streaming programs: what is known of the table, on a transparent page.
// ?lang=de chooses a language, ?verdict=0 leaves out the strip.

import { say } from "./dom.js";
import { Picture } from "./picture.js";
import { WatchedTable } from "./table.js";
import { t, words } from "./words.js";

const query = new URLSearchParams(location.search);
const picture = new Picture(document.querySelector("canvas"), { onTap: null });
const strip = document.querySelector(".strip");
const [large, small] = strip.children;
const hasStrip = query.get("verdict") !== "0";

async function begin() {
  const asked = new URLSearchParams({ lang: query.get("lang") ?? "" });
  Object.assign(words, await (await fetch(`/api/words?${asked}`)).json());
  document.documentElement.lang = words.lang;
  new WatchedTable("any", {
    query: { pictures: "0" },
    show(_image, shown) {
      if (!shown) return;
      picture.show(null, shown);
      strip.hidden = !hasStrip || !shown.cards.length;
      say(large, shown.lines[0] ?? "");
      // A SET speaks for itself; only what hinders one needs a reason.
      say(small, shown.tone === "yes" ? "" : (shown.lines[1] ?? ""));
      picture.canvas.setAttribute("aria-label", shown.lines.join(". "));
    },
    trouble({ text, key }) {
      if (!hasStrip || (!text && !key)) return;
      strip.hidden = false;
      say(large, text || t(key));
      say(small, "");
    },
  });
}

begin();
