// The same in words: a table of all lanes, a summary for screen readers, and what limits the figures.

import {byId, element, write} from './dom.js';
import {bytes, millis, percent, whole} from './format.js';
import {stageOf} from './stages.js';

const QUIET_MILLIS = 5000; // between two sentences

const COLUMNS = [
  lane => millis(lane.latest.p50),
  lane => millis(lane.latest.p99),
  lane => whole(lane.latest.rate),
  lane => whole(lane.workers.waiting),
  lane => whole(lane.workers.served),
  lane => whole(lane.latest.refused),
  lane => whole(lane.latest.failed),
  lane => whole(lane.latest.connections),
  lane => whole(lane.latest.threads),
  lane => bytes(lane.latest.memory),
  lane => (lane.latest.cpu === null || lane.latest.cpu === undefined ? '–' : lane.latest.cpu.toFixed(2)),
];

export class Table {
  constructor(body) {
    this.body = body;
    this.rows = new Map();
  }

  show(lanes) {
    const names = lanes.map(lane => lane.stage.name);
    for (const [name, row] of this.rows) {
      if (!names.includes(name)) {
        row.remove();
        this.rows.delete(name);
      }
    }
    for (const lane of lanes) {
      if (!this.rows.has(lane.stage.name)) this.add(lane.stage.name);
      const cells = this.rows.get(lane.stage.name).cells;
      COLUMNS.forEach((show, index) => write(cells[index + 1], show(lane)));
    }
  }

  add(name) {
    const row = element(this.body, 'tr');
    const head = element(row, 'th', `${stageOf(name).number} ${name}`);
    head.scope = 'row';
    COLUMNS.forEach(() => element(row, 'td'));
    this.rows.set(name, row);
    [...this.rows.values()].sort((one, other) => one.textContent.localeCompare(other.textContent))
      .forEach(each => this.body.append(each));
  }
}

const names = lanes => lanes.map(lane => lane.stage.name).join(', ');

// Two or three sentences: which servers keep up, how the others do, and what broke first.
export function summary(lanes) {
  const good = lanes.filter(lane => lane.verdict.mood === 'good');
  const others = lanes.filter(lane => !good.includes(lane));
  const says = [];
  if (!others.length) says.push(lanes.length === 1 ? `${names(good)} keeps up.` : `All ${lanes.length} servers keep up.`);
  else if (good.length) says.push(`${good.length} of ${lanes.length} servers keep up: ${names(good)}.`);
  const texts = new Set(others.map(lane => lane.verdict.text));
  if (texts.size) says.push(`${[...texts].map(text => `${names(others.filter(lane => lane.verdict.text === text))}: ${text}`).join('; ')}.`);
  const broken = lanes.filter(lane => lane.latest.broke).sort((one, other) => one.latest.broke.at - other.latest.broke.at);
  if (broken.length) says.push(`The first to break was ${broken[0].stage.name}: ${broken[0].latest.broke.text}.`);
  return says.join(' ');
}

// For those who do not see the lanes. It speaks when a lane changes its mood, something breaks first, or
// there is another limit, at most every five seconds; a figure that changes is no reason.
export class Voice {
  constructor(target) {
    this.target = target;
    this.said = '';
    this.at = -Infinity;
  }

  hear(lanes, limits, now) {
    if (now - this.at < QUIET_MILLIS || !lanes.length) return;
    const moods = lanes.map(({stage, verdict, latest}) => [stage.name, verdict.mood, Boolean(latest.broke)]);
    const state = JSON.stringify([moods, limits.map(limit => limit.name)]);
    if (state === this.said) return;
    this.said = state;
    this.at = now;
    write(this.target, [summary(lanes), ...limits.map(limit => limit.text)].join(' '));
  }
}

// What the figures cannot be trusted for.
export function limitsOf({machine, paused}) {
  const limits = [];
  if (machine.starved.length) {
    const advice = 'So these figures say little about the servers: end other programs, lower the rate, or show fewer servers.';
    limits.push({name: 'starved', text: [...machine.starved, advice].join(' ')});
  }
  if (paused) limits.push({name: 'paused', text: 'No requests are sent: nobody has looked at this page for a minute.'});
  return limits;
}

export function showLimits(limits, {machine}) {
  byId('limits').hidden = !limits.length;
  write(byId('limits'), limits.map(limit => limit.text).join(' '));
  write(byId('machine'), `processors ${percent(machine.busy)} busy, generator late by ${millis(machine.lateP99)} (P99)`);
}

// How far the servers have started.
export function showStart(lanes, phase) {
  const absent = lanes.filter(lane => lane.latest.state === 'starting');
  byId('start').hidden = phase === 'running' && !absent.length;
  byId('started').max = lanes.length;
  byId('started').value = lanes.length - absent.length;
  write(byId('start-text'), absent.length
    ? `${lanes.length - absent.length} of ${lanes.length} servers have started. Still starting: ${names(absent)}.`
    : 'All servers have started. The first requests warm them up.');
}
