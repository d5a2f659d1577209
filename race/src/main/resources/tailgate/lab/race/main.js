// The page of a race: takes frames, shows them a little later, and draws what moves in between.
//
//   /api/frames ─▶ frames ─▶ (shown at their time) ─▶ lanes, trend, tour, table
//
// Text is written four times a second, the queues and workers are drawn with each frame of the server,
// and only what moves with each frame of the browser.

import * as api from './api.js';
import {Clock} from './clock.js';
import {Controls} from './controls.js';
import {byId, write} from './dom.js';
import {whole} from './format.js';
import {Lanes} from './lanes.js';
import {fromHash, sceneOf, toHash} from './settings.js';
import {limitsOf, showLimits, showStart, Table, Voice} from './summary.js';
import {Tour} from './tour.js';
import {Trend} from './trend.js';

const TEXT_MILLIS = 250;
const MOST_FRAMES = 100; // that wait to be shown; a tab that sleeps would collect them
const LINKS = {connecting: 'Connecting', live: 'Live', lost: 'Connection lost, trying again'};

const still = matchMedia('(prefers-reduced-motion: reduce)');
const clock = new Clock();
const lanes = new Lanes(byId('lanes'), stage => attempt(() => api.start(stage)));
const trend = new Trend(byId('trend'));
const table = new Table(byId('numbers').querySelector('tbody'));
const voice = new Voice(byId('voice'));

let settings = fromHash('');
let phase = 'starting';
let frames = [];
let frame = null;
let written = 0;
let drawn = 0; // frames of the browser, for those who measure

// What the server refuses is shown, in its words.
async function attempt(call) {
  try {
    const said = await call();
    byId('problem').hidden = true;
    return said || true;
  } catch (problem) {
    byId('problem').hidden = false;
    write(byId('problem'), problem.message);
    return null;
  }
}

async function change(part, isQuiet = false) {
  const said = await attempt(() => api.change(part));
  if (said) take(said.settings || said);
  if (said && !isQuiet && tour.number === null) history.replaceState(null, '', toHash(settings));
  return said;
}

function take(now) {
  settings = {...settings, ...now};
  controls.show(settings);
  lanes.take(settings.stages);
}

async function reset(restart) {
  const said = await attempt(() => api.reset(restart));
  frames = []; // from before
  lanes.forget();
  trend.forget();
  return said;
}

function spike() {
  trend.mark('spike');
  return attempt(api.spike);
}

const controls = new Controls(async part => {
  const [name, value] = Object.entries(part)[0];
  if (await change(part)) trend.mark(name === 'stages' ? 'other stages' : `${name} ${value}`);
});

const scenes = await (await fetch('/scenes.json')).json();
const tour = new Tour(scenes, {
  change, reset, spike: () => attempt(api.spike), mark: text => trend.mark(text),
}, number => history.replaceState(null, '', number === null ? toHash(settings) : `#scene=${number}`));

// ---- what is shown

function showFrame() {
  trend.add(frame.t, frame.lanes);
  tour.hear(frame, phase);
  lanes.drawStill(settings);
}

function writeText(now) {
  written = now;
  lanes.say();
  tour.say(frame);
  showStart(lanes.shown, phase);
  trend.draw(settings.stages, lanes.colours);
  table.show(lanes.shown);
  const limits = limitsOf(frame);
  voice.hear(lanes.shown, limits, now);
  showLimits(limits, frame);
  const {unit} = lanes.scale;
  write(byId('scale'), `a waiting square is ${unit === 1 ? 'one request' : `${whole(unit)} requests`}`);
  const sampled = Math.max(...frame.lanes.map(lane => lane.sampled || 1));
  write(byId('sampled'), sampled > 1 ? `; of the moving ones, 1 in ${whole(sampled)} is drawn, all are counted` : '');
  document.body.dataset.spike = String(Boolean(frame.spike));
}

function tick(now) {
  requestAnimationFrame(tick);
  drawn++;
  const shown = clock.shown;
  let isNew = false;
  while (frames.length && frames[0].t <= shown) {
    frame = frames.shift();
    lanes.hear(frame);
    isNew = true;
  }
  if (!frame) return;
  if (isNew) showFrame();
  const isTime = now - written >= TEXT_MILLIS;
  if (!still.matches || isTime) lanes.drawMotion(shown, still.matches);
  if (isTime) writeText(now);
}

// ---- what comes

api.listen({
  onFrame(heard) {
    for (const lane of heard.lanes) {
      for (const figure of ['p50', 'p99']) lane[figure] = lane[figure] > 0 ? lane[figure] : null; // nothing was due
    }
    clock.hear(heard.t);
    lanes.expect(heard, clock.shown);
    frames.push(heard);
    frames.splice(0, frames.length - MOST_FRAMES);
  },
  onState(state) {
    phase = state.phase;
    take(state.settings);
    lanes.know(state);
    controls.suggest(state.limits && state.limits.suggestedRate);
  },
  onLink(link) {
    if (document.body.dataset.link === link) return;
    document.body.dataset.link = link;
    write(byId('link'), LINKS[link]);
  },
});

// ---- what is clicked

byId('spike').addEventListener('click', spike);
byId('reset').addEventListener('click', () => reset(true));
byId('copy').addEventListener('click', async () => {
  const link = new URL(tour.number === null ? toHash(settings) : `#scene=${tour.number}`, location.href).href;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    write(byId('copied'), 'Copied');
  } catch {
    write(byId('copied'), 'The address bar has the link');
  }
  setTimeout(() => write(byId('copied'), ''), 3000);
});

// An address says a scene, or settings; without either, the tour begins. A queue of a scene does not
// outlive it.
async function follow() {
  const scene = sceneOf(location.hash);
  if (scene !== null || !location.hash) {
    await tour.go(Math.min(scene || 1, scenes.length));
  } else if (await change(fromHash(location.hash), true) && tour.number !== null) {
    tour.leave();
    await reset(true);
  }
}
addEventListener('hashchange', follow);

globalThis.race = {
  get frame() { return frame; },
  get drawn() { return drawn; },
};
requestAnimationFrame(tick);
await follow();
