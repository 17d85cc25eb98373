"use strict";
// The grid and the list: one list of documents in two layouts. Only the rows in sight are in the page, so ten thousand
// documents cost no more than fifty.

const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: "base"});

/** Text as it is searched: without case and accents. */
const folded = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const units = ["bytes", "kB", "MB", "GB", "TB"];
function sizeText(bytes) {
  if (bytes === undefined) return "";
  let unit = 0;
  for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
  return `${unit && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}

const countText = count => count === 1 ? "1 document" : `${count} documents`;

const dates = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});
const dateText = modified => modified ? dates.format(new Date(modified)) : "";

/** Makes an element: `make("p", {className: "note"}, "text", child)`. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

class DocumentList {
  layout = "grid";
  /** The width of a cell of the grid, in CSS pixels. */
  cell = 160;
  sort = {key: null, descending: false};
  query = "";
  all = [];
  /** The documents that are shown, in their order. */
  shown = [];
  /** The index in `shown` of the current document. */
  current = 0;
  /** The documents that are selected, by their ids, where it is not only the current one. */
  marked = new Set();
  /** The index from which Shift selects; null until somebody has selected a document. */
  anchor = null;
  /** Whether documents can be dragged to folders. */
  isMovable = false;
  /** Headings and lines of documents: {top, height, heading} or {top, height, first, count}. */
  rows = [];
  /** What is in the page, by the ids of documents and the texts of headings: {element, rows, item, address}. */
  elements = new Map();

  constructor(home, element) {
    this.home = home;
    this.element = element;
    this.space = make("div", {className: "space", role: "presentation"});
    element.append(this.space);
    element.addEventListener("scroll", () => this.scrolled(), {passive: true});
    new ResizeObserver(() => this.arrange()).observe(element);
  }

  get item() { return this.shown[this.current]; }

  isChosen(index) {
    return this.marked.size ? this.marked.has(this.shown[index].id) : index === this.current;
  }

  /** The documents that are selected, in their order. */
  get chosen() { return this.shown.filter((_, index) => this.isChosen(index)); }

  show(items) {
    this.all = items;
    this.update();
  }

  /** Filters, sorts and groups. The current document stays the current one. */
  update() {
    const current = this.item?.id;
    const words = folded(this.query).split(/\s+/).filter(word => word);
    const matches = item => {
      item.folded ??= folded(`${item.name} ${item.title ?? ""}`);
      return words.every(word => item.folded.includes(word));
    };
    const found = words.length ? this.all.filter(matches) : this.all;
    const groups = new Map();
    for (const item of found) {
      const folder = DocumentList.folder(item);
      if (!groups.has(folder)) groups.set(folder, []);
      groups.get(folder).push(item);
    }
    this.groups = [...groups].map(([folder, items]) => ({folder, items: this.sorted(items)}));
    this.shown = this.groups.flatMap(group => group.items);
    // What is gone is not selected any more.
    if (this.marked.size) {
      this.marked = new Set(this.shown.map(item => item.id).filter(id => this.marked.has(id)));
    }
    const index = this.shown.findIndex(item => item.id === current);
    this.current = index >= 0 ? index : Math.max(0, Math.min(this.current, this.shown.length - 1));
    this.arrange();
  }

  static folder(item) {
    return item.path.slice(0, Math.max(0, item.path.lastIndexOf("/")));
  }

  sorted(items) {
    const {key, descending} = this.sort;
    if (!key) return items;
    const compare = key === "name" || key === "kind"
      ? (a, b) => collator.compare(a[key] ?? "", b[key] ?? "")
      : (a, b) => a[key] === b[key] ? 0 : (a[key] ?? "") < (b[key] ?? "") ? -1 : 1;
    const sign = descending ? -1 : 1;
    const folders = item => item.folder ? 0 : 1;
    return [...items].sort((a, b) =>
      folders(a) - folders(b) || sign * compare(a, b) || collator.compare(a.name, b.name));
  }

  /** Divides the documents into rows. */
  arrange() {
    const isGrid = this.layout === "grid";
    this.element.dataset.layout = this.layout;
    this.element.style.setProperty("--cell", `${this.cell}px`);
    const width = this.element.clientWidth - 16;
    this.columns = isGrid ? Math.max(1, Math.floor(width / this.cell)) : 1;
    const height = isGrid ? this.cell + 36 : 40;
    let top = 8, first = 0;
    this.rows = [];
    for (const group of this.groups ?? []) {
      if (group.folder) {
        this.rows.push({top, height: 36, heading: group.folder});
        top += 36;
      }
      for (let index = 0; index < group.items.length; index += this.columns) {
        this.rows.push({top, height, first: first + index, count: Math.min(this.columns, group.items.length - index)});
        top += height;
      }
      first += group.items.length;
    }
    this.space.style.height = `${top + 8}px`;
    this.render();
  }

  /** The index of the first row that ends below a place. */
  rowBelow(place) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].top + this.rows[middle].height > place) high = middle; else low = middle + 1;
    }
    return low;
  }

  rowOf(index) {
    return this.rows.findIndex(row => row.heading === undefined && index < row.first + row.count);
  }

  /**
   * Puts the rows in sight into the page, with some above and below, and takes the others out. The element of a
   * document that has not changed stays the same one, so that a click or a drag on it goes on.
   */
  render() {
    const {scrollTop, clientHeight} = this.element;
    if (!clientHeight) return;
    const wanted = new Map();
    for (let index = this.rowBelow(scrollTop - clientHeight / 2); index < this.rows.length; index++) {
      const row = this.rows[index];
      if (row.top > scrollTop + clientHeight * 1.5) break;
      if (row.heading !== undefined) wanted.set(`heading ${row.heading}`, {row});
      for (let column = 0; column < (row.count ?? 0); column++) {
        wanted.set(this.shown[row.first + column].id, {row, index: row.first + column});
      }
    }
    // The element that aria-activedescendant names is always in the page.
    if (this.item && !wanted.has(this.item.id)) {
      wanted.set(this.item.id, {row: this.rows[this.rowOf(this.current)], index: this.current});
    }
    for (const [id, entry] of this.elements) {
      if (!wanted.has(id) || entry.rows !== this.rows && !this.isCurrent(entry, wanted.get(id))) this.drop(id);
    }
    let next = this.space.firstChild;
    for (const [id, {row, index}] of wanted) {
      let entry = this.elements.get(id);
      if (!entry) {
        entry = index === undefined ? {element: this.heading(row)} : this.option(this.shown[index]);
        this.elements.set(id, entry);
      }
      if (entry.rows !== this.rows) this.place(entry, row, index);
      if (entry.element === next) next = next.nextSibling; else this.space.insertBefore(entry.element, next);
    }
    this.showMarks();
  }

  /** Whether an element shows its document as it is now. */
  isCurrent({item, address, isMovable}, {index}) {
    if (index === undefined) return true;
    const now = this.shown[index];
    return isMovable === this.isMovable && address === this.thumbnail(now)
      && (item === now || JSON.stringify(item) === JSON.stringify(now));
  }

  /** Takes an element out of the page. */
  drop(id) {
    const {element} = this.elements.get(id);
    // A picture that nobody waits for is not loaded any more.
    element.querySelector("img")?.removeAttribute("src");
    element.remove();
    this.elements.delete(id);
  }

  /** Says where an element is: on the screen and in the list. */
  place(entry, row, index) {
    const {element} = entry;
    entry.rows = this.rows;
    if (index === undefined) {
      element.style.transform = `translateY(${row.top}px)`;
      return;
    }
    entry.index = index;
    element.id = `item-${index}`;
    element.dataset.index = index;
    element.setAttribute("aria-setsize", this.shown.length);
    element.setAttribute("aria-posinset", index + 1);
    element.style.transform = `translate(${(index - row.first) * this.cell}px, ${row.top}px)`;
  }

  /** While documents fly past, no pictures are loaded: those at the end come first. */
  scrolled() {
    const distance = Math.abs(this.element.scrollTop - (this.lastTop ?? 0));
    this.lastTop = this.element.scrollTop;
    this.isFast = distance > this.element.clientHeight / 2;
    this.render();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.isFast = false;
      for (const image of this.space.querySelectorAll("img[data-address]")) {
        image.src = image.dataset.address;
        delete image.dataset.address;
      }
    }, 80);
  }

  heading(row) {
    return make("div", {className: "heading", role: "presentation"}, make("bdi", {}, row.heading));
  }

  /** The address of the picture of a document in the size of the layout; nothing if there is none. */
  thumbnail(item) {
    const pixels = (this.layout === "grid" ? this.cell : 32) * devicePixelRatio;
    return item.error ? undefined : this.home.thumbnail(item, [128, 256, 512].find(size => size >= pixels) ?? 1024);
  }

  option(item) {
    const picture = make("span", {className: "picture"});
    const address = this.thumbnail(item);
    if (address) {
      const image = make("img", {alt: "", decoding: "async", draggable: false});
      if (this.isFast) image.dataset.address = address; else image.src = address;
      image.onerror = () => image.remove();
      picture.append(image);
    }
    picture.dataset.kind = item.folder ? "folder" : item.error ? "failed" : DocumentList.suffix(item.name);
    const element = make(
      "div", {className: "item", role: "option", title: item.name}, picture,
      make("bdi", {className: "name"}, item.name), " ",
      make("span", {className: "kind"}, item.error ? "Cannot be shown" : item.kind ?? ""), " ",
      make("span", {className: "bytes"}, sizeText(item.bytes)), " ",
      make("span", {className: "modified"}, dateText(item.modified)));
    element.draggable = this.isMovable;
    element.classList.toggle("failed", Boolean(item.error));
    // Headings are not part of a listbox: the document itself says where it is.
    const folder = DocumentList.folder(item);
    if (folder) element.append(make("span", {className: "unseen"}, `in ${folder}`));
    return {element, item, address, isMovable: this.isMovable};
  }

  static suffix(name) {
    return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).slice(0, 5) : "";
  }

  showMarks() {
    for (const {element, index} of this.elements.values()) {
      if (index === undefined) continue;
      element.setAttribute("aria-selected", this.isChosen(index));
      element.classList.toggle("current", index === this.current);
    }
    if (this.item) this.element.setAttribute("aria-activedescendant", `item-${this.current}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Selects some documents instead of the current one. */
  mark(items) {
    this.marked = new Set(items.map(item => item.id));
    this.showMarks();
  }

  /** Selects a document besides the others, or leaves it out. */
  toggle(index) {
    const marked = new Set(this.anchor === null ? [] : this.chosen.map(item => item.id));
    const {id} = this.shown[index];
    if (!marked.delete(id)) marked.add(id);
    this.select(index);
    this.marked = marked;
    this.showMarks();
  }

  /** Goes elsewhere by a function, and selects all from the anchor on; or lets all be selected that is. */
  move(run, isExtending) {
    const {chosen} = this;
    const anchor = this.anchor ?? this.current;
    run();
    const [first, last] = [Math.min(anchor, this.current), Math.max(anchor, this.current)];
    this.mark(isExtending ? this.shown.slice(first, last + 1) : chosen);
    this.anchor = anchor;
  }

  /** Makes a document the current one, selects it alone, and scrolls it into sight. */
  select(index) {
    if (!this.shown.length) return;
    this.marked.clear();
    this.go(index);
    this.anchor = this.current;
  }

  /** Makes a document the current one, and scrolls it into sight. */
  go(index) {
    if (!this.shown.length) return;
    this.current = Math.min(Math.max(0, index), this.shown.length - 1);
    const row = this.rows[this.rowOf(this.current)];
    const {scrollTop, clientHeight} = this.element;
    const end = row.top + row.height;
    if (row.top < scrollTop) this.element.scrollTop = row.top - 44;
    if (end > scrollTop + clientHeight) this.element.scrollTop = end - clientHeight + 8;
    this.render();
  }

  /** Moves by lines: to the same column, over headings. */
  moveLines(lines) {
    const step = Math.sign(lines);
    let row = this.rowOf(this.current), wanted = null;
    if (row < 0) return;
    const column = this.current - this.rows[row].first;
    for (let left = Math.abs(lines); left > 0 && this.rows[row + step]; row += step) {
      const next = this.rows[row + step];
      if (next.heading !== undefined) continue;
      wanted = next;
      left--;
    }
    if (wanted) this.select(wanted.first + Math.min(column, wanted.count - 1));
  }

  get linesOfPage() {
    const height = this.layout === "grid" ? this.cell + 36 : 40;
    return Math.max(1, Math.floor(this.element.clientHeight / height) - 1);
  }

  /** Goes to the next document whose name begins with what was typed within a second. */
  find(character) {
    const isNew = performance.now() - (this.typedAt ?? -Infinity) > 1000;
    this.typedAt = performance.now();
    this.typed = isNew ? folded(character) : this.typed + folded(character);
    const begins = item => folded(item.name).startsWith(this.typed);
    // A second press of the same key goes on to the next one.
    const start = this.current + (isNew ? 1 : 0);
    for (let step = 0; step < this.shown.length; step++) {
      const index = (start + step) % this.shown.length;
      if (begins(this.shown[index])) return this.select(index);
    }
  }
}
