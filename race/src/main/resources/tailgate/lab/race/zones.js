// Where things are in a lane, and how large one request is drawn: the same in all lanes.

const CELLS = [20, 15, 12, 9, 7, 5, 4]; // sizes of a worker, with the gap to the next one
const UNITS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const HEAD = 22; // the labels
const QUEUE_CELL = 8;

// From left to right: on the way in, waiting, being served, on the way out.
export function zones(width, height, hasSlots) {
  const box = (from, to) => ({x: from * width, y: HEAD, width: (to - from) * width, height: height - HEAD - 5});
  const narrow = width < 500;
  const [way, queue, workers] = narrow ? [0.1, 0.44, 0.9] : [0.14, 0.5, 0.88];
  const gap = narrow ? 0.02 : 0.015;
  const slots = hasSlots ? 0.13 : 0;
  return {
    way: box(0, way),
    queue: box(way, queue),
    workers: box(queue + gap, workers - slots),
    slots: hasSlots ? box(workers - slots + gap, workers) : null,
    out: box(workers, 1),
  };
}

const fits = (box, cell) => Math.floor(box.width / cell) * Math.floor(box.height / cell);

// The cell size at which the workers of all lanes have room; where none is small enough, the smallest.
export function workerCell(lanes) {
  return CELLS.find(cell => lanes.every(({box, count}) => count <= fits(box, cell))) || CELLS.at(-1);
}

// How many requests a square of a queue stands for, so that the longest queue has room.
export function queueUnit(lanes) {
  return UNITS.find(unit => lanes.every(({box, count}) => count / unit <= fits(box, QUEUE_CELL))) || UNITS.at(-1);
}

// The corner of the nth square in a box, column by column. A queue is filled from the right: its head is there.
export function square(box, cell, index, fromRight) {
  const rows = Math.max(1, Math.floor(box.height / cell));
  const column = Math.floor(index / rows);
  const x = fromRight ? box.x + box.width - (column + 1) * cell : box.x + column * cell;
  return [x, box.y + (index % rows) * cell];
}

export const room = fits;
export {QUEUE_CELL};
