"use strict";

const REQUESTS = 100;
const URL_OF_DATA = new URL("data.json", document.baseURI).href;
const BINS_PER_OCTAVE = 3;
const FEWEST_OCTAVES = 4;
const SMALLEST_MS = 0.1; // browsers round their clock to about this

const byId = (id) => document.getElementById(id);
const milliseconds = (value) => value.toFixed(value < 10 ? 1 : 0);
const count = new Intl.NumberFormat("en").format;

/** Fetches past the browser's cache and times it until the last byte is here. */
async function timedFetch() {
  const start = performance.now();
  const response = await fetch(URL_OF_DATA, { cache: "no-store" });
  const body = await response.arrayBuffer();
  return { response, body, elapsed: performance.now() - start };
}

// What was served so far

async function showData() {
  try {
    const { response, body, elapsed } = await timedFetch();
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    const records = JSON.parse(new TextDecoder().decode(body)).deliveries.length;
    const server = response.headers.get("Server");
    byId("data").textContent =
      `data.json: ${count(records)} records, ${count(body.byteLength)} bytes, ` +
      `${milliseconds(elapsed)} ms.` + (server ? ` The server calls itself “${server}”.` : "");
    byId("fire").disabled = false;
  } catch (problem) {
    byId("data").textContent =
      `data.json did not come: ${problem.message}. Is this page served over HTTP?`;
  }
}

function connectionOf(entry) {
  if (entry.transferSize === 0) {
    return "none: cached";
  }
  return openedConnection(entry) ? "opened for it" : "already open";
}

function openedConnection(entry) {
  return entry.connectEnd > entry.connectStart;
}

function showFiles() {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource")
    .filter((entry) => entry.name.startsWith(location.origin))
    .filter((entry, i, all) => all.findIndex((other) => other.name === entry.name) === i);
  const rows = [page, ...files].map((entry) => {
    const name = entry === page ? "this page" : entry.name.split("/").pop();
    return [name, count(entry.encodedBodySize), milliseconds(entry.responseEnd - entry.startTime),
      connectionOf(entry)];
  });
  fillTable(document.querySelector("#files tbody"), rows);
}

function fillTable(body, rows) {
  body.replaceChildren(...rows.map((cells) => {
    const row = document.createElement("tr");
    for (const cell of cells) {
      row.insertCell().textContent = cell;
    }
    return row;
  }));
}

// A hundred more

let run = null; // the run under way or shown, if any

async function fire() {
  if (run?.active) {
    run.active = false; // the button says "Stop" now
    return;
  }
  const mine = { active: true, latencies: [], refused: 0 };
  run = mine;
  performance.clearResourceTimings(); // the browser keeps only a few hundred
  byId("fire").textContent = "Stop";
  byId("summary").textContent = "Firing…";
  byId("details").hidden = true;
  for (let done = 0; mine.active && done < REQUESTS; done++) {
    await fireOne(mine);
    byId("progress").value = done + 1;
    drawHistogram();
  }
  mine.active = false;
  byId("fire").textContent = `Fire ${REQUESTS} requests`;
  await new Promise((resume) => setTimeout(resume, 100)); // timing entries come late
  if (run === mine) {
    showSummary(mine);
  }
}

async function fireOne(mine) {
  try {
    const { response, elapsed } = await timedFetch();
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    mine.latencies.push(elapsed);
  } catch {
    mine.refused++;
  }
}

/** The smallest latency that the given share of all requests did not exceed. */
function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function showSummary({ latencies, refused }) {
  const sorted = latencies.toSorted((a, b) => a - b);
  const parts = [`${sorted.length} answered, ${refused} refused or lost.`];
  if (sorted.length > 0) {
    const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentile(sorted, share));
    parts.push(`p50 ${milliseconds(p50)} ms, p90 ${milliseconds(p90)} ms, ` +
      `p99 ${milliseconds(p99)} ms, max ${milliseconds(sorted.at(-1))} ms.`);
    parts.push(`Connections opened: ${connectionsOpened()}.`);
    byId("histogram").setAttribute("aria-label",
      `Histogram of ${sorted.length} latencies from ${milliseconds(sorted[0])} to ` +
      `${milliseconds(sorted.at(-1))} ms, median ${milliseconds(p50)} ms`);
    fillTable(byId("bins"), bins(latencies)
      .filter((bin) => bin.size > 0)
      .map((bin) => [bin.from.toFixed(2), bin.to.toFixed(2), bin.size]));
    byId("details").hidden = false;
  }
  byId("summary").textContent = parts.join(" ");
}

function connectionsOpened() {
  return performance.getEntriesByName(URL_OF_DATA, "resource").filter(openedConnection).length;
}

/** Sorts latencies into bins of equal ratio, three to a doubling, between whole powers of two. */
function bins(latencies) {
  const logs = latencies.map((latency) => Math.log2(Math.max(latency, SMALLEST_MS)));
  const low = Math.floor(Math.min(...logs));
  const high = Math.max(Math.floor(Math.max(...logs)) + 1, low + FEWEST_OCTAVES);
  const result = Array.from({ length: (high - low) * BINS_PER_OCTAVE }, (_, i) => ({
    from: 2 ** (low + i / BINS_PER_OCTAVE),
    to: 2 ** (low + (i + 1) / BINS_PER_OCTAVE),
    size: 0,
  }));
  for (const log of logs) {
    result[Math.floor((log - low) * BINS_PER_OCTAVE)].size++;
  }
  return result;
}

function drawHistogram() {
  const svg = byId("histogram");
  const { width, height } = svg.getBoundingClientRect();
  const floor = height - 22;
  const parts = [shape("line", { class: "axis", x1: 0, x2: width, y1: floor, y2: floor })];
  if (run?.latencies.length > 0) {
    const all = bins(run.latencies);
    const step = width / all.length;
    const tallest = Math.max(...all.map((bin) => bin.size));
    const p90 = percentile(run.latencies.toSorted((a, b) => a - b), 0.9);
    all.forEach((bin, i) => {
      const barHeight = (bin.size / tallest) * (floor - 18);
      parts.push(shape("rect", {
        class: bin.from > p90 ? "bar tail" : "bar",
        x: i * step + 1, y: floor - barHeight, width: Math.max(step - 2, 1), height: barHeight,
      }));
      if (bin.size > 0) {
        parts.push(label(i * step + step / 2, floor - barHeight - 4, bin.size));
      }
      if (i > 0 && i % BINS_PER_OCTAVE === 0) {
        parts.push(label(i * step, height - 6, Number(bin.from.toPrecision(2))));
      }
    });
    parts.push(label(width - 12, height - 6, "ms"));
  }
  svg.replaceChildren(...parts);
}

function shape(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

function label(x, y, text) {
  const element = shape("text", { x, y });
  element.textContent = text;
  return element;
}

byId("fire").addEventListener("click", fire);
new ResizeObserver(drawHistogram).observe(byId("histogram"));
addEventListener("load", async () => {
  await showData();
  setTimeout(showFiles, 100); // timing entries come late
});
