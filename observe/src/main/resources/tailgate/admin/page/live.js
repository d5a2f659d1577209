// The live page of a Tailgate: listens to /events and shows what comes.
//
//   connecting ─▶ ready | draining ─▶ lost ─▶ connecting
//
// The browser connects again by itself, unless it was answered anything but events: then this does.
// A page that nobody sees does not listen; when it is looked at again, the server has kept the last
// minutes for it.

import {Figures} from './figures.js';
import * as format from './format.js';
import {Points} from './points.js';
import {Cards, Numbers, Resizes} from './tables.js';

const KEPT = 300;
const AGAIN_MILLIS = 5000;
const SILENCE_MILLIS = 5000; // five samples
const STATES = {
  connecting: 'Connecting',
  starting: 'Starting: no process serves',
  ready: 'Serving',
  full: 'Full: new clients find no place',
  draining: 'Draining: it is about to stop',
  lost: 'Connection lost, trying again',
};

const byId = id => document.getElementById(id);
const points = new Points(KEPT);
const figures = new Figures(byId('charts'));
const cards = new Cards(byId('cards'));
const numbers = new Numbers(byId('numbers').querySelector('tbody'));
const resizes = new Resizes(byId('resizes'));

let run = null;
let events = null;
let again = 0;
let silence = 0;
let seconds = 60;
let paused = false;
let held = []; // what came meanwhile
let asked = false; // for a frame

// ---- what is shown

function enter(state) {
  if (document.body.dataset.state === state) return;
  document.body.dataset.state = state;
  byId('state').textContent = STATES[state];
}

function describe({stage, jvm}) {
  const reactors = stage.reactors === undefined ? '' : `, ${stage.reactors} reactor${stage.reactors === 1 ? '' : 's'}`;
  const keepAlive = stage.keepAlive ? 'keep-alive' : 'no keep-alive';
  return [stage.workers, `dispatch by ${stage.dispatch}${reactors}`, keepAlive, `Java ${jvm.version}`].join(' · ');
}

function show() {
  asked = false;
  const sample = points.latest;
  if (!sample) return;
  const {stage} = sample;
  byId('stage').textContent = stage.name;
  byId('options').textContent = describe(sample);
  byId('uptime').textContent = `up ${format.uptime(sample.uptimeSeconds)}`;
  byId('unmeasured').hidden = sample.requests !== undefined;
  document.title = `${stage.name}: Tailgate`;
  cards.show(sample, points);
  if (points.all.length === 0) return;
  const lately = points.last(seconds);
  const to = points.end;
  figures.draw(lately, {from: to - 1000 * seconds, to}, points.resizes);
  numbers.show(lately);
  resizes.show(sample.pool, points.resizes);
}

// Many samples come at once at the start; they are one picture.
function ask() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(show);
}

// ---- what comes

function onServer(event) {
  const server = JSON.parse(event.data);
  if (server.run !== run) { // all counts begin again
    points.clear();
    held = [];
  }
  run = server.run;
}

function onSample(event) {
  const sample = JSON.parse(event.data);
  enter(sample.state);
  clearTimeout(silence); // a server that stands still, or a dead link, closes nothing
  silence = setTimeout(() => enter('lost'), SILENCE_MILLIS);
  held.push(sample);
  held.splice(0, held.length - KEPT);
  if (!paused) showHeld();
}

function showHeld() {
  held.splice(0).forEach(sample => points.add(sample));
  ask();
}

function onError() {
  enter('lost');
  if (events.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN_MILLIS);
}

function listen() {
  hangUp();
  events = new EventSource('/events');
  events.addEventListener('server', onServer);
  events.addEventListener('message', onSample);
  events.addEventListener('error', onError);
}

function hangUp() {
  clearTimeout(again);
  clearTimeout(silence);
  if (events) events.close();
}

// ---- what is clicked

byId('pause').addEventListener('click', ({currentTarget: button}) => {
  paused = !paused;
  button.setAttribute('aria-pressed', String(paused));
  if (!paused) showHeld();
});

const ranges = document.querySelectorAll('[data-seconds]');
ranges.forEach(button => button.addEventListener('click', () => {
  seconds = Number(button.dataset.seconds);
  ranges.forEach(other => other.setAttribute('aria-pressed', String(other === button)));
  show();
}));

document.addEventListener('visibilitychange', () => (document.hidden ? hangUp() : listen()));
figures.onColoursChanged(show);
if (!document.hidden) listen();
