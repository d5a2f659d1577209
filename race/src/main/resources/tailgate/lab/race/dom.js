// Small helpers for elements.

export const byId = id => document.getElementById(id);

export function element(parent, tag, text = '', cls = '') {
  const made = document.createElement(tag);
  made.textContent = text;
  if (cls) made.className = cls;
  parent.append(made);
  return made;
}

// Writes only what has changed: a write makes the browser lay out the page again.
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

// The colours of the page are in the style sheet, once for light and once for dark.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
