// The photo under review with its cards outlined, the corners of a missed card, and one enlarged.

import { Picture } from "./picture.js";

const INK = "#181818";
const PAPER = "#ffffff";
const AMBER = "#ffb000";
const MARGIN = 0.09;

export class ReviewPicture extends Picture {
  constructor(canvas, { onPoint, onSelect }) {
    super(canvas, {
      canZoom: true,
      onTap: (card, point) => {
        if (this.corners) onPoint(point);
        else if (card !== null) onSelect(card);
      },
    });
    this.corners = null;
    this.aim = null;
  }

  /** Show the cards of a draft. */
  showDraft(photo, draft) {
    this.show(null, {
      width: photo.width,
      height: photo.height,
      // What is doubted stands beside the picture, where it covers no card.
      cards: draft.cards.map((card) => ({ ...card, sure: !draft.isOpen(card), doubt: "" })),
      marks: {},
      called: draft.selected === null ? [] : [draft.selected],
    });
  }

  /** Show the corners that were put so far, and where the next may go; null for none. */
  showCorners(corners, aim = null) {
    this.corners = corners;
    this.aim = aim;
    this.canvas.classList.toggle("is-adding", corners !== null);
    this.draw();
  }

  drawNow() {
    super.drawNow();
    if (!this.corners || !this.shown) return;
    const { context } = this;
    const { scale, left, top } = this.fit();
    const placed = this.corners.map(([x, y]) => [left + (x + 0.5) * scale, top + (y + 0.5) * scale]);
    for (const [width, color] of [[5, INK], [2.5, AMBER]]) {
      context.lineWidth = width;
      context.strokeStyle = color;
      context.beginPath();
      placed.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.stroke();
      for (const [x, y] of placed) {
        context.beginPath();
        context.arc(x, y, 6, 0, 2 * Math.PI);
        context.stroke();
      }
      if (this.aim) {
        const [x, y] = [left + (this.aim[0] + 0.5) * scale, top + (this.aim[1] + 0.5) * scale];
        context.beginPath();
        context.moveTo(x - 16, y);
        context.lineTo(x + 16, y);
        context.moveTo(x, y - 16);
        context.lineTo(x, y + 16);
        context.stroke();
      }
    }
  }

  frame(card, quad) {
    if (!this.shown.called.includes(card.id)) {
      super.frame(card, quad);
      return;
    }
    // Around the card, so that nothing of it is covered.
    const middle = [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    const around = quad.map(([x, y]) => {
      const away = Math.hypot(x - middle[0], y - middle[1]);
      const by = 1 + 7 / Math.max(1, away);
      return [middle[0] + (x - middle[0]) * by, middle[1] + (y - middle[1]) * by];
    });
    this.line(around, 5, card.sure ? PAPER : AMBER, []);
  }
}

/** Draw a card enlarged and upright into a canvas, as far as the photo holds it. */
export function drawCard(canvas, image, width, quad) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round);
  if (!w || !h) return;
  canvas.width = w;
  canvas.height = h;
  const context = canvas.getContext("2d");
  context.fillStyle = INK;
  context.fillRect(0, 0, w, h);
  if (!image || !quad) return;
  const scale = image.naturalWidth / width;
  const [a, b, c, d] = quad.map(([x, y]) => [(x + 0.5) * scale, (y + 0.5) * scale]);
  const half = (p, q, r, s) => [0, 1].map((axis) => (q[axis] - p[axis] + r[axis] - s[axis]) / 2);
  let along = half(a, b, c, d);
  let across = half(a, d, c, b);
  if (along[0] < 0) [along, across] = [along, across].map(([x, y]) => [-x, -y]);
  const center = [0, 1].map((axis) => (a[axis] + b[axis] + c[axis] + d[axis]) / 4);
  const det = along[0] * across[1] - across[0] * along[1];
  if (Math.abs(det) < 1) return;
  const shown = Math.min(w / 156, h / 100);
  const [sx, sy] = [156 * shown * (1 - 2 * MARGIN), 100 * shown * (1 - 2 * MARGIN)];
  // Of a point of the photo: how far along and across the card it lies, in shares of its sides.
  const m = [
    (across[1] / det) * sx, (-along[1] / det) * sy,
    (-across[0] / det) * sx, (along[0] / det) * sy,
  ];
  context.imageSmoothingQuality = "high";
  context.setTransform(
    ...m,
    w / 2 - m[0] * center[0] - m[2] * center[1],
    h / 2 - m[1] * center[0] - m[3] * center[1],
  );
  context.drawImage(image, 0, 0);
  context.setTransform(1, 0, 0, 1, 0, 0);
}
