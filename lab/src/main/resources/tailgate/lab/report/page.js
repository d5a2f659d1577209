(() => {
  'use strict';
  const page = JSON.parse(document.getElementById('data').textContent);
  const main = document.getElementById('report');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let printing = false;
  // Told apart by those who see colours differently, too (Okabe and Ito).
  const light = {
    hues: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b58900', '#56606b', '#7a3fb0', '#00838f'],
    ink: '#22252a', faint: '#666c76', rule: '#e6e3dc', shade: 'rgba(0,0,0,.06)',
  };
  const bright = {
    hues: ['#56b4e9', '#ff8a3d', '#2fd6a3', '#f0a6cf', '#f0e442', '#c3cad3', '#c39bf0', '#4dd0e1'],
    ink: '#e6e4df', faint: '#9aa0ab', rule: '#2c3036', shade: 'rgba(255,255,255,.08)',
  };
  const theme = () => (dark.matches && !printing ? bright : light);
  const hues = [...new Set(page.sections.flatMap(s => s.charts.flatMap(c => c.series.map(l => l.hue))))];
  const charts = [];
  // All charts of load have the same height of 100 %, so that they can be compared.
  const mostOfLoad = page.sections.flatMap(s => s.charts).filter(c => c.kind === 'LOAD')
    .flatMap(c => c.series.flatMap(l => l.points.map(p => p[1]))).reduce((a, b) => Math.max(a, b), 1);

  function add(parent, tag, text, cls) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (cls) element.className = cls;
    parent.append(element);
    return element;
  }

  // Each nine gets as much room: 90 % at 1, 99 % at 2, 99.9 % at 3.
  const nines = percent => -Math.log10(1 - percent / 100);
  // Each tenfold gets as much room, and 0 is at the bottom.
  const tens = count => Math.log10(1 + count);
  const NINES = [0, 50, 90, 95, 99, 99.5, 99.9, 99.99];

  const shade = {
    id: 'shade',
    beforeDatasetsDraw(chart, args, options) {
      const {ctx, chartArea, scales} = chart;
      ctx.save();
      ctx.fillStyle = theme().shade;
      for (const band of options.bands || []) {
        const from = Math.max(scales.x.getPixelForValue(band.from), chartArea.left);
        const to = Math.min(scales.x.getPixelForValue(band.to), chartArea.right);
        if (to > from) ctx.fillRect(from, chartArea.top, to - from, chartArea.bottom - chartArea.top);
      }
      ctx.restore();
    },
  };

  // How far a bar may be from the truth.
  const whiskers = {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      const {ctx, chartArea, scales, data} = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
      ctx.clip();
      ctx.strokeStyle = theme().ink;
      ctx.beginPath();
      data.datasets.forEach((dataset, index) => {
        if (!dataset.errors || !chart.isDatasetVisible(index)) return;
        chart.getDatasetMeta(index).data.forEach((bar, at) => {
          const error = dataset.errors[at];
          if (!error) return;
          const y = scales.y.getPixelForValue(dataset.data[at].y + error);
          const low = dataset.data[at].y - error;
          const bottom = low > scales.y.min ? scales.y.getPixelForValue(low) : scales.y.bottom;
          ctx.moveTo(bar.x, bottom);
          ctx.lineTo(bar.x, y);
          ctx.moveTo(bar.x - 4, y);
          ctx.lineTo(bar.x + 4, y);
        });
      });
      ctx.stroke();
      ctx.restore();
    },
  };

  const plain = value => Number(value.toPrecision(3)).toLocaleString('en', {maximumFractionDigits: 3});
  // 1, 2 and 5 of each decade.
  const isRound = value => ['1', '2', '5'].includes(value.toExponential(3).replace(/\.?0*e.*/, ''));

  const isBars = chart => chart.kind === 'CATEGORIES' || chart.kind === 'STACKS';

  function xAxis(chart, lastSecond) {
    const {faint, rule} = theme();
    const axis = {
      type: 'linear', grid: {color: rule}, border: {color: rule},
      ticks: {color: faint, maxRotation: 0}, title: {display: true, color: faint},
    };
    if (chart.kind === 'PERCENTILES') {
      axis.min = 0;
      axis.max = nines(Math.max(99.9, ...chart.series.flatMap(l => l.points.map(p => p[0])).filter(p => p < 100)));
      axis.title.text = 'percentile';
      let shown = [];
      axis.afterBuildTicks = scale => {
        // From the tail on, and only where there is room for a label.
        const room = 48 * axis.max / Math.max(scale.width || scale.chart.width, 1);
        shown = NINES.filter(p => nines(p) <= axis.max).reduceRight((kept, p) => (
          kept.length && nines(kept[0]) - nines(p) < room ? kept : [p, ...kept]), []);
        scale.ticks = shown.map(p => ({value: nines(p)}));
      };
      axis.ticks.callback = (value, index) => shown[index] + ' %';
      axis.ticks.autoSkip = false;
    } else if (chart.kind === 'TIME') {
      axis.title.text = 'seconds';
      axis.min = 0;
      axis.max = lastSecond;
      axis.ticks.callback = value => (Number.isInteger(value) || lastSecond < 4 ? plain(value) : '');
    } else if (chart.kind === 'RATE') {
      axis.title.text = 'requests/s that arrive';
      axis.type = 'logarithmic';
      axis.ticks.callback = value => (isRound(value) ? plain(value) : '');
    } else if (chart.kind === 'LOAD') {
      axis.title.text = 'requests that arrive, as a multiple of the capacity';
      axis.ticks.callback = value => plain(value) + ' ×';
    } else if (isBars(chart)) {
      axis.type = 'category';
      axis.stacked = chart.kind === 'STACKS';
      axis.title.display = false;
      axis.ticks.autoSkip = false;
      axis.ticks.maxRotation = 40; // names that have no room side by side
    } else {
      axis.type = 'logarithmic';
      axis.title.text = 'users';
      const users = [...new Set(chart.series.flatMap(l => l.points.map(p => p[0])))].sort((a, b) => a - b);
      axis.afterBuildTicks = scale => { scale.ticks = users.map(value => ({value})); };
      axis.ticks.callback = value => value.toLocaleString('en');
    }
    return axis;
  }

  function yAxis(chart) {
    const {faint, rule} = theme();
    const axis = {
      type: chart.scale === 'LOGARITHMIC' ? 'logarithmic' : 'linear',
      grid: {color: rule}, border: {color: rule}, ticks: {color: faint},
      title: {display: true, text: chart.yTitle, color: faint},
      // As wide as that of the chart above, so that one second is in one place.
      afterFit: scale => { if (chart.kind === 'TIME') scale.width = 64; },
    };
    const values = chart.series.flatMap(l => l.points.map(p => p[1]));
    if (chart.scale === 'COUNTS') {
      countTicks(axis, Math.max(...values));
    } else if (chart.scale === 'LOGARITHMIC') {
      axis.ticks.callback = value => (isRound(value) ? plain(value) : '');
      const some = values.filter(y => y > 0);
      // A range of less than a decade would have hardly a label, and look like much.
      if (Math.max(...some) < 10 * Math.min(...some)) {
        axis.min = 10 ** Math.floor(Math.log10(Math.min(...some)));
        axis.max = 10 ** Math.ceil(Math.log10(Math.max(...some)));
      }
    } else {
      axis.beginAtZero = true;
      const tops = chart.series.flatMap((l, i) => l.points.map((p, j) => p[1] + ((chart.errors[i] || [])[j] || 0)));
      // Whiskers are to be seen; and a line of noughts is at the bottom, not in the middle.
      axis.suggestedMax = {CATEGORIES: Math.max(...tops), STACKS: 0, LOAD: mostOfLoad}[chart.kind] ?? 1;
      axis.stacked = chart.kind === 'STACKS';
      if (values.every(Number.isInteger)) axis.ticks.precision = 0;
    }
    return axis;
  }

  // 1, 2 and 5 of each decade where there is room for their labels, and decades where there is not.
  function countTicks(axis, most) {
    axis.min = 0;
    axis.max = tens(most) * 1.02;
    const round = [0];
    for (let decade = 1; decade <= most; decade *= 10) round.push(decade, 2 * decade, 5 * decade);
    let shown = [];
    axis.afterBuildTicks = scale => {
      const room = 20 * axis.max / Math.max(scale.height || scale.chart.height, 1);
      const tight = tens(9) - tens(4) < room;
      shown = round.filter(count => count <= most
        && (!tight || !count || (count >= 10 && Number.isInteger(Math.log10(count)))));
      scale.ticks = shown.map(count => ({value: tens(count)}));
    };
    axis.ticks.callback = (value, index) => plain(shown[index]);
    axis.ticks.autoSkip = false;
  }

  // Where a point is drawn.
  function place(chart) {
    if (chart.kind === 'PERCENTILES') return p => nines(p[0]);
    return isBars(chart) ? p => chart.categories[p[0]] : p => p[0];
  }

  // What a tooltip calls it.
  function placeName(chart, x) {
    const units = {PERCENTILES: ' %', TIME: ' s', USERS: ' users', RATE: '/s', LOAD: ' ×'};
    return isBars(chart) ? chart.categories[x] : x + units[chart.kind];
  }

  function dataset(line, index, chart) {
    const x = place(chart);
    const y = chart.scale === 'COUNTS' ? p => tens(p[1]) : p => p[1];
    const at = hues.indexOf(line.hue);
    const colours = theme().hues;
    const colour = colours[at % colours.length];
    // More hues than colours: the second round is dotted.
    const round = at >= colours.length ? [2, 3] : undefined;
    // Lines of load lie on each other: the first is on top, and those below it are wider.
    const layer = line.dashed ? 0 : Math.min(index, 4);
    const ofLoad = 2 + 1.5 * layer;
    return {
      label: line.name,
      data: line.points.filter(p => chart.scale !== 'LOGARITHMIC' || p[1] > 0)
        .map(p => ({x: x(p), y: y(p), of: p[0], is: p[1]})),
      borderColor: colour,
      backgroundColor: colour,
      borderDash: line.dashed ? [6, 4] : round,
      borderWidth: {TIME: 1.5, CATEGORIES: 0, STACKS: 0, LOAD: ofLoad}[chart.kind] ?? 2,
      errors: chart.errors[index],
      pointRadius: {USERS: 3, RATE: 2, LOAD: line.dashed ? 0 : 1.2 + ofLoad / 2}[chart.kind] ?? 0,
      order: chart.kind === 'LOAD' && line.dashed ? -1 : 0,
      pointHitRadius: 8,
    };
  }

  // With dashes, which Chart.js takes from a point where points are its symbols.
  function legendOf(drawn) {
    return Chart.defaults.plugins.legend.labels.generateLabels(drawn).map(label => (
      {...label, lineDash: drawn.data.datasets[label.datasetIndex].borderDash || [], lineWidth: 2}));
  }

  function spread(item) {
    const error = (item.dataset.errors || [])[item.dataIndex];
    return error ? ' ± ' + plain(error) : '';
  }

  function draw({canvas, chart, lastSecond}) {
    const {ink} = theme();
    const bars = isBars(chart);
    return new Chart(canvas, {
      type: bars ? 'bar' : 'line',
      data: {
        labels: bars ? chart.categories : undefined,
        datasets: chart.series.map((line, index) => dataset(line, index, chart)),
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        devicePixelRatio: printing ? 2 : undefined,
        interaction: {mode: 'nearest', axis: 'x', intersect: false},
        scales: {x: xAxis(chart, lastSecond), y: yAxis(chart)},
        plugins: {
          shade: {bands: chart.bands},
          legend: {
            display: chart.series.length > 1,
            labels: {
              color: ink, usePointStyle: true, pointStyle: bars ? 'rect' : 'line', pointStyleWidth: 28, boxHeight: 7,
              generateLabels: legendOf,
            },
          },
          tooltip: {callbacks: {
            title: items => (items.length ? placeName(chart, items[0].raw.of) : ''),
            label: item => `${item.dataset.label}: ${plain(item.raw.is)}${spread(item)}`,
          }},
        },
      },
      plugins: [shade, whiskers],
    });
  }

  function drawAll() {
    charts.forEach(entry => {
      if (entry.drawn) entry.drawn.destroy();
      entry.drawn = draw(entry);
    });
  }

  function addTable(rows) {
    if (!rows.length) return;
    const table = add(add(main, 'div', undefined, 'scroll'), 'table');
    const figures = rows[0].map((title, column) =>
      rows.slice(1).every(cells => /^[\d.,<>()\s*%±+–-]*$/.test(cells[column])));
    const head = add(table, 'thead');
    const body = add(table, 'tbody');
    rows.forEach((cells, index) => {
      const row = add(index ? body : head, 'tr');
      cells.forEach((cell, column) => add(row, index ? 'td' : 'th', cell, figures[column] ? 'figure' : ''));
    });
  }

  function addSection(section, index) {
    add(main, 'h2', section.title).id = 'section-' + index;
    section.text.split('\n').filter(text => text).forEach(text => add(main, 'p', text));
    const grid = add(main, 'div', undefined, 'charts');
    const seconds = section.charts.filter(c => c.kind === 'TIME')
      .flatMap(c => c.series.flatMap(l => l.points.map(p => p[0])));
    const lastSecond = seconds.reduce((a, b) => Math.max(a, b), 0) || undefined;
    section.charts.forEach(chart => {
      const figure = add(grid, 'figure');
      add(figure, 'h3', chart.title);
      const canvas = add(add(figure, 'div', undefined, 'plot'), 'canvas');
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', chart.title);
      charts.push({canvas, chart, lastSecond});
    });
    addTable(section.table);
  }

  add(main, 'h1', page.question);
  add(main, 'p', page.title, 'subject');
  if (page.sections.length > 2) {
    const nav = add(main, 'nav');
    page.sections.forEach((section, index) => { add(nav, 'a', section.title).href = '#section-' + index; });
    add(nav, 'a', 'How it was measured').href = '#how';
  }
  if (page.answers.length) {
    const list = add(main, 'ul', undefined, 'answers');
    page.answers.forEach(answer => {
      const item = add(list, 'li', undefined, answer.mood);
      add(item, 'b', answer.about);
      add(item, 'span', answer.text);
    });
  }
  addTable(page.table);
  page.sections.forEach(addSection);
  add(main, 'h2', 'How it was measured').id = 'how';
  const facts = add(main, 'dl');
  page.facts.forEach(fact => {
    add(facts, 'dt', fact.name);
    add(facts, 'dd', fact.value);
  });
  const remarks = add(main, 'ul', undefined, 'remarks');
  page.remarks.forEach(remark => add(remarks, 'li', remark));

  // With "?section=0" that section is alone on the page, for a picture of it.
  const alone = document.getElementById('section-' + new URLSearchParams(location.search).get('section'));
  if (alone) {
    let isOfIt = false;
    [...main.children].forEach(child => {
      isOfIt = child.tagName === 'H2' ? child === alone : isOfIt;
      if (!isOfIt) child.remove();
    });
    alone.style.cssText = 'margin: 0; padding: 0; border: 0';
  }

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  drawAll();
  dark.addEventListener('change', drawAll);
  // Paper is white whatever the screen is.
  addEventListener('beforeprint', () => { printing = true; drawAll(); });
  addEventListener('afterprint', () => { printing = false; drawAll(); });
})();
