(() => {
  'use strict';
  const page = JSON.parse(document.getElementById('data').textContent);
  const main = document.getElementById('report');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  // Told apart by those who see colours differently, too (Okabe and Ito).
  const light = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b58900', '#56606b', '#7a3fb0', '#00838f'];
  const bright = ['#56b4e9', '#ff8a3d', '#2fd6a3', '#f0a6cf', '#f0e442', '#c3cad3', '#c39bf0', '#4dd0e1'];
  const names = [...new Set(page.sections.flatMap(s => s.charts.flatMap(c => c.series.map(l => l.name))))];
  const charts = [];

  function add(parent, tag, text, cls) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (cls) element.className = cls;
    parent.append(element);
    return element;
  }

  // Each nine gets as much room: 90 % at 1, 99 % at 2, 99.9 % at 3.
  const nines = percent => -Math.log10(1 - percent / 100);
  const NINES = [0, 50, 90, 95, 99, 99.5, 99.9, 99.99];

  const shade = {
    id: 'shade',
    beforeDatasetsDraw(chart, args, options) {
      const {ctx, chartArea, scales} = chart;
      ctx.save();
      ctx.fillStyle = dark.matches ? 'rgba(255,255,255,.08)' : 'rgba(0,0,0,.06)';
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
      const {ctx, scales, data} = chart;
      ctx.save();
      ctx.strokeStyle = dark.matches ? '#fff' : '#000';
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

  function xAxis(chart, style) {
    const axis = {type: 'linear', grid: style.grid, ticks: {...style.ticks, maxRotation: 0}, title: {display: true, color: style.faint}};
    if (chart.kind === 'PERCENTILES') {
      axis.min = 0;
      axis.max = nines(Math.max(99.9, ...chart.series.flatMap(l => l.points.map(p => p[0])).filter(p => p < 100)));
      axis.title.text = 'percentile';
      const shown = NINES.filter(p => nines(p) <= axis.max);
      axis.afterBuildTicks = scale => { scale.ticks = shown.map(p => ({value: nines(p)})); };
      axis.ticks.callback = (value, index) => shown[index] + ' %';
      axis.ticks.autoSkip = false;
    } else if (chart.kind === 'TIME') {
      axis.title.text = 'seconds';
      axis.min = 0;
    } else if (chart.kind === 'CATEGORIES') {
      axis.type = 'category';
      axis.title.display = false;
      axis.ticks = {...style.ticks, autoSkip: false};
    } else {
      axis.type = 'logarithmic';
      axis.title.text = 'users';
      const users = [...new Set(chart.series.flatMap(l => l.points.map(p => p[0])))].sort((a, b) => a - b);
      axis.afterBuildTicks = scale => { scale.ticks = users.map(value => ({value})); };
      axis.ticks.callback = value => value.toLocaleString('en');
    }
    return axis;
  }

  function yAxis(chart, style) {
    const axis = {
      type: chart.logarithmic ? 'logarithmic' : 'linear',
      grid: style.grid,
      ticks: {...style.ticks},
      title: {display: true, text: chart.yTitle, color: style.faint},
    };
    if (chart.logarithmic) {
      axis.ticks.callback = value => (isRound(value) ? plain(value) : '');
      const values = chart.series.flatMap(l => l.points.map(p => p[1])).filter(y => y > 0);
      // A range of less than a decade would have hardly a label, and look like much.
      if (Math.max(...values) < 10 * Math.min(...values)) {
        axis.min = 10 ** Math.floor(Math.log10(Math.min(...values)));
        axis.max = 10 ** Math.ceil(Math.log10(Math.max(...values)));
      }
    } else {
      axis.beginAtZero = true;
    }
    return axis;
  }

  // What a tooltip calls the place that it is about.
  function place(chart, of) {
    const units = {PERCENTILES: ' %', TIME: ' s', USERS: ' users'};
    return chart.kind === 'CATEGORIES' ? chart.categories[of] : of + units[chart.kind];
  }

  function draw(canvas, chart) {
    const css = getComputedStyle(document.documentElement);
    const faint = css.getPropertyValue('--faint').trim();
    const style = {faint, grid: {color: css.getPropertyValue('--rule').trim()}, ticks: {color: faint}};
    const palette = dark.matches ? bright : light;
    const bars = chart.kind === 'CATEGORIES';
    const x = chart.kind === 'PERCENTILES' ? p => nines(p[0]) : bars ? p => chart.categories[p[0]] : p => p[0];
    return new Chart(canvas, {
      type: bars ? 'bar' : 'line',
      data: {
        labels: bars ? chart.categories : undefined,
        datasets: chart.series.map((line, index) => ({
          label: line.name,
          data: line.points.filter(p => !chart.logarithmic || p[1] > 0).map(p => ({x: x(p), y: p[1], of: p[0]})),
          borderColor: palette[names.indexOf(line.name) % palette.length],
          backgroundColor: palette[names.indexOf(line.name) % palette.length],
          errors: chart.errors[index],
          borderWidth: bars ? 0 : 2,
          pointRadius: chart.kind === 'USERS' ? 3 : 0,
          pointHitRadius: 8,
        })),
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        interaction: {mode: 'nearest', axis: 'x', intersect: false},
        scales: {x: xAxis(chart, style), y: yAxis(chart, style)},
        plugins: {
          shade: {bands: chart.bands},
          legend: {labels: {color: css.getPropertyValue('--ink').trim(), boxHeight: 2, boxWidth: 22}},
          tooltip: {callbacks: {
            title: items => (items.length ? place(chart, items[0].raw.of) : ''),
            label: item => `${item.dataset.label}: ${plain(item.raw.y)}${(item.dataset.errors || [])[item.dataIndex] ? ' ± ' + plain(item.dataset.errors[item.dataIndex]) : ''}`,
          }},
        },
      },
      plugins: [shade, whiskers],
    });
  }

  function drawAll() {
    charts.forEach(entry => {
      if (entry.drawn) entry.drawn.destroy();
      entry.drawn = draw(entry.canvas, entry.chart);
    });
  }

  add(main, 'h1', page.title);
  add(main, 'p', page.question, 'question');
  if (page.answers.length) {
    const list = add(main, 'ul', undefined, 'answers');
    page.answers.forEach(answer => {
      const item = add(list, 'li', undefined, answer.mood);
      add(item, 'b', answer.about);
      add(item, 'span', answer.text);
    });
  }
  function addTable(rows) {
    if (!rows.length) return;
    const table = add(add(main, 'div', undefined, 'scroll'), 'table');
    rows.forEach((cells, index) => {
      const row = add(table, 'tr');
      cells.forEach((cell, column) => {
        const figure = rows.length > 1 && /^[\d.,<\s*%-]+$/.test(rows[1][column]);
        add(row, index ? 'td' : 'th', cell, figure ? 'figure' : '');
      });
    });
  }

  addTable(page.table);
  page.sections.forEach(section => {
    add(main, 'h2', section.title);
    if (section.text) add(main, 'p', section.text);
    const grid = add(main, 'div', undefined, 'charts');
    section.charts.forEach(chart => {
      const figure = add(grid, 'figure');
      add(figure, 'h3', chart.title);
      const canvas = add(add(figure, 'div', undefined, 'plot'), 'canvas');
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', chart.title);
      charts.push({canvas, chart});
    });
    addTable(section.table);
  });
  add(main, 'h2', 'How it was measured');
  const facts = add(main, 'dl');
  page.facts.forEach(fact => {
    add(facts, 'dt', fact.name);
    add(facts, 'dd', fact.value);
  });
  const remarks = add(main, 'ul', undefined, 'remarks');
  page.remarks.forEach(remark => add(remarks, 'li', remark));

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  drawAll();
  dark.addEventListener('change', drawAll);
})();
