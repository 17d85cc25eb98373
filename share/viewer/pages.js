"use strict";
// Pictures of pages, one below the other: of a PDF, of a picture with frames, or one picture alone. They are loaded
// when they come into sight, in the size that the screen needs, and dropped when they are far away.

class Pages {
  /** 1 shows a page in the width of the window, and a single picture as a whole. */
  zoom = 1;
  /** In quarters, clockwise. */
  rotation = 0;
  figures = [];

  constructor(canvas, content, label) {
    this.canvas = canvas;
    this.content = content;
    this.isSingle = content.pages.length === 1;
    this.sheet = make("div", {className: "sheet"});
    this.figures = content.pages.map((page, index) => this.figure(page, index, label));
    this.sheet.append(...this.figures.map(figure => figure.element));
    if (content.note) this.sheet.append(make("p", {className: "note"}, content.note));
    canvas.replaceChildren(this.sheet);
    this.sight = new IntersectionObserver(entries => {
      for (const entry of entries) {
        const figure = this.figures[entry.target.dataset.index];
        figure.isNear = entry.isIntersecting;
        if (figure.isNear) this.load(figure); else this.unload(figure);
      }
    }, {root: canvas, rootMargin: "100% 0px"});
    this.size = new ResizeObserver(() => this.resize());
    this.size.observe(canvas);
    this.arrange();
    for (const figure of this.figures) this.sight.observe(figure.element);
  }

  end() {
    this.sight.disconnect();
    this.size.disconnect();
    clearTimeout(this.settled);
    for (const figure of this.figures) this.unload(figure);
  }

  figure(page, index, label) {
    const image = make("img", {alt: this.isSingle ? label : `Page ${index + 1}`, draggable: false});
    const element = make("figure", {}, make("div", {className: "page"}, image));
    element.dataset.index = index;
    const figure = {page, element, image, pixels: 0};
    image.onload = () => {
      element.classList.remove("failed");
      if (page.width) return;
      [page.width, page.height] = [image.naturalWidth, image.naturalHeight];
      this.arrange();
    };
    image.onerror = () => image.getAttribute("src") && element.classList.add("failed");
    return figure;
  }

  /** The width and height of a page on the screen, in CSS pixels, before it is rotated. */
  box({width, height, isSharp}) {
    // Pages whose size is not known yet are as high as paper.
    if (!width) [width, height] = [210, 297];
    const isTurned = this.rotation % 2 === 1;
    const [across, down] = isTurned ? [height, width] : [width, height];
    const style = getComputedStyle(this.canvas);
    // With the bars for scrolling, which come and go with the zoom, and must not change it.
    const space = [
      this.canvas.offsetWidth - 2 * parseFloat(style.paddingLeft) - (this.isSingle ? 0 : 16),
      this.canvas.offsetHeight - 2 * parseFloat(style.paddingTop),
    ];
    let scale = this.isSingle ? Math.min(space[0] / across, space[1] / down) : Math.min(space[0], 900) / across;
    // A picture of a few pixels is not enlarged.
    if (!isSharp && this.isSingle) scale = Math.min(scale, 1);
    scale *= this.zoom;
    return {width: width * scale, height: height * scale, isTurned};
  }

  arrange() {
    if (!this.canvas.clientWidth) return;
    for (const figure of this.figures) {
      const {width, height, isTurned} = this.box(figure.page);
      const {style} = figure.element;
      [style.width, style.height] = isTurned ? [`${height}px`, `${width}px`] : [`${width}px`, `${height}px`];
      const page = figure.element.firstChild;
      [page.style.width, page.style.height] = [`${width}px`, `${height}px`];
      page.style.transform = `translate(-50%, -50%) rotate(${this.rotation * 90}deg)`;
      figure.words?.style.setProperty("--scale", width / figure.pointWidth);
    }
    // Sharp pictures are asked for when the zoom has come to rest.
    clearTimeout(this.settled);
    this.settled = setTimeout(() => {
      for (const figure of this.figures) if (figure.isNear) this.load(figure);
    }, this.figures.some(figure => figure.pixels) ? 150 : 0);
  }

  /** Arranges the pages for another size of the window. The same part of the same page stays at its upper edge. */
  resize() {
    const {element} = this.figures[this.page - 1] ?? {};
    if (!element) return;
    const part = (this.canvas.scrollTop - element.offsetTop) / element.offsetHeight;
    this.arrange();
    this.canvas.scrollTop = element.offsetTop + part * element.offsetHeight;
  }

  /** Loads the picture in the size of the screen, unless a larger one is there. The old one stays until then. */
  load(figure) {
    const {width, height} = this.box(figure.page);
    const needed = Math.max(width, height) * devicePixelRatio;
    const pixels = Math.min(4096, 256 * 2 ** Math.ceil(Math.log2(Math.max(1, needed / 256))));
    if (figure.pixels >= pixels) return;
    const isFirst = figure.pixels === 0;
    figure.pixels = pixels;
    const address = figure.page.address(pixels);
    if (isFirst || !figure.page.isSharp) {
      if (figure.image.getAttribute("src") !== address) figure.image.src = address;
    } else {
      figure.sharper?.removeAttribute("src");
      const image = figure.sharper = new Image();
      image.src = address;
      image.decode().then(() => { if (figure.pixels === pixels) figure.image.src = address; }, () => {});
    }
    if (figure.page.words && !figure.words) this.addWords(figure);
  }

  /** Drops the picture and the words, also while they are on their way. */
  unload(figure) {
    figure.image.removeAttribute("src");
    figure.sharper?.removeAttribute("src");
    figure.asking?.abort();
    figure.words?.remove();
    [figure.pixels, figure.words] = [0, null];
  }

  /** Lays the words of a page over its picture, invisible, so that they can be selected, found and copied. */
  async addWords(figure) {
    const layer = figure.words = make("div", {className: "words"});
    const {signal} = figure.asking = new AbortController();
    const answer = await figure.page.words(signal).catch(() => null);
    if (!answer || figure.words !== layer) return;
    figure.pointWidth = answer.width;
    const measure = Pages.measure ??= document.createElement("canvas").getContext("2d");
    let line = null;
    for (const [text, x, y, width, height] of answer.words) {
      const word = make("span", {}, text + " ");
      measure.font = `${height}px sans-serif`;
      const natural = measure.measureText(text).width || width;
      Object.assign(word.style, {
        left: `${x}px`, top: `${y}px`, fontSize: `${height}px`, transform: `scaleX(${width / natural})`,
      });
      if (line !== null && Math.abs(line - y) > height / 2) layer.append("\n");
      line = y;
      layer.append(word);
    }
    figure.element.firstChild.append(layer);
    this.arrange();
  }

  /** Changes the zoom; the point under `at` (in the window) stays where it is. */
  setZoom(zoom, at) {
    zoom = Math.min(16, Math.max(0.1, zoom));
    const canvas = this.canvas.getBoundingClientRect();
    const x = (at?.x ?? canvas.left + canvas.width / 2) - canvas.left;
    const y = (at?.y ?? canvas.top + canvas.height / 2) - canvas.top;
    const factor = zoom / this.zoom;
    const place = [this.canvas.scrollLeft + x, this.canvas.scrollTop + y];
    this.zoom = zoom;
    this.arrange();
    this.canvas.scrollTo(place[0] * factor - x, place[1] * factor - y);
  }

  rotate(quarters) {
    this.rotation = (this.rotation + quarters + 4) % 4;
    this.arrange();
  }

  get count() { return this.figures.length; }

  /** The page in the middle of the window, counted from 1. */
  get page() {
    const middle = this.canvas.scrollTop + this.canvas.clientHeight / 2;
    const index = this.figures.findIndex(({element}) => element.offsetTop + element.offsetHeight >= middle);
    return index < 0 ? this.count : index + 1;
  }

  go(page) {
    const figure = this.figures[Math.min(Math.max(1, page), this.count) - 1];
    if (figure) this.canvas.scrollTop = figure.element.offsetTop - 12;
  }

  get isWide() { return this.canvas.scrollWidth > this.canvas.clientWidth + 1; }
}
