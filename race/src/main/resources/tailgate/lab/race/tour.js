// The tour: scenes, each with a text, settings, a few steps in time, and what is to be seen.
//
//   starting ──▶ running ◀──▶ seen, missed
//          │        ▲ │
//          ▼        │ ▼
//         starved: no verdict, as long as the figures say little about the servers

import {byId, element, write} from './dom.js';
import {known} from './format.js';
import {judge} from './promise.js';
import {DEFAULTS} from './settings.js';
import {occupancy, stageOf} from './stages.js';

const SETTLE_MILLIS = 3000; // after the last step, before "stays below" is believed
const START_MILLIS = 15000; // in which servers start; then a busy machine is starved
const PATIENCE_MILLIS = 20000; // after the last step, or after the machine was starved
const UNNOTICED_MILLIS = 3000; // for which the machine has been starved when a frame says so, at most
const FEW = 20; // requests without an answer
const SEEN_MILLIS = 500; // until a server that must start again is gone
// For tests: "?hurry=4" does the steps of a scene four times as early.
const HURRY = Number(new URLSearchParams(location.search).get('hurry')) || 1;

// It answers, and has no queue from an earlier scene.
const isCalm = lane => lane && lane.state === 'running' && lane.done > 0 && lane.inFlight < FEW;

// The figure that decides a promise.
function valueOf({lanes}, {stage, figure}) {
  const lane = lanes.find(each => each.stage === stage);
  return figure === 'waiting' ? occupancy(stageOf(stage), lane).waiting : lane[figure];
}

const highest = (some, others) => some.map((value, index) => (
  known(value) && known(others[index]) ? Math.max(value, others[index]) : value ?? others[index]));

export class Tour {
  // act: {change, reset, spike, mark}; onScene: called with the number of a scene, or null
  constructor(scenes, act, onScene) {
    this.scenes = scenes;
    this.act = act;
    this.onScene = onScene;
    this.number = null;
    this.links = scenes.map(({title}, index) => {
      const link = element(byId('scenes'), 'a', String(index + 1));
      link.href = `#scene=${index + 1}`;
      link.title = title;
      link.setAttribute('aria-label', `Scene ${index + 1}: ${title}`);
      return link;
    });
    byId('next').addEventListener('click', () => this.go(this.number + 1));
    byId('back').addEventListener('click', () => this.go(this.number - 1));
    byId('again').addEventListener('click', () => this.go(this.number));
    document.addEventListener('keydown', event => this.onKey(event));
  }

  onKey(event) {
    const isFree = !event.target.closest('input, select, textarea, [tabindex]'); // those use the arrows themselves
    if (this.number === null || !isFree || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowRight') this.go(this.number + 1);
    else if (event.key === 'ArrowLeft') this.go(this.number - 1);
  }

  async go(number) {
    if (number < 1 || number > this.scenes.length) return;
    this.stop();
    this.number = number;
    this.scene = this.scenes[number - 1];
    this.peaks = this.scene.watch.map(() => null);
    this.build();
    this.onScene(number);
    const {scene} = this;
    if (!await this.prepare(true)) return;
    if (this.scene === scene) this.isReady = true; // nobody went on meanwhile
  }

  async prepare(restart) {
    return await this.act.change({...DEFAULTS, ...this.scene.settings}, true) && this.act.reset(restart);
  }

  leave() {
    this.stop();
    this.number = null;
    this.markLink();
    if (byId('tour').contains(document.activeElement)) byId('all-six').focus();
    byId('tour').hidden = true;
    this.onScene(null);
  }

  markLink() {
    this.links.forEach((link, index) => {
      if (index + 1 === this.number) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    });
  }

  stop() {
    this.scene = null;
    this.isReady = false;
    this.heard = null; // when the first frame with these settings came
    this.begun = null; // when all servers had answered, in the time of the race
    this.done = 0; // steps
    this.last = null; // when the last one was done
    this.starved = null; // when the machine was so last
    this.peaks = []; // the highest value for each promise, while the machine was not starved
    this.fresh = []; // values that may still turn out to be those of a starved machine
  }

  build() {
    const focused = document.activeElement;
    byId('tour').hidden = false;
    byId('back').disabled = this.number === 1;
    byId('next').disabled = this.number === this.scenes.length;
    // What is hidden or disabled cannot keep the focus, and who has no mouse would begin at the top again.
    if (focused.disabled) byId('again').focus();
    this.markLink();
    byId('onward').hidden = this.number !== this.scenes.length;
    write(byId('scene-number'), `Scene ${this.number} of ${this.scenes.length}`);
    write(byId('scene-title'), this.scene.title);
    write(byId('scene-text'), this.scene.text);
    const steps = byId('steps');
    steps.textContent = '';
    this.stepItems = this.scene.steps.map(({say, after}) => {
      const item = element(steps, 'li');
      element(item, 'span', `after ${after} s: `, 'when');
      item.append(say);
      return item;
    });
    const watch = byId('watch');
    watch.textContent = '';
    this.watchItems = this.scene.watch.map(({text}) => {
      const item = element(watch, 'li', text);
      item.dataset.seen = 'false';
      return {item, figure: element(item, 'span', '', 'figure'), spoken: element(item, 'span', ' (not seen yet)', 'hidden')};
    });
    this.enter('starting');
  }

  // A frame is shown.
  hear(frame, phase) {
    if (!this.scene || !this.isReady) return;
    this.heard ??= frame.t;
    if (frame.machine.starved.length) this.starved = frame.t;
    if (this.begun === null) {
      const lanes = this.scene.settings.stages.map(name => frame.lanes.find(lane => lane.stage === name));
      const isThere = phase === 'running' && lanes.every(isCalm);
      if (isThere && frame.t - this.heard > SEEN_MILLIS) this.begin(frame.t);
      return;
    }
    this.step(frame.t);
    if (this.done > 0) this.measure(frame);
  }

  // What was highest. That a machine is starved is noticed late, so the latest values are kept apart.
  measure(frame) {
    const {t} = frame;
    if (this.starved === t) {
      this.fresh = [];
      return;
    }
    this.fresh.push({t, values: this.scene.watch.map(promise => valueOf(frame, promise))});
    while (this.fresh[0].t < t - UNNOTICED_MILLIS) this.peaks = highest(this.peaks, this.fresh.shift().values);
  }

  begin(t) {
    this.begun = t;
    this.prepare(false); // what the start has cost is not a part of the scene
    this.enter('running');
  }

  step(t) {
    const next = this.scene.steps[this.done];
    if (!next || HURRY * (t - this.begun) < 1000 * next.after) return;
    this.stepItems[this.done].dataset.done = 'true';
    this.done++;
    if (next.settings) this.act.change(next.settings);
    if (next.spike) this.act.spike();
    this.act.mark(next.say);
    if (this.done === this.scene.steps.length) this.last = t;
  }

  // The figures and ticks, from the frame whose figures the lanes show.
  say(frame) {
    if (!this.scene) return;
    const isStarved = this.starved === frame.t;
    if (this.begun === null) {
      if (isStarved && frame.t - this.heard >= START_MILLIS) this.enter('starved');
      return;
    }
    const settledMillis = this.last === null ? -1 : frame.t - this.last;
    const peaks = this.fresh.reduce((all, {values}) => highest(all, values), this.peaks);
    const seen = this.scene.watch.map((promise, index) => {
      const isAbove = promise.above !== undefined;
      const isDecided = !isStarved && (isAbove ? this.done > 0 : settledMillis >= SETTLE_MILLIS);
      const {isSeen, text} = judge(promise, isAbove && isDecided ? peaks[index] : valueOf(frame, promise), isDecided);
      const {item, figure, spoken} = this.watchItems[index];
      item.dataset.seen = String(isSeen);
      write(figure, text);
      write(spoken, isSeen ? ' (seen)' : ' (not seen yet)');
      return isSeen;
    });
    const calmMillis = Math.min(settledMillis, frame.t - (this.starved ?? -Infinity));
    if (isStarved) this.enter('starved');
    else if (seen.every(Boolean)) this.enter('seen');
    else this.enter(calmMillis >= PATIENCE_MILLIS ? 'missed' : 'running');
  }

  enter(state) {
    byId('tour').dataset.state = state;
    write(byId('progress'), {
      starting: 'The scene begins when all servers answer.',
      running: '',
      starved: 'No verdict: this machine is starved. End other programs.',
      missed: 'Not all of it was seen. The figures say what is missing.',
      seen: this.number === this.scenes.length ? 'Seen.' : 'Seen. Go on with Next.',
    }[state]);
  }
}
