// How a chart is drawn, by Chart.js.

import * as format from './format.js';

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Where the pool was resized: a line, and at its top which way it went.
const marks = {
  id: 'marks',
  afterDatasetsDraw(chart) {
    const {ctx, chartArea: area, scales: {x}} = chart;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = css('--mark');
    ctx.setLineDash([2, 3]);
    for (const resize of chart.resizes || []) {
      const at = x.getPixelForValue(resize.timeMillis);
      if (at < area.left || at > area.right) continue;
      const up = resize.to > resize.from;
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(at - 4, area.top + (up ? 6 : 0));
      ctx.lineTo(at + 4, area.top + (up ? 6 : 0));
      ctx.lineTo(at, area.top + (up ? 0 : 6));
      ctx.fill();
    }
    ctx.restore();
  },
};

// Whole and half minutes, as many as there is room for; they move with the time.
function timeTicks(scale) {
  const room = Math.max(2, Math.floor(scale.width / 70));
  const step = [5, 10, 15, 30, 60, 120, 300].map(s => 1000 * s).find(s => (scale.max - scale.min) / s <= room) || 300000;
  scale.ticks = [];
  for (let at = Math.ceil(scale.min / step) * step; at <= scale.max; at += step) scale.ticks.push({value: at});
}

// Decades, and what lies between them where there are few.
function decadeTicks(scale) {
  const few = Math.log10(scale.max / scale.min) < 2.5;
  scale.ticks = [];
  for (let decade = scale.min; decade <= scale.max * 1.001; decade *= 10) {
    for (const part of few ? [1, 2, 5] : [1]) {
      if (decade * part <= scale.max * 1.001) scale.ticks.push({value: decade * part});
    }
  }
}

function yScale(chart) {
  const scale = {
    grid: {color: css('--rule'), drawTicks: false},
    border: {display: false},
    ticks: {color: css('--faint'), maxTicksLimit: 5, padding: 6, callback: value => (chart.integer ? format.compact(value) : chart.show(value))},
    afterFit: axis => { axis.width = 62; }, // so that the times of all charts are below each other
  };
  if (chart.logarithmic) {
    return {...scale, type: 'logarithmic', afterBuildTicks: decadeTicks};
  }
  if (chart.integer) scale.ticks.precision = 0;
  return {...scale, beginAtZero: true, suggestedMax: chart.max || chart.least || (chart.integer ? 4 : undefined), grace: chart.max ? 0 : '5%'};
}

function dataset(chart, line) {
  const colour = css(`--line-${line.colour}`);
  return {
    key: line.key,
    label: line.name,
    borderColor: colour,
    backgroundColor: line.filled ? `${colour}2e` : colour,
    fill: line.filled ? 'origin' : false,
    borderWidth: 1.75,
    pointRadius: 0,
    pointHitRadius: 6,
    stepped: chart.stepped ? 'before' : false,
    data: [],
  };
}

export function plot(canvas, chart) {
  return new Chart(canvas, {
    type: 'line',
    data: {datasets: chart.lines.map(line => dataset(chart, line))},
    options: {
      animation: false, // a page that watches a server leaves it the processors
      parsing: false,
      maintainAspectRatio: false,
      interaction: {mode: 'index', intersect: false},
      scales: {
        x: {
          type: 'linear',
          grid: {color: css('--rule'), drawTicks: false},
          border: {display: false},
          afterBuildTicks: timeTicks,
          ticks: {color: css('--faint'), autoSkip: false, maxRotation: 0, padding: 6, callback: value => format.clock(value)},
        },
        y: yScale(chart),
      },
      plugins: {
        legend: {display: false},
        tooltip: {
          callbacks: {
            title: items => (items.length ? format.clock(items[0].parsed.x) : ''),
            label: item => ` ${item.dataset.label}: ${chart.show(item.parsed.y)}`,
          },
        },
      },
    },
    plugins: chart.resizes ? [marks] : [],
  });
}
