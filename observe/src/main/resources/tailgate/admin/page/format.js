// Figures for people. What is not known is a dash.

const NONE = '–';

function known(value) {
  return value !== undefined && value !== null && !Number.isNaN(value);
}

// Three digits that count, but never fewer than the whole ones.
function digits(value) {
  const places = value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', {maximumFractionDigits: places});
}

export function whole(value) {
  return known(value) ? Math.round(value).toLocaleString('en') : NONE;
}

export function rate(value) {
  return known(value) ? (value >= 10 ? whole(value) : digits(value)) : NONE;
}

// Short enough for an axis.
export function compact(value) {
  return value.toLocaleString('en', {notation: 'compact', maximumSignificantDigits: 3});
}

export function duration(nanos) {
  if (!known(nanos)) return NONE;
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]]) {
    if (nanos >= size) return `${digits(nanos / size)} ${unit}`;
  }
  return nanos === 0 ? '0' : `${Math.round(nanos)} ns`;
}

export function bytes(value) {
  if (!known(value)) return NONE;
  for (const [unit, size] of [['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 2 ** 10]]) {
    if (value >= size) return `${digits(value / size)} ${unit}`;
  }
  return `${value} B`;
}

// 99.97 must not look like 100.
export function percent(value) {
  if (!known(value)) return NONE;
  const places = value > 99 && value < 100 ? 2 : value > 10 ? 1 : 2;
  return `${(Math.floor(value * 100) / 100).toLocaleString('en', {maximumFractionDigits: places})} %`;
}

export function cores(value) {
  return known(value) ? value.toFixed(2) : NONE;
}

export function uptime(seconds) {
  const parts = [];
  let rest = Math.floor(seconds);
  for (const [unit, size] of [['d', 86400], ['h', 3600], ['min', 60]]) {
    if (rest >= size || parts.length) parts.push(`${Math.floor(rest / size)} ${unit}`);
    rest %= size;
  }
  return [...parts, `${rest} s`].slice(0, 3).join(' ');
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString('en-GB');
}
