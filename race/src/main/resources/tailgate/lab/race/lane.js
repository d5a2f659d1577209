// One lane: what a server does, drawn, and its figures as text.

import {element, write} from './dom.js';
import {ago, bytes, millis, MIB, whole} from './format.js';
import {drawBars, Motion} from './motion.js';
import {describe, drawPicture, tailOf} from './picture.js';
import {occupancy} from './stages.js';
import {Surface} from './surface.js';
import {History, verdict} from './verdict.js';
import {zones} from './zones.js';

const FIGURES = [
  {key: 'p99', name: 'P99', show: lane => millis(lane.p99)},
  {key: 'p50', name: 'P50', show: lane => millis(lane.p50)},
  {key: 'rate', name: 'answers/s', show: lane => whole(lane.rate)},
  {key: 'lost', name: 'refused, failed', show: lane => `${whole(lane.refused)}, ${whole(lane.failed)}`},
  {key: 'threads', name: 'OS threads', show: lane => whole(lane.threads)},
  {key: 'memory', name: 'memory', show: lane => bytes(lane.memory)},
];

export class Lane {
  constructor(parent, stage, onStart) {
    this.stage = stage;
    this.history = new History();
    this.motion = new Motion();
    this.workers = {count: 0, served: 0, active: 0, waiting: 0, stuck: false};
    this.latest = null;
    this.why = '';
    this.verdict = {mood: 'off', text: 'starting'};
    this.build(parent, onStart);
  }

  build(parent, onStart) {
    const {name, number, idea} = this.stage;
    this.root = element(parent, 'section', '', `lane stage-${number}`);
    this.root.id = `lane-${name}`;
    this.root.setAttribute('aria-labelledby', `name-${name}`);
    const who = element(this.root, 'div', '', 'who');
    const title = element(who, 'h3');
    title.id = `name-${name}`;
    element(title, 'span', String(number), 'badge');
    title.append(` ${name}`);
    element(who, 'p', idea, 'idea');
    this.mood = element(who, 'p', '', 'mood');
    this.buildView(onStart);
    const list = element(this.root, 'dl', '', 'figures');
    this.values = FIGURES.map(({key, name: label}) => {
      const pair = element(list, 'div', '', key);
      const term = element(pair, 'dt', label);
      if (key === 'memory') this.memory = term;
      return element(pair, 'dd', '–');
    });
    this.broke = element(this.root, 'p', '', 'broke');
    this.broke.hidden = true;
  }

  buildView(onStart) {
    const view = element(this.root, 'div', '', 'view');
    const still = element(view, 'canvas');
    still.setAttribute('role', 'img');
    const moving = element(view, 'canvas');
    moving.setAttribute('aria-hidden', 'true');
    this.still = new Surface(still, () => { this.zone = null; });
    this.moving = new Surface(moving);
    this.dead = element(view, 'div', '', 'dead');
    this.dead.hidden = true;
    this.reason = element(this.dead, 'p');
    element(this.dead, 'button', `Start ${this.stage.name} again`).addEventListener('click', onStart);
  }

  get isShown() {
    return !this.root.hidden;
  }

  hear({t, machine}, lane) {
    this.t = t;
    this.isStarved = machine.starved.length > 0;
    this.latest = lane;
    this.history.add(t, lane);
    lane.grown = this.history.grownOf(lane);
  }

  // What is said about the server once, not with each frame.
  know({state, reason}) {
    this.why = state === 'dead' ? reason : '';
  }

  forget() {
    this.history.clear();
    this.motion.clear();
  }

  // What all lanes must agree about a scale on.
  measure(settings) {
    const hasSlots = settings.handler === 'slots';
    if (!this.zone || this.hasSlots !== hasSlots) this.zone = zones(this.still.width, this.still.height, hasSlots);
    this.hasSlots = hasSlots;
    const {places, served, waiting} = occupancy(this.stage, this.latest);
    const active = hasSlots ? Math.min(settings.slots, served) : served;
    this.verdict = verdict(this.latest, this.history, waiting + served - active, this.isStarved);
    this.workers = {count: places, served, active, waiting, connections: this.latest.connections, stuck: Boolean(this.verdict.stuck)};
  }

  drawStill(scale, colours) {
    if (!this.still.width) return;
    drawPicture(this.still, this.stage.shape, this.zone, this.workers, scale, this.colours(colours));
    this.tail = tailOf(this.zone.queue, this.workers.waiting, scale.unit);
  }

  drawMotion(shown, colours, most) {
    if (!this.moving.width || !this.zone) return;
    const own = this.colours(colours);
    if (most === null) this.motion.draw(this.moving, this.zone, this.tail, shown, own);
    else drawBars(this.moving, this.zone, {...this.history.rates, most}, own);
  }

  colours(all) {
    return {...all, hue: all.hues[this.stage.number - 1], held: all.helds[this.stage.number - 1]};
  }

  say() {
    const lane = this.latest;
    FIGURES.forEach(({show}, index) => write(this.values[index], show(lane)));
    write(this.memory, lane.grown >= MIB ? `memory, +${bytes(lane.grown)}` : 'memory');
    write(this.mood, this.verdict.text);
    this.root.dataset.mood = this.verdict.mood;
    this.root.dataset.slow = String(lane.p99 >= 1000);
    this.root.dataset.lost = String(lane.refused + lane.failed > 0);
    this.root.dataset.state = lane.state;
    this.dead.hidden = lane.state !== 'dead';
    write(this.reason, this.why || 'The server has ended.');
    this.broke.hidden = !lane.broke;
    if (lane.broke) write(this.broke, `What broke first, ${ago(this.t - lane.broke.at)}: ${lane.broke.text}`);
    this.still.canvas.setAttribute('aria-label', describe(this.stage.shape, this.workers));
  }
}
