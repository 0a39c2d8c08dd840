// The four corners of a card that was missed, put by clicks, taps or a crosshair.

import { t } from "./words.js";

const ACROSS = 0.02; // of the long side, that a key moves the crosshair
const FINE = 0.002;

export class Corners {
  /** Put corners into a picture; `done` is told four that make a card, `tell` what to do. */
  constructor(picture, { done, tell }) {
    this.picture = picture;
    this.done = done;
    this.tell = tell;
    this.size = null;
  }

  get isOpen() {
    return this.picture.corners !== null;
  }

  get hasAim() {
    return this.picture.aim !== null;
  }

  begin(width, height) {
    this.size = [width, height];
    this.picture.showCorners([], null);
    this.tell(t("put_corner", { number: 1 }));
  }

  end() {
    this.picture.showCorners(null);
    this.tell("");
  }

  put(point) {
    const within = point.map((v, axis) => Math.min(Math.max(v, -0.5), this.size[axis] - 0.5));
    const corners = [...this.picture.corners, within.map((v) => Math.round(v * 10) / 10)];
    const quad = corners.length < 4 ? null : ordered(corners);
    if (quad) {
      this.end();
      this.done(quad);
      return;
    }
    const kept = corners.length < 4 ? corners : [];
    this.picture.showCorners(kept, this.picture.aim);
    const next = t("put_corner", { number: kept.length + 1 });
    this.tell(kept.length ? next : `${t("no_quad")} ${next}`);
  }

  putAim() {
    this.put(this.picture.aim);
  }

  /** Move the crosshair by which corners are put without a mouse. */
  aim(dx, dy, isFine) {
    const at = this.picture.aim ?? this.size.map((size) => size / 2);
    const step = Math.max(...this.size) * (isFine ? FINE : ACROSS);
    const to = [dx, dy].map((d, axis) =>
      Math.min(Math.max(at[axis] + d * step, 0), this.size[axis] - 1),
    );
    this.picture.showCorners(this.picture.corners, to);
  }
}

/** Put four corners clockwise, the first edge along a long side; null where they are no quad. */
function ordered(corners) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const turn = ([x, y]) => Math.atan2(y - middle[1], x - middle[0]);
  let quad = [...corners].sort((p, q) => turn(p) - turn(q));
  const side = (k) => Math.hypot(...[0, 1].map((axis) => quad[(k + 1) % 4][axis] - quad[k][axis]));
  if (side(0) + side(2) < side(1) + side(3)) quad = [...quad.slice(1), quad[0]];
  const isConvex = quad.every(([ax, ay], k) => {
    const [bx, by] = quad[(k + 1) % 4];
    const [cx, cy] = quad[(k + 2) % 4];
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 1;
  });
  return isConvex ? quad : null;
}
