// The tour: scenes, each with a text, settings, a few steps in time, and what is to be seen. What is to
// be seen is checked against the figures of the lanes.

import {byId, element, write} from './dom.js';
import {DEFAULTS} from './settings.js';
import {occupancy, stageOf} from './stages.js';

const SETTLE_MILLIS = 3000; // after the last step, before "stays below" is believed
const FEW = 20; // requests without an answer
const SEEN_MILLIS = 500; // until a server that must start again is gone
// For tests: "?hurry=4" does the steps of a scene four times as early.
const HURRY = Number(new URLSearchParams(location.search).get('hurry')) || 1;

// It answers, and has no queue from an earlier scene.
const isCalm = lane => lane && lane.state === 'running' && lane.done > 0 && lane.inFlight < FEW;

const figureOf = (lane, figure) => (figure === 'waiting' ? occupancy(stageOf(lane.stage), lane).waiting : lane[figure]);

export class Tour {
  // act: {change, reset, spike, mark}; onScene: called with the number of a scene, or null
  constructor(scenes, act, onScene) {
    this.scenes = scenes;
    this.act = act;
    this.onScene = onScene;
    this.number = null;
    byId('next').addEventListener('click', () => this.go(this.number + 1));
    byId('back').addEventListener('click', () => this.go(this.number - 1));
    byId('again').addEventListener('click', () => this.go(this.number));
    byId('leave').addEventListener('click', () => this.leave());
    byId('take').addEventListener('click', () => this.go(1));
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
    this.seen = this.scene.watch.map(() => false);
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
    const hadFocus = byId('tour').contains(document.activeElement);
    byId('tour').hidden = true;
    byId('take').hidden = false;
    if (hadFocus) byId('take').focus();
    this.onScene(null);
  }

  stop() {
    this.scene = null;
    this.isReady = false;
    this.heard = null; // when the first frame with these settings came
    this.begun = null; // when all servers had answered, in the time of the race
    this.done = 0; // steps
    this.last = null; // when the last one was done
  }

  build() {
    const focused = document.activeElement;
    byId('tour').hidden = false;
    byId('take').hidden = true;
    byId('back').disabled = this.number === 1;
    byId('next').disabled = this.number === this.scenes.length;
    // What is hidden or disabled cannot keep the focus, and who has no mouse would begin at the top again.
    if (focused === byId('take')) byId('next').focus();
    else if (focused.disabled) byId('again').focus();
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
      element(item, 'span', ' (not seen yet)', 'hidden');
      return item;
    });
    this.enter('starting');
  }

  // A frame is shown.
  hear(frame, phase) {
    if (!this.scene || !this.isReady) return;
    this.heard ??= frame.t;
    const lanes = this.scene.settings.stages.map(name => frame.lanes.find(lane => lane.stage === name));
    if (this.begun === null) {
      const isThere = phase === 'running' && lanes.every(isCalm);
      if (isThere && frame.t - this.heard > SEEN_MILLIS) this.begin(frame.t);
      return;
    }
    this.step(frame.t);
    if (this.done > 0) this.check(frame, lanes);
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

  check(frame, lanes) {
    this.scene.watch.forEach(({stage, figure, above, below}, index) => {
      const value = figureOf(lanes.find(lane => lane.stage === stage), figure);
      const known = value !== null && value !== undefined;
      const isSettled = this.last !== null && frame.t - this.last >= SETTLE_MILLIS;
      const isSeen = above === undefined ? known && isSettled && value < below : this.seen[index] || (known && value > above);
      if (isSeen === this.seen[index]) return;
      this.seen[index] = isSeen;
      const item = this.watchItems[index];
      item.dataset.seen = String(isSeen);
      write(item.querySelector('.hidden'), isSeen ? ' (seen)' : ' (not seen yet)');
    });
    this.enter(this.seen.every(Boolean) ? 'seen' : 'running');
  }

  enter(state) {
    byId('tour').dataset.state = state;
    const isLast = this.number === this.scenes.length;
    write(byId('progress'), {
      starting: 'The servers start …',
      running: '',
      seen: isLast ? 'Seen. Leave the tour and try it yourself.' : 'Seen. Go on with Next.',
    }[state]);
  }
}
