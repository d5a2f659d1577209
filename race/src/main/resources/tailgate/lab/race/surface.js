// A canvas as large as its place on the page, sharp on every screen; drawn in CSS pixels.

export class Surface {
  constructor(canvas, onResize = () => {}) {
    this.canvas = canvas;
    this.ctx = canvas.getContext('2d');
    this.width = 0;
    this.height = 0;
    new ResizeObserver(() => {
      this.fit();
      onResize();
    }).observe(canvas);
  }

  fit() {
    const sharp = Math.min(devicePixelRatio || 1, 2); // more is not seen, and costs four times as much
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * sharp);
    this.canvas.height = Math.round(this.height * sharp);
    this.ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
  }

  clear() {
    this.ctx.clearRect(0, 0, this.width, this.height);
    return this.ctx;
  }
}
