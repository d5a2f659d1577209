// All lanes, at one scale.

import {colour} from './dom.js';
import {Lane} from './lane.js';
import {STAGES} from './stages.js';
import {queueUnit, workerCell} from './zones.js';

const COUNTED = new Set(['threads', 'boxes', 'cloud']); // shapes with a cell for each worker

export class Lanes {
  constructor(parent, onStart) {
    this.parent = parent;
    this.all = new Map(STAGES.map(stage => [stage.name, new Lane(parent, stage, () => onStart(stage.name))]));
    this.scale = {cell: 20, unit: 1, slots: 0};
    this.readColours();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.readColours());
  }

  // Once, not at each frame: to ask for a style makes the browser compute all of them.
  readColours() {
    this.colours = {
      ink: colour('--ink'), faint: colour('--faint'), idle: colour('--idle'),
      bad: colour('--bad'), rule: colour('--rule'), card: colour('--card'),
      hues: STAGES.map(stage => colour(stage.hue)), helds: STAGES.map(stage => colour(`${stage.hue}-held`)),
      font: getComputedStyle(document.body).fontFamily,
    };
  }

  get shown() {
    return [...this.all.values()].filter(lane => lane.isShown && lane.latest);
  }

  take(stages) {
    let count = 0;
    for (const [name, lane] of this.all) {
      lane.root.hidden = !stages.includes(name);
      if (lane.isShown) count++;
    }
    this.parent.dataset.lanes = String(count);
  }

  // A frame has come; its requests are drawn before its counts are shown.
  expect(frame, shown) {
    this.each(frame, (own, lane) => own.motion.add(lane.events || [], shown));
  }

  // It is time to show it.
  hear(frame) {
    this.each(frame, (own, lane) => own.hear(frame, lane));
  }

  know(state) {
    this.each(state, (own, lane) => own.know(lane));
  }

  each(frame, act) {
    for (const lane of frame.lanes) {
      if (this.all.has(lane.stage)) act(this.all.get(lane.stage), lane);
    }
  }

  forget() {
    this.all.forEach(lane => lane.forget());
  }

  drawStill(settings) {
    const {shown} = this;
    shown.forEach(lane => lane.measure(settings));
    const counted = shown.filter(lane => COUNTED.has(lane.stage.shape));
    this.scale = {
      cell: workerCell(counted.map(({zone, workers}) => ({box: zone.workers, count: workers.count}))),
      unit: queueUnit(shown.map(({zone, workers}) => ({box: zone.queue, count: workers.waiting}))),
      slots: settings.slots,
    };
    shown.forEach(lane => lane.drawStill(this.scale, this.colours));
  }

  drawMotion(time, isReduced) {
    const {shown} = this;
    const most = isReduced ? Math.max(...shown.map(({history: {rates}}) => Math.max(rates.due, rates.done))) : null;
    shown.forEach(lane => lane.drawMotion(time, this.colours, most));
  }

  say() {
    this.shown.forEach(lane => lane.say());
  }
}
