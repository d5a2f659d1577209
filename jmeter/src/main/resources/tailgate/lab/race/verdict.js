// One short phrase for how a lane is doing, from its counts of the last two seconds.

import {millis, whole} from './format.js';

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
  }

  add(t, lane) {
    const last = this.frames.at(-1);
    if (last && lane.due < last.due) this.clear(); // counted from 0 again
    const {due, done, refused, failed} = lane;
    if (this.moved === null || !last || done > last.done || lane.inFlight === 0) this.moved = t;
    this.frames.push({t, due, done, refused, failed});
    while (this.frames[0].t < t - SPAN_MILLIS) this.frames.shift();
  }

  get silentMillis() {
    return this.frames.length ? this.frames.at(-1).t - this.moved : 0;
  }

  // How much was counted in the last two seconds, for each second.
  get rates() {
    const [first, last] = [this.frames[0], this.frames.at(-1)];
    const seconds = first ? (last.t - first.t) / 1000 : 0;
    const rate = name => (seconds > 0 ? (last[name] - first[name]) / seconds : 0);
    return {due: rate('due'), done: rate('done'), lost: rate('refused') + rate('failed')};
  }
}

// mood: good, warn, bad or off
export function verdict(lane, history, waiting) {
  if (lane.state === 'dead') return {mood: 'bad', text: 'the server is dead'};
  if (lane.state === 'starting') return {mood: 'off', text: 'starting'};
  if (lane.state === 'off') return {mood: 'off', text: 'takes no part'};
  const {due, done, lost} = history.rates;
  if (lane.inFlight > 0 && history.silentMillis >= STUCK_MILLIS) {
    return {mood: 'bad', stuck: true, text: `no answer for ${millis(history.silentMillis)}`};
  }
  if (lost >= 0.5) return {mood: 'bad', text: `${whole(lost)} a second refused or failed`};
  if (waiting > FEW && due > 1.1 * done) return {mood: 'bad', text: 'falls behind: the queue grows'};
  if (waiting > FEW && done > 1.1 * due) return {mood: 'warn', text: 'catches up: the queue shrinks'};
  if (lane.p99 >= SLOW_MILLIS) return {mood: 'warn', text: 'slow'};
  return due > 0 ? {mood: 'good', text: 'keeps up'} : {mood: 'off', text: 'no requests'};
}
