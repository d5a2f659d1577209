// The server behind the page: what it is told, and what it sends ten times a second.

async function post(path, body = {}) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Tailgate-Race': '1'},
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const said = text.startsWith('{') ? JSON.parse(text) : {};
  if (!answer.ok) throw new Error(said.error || `the race answered ${answer.status}`);
  return said;
}

export const change = settings => post('/api/settings', settings);
export const spike = () => post('/api/spike');
export const reset = restart => post('/api/reset', {restart});
export const start = stage => post(`/api/lanes/${stage}/start`);

const AGAIN_MILLIS = 2000;

// Calls back with each frame and each state, and with 'live' or 'lost'. A tab that nobody sees hangs up.
export function listen({onFrame, onState, onLink}) {
  let events = null;
  let again = 0;

  const open = () => {
    close();
    events = new EventSource('/api/frames');
    events.addEventListener('frame', event => { onLink('live'); onFrame(JSON.parse(event.data)); });
    events.addEventListener('state', event => { onLink('live'); onState(JSON.parse(event.data)); });
    events.addEventListener('error', () => {
      onLink('lost');
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MILLIS);
    });
  };
  const close = () => {
    clearTimeout(again);
    if (events) events.close();
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  if (!document.hidden) open();
}
