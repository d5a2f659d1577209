// The charts: what each of them shows.

import * as format from './format.js';

// Where a stage has not what a chart needs, there is no such chart.
export const CHARTS = [
  {
    id: 'rate', title: 'Requests per second', show: format.rate, integer: true,
    lines: [{key: 'rate', name: 'answered', colour: 0, filled: true}, {key: 'errors', name: 'errors', colour: 1}],
    needs: 'rate',
  },
  {
    id: 'latency', title: 'Latency', hint: 'over 10 s each, logarithmic', show: format.duration, logarithmic: true,
    lines: [{key: 'p999', name: 'P99.9', colour: 3}, {key: 'p99', name: 'P99', colour: 1}, {key: 'p50', name: 'P50', colour: 0}],
    needs: 'inFlight',
  },
  {
    id: 'wait', title: 'Queue wait and service time', hint: 'P99 over 10 s', show: format.duration,
    lines: [{key: 'wait', name: 'waiting', colour: 1, filled: true}, {key: 'service', name: 'being served', colour: 2}],
    needs: 'inFlight',
  },
  {
    id: 'workers', title: 'Workers', show: format.whole, integer: true, stepped: true, resizes: true,
    lines: [{key: 'workers', name: 'there', colour: 5}, {key: 'busy', name: 'busy', colour: 0, filled: true}],
    needs: 'busy',
  },
  {
    id: 'queue', title: 'Queue', hint: 'waiting for a worker', show: format.whole, integer: true,
    lines: [{key: 'queued', name: 'tasks', colour: 1, filled: true}],
    needs: 'queued',
  },
  {
    id: 'connections', title: 'Connections', show: format.whole, integer: true,
    lines: [{key: 'open', name: 'open', colour: 2, filled: true}, {key: 'inFlight', name: 'being served', colour: 0}],
    needs: 'open',
  },
  {
    id: 'cache', title: 'Cache hits', hint: 'of all look-ups', show: format.percent, max: 100,
    lines: [{key: 'hitRatio', name: 'hits', colour: 2, filled: true}],
    needs: 'lookups',
  },
  {
    id: 'cores', title: 'Processors', hint: 'busy with this process', show: format.cores, least: 1,
    lines: [{key: 'cores', name: 'in use', colour: 4, filled: true}],
    needs: 'cores',
  },
  {
    id: 'memory', title: 'Memory', show: mebibytes => format.bytes(mebibytes * 2 ** 20),
    lines: [{key: 'resident', name: 'resident', colour: 5}, {key: 'heap', name: 'heap in use', colour: 3, filled: true}],
    needs: 'heap',
  },
];
