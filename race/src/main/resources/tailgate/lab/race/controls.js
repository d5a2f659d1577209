// The controls: they show the settings of the race, and send what is changed.

import {byId, element, write} from './dom.js';
import {whole} from './format.js';
import {STAGES} from './stages.js';

const LEAST = 1;
const MOST = 5000;
const STEPS = 1000; // of the slider, which is logarithmic
const WAIT_MILLIS = 150; // a slider that is dragged says many values
const NUMBERS = ['slots', 'workers', 'idle', 'slowReaders'];

const toSlider = rate => Math.round(STEPS * Math.log(rate / LEAST) / Math.log(MOST / LEAST));

// Two digits that count are enough.
function fromSlider(step) {
  const rate = LEAST * (MOST / LEAST) ** (step / STEPS);
  return Number(rate.toPrecision(2));
}

export class Controls {
  // send: takes a part of the settings
  constructor(send) {
    this.send = send;
    this.settings = null;
    this.waiting = 0;
    this.rate = byId('rate');
    this.rate.max = String(STEPS);
    this.rate.addEventListener('input', () => this.onRate());
    for (const name of ['handler', 'connections']) {
      byId(name).addEventListener('change', ({target}) => send({[name]: target.value}));
    }
    for (const name of NUMBERS) {
      byId(name).addEventListener('change', ({target}) => {
        if (target.checkValidity() && target.value !== '') send({[name]: Number(target.value)});
        else target.reportValidity();
      });
    }
    this.boxes = STAGES.map(stage => this.box(stage));
  }

  box({name, number}) {
    const label = element(byId('stages'), 'label', '', `stage-${number}`);
    const box = element(label, 'input');
    box.type = 'checkbox';
    box.value = name;
    element(label, 'span', String(number), 'badge');
    label.append(` ${name}`);
    box.addEventListener('change', () => {
      const stages = this.boxes.filter(each => each.checked).map(each => each.value);
      if (stages.length) this.send({stages});
      else box.checked = true; // a race needs at least one
    });
    return box;
  }

  onRate() {
    const rate = fromSlider(Number(this.rate.value));
    this.sayRate(rate, this.settings ? this.settings.stages.length : STAGES.length);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.send({rate});
    }, WAIT_MILLIS);
  }

  sayRate(rate, stages) {
    const text = `${whole(rate)} requests/s for each server, ${whole(rate * stages)} in all`;
    write(byId('rate-text'), text);
    this.rate.setAttribute('aria-valuetext', text);
  }

  // Leaves alone what the user has in his hand.
  show(settings) {
    this.settings = settings;
    const put = (id, value) => {
      const control = byId(id);
      if (control !== document.activeElement || control.tagName === 'SELECT') control.value = String(value);
    };
    ['handler', 'connections', ...NUMBERS].forEach(name => put(name, settings[name]));
    if (!this.waiting) {
      this.rate.value = String(toSlider(settings.rate));
      this.sayRate(settings.rate, settings.stages.length);
    }
    this.boxes.forEach(box => { box.checked = settings.stages.includes(box.value); });
    byId('slots').disabled = settings.handler !== 'slots';
  }

  suggest(rate) {
    byId('suggested').hidden = !rate;
    if (!rate) return;
    const at = Math.min(STEPS, toSlider(rate)) / STEPS;
    byId('suggested').style.setProperty('--at', String(at));
    byId('suggested').dataset.side = at < 0.5 ? 'right' : 'left'; // of the mark, where there is room
    write(byId('suggested-text'), `this machine carries about ${whole(rate)}/s each`);
  }
}
