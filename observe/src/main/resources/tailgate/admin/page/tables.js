// What is not drawn: the cards with the present figures, and the tables.

import {CHARTS} from './charts.js';
import {element} from './dom.js';
import * as format from './format.js';
import {sum, errors} from './points.js';

const MINUTE = 60;

function total(points, key) {
  return points.reduce((all, p) => all + (p[key] || 0), 0);
}

function counts(byName) {
  return Object.entries(byName).filter(([, n]) => n > 0).map(([name, n]) => `${name} ${format.whole(n)}`).join(' · ');
}

function bounds({min, max}) {
  if (max === undefined) return 'no bound';
  if (min === undefined) return `at most ${format.whole(max)}`;
  return min === max ? 'a fixed number' : `${format.whole(min)} to ${format.whole(max)}`;
}

// What the slowest of the last minute were doing: quantiles of parts do not add up, means do.
function slowest({requests}) {
  const {mean, meanQueueWait} = requests.latencyNanos.slowest || {};
  return mean ? `slowest 1 %: ${format.percent(100 * meanQueueWait / mean)} waiting` : '';
}

// Of the last minute: how long all took, and which part was waiting and which service.
function latencyCard(id, title, key) {
  return {
    id, title,
    of(sample) {
      if (!sample.requests) return null;
      const {total: all, queueWait, service} = sample.requests.latencyNanos;
      const wait = format.duration(queueWait.lastMinute[key]);
      const parts = `waiting ${wait} · service ${format.duration(service.lastMinute[key])}`;
      return {value: format.duration(all.lastMinute[key]), rest: (key === 'p99' && slowest(sample)) || parts};
    },
  };
}

const CARDS = [
  {
    id: 'requests', title: 'Requests per second',
    of(sample, points) {
      if (!sample.requests) return null;
      const {total: all, inFlight} = sample.requests;
      return {value: format.rate(points.length ? points[points.length - 1].rate : undefined), rest: `${format.whole(all)} in all · ${format.whole(inFlight)} in flight`};
    },
  },
  latencyCard('p50', 'P50, last minute', 'p50'),
  latencyCard('p99', 'P99, last minute', 'p99'),
  latencyCard('p999', 'P99.9, last minute', 'p999'),
  {
    id: 'workers', title: 'Workers busy',
    of({pool}) {
      if (pool.busy === undefined) return null;
      return {value: format.whole(pool.busy), of: ` of ${format.whole(pool.workers)}`, rest: bounds(pool)};
    },
  },
  {
    id: 'queue', title: 'Queue',
    of({pool}) {
      if (pool.queued === undefined) return null;
      return {value: format.whole(pool.queued), of: ` of ${format.whole(pool.capacity)}`, rest: 'waiting for a worker'};
    },
  },
  {
    id: 'connections', title: 'Connections',
    of: ({connections}) => ({value: format.whole(connections.open), of: ' open', rest: `${format.whole(connections.accepted)} accepted · ${format.whole(connections.aborted)} broken off`}),
  },
  {
    id: 'cache', title: 'Cache hits, last minute',
    of({cache}, points) {
      if (!cache) return null;
      const lookups = total(points, 'lookups');
      const ratio = lookups ? 100 * total(points, 'hits') / lookups : undefined;
      return {value: format.percent(ratio), rest: `${format.whole(cache.entries)} ${cache.entries === 1 ? 'file' : 'files'} · ${format.bytes(cache.bytes)}`};
    },
  },
  {
    id: 'errors', title: 'Errors since the start',
    of(sample) {
      const {'4xx': client = 0, '5xx': server = 0} = sample.requests ? sample.requests.byClass : {};
      const {rejections, refusals, timeouts} = sample;
      const all = errors(sample);
      const rest = counts({'4xx': client, '5xx': server, 'turned away': sum(rejections), 'no request': sample.requests ? 0 : sum(refusals), 'read too slowly': timeouts.write || 0});
      return {value: format.whole(all), rest: rest || 'none', bad: all > 0};
    },
  },
  {
    id: 'process', title: 'Process',
    of({jvm}, points) {
      const latest = points[points.length - 1];
      return {value: format.cores(latest && latest.cores), of: ` of ${jvm.cpus} cores`, rest: `heap ${format.bytes(jvm.heapUsedBytes)} · ${format.whole(jvm.platformThreads)} threads`};
    },
  },
];

export class Cards {
  constructor(parent) {
    this.cards = CARDS.map(card => {
      const box = element(parent, 'div');
      box.id = `card-${card.id}`;
      box.hidden = true;
      element(box, 'dt', card.title);
      const figure = element(box, 'dd', '', 'figure');
      return {card, box, value: element(figure, 'b'), of: element(figure, 'span'), rest: element(box, 'dd', '', 'rest')};
    });
  }

  show(sample, points) {
    const minute = points.last(MINUTE);
    for (const {card, box, value, of, rest} of this.cards) {
      const figure = card.of(sample, minute);
      box.hidden = !figure;
      if (!figure) continue;
      value.textContent = figure.value;
      of.textContent = figure.of || '';
      rest.textContent = figure.rest;
      box.classList.toggle('bad', Boolean(figure.bad));
    }
  }
}

// The alternative to the charts: every line of theirs with its present value and its extremes.
export class Numbers {
  constructor(body) {
    this.rows = CHARTS.flatMap(chart => chart.lines.map(line => {
      const row = element(body, 'tr');
      element(row, 'th', `${chart.title}: ${line.name}`).scope = 'row';
      return {chart, line, row, cells: [0, 1, 2].map(() => element(row, 'td'))};
    }));
  }

  show(points) {
    for (const {chart, line, row, cells} of this.rows) {
      const values = points.map(p => p[line.key]).filter(v => v !== undefined);
      const latest = points[points.length - 1];
      row.hidden = latest[chart.needs] === undefined || !values.length; // as the chart
      [latest[line.key], Math.min(...values), Math.max(...values)].forEach((value, i) => { cells[i].textContent = chart.show(value); });
    }
  }
}

// The latest resizes first.
export class Resizes {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector('tbody');
  }

  show(pool, resizes) {
    this.section.hidden = !pool.resizes;
    const latest = resizes[resizes.length - 1];
    if (latest === this.shown) return;
    this.shown = latest;
    this.body.replaceChildren();
    for (const resize of resizes.slice(-20).reverse()) {
      const row = element(this.body, 'tr');
      const way = resize.to > resize.from ? '▴' : '▾';
      for (const text of [format.clock(resize.timeMillis), `${way} ${resize.from} → ${resize.to}`, resize.reason]) {
        element(row, 'td', text);
      }
    }
  }
}
