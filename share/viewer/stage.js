"use strict";
// One document in the whole window: its pages, its HTML or why it cannot be shown; beside it pages and outline, and
// what is known about it.

class Stage {
  /** The pages of the document; null where it has none. */
  pages = null;
  secondsOfSlide = 5;
  /** Aborted when what was asked for the document, or for its details, is not wanted any more. */
  opening = new AbortController();
  detailing = new AbortController();

  constructor(home, element) {
    this.home = home;
    this.element = element;
    this.canvas = element.querySelector("#canvas");
    this.side = element.querySelector("#side");
    this.aside = element.querySelector("#details");
    this.jump = element.querySelector("#jump input");
    this.jump.addEventListener("change", () => this.pages?.go(Number(this.jump.value)));
    this.canvas.addEventListener("scroll", () => this.markPage(), {passive: true});
    this.listenForZoom();
  }

  get isOpen() { return !this.element.hidden; }

  /** Shows a document. `place` says where it is in the list: "3 of 12". */
  async open(item, place) {
    this.clear();
    const {signal} = this.opening = new AbortController();
    this.element.hidden = false;
    this.item = item;
    this.element.querySelector("#title bdi").textContent = item.name;
    this.element.querySelector("#title small").textContent = place;
    if (!this.aside.hidden) this.showDetails();
    let content;
    if (item.error) {
      content = {view: "failed", reason: item.error};
    } else {
      this.canvas.ariaBusy = "true";
      content = await Promise.resolve(this.home.content(item, signal))
        .catch(error => ({view: "failed", reason: error.message}));
    }
    // Meanwhile the reader may have gone on, perhaps to another document and back.
    if (signal.aborted) return;
    this.canvas.ariaBusy = "false";
    this.show(content, item);
  }

  /** Plays a film, or a sound below its cover. The browser reads the ranges of the file that it needs. */
  showMedia(content, item) {
    const picture = this.home.thumbnail(item, 1024) ?? "";
    const film = make(content.kind, {
      src: content.address, controls: true, title: item.name, poster: picture,
      // What has played before has only lost its connection.
      onerror: () => film.currentTime || this.showInstead(content, item),
    });
    const hasCover = content.kind === "audio" && picture;
    const cover = {className: "cover", src: picture, alt: "", onerror: ({target}) => target.remove()};
    this.canvas.replaceChildren(...hasCover ? [make("img", cover)] : [], film);
  }

  /** The film or sound that the browser plays; nothing for other documents. */
  get film() { return this.canvas.querySelector("video, audio"); }

  togglePlay() {
    const {film} = this;
    if (film?.paused) film.play().catch(() => {}); else film?.pause();
  }

  /** Shows a document that the browser cannot play as its provider does. */
  async showInstead(content, item) {
    const {signal} = this.opening;
    const other = await content.instead(signal).catch(error => ({view: "failed", reason: error.message}));
    if (!signal.aborted) this.show(other, item);
  }

  show(content, item) {
    const name = item.name;
    this.canvas.dataset.view = content.view;
    switch (content.view) {
      case "pages":
        this.pages = new Pages(this.canvas, content, name);
        this.showSide(content);
        this.markPage();
        break;
      case "frame": {
        const frame = make("iframe", {title: name, referrerPolicy: "no-referrer"});
        // No permissions at all: nothing in it runs, and nothing in it reaches this page.
        frame.setAttribute("sandbox", "");
        if (content.source !== undefined) frame.srcdoc = content.source; else frame.src = content.address;
        this.canvas.replaceChildren(frame);
        break;
      }
      case "text":
        this.canvas.replaceChildren(make("pre", {dir: "auto"}, content.text));
        break;
      case "media":
        this.showMedia(content, item);
        break;
      default:
        this.canvas.replaceChildren(make(
          "div", {className: "failure"}, make("strong", {}, "This document cannot be shown."),
          make("p", {}, content.reason)));
    }
  }

  clear() {
    this.pages?.end();
    this.pages = null;
    this.item = null;
    // What nobody waits for any more would keep its connection, of which a browser has only a few: the next document
    // would wait for it. An element that is not in the page goes on loading.
    this.opening.abort();
    this.detailing.abort();
    const {film} = this;
    if (film) {
      film.onerror = null;
      film.removeAttribute("poster");
      film.removeAttribute("src");
      film.load();
    }
    for (const image of this.element.querySelectorAll("#canvas img, #side img")) image.removeAttribute("src");
    this.canvas.replaceChildren();
    this.canvas.scrollTo(0, 0);
    this.side.replaceChildren();
    this.side.hidden = true;
    this.jump.parentElement.hidden = true;
  }

  close() {
    this.clear();
    this.element.hidden = true;
  }

  // MARK: Pages and outline at the side

  showSide(content) {
    const {count} = this.pages;
    this.jump.parentElement.hidden = this.side.hidden = count < 2;
    if (count < 2) return;
    this.jump.max = count;
    this.jump.nextElementSibling.textContent = `of ${count}`;
    if (content.outline?.length) this.side.append(this.outline(content.outline));
    const pages = content.pages.map((page, index) => make(
      "li", {}, make(
        "button", {onclick: () => this.pages.go(index + 1)},
        make("img", {alt: "", loading: "lazy", src: page.address(128)}), `${index + 1}`)));
    this.side.append(make("ol", {className: "thumbnails"}, ...pages));
  }

  outline(entries) {
    return make("ul", {className: "outline"}, ...entries.map(entry => make(
      "li", {}, make("button", {dir: "auto", onclick: () => this.pages.go(entry.page)}, entry.title),
      ...entry.children?.length ? [this.outline(entry.children)] : [])));
  }

  markPage() {
    if (!this.pages || this.pages.count < 2) return;
    const {page} = this.pages;
    if (document.activeElement !== this.jump) this.jump.value = page;
    const buttons = this.side.querySelectorAll(".thumbnails button");
    if (buttons[page - 1]?.getAttribute("aria-current")) return;
    this.side.querySelector("[aria-current]")?.removeAttribute("aria-current");
    buttons[page - 1]?.setAttribute("aria-current", "page");
    const {offsetTop, offsetHeight} = buttons[page - 1];
    if (offsetTop < this.side.scrollTop || offsetTop + offsetHeight > this.side.scrollTop + this.side.clientHeight) {
      this.side.scrollTop = offsetTop - this.side.clientHeight / 3;
    }
  }

  // MARK: Details

  toggleDetails() {
    this.aside.hidden = !this.aside.hidden;
    this.press("details", !this.aside.hidden);
    if (!this.aside.hidden) this.showDetails();
  }

  async showDetails() {
    const {item} = this;
    this.detailing.abort();
    const {signal} = this.detailing = new AbortController();
    const file = {
      Name: item.name, Folder: DocumentList.folder(item), Kind: item.kind, Size: sizeText(item.bytes),
      Changed: dateText(item.modified), Pages: item.parts, Title: item.title, Type: item.type,
    };
    this.aside.replaceChildren(...Stage.table("File", file));
    const groups = await Promise.resolve(this.home.details(item, signal))
      .catch(error => ({Metadata: {Error: error.message}}));
    if (signal.aborted) return;
    for (const [name, values] of Object.entries(groups)) this.aside.append(...Stage.table(name, values));
  }

  /** A group of names and values. Values without a text of their own are shown as JSON. */
  static table(name, values) {
    const rows = Object.entries(values ?? {}).filter(([, value]) => ![undefined, null, ""].includes(value));
    if (!rows.length) return [];
    const {latitude, longitude} = values;
    const list = make("dl", {}, ...rows.flatMap(([key, value]) => [
      make("dt", {}, key), make("dd", {dir: "auto"}, typeof value === "object" ? JSON.stringify(value) : String(value)),
    ]));
    // A map would be loaded from the network: only a link to one.
    if (typeof latitude === "number" && typeof longitude === "number") {
      const place = `?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
      list.append(make("dt", {}, "Map"), make("dd", {}, make(
        "a", {href: `https://www.openstreetmap.org/${place}`, target: "_blank", rel: "noopener noreferrer"},
        "openstreetmap.org")));
    }
    return [make("h3", {}, name), list];
  }

  press(command, isPressed) {
    this.element.querySelector(`[data-command=${command}]`).setAttribute("aria-pressed", isPressed);
  }

  // MARK: Zoom and pan by mouse and fingers

  listenForZoom() {
    const {canvas} = this;
    canvas.addEventListener("wheel", event => {
      // Pages scroll; a single picture zooms. A pinch on a touch pad is a wheel with Control.
      if (!this.pages || !(event.ctrlKey || this.pages.isSingle)) return;
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400));
      this.pages.setZoom(this.pages.zoom * factor, {x: event.clientX, y: event.clientY});
    }, {passive: false});
    canvas.addEventListener("dblclick", event => {
      if (!this.pages?.isSingle) return;
      this.pages.setZoom(this.pages.zoom === 1 ? 2.5 : 1, {x: event.clientX, y: event.clientY});
    });
    canvas.addEventListener("pointerdown", event => {
      const isOnPicture = event.target.closest("figure") && !event.target.closest(".words span");
      if (event.pointerType !== "mouse" || event.button !== 0 || !isOnPicture) return;
      const start = [canvas.scrollLeft + event.clientX, canvas.scrollTop + event.clientY];
      const move = event => canvas.scrollTo(start[0] - event.clientX, start[1] - event.clientY);
      canvas.addEventListener("pointermove", move);
      for (const end of ["pointerup", "pointercancel"]) {
        addEventListener(end, () => canvas.removeEventListener("pointermove", move), {once: true});
      }
    });
    let pinch = null, swipe = null;
    canvas.addEventListener("touchstart", ({touches}) => {
      pinch = touches.length === 2 && this.pages ? {distance: Stage.distance(touches), zoom: this.pages.zoom} : null;
      swipe = touches.length === 1 && !this.pages?.isWide ? {x: touches[0].clientX, y: touches[0].clientY} : null;
    }, {passive: true});
    canvas.addEventListener("touchmove", event => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = event.touches;
      const at = {x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2};
      this.pages?.setZoom(pinch.zoom * Stage.distance(event.touches) / pinch.distance, at);
    }, {passive: false});
    canvas.addEventListener("touchend", ({changedTouches: [touch]}) => {
      if (!swipe || pinch) return;
      const [x, y] = [touch.clientX - swipe.x, touch.clientY - swipe.y];
      if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) this.onSwipe(x < 0 ? 1 : -1);
      swipe = null;
    });
  }

  static distance([a, b]) {
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }
}
