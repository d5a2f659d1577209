// What moves in a lane: a sample of the requests, in and out, each at the time at which it was due and
// ended. How many wait and are served in between is not drawn here; those are counts.

import {TRAVEL_MILLIS} from './clock.js';

const SIZE = 6;
const MOST = 600; // of a lane; a browser that cannot keep up must not collect them
const GONE_MILLIS = 10000;

// The same request is always at the same height.
const height = due => ((due * 7919.13) % 1 + 1) % 1;

export class Motion {
  constructor() {
    this.clear();
  }

  clear() {
    this.arriving = [];
    this.leaving = [];
    this.known = new Set(); // those that came already, without their end
  }

  add(events, shown) {
    for (const [due, , end, outcome] of events) {
      if (!this.known.has(due)) {
        this.known.add(due);
        if (due > shown) this.arriving.push(due);
      }
      if (end !== null && end > shown - TRAVEL_MILLIS) this.leaving.push([end, outcome, height(due)]);
    }
    this.arriving.splice(0, this.arriving.length - MOST);
    this.leaving.splice(0, this.leaving.length - MOST);
    if (this.known.size > 4 * MOST) {
      for (const due of this.known) if (due < shown - GONE_MILLIS) this.known.delete(due);
      if (this.known.size > 8 * MOST) this.known.clear();
    }
  }

  // tail: where an arriving request stops; zone: those of the lane
  draw(surface, zone, tail, shown, colours) {
    const ctx = surface.clear();
    const {queue, out} = zone;
    const y = part => queue.y + part * (queue.height - SIZE);
    this.arriving = this.arriving.filter(due => due > shown);
    ctx.fillStyle = colours.idle;
    ctx.beginPath();
    for (const due of this.arriving) {
      const way = 1 - (due - shown) / TRAVEL_MILLIS;
      if (way > 0) ctx.rect(way * (tail - SIZE), y(height(due)), SIZE, SIZE);
    }
    ctx.fill();
    this.leaving = this.leaving.filter(([end]) => end > shown - TRAVEL_MILLIS);
    this.answered(ctx, out, y, shown, colours);
    this.lost(ctx, tail, y, shown, colours);
  }

  answered(ctx, out, y, shown, colours) {
    ctx.fillStyle = colours.hue;
    ctx.beginPath();
    for (const [end, outcome, part] of this.leaving) {
      const way = (shown - end) / TRAVEL_MILLIS;
      if (outcome === 0 && way > 0) ctx.rect(out.x + way * out.width, y(part), SIZE, SIZE);
    }
    ctx.fill();
  }

  // A cross that falls out of the lane, from the place where it could not get on.
  lost(ctx, tail, y, shown, colours) {
    ctx.strokeStyle = colours.bad;
    ctx.lineWidth = 2.5;
    ctx.beginPath();
    for (const [end, outcome, part] of this.leaving) {
      const way = (shown - end) / TRAVEL_MILLIS;
      if (outcome === 0 || way <= 0) continue;
      const x = tail - 10 - 14 * way;
      const at = y(part + (1 - part) * way);
      ctx.moveTo(x - 4, at - 4);
      ctx.lineTo(x + 4, at + 4);
      ctx.moveTo(x + 4, at - 4);
      ctx.lineTo(x - 4, at + 4);
    }
    ctx.stroke();
  }
}

// For those who want no motion: how many arrive and how many leave, as two bars.
export function drawBars(surface, zone, rates, colours) {
  const ctx = surface.clear();
  const most = Math.max(1, rates.most);
  const bar = (box, rate, colour) => {
    const tall = box.height * Math.min(1, rate / most);
    ctx.fillStyle = colour;
    ctx.fillRect(box.x + box.width * 0.25, box.y + box.height - tall, box.width * 0.5, tall);
  };
  bar(zone.way, rates.due, colours.ink);
  bar(zone.out, rates.done, colours.hue);
}
