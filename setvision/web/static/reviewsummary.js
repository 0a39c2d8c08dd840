// What came of a review.

import { fill, h, say } from "./dom.js";
import { t } from "./words.js";

/** Show the figures of a review, and the photos that could not be looked at. */
export function showSummary(summary, skipped) {
  const find = (query) => document.querySelector(query);
  const isAll = summary.done === summary.count;
  say(find("#summary-title"), t(summary.count ? (isAll ? "all_done" : "nearly_done") : "nothing_to_do"));
  say(find("#summary-text"), summary.told);
  const rows = [
    ["figure_as_read", summary.as_read],
    ["figure_corrected", summary.corrected],
    ["figure_changed", summary.changed],
    ["figure_added", summary.added],
    ["figure_removed", summary.removed],
  ];
  fill(
    find("#figures"),
    ...rows.map(([text, number]) => h("div", {}, h("dd", {}, `${number}`), h("dt", {}, t(text)))),
  );
  fill(
    find("#skipped"),
    ...(skipped.size
      ? [
          h("h2", {}, t("skipped")),
          h("ul", {}, ...[...skipped.values()].map(({ name, reason }) => h("li", {}, `${name}: ${reason}`))),
        ]
      : []),
  );
  find("#again").hidden = !summary.count;
}
