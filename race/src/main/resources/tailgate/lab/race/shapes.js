// The workers of each model, drawn as what they are. All are counts of the server and of the generator.
//
//   count   how many there are        served  how many of them serve a request
//   active  how many of the served have a place of the back end; all, where there is none

import {room, square} from './zones.js';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SPREAD = 0.56; // so that each has the room of a cell

// A path for each kind of place, filled or stroked once: cheap for thousands.
function places(ctx, {served, active, count}, colours, add) {
  const part = (from, to, fill) => {
    if (to <= from) return;
    ctx.beginPath();
    for (let index = from; index < to; index++) add(index);
    if (fill) {
      ctx.fillStyle = fill;
      ctx.fill();
    } else {
      ctx.strokeStyle = colours.idle;
      ctx.lineWidth = 1;
      ctx.stroke();
    }
  };
  part(0, active, colours.hue);
  part(active, served, colours.held);
  part(served, count, null);
}

function boxes(ctx, box, cell, workers, colours) {
  const size = cell - Math.max(1, Math.round(cell / 5));
  places(ctx, workers, colours, index => {
    const [x, y] = square(box, cell, index, false);
    ctx.rect(x + 0.5, y + 0.5, size, size);
  });
}

// A thread is long and thin: it has a stack.
function threads(ctx, box, cell, workers, colours) {
  const width = Math.max(2, Math.round(cell * 0.45));
  places(ctx, workers, colours, index => {
    const [x, y] = square(box, cell, index, false);
    ctx.rect(x + 0.5, y + 0.5, width, cell - 1.5);
  });
}

// Around the middle, like the seeds of a sunflower; what would be outside of the box is left out.
function cloud(ctx, box, cell, workers, colours) {
  const spots = spotsOf(box, cell, workers.count);
  const radius = Math.max(1.2, cell * 0.36);
  places(ctx, {...workers, count: Math.min(workers.count, spots.length)}, colours, index => {
    const [x, y] = spots[Math.min(index, spots.length - 1)];
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
  });
}

function spotsOf(box, cell, count) {
  const spots = [];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [right, bottom] = [(box.width - cell) / 2, (box.height - cell) / 2];
  const farthest = Math.hypot(right, bottom);
  for (let index = 0; spots.length < count; index++) {
    const far = SPREAD * cell * Math.sqrt(index + 0.5);
    if (far > farthest) break;
    const [dx, dy] = [far * Math.cos(index * GOLDEN_ANGLE), far * Math.sin(index * GOLDEN_ANGLE)];
    if (Math.abs(dx) <= right && Math.abs(dy) <= bottom) spots.push([x + dx, y + dy]);
  }
  return spots;
}

// One place; each loop has one, and the ring around it is the loop.
function rings(ctx, box, workers, colours, isLoop) {
  const count = Math.max(1, workers.count);
  const size = Math.min(box.height - 4, (box.width / count) * 0.9, 96);
  const y = box.y + box.height / 2;
  for (let index = 0; index < count; index++) {
    const x = box.x + box.width / 2 + (index - (count - 1) / 2) * size * 1.15;
    const busy = index < workers.served;
    ctx.strokeStyle = busy ? colours.hue : colours.idle;
    ctx.fillStyle = colours.hue;
    ctx.lineWidth = isLoop ? Math.max(3, size / 12) : 1.5;
    if (isLoop) ring(ctx, x, y, size / 2 - ctx.lineWidth);
    const place = isLoop ? size * 0.3 : size * 0.62;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(x - place / 2, y - place / 2, place, place);
    if (workers.stuck) stuck(ctx, x, y, place / 2, colours.bad);
    else if (busy) ctx.fillRect(x - place / 2, y - place / 2, place, place);
  }
}

function ring(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, -0.35 * Math.PI, 1.45 * Math.PI);
  ctx.stroke();
  const tip = ctx.lineWidth * 1.6;
  const [ax, ay] = [x + radius * Math.cos(-0.35 * Math.PI), y + radius * Math.sin(-0.35 * Math.PI)];
  ctx.fillStyle = ctx.strokeStyle;
  ctx.beginPath();
  ctx.moveTo(ax - tip, ay + tip * 0.1);
  ctx.lineTo(ax + tip * 0.9, ay + tip * 0.5);
  ctx.lineTo(ax + tip * 0.15, ay - tip * 1.2);
  ctx.fill();
}

// Taken, but nobody gets an answer.
function stuck(ctx, x, y, half, colour) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 3;
  ctx.beginPath();
  ctx.rect(x - half, y - half, 2 * half, 2 * half);
  for (const part of [-1, -0.5, 0, 0.5, 1]) {
    const cut = part * half;
    ctx.moveTo(x + Math.max(-half, -half + 2 * cut), y + Math.min(half, half + 2 * cut));
    ctx.lineTo(x + Math.min(half, half + 2 * cut), y + Math.max(-half, -half + 2 * cut));
  }
  ctx.stroke();
}

export function drawWorkers(ctx, shape, box, cell, workers, colours) {
  const shown = {...workers};
  const most = room(box, cell);
  for (const part of ['count', 'served', 'active']) shown[part] = Math.min(shown[part], most);
  if (shape === 'place') rings(ctx, box, shown, colours, false);
  else if (shape === 'loop') rings(ctx, box, shown, colours, true);
  else if (shape === 'threads') threads(ctx, box, cell, shown, colours);
  else if (shape === 'cloud') cloud(ctx, box, cell, shown, colours);
  else boxes(ctx, box, cell, shown, colours);
}

// The back end with a number of places.
export function drawSlots(ctx, box, count, taken, colours) {
  const rows = Math.min(count, Math.max(1, Math.floor(box.height / 12)));
  const columns = Math.ceil(count / rows);
  const cell = Math.max(4, Math.min(18, box.height / rows, box.width / columns));
  boxes(ctx, box, cell, {count: Math.min(count, room(box, cell)), served: taken, active: taken}, colours);
}
