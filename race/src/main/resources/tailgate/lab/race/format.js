// Figures for people. What is not known is a dash.

const NONE = '–';

export const known = value => value !== undefined && value !== null && !Number.isNaN(value);

export function whole(value) {
  return known(value) ? Math.round(value).toLocaleString('en') : NONE;
}

// Takes milliseconds. Three digits at most.
export function millis(value) {
  if (!known(value)) return NONE;
  if (value >= 1000) return `${(value / 1000).toFixed(value >= 10000 ? 0 : 1)} s`;
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`;
}

export const MIB = 2 ** 20;

export function bytes(value) {
  return known(value) ? `${Math.round(value / MIB).toLocaleString('en')} MiB` : NONE;
}

export function percent(share) {
  return known(share) ? `${Math.round(100 * share)} %` : NONE;
}

export function ago(value) {
  return value < 1000 ? 'just now' : `${whole(value / 1000)} s ago`;
}
