// The time of the race as it is shown. It is a little behind, so that a request that is drawn on its
// way to the server is one that was really sent, and what has ended is known.

export const TRAVEL_MILLIS = 400; // how long a request is drawn on its way in, and again on its way out
const BEHIND_MILLIS = TRAVEL_MILLIS + 250; // the way, one frame, and the uneven way of frames through the network
const DRIFT_MILLIS = 0.5; // that a frame may correct: a browser that was busy has late frames, not another clock

export class Clock {
  constructor() {
    this.zero = null; // of the race, in the time of the page
  }

  // A frame of this time has just come.
  hear(millis) {
    const zero = performance.now() - millis;
    const isFresh = this.zero === null || Math.abs(zero - this.zero) > 5000;
    this.zero = isFresh ? zero : Math.min(zero, this.zero + DRIFT_MILLIS);
  }

  get shown() {
    return this.zero === null ? -Infinity : performance.now() - this.zero - BEHIND_MILLIS;
  }
}
