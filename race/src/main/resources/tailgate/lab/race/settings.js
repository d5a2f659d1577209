// The settings of a race, as text after the # of the address: a link repeats them.

import {STAGES} from './stages.js';

export const DEFAULTS = {
  handler: 'wait-50ms', slots: 8, rate: 100, connections: 'kept', idle: 0, slowReaders: 0, workers: 8,
  stages: STAGES.map(stage => stage.name), seed: 1,
};

const NUMBERS = ['slots', 'rate', 'idle', 'slowReaders', 'workers', 'seed'];

// Only what differs from the defaults.
export function toHash(settings) {
  const given = new URLSearchParams();
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    const value = String(settings[name] ?? usual);
    if (value !== String(usual)) given.set(name, value);
  }
  return `#${given.toString().replaceAll('%2C', ',') || 'default'}`;
}

// What the server refuses is not refused here: it says why.
export function fromHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const settings = {...DEFAULTS};
  for (const name of Object.keys(DEFAULTS)) {
    if (!given.has(name)) continue;
    const text = given.get(name);
    if (name === 'stages') settings.stages = text.split(',').filter(Boolean);
    else settings[name] = NUMBERS.includes(name) ? Number(text) : text;
  }
  return settings;
}

// The number of a scene, or null.
export function sceneOf(hash) {
  const match = /^#scene=(\d+)$/.exec(hash);
  return match ? Number(match[1]) : null;
}
