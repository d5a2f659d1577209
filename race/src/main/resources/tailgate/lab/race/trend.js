// P99 of all lanes over the last minute, on one logarithmic axis. Each line ends in the number and the
// name of its stage, so that nobody has to tell colours apart.

import {STAGES} from './stages.js';
import {Surface} from './surface.js';

const SPAN_MILLIS = 60000;
const GAP_MILLIS = 2000;
const LINE = 17; // the height of a label
const ROWS = [0, 1, 2, 3, 4]; // for the texts of marks; one without a place in a row has a line only

export class Trend {
  constructor(canvas) {
    this.surface = new Surface(canvas);
    this.forget();
  }

  forget() {
    this.lines = new Map(STAGES.map(stage => [stage.name, []]));
    this.marks = [];
    this.now = 0;
  }

  add(t, lanes) {
    if (t < this.now) this.forget();
    this.now = t;
    for (const {stage, p99, state} of lanes) {
      const line = this.lines.get(stage);
      if (!line) continue;
      if (state === 'running' && p99 !== null && p99 !== undefined) line.push([t, p99]);
      while (line.length && line[0][0] < t - SPAN_MILLIS - 1000) line.shift();
    }
    this.marks = this.marks.filter(mark => mark.t > t - SPAN_MILLIS);
  }

  mark(text) {
    this.marks.push({t: this.now, text});
  }

  draw(shown, colours) {
    const {width, height} = this.surface;
    if (!width) return;
    const ctx = this.surface.clear();
    const narrow = width < 600;
    const area = {left: 58, right: width - (narrow ? 34 : 172), top: 12, bottom: height - 24};
    const lines = STAGES.filter(({name}) => shown.includes(name)).map(stage => ({stage, points: this.lines.get(stage.name)}));
    const values = lines.flatMap(({points}) => points.map(point => point[1]));
    const low = Math.floor(Math.log10(Math.max(0.1, Math.min(10, ...values))));
    const high = Math.max(low + 2, Math.ceil(Math.log10(Math.max(1000, ...values))));
    const x = t => area.right - (this.now - t) / SPAN_MILLIS * (area.right - area.left);
    const y = value => area.bottom - (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low) * (area.bottom - area.top);
    ctx.font = `13px ${colours.font}`;
    this.grid(ctx, area, {low, high, y, x, narrow}, colours);
    lines.forEach(line => this.line(ctx, line, {x, y, area}, colours));
    this.labels(ctx, lines, {y, area, narrow}, colours);
  }

  grid(ctx, area, {low, high, y, x, narrow}, colours) {
    ctx.lineWidth = 1;
    ctx.textBaseline = 'middle';
    for (let power = low; power <= high; power++) {
      ctx.fillStyle = colours.rule;
      ctx.fillRect(area.left, Math.round(y(10 ** power)), area.right - area.left, 1);
      ctx.fillStyle = colours.faint;
      ctx.textAlign = 'right';
      ctx.fillText(power >= 3 ? `${10 ** (power - 3)} s` : `${10 ** power} ms`, area.left - 8, y(10 ** power));
    }
    for (const seconds of narrow ? [60, 30, 0] : [60, 45, 30, 15, 0]) {
      ctx.textAlign = seconds ? 'center' : 'right';
      ctx.fillText(seconds ? `${seconds} s ago` : 'now', x(this.now - 1000 * seconds) + (seconds === 60 ? 16 : 0), area.bottom + 15);
    }
    this.drawMarks(ctx, area, x, colours, narrow);
  }

  drawMarks(ctx, area, x, colours, narrow) {
    ctx.strokeStyle = ctx.fillStyle = colours.faint;
    ctx.setLineDash([3, 4]);
    const taken = [];
    for (const {t, text} of this.marks) {
      const at = x(t);
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
      const {width} = ctx.measureText(text);
      const left = at + 5 + width <= area.right ? at + 5 : Math.max(area.left, at - 5 - width);
      const isFree = row => !taken.some(other => other.row === row && left < other.right && other.left < left + width);
      const row = narrow ? undefined : ROWS.find(isFree);
      if (row === undefined) continue;
      taken.push({row, left, right: left + width + 10});
      ctx.textAlign = 'left';
      ctx.fillText(text, left, area.top + 10 + LINE * row);
    }
    ctx.setLineDash([]);
  }

  line(ctx, {stage, points}, {x, y, area}, colours) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, 0, area.right - area.left + 4, area.bottom + 2);
    ctx.clip();
    ctx.beginPath();
    points.forEach(([t, p99], index) => {
      const isBroken = index === 0 || t - points[index - 1][0] > GAP_MILLIS;
      if (isBroken) ctx.moveTo(x(t), y(p99));
      else ctx.lineTo(x(t), y(p99));
    });
    ctx.strokeStyle = colours.hues[stage.number - 1];
    ctx.lineWidth = 2.5;
    ctx.lineJoin = 'round';
    ctx.stroke();
    ctx.restore();
  }

  // Beside the end of each line, pushed apart where they would lie on each other.
  labels(ctx, lines, {y, area, narrow}, colours) {
    const ends = lines.filter(({points}) => points.length && points.at(-1)[0] > this.now - GAP_MILLIS)
      .map(({stage, points}) => ({stage, y: y(points.at(-1)[1])}))
      .sort((one, other) => one.y - other.y);
    for (let index = 1; index < ends.length; index++) ends[index].y = Math.max(ends[index].y, ends[index - 1].y + LINE);
    for (let index = ends.length - 1, most = area.bottom; index >= 0; index--, most -= LINE) {
      ends[index].y = Math.min(ends[index].y, most);
    }
    for (const {stage, y: at} of ends) {
      ctx.fillStyle = colours.hues[stage.number - 1];
      ctx.beginPath();
      ctx.arc(area.right + 14, at, 8, 0, 2 * Math.PI);
      ctx.fill();
      ctx.fillStyle = colours.card;
      ctx.textAlign = 'center';
      ctx.font = `700 11px ${colours.font}`;
      ctx.fillText(String(stage.number), area.right + 14, at + 0.5);
      ctx.font = `13px ${colours.font}`;
      ctx.fillStyle = colours.ink;
      ctx.textAlign = 'left';
      if (!narrow) ctx.fillText(stage.name, area.right + 27, at);
    }
  }
}
