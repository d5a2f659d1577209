// What lies between two samples, which are what /stats answers: rates are counts that have grown.

const LONGEST_GAP_SECONDS = 5;
const MEBI = 2 ** 20;

export function sum(counts) {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}

function grown(before, now, count) {
  return count(now) - count(before);
}

// What went wrong, each once: what was refused or came too slowly is among the answers, with its 4xx, where those are
// counted. That an idle connection was closed is no error.
export function errors(sample) {
  const {requests, rejections, refusals, timeouts} = sample;
  const unanswered = sum(rejections) + (timeouts.write || 0);
  if (!requests) return unanswered + sum(refusals) + (timeouts.head || 0) + (timeouts.body || 0);
  return unanswered + (requests.byClass['4xx'] || 0) + (requests.byClass['5xx'] || 0);
}

function latencies(requests) {
  const {total, queueWait, service} = requests.latencyNanos;
  return {
    p50: total.last10Seconds.p50,
    p99: total.last10Seconds.p99,
    p999: total.last10Seconds.p999,
    wait: queueWait.last10Seconds.p99,
    service: service.last10Seconds.p99,
    inFlight: requests.inFlight,
  };
}

// There is none where a handler of the user's own answers.
function cacheUse(before, now) {
  if (!now.cache) return {};
  const hits = grown(before, now, s => s.cache.hits);
  const lookups = hits + grown(before, now, s => s.cache.misses);
  return {hits, lookups, hitRatio: lookups ? 100 * hits / lookups : undefined};
}

function point(before, now, millis) {
  const seconds = now.uptimeSeconds - before.uptimeSeconds;
  return {
    millis,
    ...(now.requests ? latencies(now.requests) : {}),
    rate: now.requests ? grown(before, now, s => s.requests.total) / seconds : undefined,
    errors: grown(before, now, errors) / seconds,
    workers: now.pool.workers,
    busy: now.pool.busy,
    queued: now.pool.queued,
    open: now.connections.open,
    ...cacheUse(before, now),
    cores: grown(before, now, s => s.jvm.cpuNanos) / 1e9 / seconds,
    heap: now.jvm.heapUsedBytes / MEBI,
    resident: now.jvm.residentBytes === undefined ? undefined : now.jvm.residentBytes / MEBI,
  };
}

// The samples of one run of the server, and the points that they make. Bounded.
export class Points {
  constructor(kept) {
    this.kept = kept;
    this.clear();
  }

  clear() {
    this.latest = null;
    this.resizes = [];
    this.all = [];
  }

  // One that was there before is passed over: after a new start of the stream all come again.
  add(sample) {
    const before = this.latest;
    if (before && sample.uptimeSeconds <= before.uptimeSeconds) return;
    this.latest = sample;
    this.resizes.push(...(sample.pool.resizes ? sample.pool.resizes.recent : []));
    this.resizes.splice(0, this.resizes.length - this.kept);
    if (!before) {
      this.start = sample.timeMillis - 1000 * sample.uptimeSeconds; // time goes on even if the clock is set
      return;
    }
    const millis = this.start + 1000 * sample.uptimeSeconds;
    if (sample.uptimeSeconds - before.uptimeSeconds > LONGEST_GAP_SECONDS) {
      this.all.push({millis: millis - 500}); // nothing known: the line is broken
    }
    this.all.push(point(before, sample, millis));
    this.all.splice(0, this.all.length - this.kept);
  }

  get end() {
    return this.all.length ? this.all[this.all.length - 1].millis : 0;
  }

  last(seconds) {
    const from = this.end - 1000 * seconds;
    return this.all.filter(p => p.millis >= from);
  }
}
