// What a scene promises to show, beside the figure that decides it. The tick follows from what is
// written, so that it cannot contradict it.

import {bytes, known, millis, whole} from './format.js';

const FIGURES = {
  p99: ['P99', millis],
  threads: ['OS threads', whole],
  grown: ['memory', value => `+${bytes(value)}`],
  busy: ['busy workers', whole],
  workers: ['workers', whole],
  virtualThreads: ['virtual threads', whole],
  waiting: ['waiting', whole],
};

// value: the highest so far for "above", the present one for "below", null if it is not known;
// isDecided: whether it is believed
export function judge({figure, above, below}, value, isDecided) {
  const [name, show] = FIGURES[figure];
  const isAbove = above !== undefined;
  const shown = show(value);
  const limit = show(isAbove ? above : below);
  const isSo = known(value) && shown !== limit && (isAbove ? value > above : value < below);
  const relation = `${isAbove ? 'above' : 'below'} ${limit}`;
  if (!isDecided) return {isSeen: false, text: `${name} ${shown}; expected: ${relation}`};
  return {isSeen: isSo, text: `${name} ${isAbove ? 'up to ' : ''}${shown}, ${isSo ? '' : 'not '}${relation}`};
}
