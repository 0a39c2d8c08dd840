// Cards drawn as on paper, for lists, the picker and games without a camera.

import { svg } from "./dom.js";

const INKS = { red: "#d3202f", green: "#0b8542", purple: "#5c2d91" };

// Right half of a squiggle from top to bottom, in shares of its width and length; the left half
// is the same turned by 180 degrees.
const HALF = [
  [-0.16, -0.5], [0.15, -0.475], [0.35, -0.4], [0.43, -0.35], [0.48, -0.28], [0.485, -0.2],
  [0.43, -0.1], [0.375, 0.0], [0.325, 0.1], [0.31, 0.2], [0.39, 0.3], [0.455, 0.35],
  [0.49, 0.4], [0.485, 0.44], [0.42, 0.475],
];

const WIDTH = 36;
const LENGTH = 74;

function squiggle() {
  const points = [...HALF, ...HALF.map(([x, y]) => [-x, -y])].map(([x, y]) => [
    x * WIDTH,
    y * LENGTH,
  ]);
  const at = (k) => points[(k + points.length) % points.length];
  const number = (value) => value.toFixed(2);
  let path = `M${at(0).map(number)}`;
  for (let k = 0; k < points.length; k++) {
    const [before, from, to, after] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
    const first = from.map((value, i) => value + (to[i] - before[i]) / 6);
    const second = to.map((value, i) => value - (after[i] - from[i]) / 6);
    path += `C${[...first, ...second, ...to].map(number)}`;
  }
  return `${path}Z`;
}

const SQUIGGLE = squiggle();

function symbol(shape, edition) {
  const [w, l] = [WIDTH / 2, LENGTH / 2];
  const isEuropean = edition === "european";
  if (shape === "squiggle") return svg("path", { d: SQUIGGLE });
  if (shape === "oval")
    return isEuropean
      ? svg("ellipse", { rx: w, ry: l })
      : svg("rect", { x: -w, y: -l, width: WIDTH, height: LENGTH, rx: w });
  return isEuropean
    ? svg("rect", { x: -w * 0.9, y: -l, width: WIDTH * 0.9, height: LENGTH })
    : svg("path", { d: `M0 ${-l} ${w} 0 0 ${l} ${-w} 0Z` });
}

function defineFills() {
  const defs = svg("defs");
  for (const [color, ink] of Object.entries(INKS)) {
    defs.append(
      svg("pattern",
        { id: `striped-${color}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        svg("rect", { width: 6, height: 2.2, fill: ink })),
      svg("pattern",
        { id: `speckled-${color}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        svg("circle", { cx: 1.6, cy: 1.6, r: 1.3, fill: ink }),
        svg("circle", { cx: 4.6, cy: 4.6, r: 1.3, fill: ink })),
    );
  }
  document.body.append(
    svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "defs" }, defs),
  );
}

let isDefined = false;

/** Draw a card {color, shape, count, fill}; it is decoration, its words stand beside it. */
export function cardArt(card, edition = "standard") {
  if (!isDefined) {
    isDefined = true;
    defineFills();
  }
  const ink = INKS[card.color];
  const pattern = edition === "european" ? "speckled" : "striped";
  const fills = { solid: ink, open: "none", striped: `url(#${pattern}-${card.color})` };
  const drawing = svg("svg", { viewBox: "0 0 156 100", class: "card-art", "aria-hidden": "true" });
  drawing.append(
    svg("rect", { x: 1, y: 1, width: 154, height: 98, rx: 9, class: "card-paper" }),
  );
  for (let k = 0; k < card.count; k++) {
    const x = 78 + 46 * (k - (card.count - 1) / 2);
    const drawn = symbol(card.shape, edition);
    drawn.setAttribute("fill", fills[card.fill]);
    drawn.setAttribute("stroke", ink);
    drawn.setAttribute("stroke-width", 3.4);
    drawing.append(svg("g", { transform: `translate(${x} 50)` }, drawn));
  }
  return drawing;
}
