// What stands still in a lane between two frames: the queue, the workers, and their labels.

import {known, whole} from './format.js';
import {drawSlots, drawWorkers} from './shapes.js';
import {QUEUE_CELL, room, square} from './zones.js';

const GAP = 8; // between two labels

function drawQueue(ctx, box, waiting, unit, colours) {
  const count = Math.min(Math.ceil(waiting / unit), room(box, QUEUE_CELL));
  ctx.beginPath();
  for (let index = 0; index < count; index++) {
    const [x, y] = square(box, QUEUE_CELL, index, true);
    ctx.rect(x, y, QUEUE_CELL - 2, QUEUE_CELL - 2);
  }
  ctx.fillStyle = colours.ink;
  ctx.fill();
}

// Where the queue ends on the left: there a request that arrives stops.
export function tailOf(box, waiting, unit) {
  const rows = Math.max(1, Math.floor(box.height / QUEUE_CELL));
  const columns = Math.ceil(Math.min(waiting / unit, room(box, QUEUE_CELL)) / rows);
  return box.x + box.width - columns * QUEUE_CELL;
}

function label(ctx, text, x, align, colour, font) {
  ctx.font = font;
  ctx.fillStyle = colour;
  ctx.textAlign = align;
  ctx.textBaseline = 'top';
  ctx.fillText(text, x, 3);
}

const many = (count, one) => `${whole(count)} ${one}${count === 1 ? '' : 's'}`;

const NAMES = {
  place: () => '1 thread',
  loop: ({count}) => many(count, 'loop'),
  boxes: ({count, served}) => `${whole(served)} of ${whole(count)} workers busy`,
  threads: ({count, served}) => `${many(count, 'thread')}, ${whole(served)} busy`,
  cloud: ({count, served}) => `${many(count, 'virtual thread')}, ${whole(served)} in use`,
};

// What a request in the queue of a model waits for.
const WAITS = {
  place: 'for the thread',
  loop: 'for a loop',
  boxes: 'for a worker',
  threads: 'to be accepted',
  cloud: 'to be accepted',
};

// With a back end beside them.
const BEFORE_SLOTS = {
  ...NAMES,
  boxes: ({count, served}) => `${whole(served)} of ${whole(count)} busy`,
  threads: ({served, active}) => `${many(served - active, 'thread')} wait`,
  cloud: ({served, active}) => `${whole(served - active)} virtual threads wait`,
};

const SHORT_BEFORE_SLOTS = {
  threads: ({served, active}) => `${whole(served - active)} wait`,
  cloud: ({served, active}) => `${whole(served - active)} wait`,
};

const SHORT = {
  boxes: ({count, served}) => `${whole(served)} of ${whole(count)} busy`,
  threads: ({count}) => many(count, 'thread'),
  cloud: ({count}) => `${whole(count)} virtual`,
};

// The first of these texts that has room, the longest first; none if no one has.
function fitting(ctx, texts, room, font) {
  ctx.font = font;
  return texts.find(text => ctx.measureText(text).width <= room) || '';
}

export function describe(shape, {count, served, waiting}) {
  return `${whole(waiting)} waiting ${WAITS[shape]}; ${NAMES[shape]({count, served})}`;
}

// workers: {count, served, active, stuck, waiting}; scale: {cell, unit, slots}
export function drawPicture(surface, shape, zone, workers, scale, colours) {
  const ctx = surface.clear();
  const {queue, slots} = zone;
  ctx.fillStyle = colours.rule;
  ctx.fillRect(queue.x, queue.y + queue.height + 2, queue.width, 2);
  drawQueue(ctx, queue, workers.waiting, scale.unit, colours);
  drawWorkers(ctx, shape, zone.workers, scale.cell, workers, colours);
  const size = surface.width < 500 ? 12 : 13;
  const plain = `${size}px ${colours.font}`;
  const bold = `650 ${size}px ${colours.font}`;
  const waits = workers.waiting > 0;
  const end = queue.x + queue.width;
  const connections = known(workers.connections)
    ? [many(workers.connections, 'connection'), `${whole(workers.connections)} conn.`] : [''];
  ctx.font = plain;
  const beside = ctx.measureText(connections[0]).width + GAP;
  const short = `${whole(workers.waiting)} waiting`;
  const queued = (waits && fitting(ctx, [`${short} ${WAITS[shape]}`], end - beside, bold)) || short;
  label(ctx, queued, end, 'right', waits ? colours.ink : colours.faint, waits ? bold : plain);
  const left = end - ctx.measureText(queued).width - GAP;
  label(ctx, fitting(ctx, connections, left, plain), 0, 'left', colours.faint, plain);
  const names = slots ? [BEFORE_SLOTS, SHORT_BEFORE_SLOTS] : [NAMES, SHORT];
  const texts = names.flatMap(name => (name[shape] ? [name[shape](workers)] : []));
  const right = slots ? slots.x : zone.out.x + zone.out.width;
  label(ctx, fitting(ctx, texts, right - zone.workers.x - GAP, plain), zone.workers.x, 'left', colours.faint, plain);
  if (slots) {
    drawSlots(ctx, slots, scale.slots, Math.min(scale.slots, workers.served), colours);
    label(ctx, surface.width < 500 ? 'slots' : `back end: ${scale.slots}`, slots.x, 'left', colours.faint, plain);
  }
}
