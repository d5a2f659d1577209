// The charts on the page. Their legends are HTML: text, with the present values in it.

import {CHARTS} from './charts.js';
import {element} from './dom.js';
import {plot} from './plot.js';

// One chart on the page.
class Figure {
  constructor(parent, chart) {
    this.chart = chart;
    this.figure = element(parent, 'figure');
    this.figure.id = `chart-${chart.id}`;
    this.figure.hidden = true;
    const caption = element(this.figure, 'figcaption');
    element(caption, 'h3', chart.title);
    if (chart.hint) element(caption, 'small', chart.hint);
    const legend = element(this.figure, 'ul', '', 'legend');
    this.values = chart.lines.map(line => {
      const item = element(legend, 'li', '', `line-${line.colour}`);
      item.append(`${line.name} `);
      return element(item, 'b', '–');
    });
    this.canvas = element(element(this.figure, 'div', '', 'plot'), 'canvas');
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `${chart.title}; the table below has the numbers`);
  }

  // Must be visible before it is drawn, or it would have no size.
  draw(points, window, resizes) {
    const latest = points[points.length - 1];
    this.figure.hidden = !latest || latest[this.chart.needs] === undefined;
    if (this.figure.hidden) return;
    this.plot = this.plot || plot(this.canvas, this.chart);
    for (const set of this.plot.data.datasets) {
      set.data = points.map(p => ({x: p.millis, y: this.y(p[set.key])}));
    }
    this.chart.lines.forEach((line, i) => { this.values[i].textContent = this.chart.show(latest[line.key]); });
    const {x, y} = this.plot.options.scales;
    x.min = window.from;
    x.max = window.to;
    if (this.chart.logarithmic) this.wholeDecades(y);
    this.plot.resizes = resizes;
    this.plot.update('none');
  }

  y(value) {
    if (value === undefined) return NaN;
    return this.chart.logarithmic ? Math.max(value, 1) : value;
  }

  // So that the scale stands still while the values move.
  wholeDecades(y) {
    const values = this.plot.data.datasets.flatMap(set => set.data.map(p => p.y)).filter(v => v > 0);
    if (!values.length) values.push(1e5, 1e6);
    const low = Math.floor(Math.log10(Math.min(...values)));
    y.min = 10 ** low;
    y.max = 10 ** Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  }

  forget() {
    if (this.plot) this.plot.destroy();
    this.plot = null;
  }
}

export class Figures {
  constructor(parent) {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 11;
    this.figures = CHARTS.map(chart => new Figure(parent, chart));
  }

  draw(points, window, resizes) {
    this.figures.forEach(figure => figure.draw(points, window, resizes));
  }

  // Colours are read when a plot is made.
  onColoursChanged(redraw) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.figures.forEach(figure => figure.forget());
      redraw();
    });
  }
}
