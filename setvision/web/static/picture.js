// A picture of a table with everything that is known drawn over it, on a canvas that can be zoomed.

const INK = "#181818";
const PAPER = "#ffffff";
const AMBER = "#ffb000";
const MOST_LETTERS = 6;
const FONT = '600 {size}px system-ui, "Segoe UI", Roboto, sans-serif';
const FARTHEST = 8;

export class Picture {
  /** Draw into a canvas; `onTap` is told the id of a card, null beside all, and the point. */
  constructor(canvas, { onTap, canZoom = false }) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.image = null;
    this.shown = null;
    this.zoom = 1;
    this.shift = [0, 0];
    this.onTap = onTap;
    this.canZoom = canZoom;
    this.isWaiting = false;
    this.pointers = new Map();
    new ResizeObserver(() => this.draw()).observe(canvas);
    this.listen();
  }

  /** Show an image and what is known of it; null leaves either as it is. */
  show(image, shown) {
    if (image) this.image = image;
    if (shown) this.shown = shown;
    this.draw();
  }

  clear() {
    this.image = null;
    this.shown = null;
    this.reset();
  }

  reset() {
    this.zoom = 1;
    this.shift = [0, 0];
    this.draw();
  }

  /** Draw at the next chance, once however often it was asked for. */
  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.drawNow();
    });
  }

  /** How many CSS pixels a pixel of the table is, and where its corner lies. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [w, h] = this.shown ? [this.shown.width, this.shown.height] : sizeOf(this.image);
    const scale = Math.min(width / w, height / h) * this.zoom;
    const limit = (size, drawn, shift) => {
      const room = (drawn - size) / 2;
      return room <= 0 ? 0 : Math.max(-room, Math.min(room, shift));
    };
    this.shift = [
      limit(width, w * scale, this.shift[0]),
      limit(height, h * scale, this.shift[1]),
    ];
    const left = (width - w * scale) / 2 + this.shift[0];
    const top = (height - h * scale) / 2 + this.shift[1];
    return { scale, left, top, w, h };
  }

  drawNow() {
    const { canvas, context } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    if (!this.image && !this.shown) return;
    const { scale, left, top, w, h } = this.fit();
    if (this.image) {
      context.imageSmoothingQuality = "high";
      context.drawImage(this.image, left, top, w * scale, h * scale);
    }
    if (!this.shown) return;
    const quads = new Map();
    for (const card of this.shown.cards)
      quads.set(card.id, card.quad.map(([x, y]) => [left + (x + 0.5) * scale, top + (y + 0.5) * scale]));
    // Called cards last: a neighbor's frame must not cross theirs.
    const isCalled = (card) => this.shown.called.includes(card.id);
    for (const card of this.shown.cards) if (!isCalled(card)) this.frame(card, quads.get(card.id));
    for (const card of this.shown.cards) if (isCalled(card)) this.frame(card, quads.get(card.id));
    const taken = [];
    for (const card of this.shown.cards) this.label(card, quads.get(card.id), taken);
  }

  marksOf(card) {
    return this.shown.marks[card.id] ?? [];
  }

  frame(card, quad) {
    const { context } = this;
    const short = shortSide(quad);
    const marks = this.marksOf(card);
    if (this.shown.called.includes(card.id)) {
      path(context, quad);
      context.fillStyle = "rgba(90, 130, 255, 0.22)";
      context.fill();
      const width = Math.max(4, 0.06 * short);
      this.line(inset(quad, 0.2 * width), width + 4, INK, []);
      this.line(inset(quad, 0.2 * width), width, PAPER, []);
      return;
    }
    if (!card.sure) this.line(inset(quad, -0.05 * short), 3, AMBER, [2, 1.2]);
    if (!marks.length || marks.length > MOST_LETTERS) {
      if (card.sure) this.line(quad, 1.25, PAPER, []);
      return;
    }
    // From a little outside the card to where its symbols may begin.
    const pitch = Math.min((0.24 * short) / marks.length, 9);
    const width = Math.max(0.62 * pitch, 2);
    marks.forEach((mark, place) => {
      const edge = inset(quad, (place + 0.5) * pitch - 0.06 * short);
      this.line(edge, width, mark.color, mark.dashes);
    });
  }

  /** Draw a closed line with a dark casing, which also fills the gaps between dashes. */
  line(quad, width, color, dashes) {
    const { context } = this;
    context.lineJoin = "round";
    path(context, quad);
    context.setLineDash([]);
    context.strokeStyle = INK;
    context.lineWidth = width + 2;
    context.stroke();
    context.setLineDash(dashes.map((length) => length * width));
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
    context.setLineDash([]);
  }

  label(card, quad, taken) {
    const size = Math.max(12, Math.min(17, 0.2 * shortSide(quad)));
    const badges = [
      card.sure
        ? { text: `${card.id}`, ground: INK, ink: PAPER }
        : { text: `${card.id}?`, ground: AMBER, ink: INK },
    ];
    const marks = this.marksOf(card);
    if (marks.length <= MOST_LETTERS && !this.shown.called.includes(card.id))
      for (const mark of marks)
        badges.push({ text: mark.letter, ground: mark.color, ink: mark.ink });
    const [x, y] = topOf(quad);
    this.badges(badges, x, y - 0.3 * size, size, taken);
    if (!card.sure && card.doubt) {
      const [bx, by] = bottomOf(quad);
      this.badges([{ text: card.doubt, ground: AMBER, ink: INK }], bx, by, 12, taken);
    }
  }

  /** Put badges in a row around a point, within the canvas, moved off those that are there. */
  badges(badges, x, y, size, taken) {
    const { context, canvas } = this;
    context.font = FONT.replace("{size}", size);
    context.textBaseline = "middle";
    context.textAlign = "center";
    const pad = 0.42 * size;
    const height = 1.5 * size;
    const widths = badges.map(({ text }) =>
      Math.max(height, context.measureText(text).width + 2 * pad),
    );
    const whole = widths.reduce((sum, each) => sum + each, 0);
    let left = Math.max(2, Math.min(canvas.clientWidth - whole - 2, x - whole / 2));
    let top = Math.max(2, Math.min(canvas.clientHeight - height - 2, y - height / 2));
    const covers = (box) =>
      left < box[0] + box[2] && box[0] < left + whole && top < box[1] + box[3] && box[1] < top + height;
    for (let tries = 0; tries < 3 && taken.some(covers); tries++) top += height * 0.9;
    taken.push([left, top, whole, height]);
    badges.forEach(({ text, ground, ink }, k) => {
      context.beginPath();
      context.roundRect(left, top, widths[k] - 1, height, 0.28 * height);
      context.fillStyle = ground;
      context.fill();
      context.strokeStyle = INK;
      context.lineWidth = 1;
      context.stroke();
      context.fillStyle = ink;
      context.fillText(text, left + (widths[k] - 1) / 2, top + height / 2 + 0.04 * size);
      left += widths[k];
    });
  }

  /** Return the point of the table, in its pixels, at a place of the canvas, in CSS pixels. */
  pointAt(x, y) {
    if (!this.shown && !this.image) return null;
    const { scale, left, top } = this.fit();
    return [(x - left) / scale - 0.5, (y - top) / scale - 0.5];
  }

  /** Return the id of the card at a place of the canvas, in CSS pixels, or null. */
  cardAt(x, y) {
    if (!this.shown) return null;
    const point = this.pointAt(x, y);
    let best = null;
    let nearest = Infinity;
    for (const card of this.shown.cards) {
      if (!isInside(card.quad, point)) continue;
      const [cx, cy] = middle(card.quad);
      const distance = Math.hypot(cx - point[0], cy - point[1]);
      if (distance < nearest) [best, nearest] = [card.id, distance];
    }
    return best;
  }

  /** Where the middle of a card is on the canvas, in CSS pixels. */
  placeOf(id) {
    const { scale, left, top } = this.fit();
    const [x, y] = middle(this.shown.cards.find((card) => card.id === id).quad);
    return [left + (x + 0.5) * scale, top + (y + 0.5) * scale];
  }

  zoomTo(zoom, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    if (!this.shown && !this.image) return;
    const before = this.fit();
    const kept = [(x - before.left) / before.scale, (y - before.top) / before.scale];
    this.zoom = Math.max(1, Math.min(FARTHEST, zoom));
    const after = this.fit();
    this.shift[0] += x - (after.left + kept[0] * after.scale);
    this.shift[1] += y - (after.top + kept[1] * after.scale);
    this.canvas.classList.toggle("is-zoomed", this.zoom > 1);
    this.draw();
  }

  listen() {
    const { canvas, pointers } = this;
    let start = null;
    let pinch = null;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, at(event));
      canvas.setPointerCapture(event.pointerId);
      if (pointers.size === 1) start = { at: at(event), shift: [...this.shift], hasMoved: false };
      if (pointers.size === 2 && this.canZoom) {
        pinch = { apart: apart(pointers), zoom: this.zoom };
        if (start) start.hasMoved = true;
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      pointers.set(event.pointerId, at(event));
      if (pinch && pointers.size === 2) {
        const [a, b] = [...pointers.values()];
        this.zoomTo((pinch.zoom * apart(pointers)) / pinch.apart, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        return;
      }
      if (!start) return;
      const [x, y] = at(event);
      const moved = [x - start.at[0], y - start.at[1]];
      if (Math.hypot(...moved) > 8) start.hasMoved = true;
      if (this.zoom > 1 && start.hasMoved) {
        this.shift = [start.shift[0] + moved[0], start.shift[1] + moved[1]];
        this.draw();
      }
    });
    const end = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size < 2) pinch = null;
      if (pointers.size || !start) return;
      const { hasMoved } = start;
      start = null;
      if (!hasMoved && event.type === "pointerup")
        this.onTap?.(this.cardAt(...at(event)), this.pointAt(...at(event)));
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    if (!this.canZoom) return;
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!this.image) return;
        const zoom = this.zoom * Math.exp(-event.deltaY / 300);
        if (zoom < 1 && this.zoom === 1) return; // the page scrolls on
        event.preventDefault();
        this.zoomTo(zoom, ...at(event));
      },
      { passive: false },
    );
  }
}

function sizeOf(image) {
  return [
    image.naturalWidth || image.videoWidth || image.width,
    image.naturalHeight || image.videoHeight || image.height,
  ];
}

function apart(pointers) {
  const [a, b] = [...pointers.values()];
  return Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
}

function path(context, quad) {
  context.beginPath();
  quad.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function middle(quad) {
  return [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
}

function shortSide(quad) {
  return Math.min(
    ...quad.map(([x, y], k) => Math.hypot(x - quad[(k + 1) % 4][0], y - quad[(k + 1) % 4][1])),
  );
}

function sides(quad) {
  return quad.map(([x, y], k) => {
    const [nx, ny] = quad[(k + 1) % 4];
    return [(x + nx) / 2, (y + ny) / 2];
  });
}

/** The middle of the side that lies highest. */
function topOf(quad) {
  return sides(quad).reduce((top, side) => (side[1] < top[1] ? side : top));
}

/** The middle of the side that lies lowest. */
function bottomOf(quad) {
  return sides(quad).reduce((low, side) => (side[1] > low[1] ? side : low));
}

function isInside(quad, [x, y]) {
  return quad.every(([ax, ay], k) => {
    const [bx, by] = quad[(k + 1) % 4];
    return (bx - ax) * (y - ay) >= (by - ay) * (x - ax);
  });
}

/** Move the sides of a quad inwards by a distance; outwards when it is negative. */
function inset(quad, distance) {
  const normals = quad.map(([ax, ay], k) => {
    const [bx, by] = quad[(k + 1) % 4];
    const length = Math.max(1e-6, Math.hypot(bx - ax, by - ay));
    return [-(by - ay) / length, (bx - ax) / length];
  });
  return quad.map(([x, y], k) => {
    const [a, b] = [normals[(k + 3) % 4], normals[k]];
    const det = a[0] * b[1] - a[1] * b[0];
    if (Math.abs(det) < 0.05) return [x + distance * b[0], y + distance * b[1]];
    // The corner where the moved sides before and after it meet.
    return [x + (distance * (b[1] - a[1])) / det, y + (distance * (a[0] - b[0])) / det];
  });
}
