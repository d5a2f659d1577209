// The same in words: a table of all lanes, a sentence for screen readers when a lane changes its mood,
// and what limits the figures.

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

// For those who do not see the lanes: what has changed, at most every five seconds.
export class Voice {
  constructor(target) {
    this.target = target;
    this.said = new Map();
    this.at = -Infinity;
  }

  hear(lanes, now) {
    if (now - this.at < QUIET_MILLIS) return;
    const changed = lanes.filter(lane => this.said.get(lane.stage.name) !== lane.verdict.mood);
    if (!changed.length) return;
    changed.forEach(lane => this.said.set(lane.stage.name, lane.verdict.mood));
    this.at = now;
    write(this.target, `${changed.map(({stage, verdict, latest}) => `${stage.name}: ${verdict.text}, P99 ${millis(latest.p99)}`).join('. ')}.`);
  }
}

// What the figures cannot be trusted for is said above them.
export function showLimits({generator, machine, paused}) {
  const says = [];
  if (paused) says.push('No requests are sent: nobody has looked at this page for a minute.');
  if (generator && generator.late) {
    says.push(`The load generator is late (P99 ${millis(generator.lateP99)}): all latencies are at least as much too long.`);
  }
  if (machine && machine.limit) {
    says.push(`All cores of this machine are busy (${percent(machine.busy)}): the servers slow each other down. Choose a lower rate.`);
  }
  if (machine && machine.steal > 0.05) {
    says.push(`Other programs on the host take ${percent(machine.steal)} of the processor time.`);
  }
  byId('limits').hidden = !says.length;
  write(byId('limits'), says.join(' '));
  const late = generator ? `, generator late by ${millis(generator.lateP99)} (P99)` : '';
  write(byId('machine'), machine ? `processors ${percent(machine.busy)} busy${late}` : '');
}
