// One short phrase for how a lane is doing, from its counts of the last two seconds.

import {known, millis, whole} from './format.js';

const SPAN_MILLIS = 2000;
const STUCK_MILLIS = 1000;
const SLOW_MILLIS = 1000;
const FEW = 10; // requests; as many may be late by chance

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.frames = [];
    this.moved = null; // when an answer was counted last
    this.memory = null; // of the server at the beginning
  }

  add(t, lane) {
    const last = this.frames.at(-1);
    if (last && lane.due < last.due) this.clear(); // counted from 0 again
    const {due, done, refused, failed} = lane;
    if (this.moved === null || !last || done > last.done || lane.inFlight === 0) this.moved = t;
    this.memory ??= lane.memory;
    this.frames.push({t, due, done, refused, failed});
    while (this.frames[0].t < t - SPAN_MILLIS) this.frames.shift();
  }

  // By how much the server's memory has grown; null if it is not known.
  grownOf({memory}) {
    return known(memory) && known(this.memory) ? memory - this.memory : null;
  }

  get silentMillis() {
    return this.frames.length ? this.frames.at(-1).t - this.moved : 0;
  }

  // By how many the requests without an answer have grown in the last two seconds; a part of what came.
  get growth() {
    const [first, last] = [this.frames[0], this.frames.at(-1)];
    const grown = name => last[name] - first[name];
    const open = grown('due') - grown('done') - grown('refused') - grown('failed');
    return {open, part: open / Math.max(1, grown('due'))};
  }

  // How much was counted in the last two seconds, for each second.
  get rates() {
    const [first, last] = [this.frames[0], this.frames.at(-1)];
    const seconds = first ? (last.t - first.t) / 1000 : 0;
    const rate = name => (seconds > 0 ? (last[name] - first[name]) / seconds : 0);
    return {due: rate('due'), done: rate('done'), lost: rate('refused') + rate('failed')};
  }
}

// mood: good, warn, bad or off; waiting: those in a queue, wherever it is; isStarved: the machine
export function verdict(lane, history, waiting, isStarved) {
  if (lane.state === 'dead') return {mood: 'bad', text: 'the server is dead'};
  if (lane.state === 'starting') return {mood: 'off', text: 'starting'};
  if (lane.state === 'off') return {mood: 'off', text: 'takes no part'};
  const {due, lost} = history.rates;
  const {open, part} = history.growth;
  if (isStarved) return {mood: 'off', text: 'no verdict'};
  if (lane.inFlight > 0 && history.silentMillis >= STUCK_MILLIS) {
    return {mood: 'bad', stuck: true, text: `no answer for ${millis(history.silentMillis)}`};
  }
  if (lost >= 0.5) return {mood: 'bad', text: `${whole(lost)} a second refused or failed`};
  if (waiting > FEW && open > FEW && part > 0.1) return {mood: 'bad', text: 'the queue grows'};
  if (waiting > FEW && open < -FEW && part < -0.1) return {mood: 'warn', text: 'the queue shrinks'};
  if (lane.p99 >= SLOW_MILLIS) return {mood: 'warn', text: 'slow'};
  return due > 0 ? {mood: 'good', text: 'keeps up'} : {mood: 'off', text: 'no requests'};
}
