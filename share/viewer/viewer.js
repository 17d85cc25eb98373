"use strict";
// The viewer: the list, the stage, the address, and the keys of both.

const keyNames = {
  " ": "Space", "Ctrl+ ": "Ctrl+Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "-": "−",
};
/** A key as people read it: `Ctrl+A`. */
const keyName = key => keyNames[key] ?? key.replace(/\+[a-z]$/, letter => letter.toUpperCase());

class Viewer {
  /** Ends when the folder has been read again as often as was asked for. */
  refreshing = Promise.resolve();

  constructor(home) {
    this.home = home;
    document.body.append(document.getElementById("viewer").content);
    const find = selector => document.querySelector(selector);
    // What is there without scripts stays in the page, as text for FileHome.
    find(".plain").hidden = true;
    this.list = new DocumentList(home, find("#items"));
    this.stage = new Stage(home, find("#stage"));
    this.status = find("#status");
    this.keys = find("#keys");
    this.search = find("#search");
    this.notice = find("#notice");
    this.changes = new Changes(this);
    this.picker = new Picker(this);
    this.restore();
    this.listen();
  }

  async start() {
    let answer;
    try {
      answer = await this.home.load();
    } catch (error) {
      answer = {folder: {name: document.title}, items: []};
      this.notify(error.message);
    }
    this.title = answer.folder.name || "Documents";
    const up = document.querySelector("#up");
    up.hidden = !this.home.address || !answer.folder.name;
    up.href = `../${this.picker.query}`;
    document.querySelector("#folder").textContent = this.title;
    this.show(answer);
    this.route();
    this.home.watch?.(() => this.reload());
  }

  show({folder, items}) {
    this.changes.allow(folder);
    items = this.picker.filter(items);
    this.items = new Map();
    for (const item of items) this.items.set(item.id ??= encodeURIComponent(item.path), item);
    this.list.show(items);
    document.querySelector("#empty").hidden = this.list.shown.length > 0;
  }

  /** Reads the folder again after a change; many changes within a moment are one. */
  reload() {
    clearTimeout(this.reloading);
    this.reloading = setTimeout(() => this.refresh(), 200);
  }

  /** Reads the folder, or what was found, again. One answer is shown before the next is asked for: none is older. */
  refresh() { return this.refreshing = this.refreshing.then(() => this.read()); }

  async read() {
    const {results} = this;
    try {
      const answer = results ? await this.home.search(results) : await this.home.load();
      // Meanwhile somebody may have searched.
      if (answer && results === this.results) this.show(answer);
    } catch (error) {
      this.notify(error.message);
    }
    // A document that is shown is shown anew where it has changed: its addresses are then other ones.
    const {item} = this.stage;
    const now = this.items.get(item?.id);
    if (now && JSON.stringify(now) !== JSON.stringify(item)) this.stage.open(now, this.place);
  }

  // MARK: The address. The document on the stage is in it, so there is a link to it, and Back goes to the list.

  route() {
    // A page with one document shows it.
    const only = this.isStarted || this.items.size > 1 ? undefined : [...this.items.values()][0];
    const item = this.items.get(location.hash.slice(1)) ?? only;
    this.isStarted = true;
    this.visit(item);
  }

  /** Shows a document, or the list where there is none. */
  visit(item) {
    if (item && !item.folder) {
      this.list.element.parentElement.inert = true;
      this.list.select(this.list.shown.indexOf(item));
      this.place = `${this.list.current + 1} of ${this.list.shown.length}`;
      document.title = `${item.name} – ${this.title}`;
      this.stage.open(item, this.place);
      this.say([item.name, item.kind, this.place].filter(part => part).join(", "));
      // The buttons keep the focus; otherwise the content has it, so that keys work and Tab goes on from there.
      if (!this.stage.element.contains(document.activeElement)) this.stage.canvas.focus();
    } else {
      this.stopShow();
      this.stage.close();
      this.list.element.parentElement.inert = false;
      document.title = this.title;
      if (document.activeElement !== this.search) this.list.element.focus();
      this.list.render();
    }
  }

  /** Shows a document. From the list, Back leads to the list again; from another document, too. */
  open(item) {
    if (!item) return;
    if (item.folder) return location.assign(this.home.address(item, `/${this.picker.query}`));
    this.writeAddress(item);
    this.visit(item);
  }

  /**
   * Writes a document into the address. A browser refuses more than some two hundred addresses within seconds, by an
   * error or without a word: then the one of the document that is shown at the end is written later.
   */
  writeAddress(item) {
    const address = `#${item.id}`;
    try {
      if (this.stage.isOpen) history.replaceState(history.state, "", address);
      else history.pushState({isFromList: true}, "", address);
    } catch { /* refused */ }
    clearTimeout(this.writing);
    if (location.hash === address) return;
    this.writing = setTimeout(() => { if (this.stage.item === item) this.writeAddress(item); }, 1000);
  }

  /** Space and Enter. In a picker, Enter chooses. */
  enter(item, isEnter) {
    if (!isEnter || !this.picker.enter(item)) this.open(item);
  }

  goUp() {
    const up = document.querySelector("#up");
    if (!up.hidden) up.click();
  }

  close() {
    if (history.state?.isFromList) return history.back();
    history.replaceState(null, "", location.pathname + location.search);
    this.route();
  }

  /** Goes on by some documents, over folders. */
  step(count) {
    const {list} = this;
    let index = list.current;
    do index += Math.sign(count); while (list.shown[index]?.folder);
    if (!list.shown[index]) return false;
    this.open(list.shown[index]);
    return true;
  }

  /** Goes to the first or the last document. */
  goEnd(isLast) {
    const files = this.list.shown.filter(item => !item.folder);
    this.open(files.at(isLast ? -1 : 0));
  }

  // MARK: Commands

  toggleShow() {
    if (this.slides) return this.stopShow();
    this.slides = setInterval(() => this.step(1) || this.stopShow(), this.stage.secondsOfSlide * 1000);
    this.stage.press("show", true);
    this.say("Slide show");
  }

  stopShow() {
    if (!this.slides) return;
    clearInterval(this.slides);
    this.slides = null;
    this.stage.press("show", false);
    this.say("The slide show has ended");
  }

  toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.stage.element.requestFullscreen?.().catch(error => this.say(error.message));
  }

  zoom(factor) {
    const {pages} = this.stage;
    if (!pages) return;
    pages.setZoom(factor === 0 ? 1 : pages.zoom * factor);
    this.say(`${Math.round(pages.zoom * 100)} %`);
  }

  rotate(quarters) {
    this.stage.pages?.rotate(quarters);
    if (this.stage.pages) this.say(`Rotated to ${this.stage.pages.rotation * 90}°`);
  }

  /** The next page, or part of a long text, or document where there is no more. */
  page(step) {
    const {pages, canvas} = this.stage;
    if (pages?.count > 1) return pages.go(pages.page + step);
    const before = canvas.scrollTop;
    canvas.scrollBy(0, step * canvas.clientHeight * 0.9);
    if (canvas.scrollTop === before) this.step(step);
  }

  openFile() {
    if (this.picker.enter(this.stage.item)) return;
    if (this.stage.item?.file) window.open(this.stage.item.file, "_blank", "noopener");
  }

  /** Moves a picture that is larger than the window, else goes to another document. */
  arrow(x, y) {
    const {pages, canvas} = this.stage;
    if (x && pages?.isWide || y && canvas.scrollHeight > canvas.clientHeight + 1) canvas.scrollBy(x * 80, y * 80);
    else this.step(x || y);
  }

  end(isLast) {
    const {pages} = this.stage;
    if (pages?.count > 1) pages.go(isLast ? pages.count : 1); else this.goEnd(isLast);
  }

  setCell(factor) {
    this.list.cell = Math.min(400, Math.max(96, Math.round(this.list.cell * factor)));
    this.list.arrange();
    this.list.go(this.list.current);
    this.store();
  }

  setLayout(layout) {
    this.list.layout = layout;
    this.markLayout();
    this.list.arrange();
    this.list.go(this.list.current);
    this.store();
  }

  sortBy(key) {
    const {sort} = this.list;
    this.list.sort = {key, descending: sort.key === key && !sort.descending};
    this.list.update();
    this.list.go(this.list.current);
    this.markLayout();
    const name = {bytes: "size", modified: "date"}[key] ?? key;
    this.say(`Sorted by ${name}${this.list.sort.descending ? ", the last first" : ""}`);
    this.store();
  }

  markLayout() {
    document.querySelector("#layout").setAttribute("aria-pressed", this.list.layout === "list");
    document.querySelector("#sort").dataset.layout = this.list.layout;
    for (const button of document.querySelectorAll("#sort button")) {
      const isKey = button.dataset.key === this.list.sort.key;
      button.setAttribute("aria-pressed", isKey);
      button.dataset.arrow = isKey ? (this.list.sort.descending ? "▼" : "▲") : "";
    }
  }

  filter() {
    // Results of a search below give way to the folder when the text changes.
    if (this.results) {
      this.results = this.home.lastText = null;
      this.reload();
    }
    this.list.query = this.search.value;
    this.list.update();
    const count = this.list.shown.length;
    document.querySelector("#empty").hidden = count > 0;
    this.say(countText(count));
  }

  /** Enter in the search field: the service searches the folders below, too. */
  async searchBelow() {
    const text = this.search.value.trim();
    if (!text || !this.home.search) return;
    try {
      const answer = await this.home.search(text);
      // Meanwhile somebody may have written something else.
      if (text !== this.search.value.trim()) return;
      this.list.query = "";
      this.results = text;
      this.show(answer);
      const count = countText(answer.items.length);
      if (answer.more) this.notify(`The search has ended early: there are more than ${count}.`);
      else this.say(count);
    } catch (error) {
      this.notify(error.message);
    }
  }

  say(text) { this.status.textContent = text; }

  /**
   * Says something, and shows it with a button. A failure stays until it is closed; with a button of its own, it is a
   * success, which goes after ten seconds.
   */
  notify(text, button, run) {
    this.say(text);
    this.post(text, button, run);
  }

  /** Shows a message as `notify` does, without a word. */
  post(text, button = "Close", run = () => {}) {
    const [paragraph, progress, element] = this.notice.children;
    paragraph.textContent = text;
    progress.hidden = true;
    element.textContent = button;
    element.onclick = () => { this.hideNotice(); run(); };
    this.notice.hidden = false;
    clearTimeout(this.hiding);
    if (button !== "Close") this.hiding = setTimeout(() => this.hideNotice(), 10_000);
  }

  hideNotice() {
    const hadFocus = this.notice.contains(document.activeElement);
    this.notice.hidden = true;
    if (hadFocus) this.focus();
  }

  /** Gives the keys to the list or to the document. */
  focus() { (this.stage.isOpen ? this.stage.canvas : this.list.element).focus(); }

  /** Layout and order are kept for the next visit, where the browser allows it. */
  store() {
    const {layout, cell, sort} = this.list;
    try { localStorage.setItem("cameo-viewer", JSON.stringify({layout, cell, sort})); } catch { /* it is not kept */ }
  }

  restore() {
    try { Object.assign(this.list, JSON.parse(localStorage.getItem("cameo-viewer"))); } catch { /* nothing is kept */ }
    this.markLayout();
  }

  // MARK: Keys. The tables are also what `?` shows. Of two keys, the first one goes back (-1), the second one on (1).

  listKeys = [
    [["ArrowLeft", "ArrowRight"], "the document before or after", step => this.list.select(this.list.current + step)],
    [["ArrowUp", "ArrowDown"], "a line up or down", step => this.list.moveLines(step)],
    [["PageUp", "PageDown"], "a page up or down", step => this.list.moveLines(step * this.list.linesOfPage)],
    [["Home", "End"], "the first or last document", step => this.list.select(step * Infinity)],
    [[" ", "Enter"], "show the document, open the folder", step => this.enter(this.list.item, step > 0)],
    [["-", "+"], "smaller or larger pictures", step => this.setCell(1.25 ** step)],
    [["/"], "search", () => this.search.focus()],
    [["Backspace"], "the folder above", () => this.goUp()],
  ];

  stageKeys = [
    [["ArrowLeft", "ArrowRight"], "the document before or after; moves a large picture", step => this.arrow(step, 0)],
    [["ArrowUp", "ArrowDown"], "the same, or scrolls", step => this.arrow(0, step)],
    [["PageUp", "PageDown"], "the page before or after", step => this.page(step)],
    [["Home", "End"], "the first or last page, or document", step => this.end(step > 0)],
    [["Escape", " "], "back to the list", () => this.close()],
    [["Enter"], "open the file itself", () => this.openFile()],
    [["-", "+"], "smaller or larger", step => this.zoom(1.25 ** step)],
    [["0"], "as large as the window", () => this.zoom(0)],
    [["R", "r"], "rotate to the left, to the right", step => this.rotate(step)],
    [["f"], "full screen", () => this.toggleFull()],
    [["s"], "slide show", () => this.toggleShow()],
    [["p"], "play a film or sound, or pause it", () => this.stage.togglePlay()],
    [["i"], "details", () => this.stage.toggleDetails()],
  ];

  showKeys() {
    const rows = keys => keys.map(([keys, text]) => make(
      "tr", {}, make("td", {}, ...keys.flatMap(key => [make("kbd", {}, keyName(key)), " "])),
      make("td", {}, text)));
    const head = text => make("tr", {}, make("th", {colSpan: 2, scope: "colgroup"}, text));
    this.keys.querySelector("tbody").replaceChildren(
      head("In the list"), ...rows(this.listKeys), ...rows(this.picker.keys), ...rows(this.changes.keys),
      make("tr", {}, make("td", {}, "letters"), make("td", {}, "the document whose name begins with them")),
      head("In a document"), ...rows(this.stageKeys),
      head("Everywhere"), ...rows([[["?"], "these keys"]]));
    this.keys.showModal();
  }

  /** What a key does; nothing if the browser is to have it. */
  press(event) {
    const {key, target} = event;
    // The browser's own command does not wait for the documents.
    if (key === "p" && (event.ctrlKey || event.metaKey) && this.home.section) return () => this.print();
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(F2|Delete)$/.test(key)) return this.pressCommand(event);
    if (target.matches("input")) {
      // In a field only Escape and Enter are ours: they go back to the list or to the content.
      if (key !== "Escape" && key !== "Enter" && !(key === "ArrowDown" && target === this.search)) return;
      if (key === "Escape" && target === this.search) { this.search.value = ""; this.filter(); }
      if (key === "Enter" && target === this.search) this.searchBelow();
      return () => this.focus();
    }
    if (key === "?") return () => this.showKeys();
    if (target.matches("button, a") && (key === " " || key === "Enter")) return;
    // The browser's own keys for films: play, back and forth, louder and softer.
    if (target.matches("video, audio") && /^( |Enter|Home|End|Arrow.*)$/.test(key)) return;
    const rows = this.stage.isOpen ? this.stageKeys : this.listKeys;
    const [keys, , run] = rows.find(([keys]) => keys.includes(key)) ?? [];
    const step = keys && key === keys[0] ? -1 : 1;
    if (run && event.shiftKey && key.length > 1) {
      // With Shift, the arrows and their like select: documents in the list, else text.
      return this.canMark && Viewer.moves.test(key) ? () => this.list.move(() => run(step), true) : undefined;
    }
    if (run) return () => run(step);
    if (!this.stage.isOpen && key.length === 1) return () => this.list.find(key);
  }

  static moves = /^(Arrow|Page|Home|End)/;

  /** Whether more than one document can be selected: there has to be something to do with them. */
  get canMark() { return !this.stage.isOpen && this.list.element.ariaMultiSelectable === "true"; }

  /** What a key does with Control or Alt, or F2 or Delete. */
  pressCommand({key, altKey, ctrlKey, metaKey, target}) {
    if (target.matches("input")) return;
    const command = ctrlKey || metaKey;
    if (command && !altKey && this.canMark && Viewer.moves.test(key)) {
      const [keys, , run] = this.listKeys.find(([keys]) => keys.includes(key));
      return () => this.list.move(() => run(key === keys[0] ? -1 : 1), false);
    }
    const prefix = `${command ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}`;
    const name = prefix + (key.length === 1 ? key.toLowerCase() : key);
    const rows = [...this.picker.keys, ...this.changes.keys];
    const [, , run] = rows.find(([keys]) => keys.includes(name)) ?? [];
    // On the stage, only its document can be saved.
    return run && (!this.stage.isOpen || name === "Ctrl+s") ? run : undefined;
  }

  listen() {
    document.addEventListener("keydown", event => {
      const run = this.press(event);
      if (!run) return;
      event.preventDefault();
      run();
    });
    addEventListener("popstate", () => this.route());
    this.search.addEventListener("input", () => this.filter());
    document.querySelector("#layout").onclick = () => this.setLayout(this.list.layout === "grid" ? "list" : "grid");
    document.querySelector("#close").onclick = () => this.close();
    for (const button of document.querySelectorAll("button.help")) button.onclick = () => this.showKeys();
    for (const button of document.querySelectorAll("#sort button")) {
      button.onclick = () => this.sortBy(button.dataset.key);
    }
    const commands = {
      previous: () => this.step(-1), next: () => this.step(1), in: () => this.zoom(1.25), out: () => this.zoom(0.8),
      rotate: () => this.rotate(1), show: () => this.toggleShow(), full: () => this.toggleFull(),
      details: () => this.stage.toggleDetails(), download: () => this.changes.download(),
      choose: () => this.picker.choose(),
    };
    for (const button of document.querySelectorAll("[data-command]")) button.onclick = commands[button.dataset.command];
    this.stage.onSwipe = count => this.step(count);
    const several = document.querySelector("#several");
    several.onclick = () => {
      several.ariaPressed = several.ariaPressed !== "true";
      this.list.mark([]);
      this.list.anchor = null;
    };
    // A click selects, a double click opens; a finger opens at once. With Control or "Select", more are selected.
    this.list.element.addEventListener("click", event => {
      const element = event.target.closest(".item");
      if (!element) return;
      const index = Number(element.dataset.index);
      if (this.canMark && event.shiftKey) return this.list.move(() => this.list.select(index), true);
      if (this.canMark && (event.ctrlKey || event.metaKey || several.ariaPressed === "true")) {
        return this.list.toggle(index);
      }
      this.list.select(index);
      if (event.pointerType === "touch" || event.detail === 2) this.open(this.list.item);
    });
    addEventListener("beforeprint", () => this.preparePrint());
    addEventListener("afterprint", () => document.querySelector("#paper")?.remove());
  }

  /**
   * On paper, all documents of one file follow each other, as they do without scripts. Returns promises for what is
   * not loaded yet.
   */
  preparePrint() {
    if (!this.home.section || document.querySelector("#paper")) return [];
    const paper = make("div", {id: "paper"});
    for (const item of this.list.shown) paper.append(this.home.section(item));
    document.body.append(paper);
    return [...paper.querySelectorAll("img, iframe")].map(element => new Promise(loaded => {
      element.onload = element.onerror = loaded;
    }));
  }

  async print() {
    this.say("Preparing the documents for print");
    await Promise.all(this.preparePrint());
    print();
  }
}

new Viewer(document.documentElement.dataset.home === "service" ? new ServiceHome() : new FileHome()).start();
