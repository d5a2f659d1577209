export function element(parent, tag, text = '', cls = '') {
  const made = document.createElement(tag);
  made.textContent = text;
  if (cls) made.className = cls;
  parent.append(made);
  return made;
}
