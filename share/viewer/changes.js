"use strict";
// What is done with the documents of a service: download, and, where it allows it, new ones, upload, rename, move,
// duplicate, trash and undo. The service never replaces anything. What it refuses is said in its words.

class Changes {
  isWritable = false;
  /** How many changes of the service each action here has made: undo takes all of them back. */
  counts = [];

  constructor(viewer) {
    [this.viewer, this.home, this.list] = [viewer, viewer.home, viewer.list];
    this.dialog = document.querySelector("#ask");
    this.files = document.querySelector("#files");
    if (this.home.change) this.listen();
  }

  /** The rows of keys, with the buttons that do the same. */
  get keys() {
    if (!this.home.change) return [];
    return this.isWritable ? [...this.readingKeys, ...this.writingKeys] : this.readingKeys;
  }

  readingKeys = [
    [["Ctrl+a"], "select all", () => this.list.mark(this.list.shown)],
    [["Ctrl+ "], "select this one, too, or leave it out", () => this.list.toggle(this.list.current)],
    [["Ctrl+s"], "download what is selected", () => this.download(), "download"],
  ];

  writingKeys = [
    [["Alt+n"], "new folder", () => this.makeFolder(), "new-folder"],
    [["Alt+t"], "new document", () => this.makeDocument(), "new"],
    [["Alt+u"], "upload files", () => this.files.click(), "upload"],
    [["F2"], "rename", () => this.rename(), "rename"],
    [["Ctrl+d"], "duplicate", () => this.duplicate(), "duplicate"],
    [["Ctrl+x"], "take what is selected, to move it to another folder", () => this.take(), "take"],
    [["Ctrl+v"], "move here what was taken", () => this.put(), "put"],
    [["Delete"], "move to the trash", () => this.trash(), "trash"],
    [["Ctrl+z"], "undo", () => this.undo(), "undo"],
  ];

  /** Shows what may be done in a folder. */
  allow(folder) {
    if (!this.home.change) return;
    this.folder = folder;
    const hide = (selector, isHidden) => { document.querySelector(selector).hidden = isHidden; };
    const {pick} = this.home;
    const isInRoot = Boolean(folder.name);
    const isMultiple = isInRoot && (!pick || pick.kind === "files");
    this.isWritable = this.list.isMovable = folder.writable && !pick;
    this.list.element.ariaMultiSelectable = isMultiple;
    hide("#edit", !this.isWritable);
    hide("#several", !isMultiple);
    hide("#list [data-change=download]", !isInRoot || pick);
    hide("[data-command=download]", pick);
    hide("#sign-in", !folder.signIn || pick);
    hide("#sign-out", !folder.signOut || pick);
    hide("[data-change=put]", !this.taken.length);
    document.querySelector("#sign-in").href = `/browse/-/login?goal=${encodeURIComponent(location.pathname)}`;
  }

  listen() {
    for (const [[key], , run, name] of [...this.readingKeys, ...this.writingKeys]) {
      const button = document.querySelector(`[data-change=${name}]`);
      if (!button) continue;
      button.onclick = run;
      button.setAttribute("aria-keyshortcuts", key.replace("Ctrl", "Control"));
      button.title = key;
    }
    this.files.onchange = () => {
      this.upload([...this.files.files]);
      this.files.value = "";
    };
    this.dialog.querySelector("button[type=button]").onclick = () => this.dialog.close();
    this.listenForDrags();
    addEventListener("beforeunload", event => { if (this.sending) event.preventDefault(); });
  }

  // MARK: Requests

  /**
   * Asks the service for a change of each document, and says what has failed and what was done: `done(count)`.
   * Returns the last item that there is now; nothing if all failed.
   */
  async run(items, request, done) {
    const failures = [];
    let last = null, count = 0;
    for (const item of items) {
      try {
        const {item: made} = await request(item);
        last = made ?? last;
        count++;
      } catch (error) {
        failures.push(items.length > 1 ? `${item.name}: ${error.message}` : error.message);
      }
    }
    if (count) this.counts.push(count);
    await this.viewer.refresh();
    if (failures.length) this.viewer.notify(failures.join("\n"));
    else if (count) this.viewer.notify(done(count), "Undo", () => this.undo());
    return last;
  }

  /** Asks for a change of each document that is selected: `?trash`. */
  async changeChosen(query, done) {
    const items = this.list.chosen;
    return await this.run(items, item => this.home.change(this.home.address(item, query)), done);
  }

  /** Selects a document of this folder, and goes to it. */
  show(item) {
    const index = this.list.shown.findIndex(other => other.path === item?.path);
    if (index >= 0) this.list.select(index);
    this.viewer.focus();
  }

  // MARK: Names

  /**
   * Asks for a name, and does something with it. A failure is shown beside the name, so that it can be changed.
   * `kinds` are choices besides the name.
   */
  ask(title, name, run, kinds = []) {
    const form = this.dialog.querySelector("form");
    const [heading, [input], [select], alert, button] = [
      form.querySelector("h2"), form.querySelectorAll("input"), form.querySelectorAll("select"),
      form.querySelector("[role=alert]"), form.querySelector("button:not([type])"),
    ];
    heading.textContent = button.textContent = title;
    [input.value, alert.textContent] = [name, ""];
    select.replaceChildren(...kinds.map(kind => make("option", {value: kind}, kind)));
    select.parentElement.hidden = !kinds.length;
    form.onsubmit = async event => {
      event.preventDefault();
      button.disabled = true;
      try {
        const answer = await run(input.value, select.value);
        this.dialog.close();
        this.counts.push(1);
        await this.viewer.refresh();
        this.show(answer.item);
        this.viewer.say(`${title}: ${answer.item.name}`);
      } catch (error) {
        alert.textContent = error.message;
        input.focus();
      }
      button.disabled = false;
    };
    this.dialog.showModal();
    // The suffix usually stays.
    const dot = name.lastIndexOf(".");
    input.setSelectionRange(0, dot > 0 ? dot : name.length);
    input.focus();
  }

  makeFolder() {
    this.ask("New folder", "New folder", name => this.home.change(`?new-folder=${encodeURIComponent(name)}`));
  }

  makeDocument() {
    this.ask(
      "New document", "New document",
      (name, kind) => this.home.change(`?new=${encodeURIComponent(kind)}&name=${encodeURIComponent(name)}`),
      this.folder.templates);
  }

  rename() {
    const {item} = this.list;
    if (!item) return;
    this.ask("Rename", item.name, async name => {
      if (name === item.name) return {item};
      const answer = await this.home.change(this.home.address(item, `?rename=${encodeURIComponent(name)}`));
      // In the results of a search, paths begin at this folder.
      const folder = DocumentList.folder(item);
      return {item: {...answer.item, path: folder ? `${folder}/${answer.item.name}` : answer.item.path}};
    });
  }

  // MARK: Copies, trash, undo

  async duplicate() {
    this.show(await this.changeChosen("?duplicate", count => `Duplicated ${countText(count)}.`));
  }

  async trash() {
    await this.changeChosen("?trash", count => `Moved ${countText(count)} to the trash.`);
    this.viewer.focus();
  }

  async undo() {
    let item = null;
    const count = this.counts.pop() ?? 1;
    try {
      for (let index = 0; index < count; index++) ({item} = await this.home.change("/browse/-/undo"));
      this.viewer.hideNotice();
      this.viewer.say("Undone");
    } catch (error) {
      this.viewer.notify(error.message);
    }
    await this.viewer.refresh();
    this.show(item);
  }

  // MARK: Moving: by drag, or taken in one folder and put into another one

  /** Moves documents, by their addresses, to a folder of the root, by its path below it. */
  async moveTo(path, items) {
    await this.run(
      items, item => this.home.change(`${item.address}?move=/${encodeURIComponent(path)}`),
      count => `Moved ${countText(count)}.`);
    this.viewer.focus();
  }

  /** What is selected, with addresses that are the same on the pages of all folders. */
  get addresses() {
    return this.list.chosen.map(item => (
      {name: item.name, address: new URL(this.home.address(item, ""), location.href).pathname}));
  }

  /** What was taken, for all pages of this window. */
  get taken() { return JSON.parse(sessionStorage.getItem("cameo-taken") ?? "[]"); }

  set taken(items) {
    sessionStorage.setItem("cameo-taken", JSON.stringify(items));
    document.querySelector("[data-change=put]").hidden = !items.length;
  }

  take() {
    if (!this.list.item) return;
    this.taken = this.addresses;
    this.viewer.notify(
      `Go to another folder, and choose “Move here” (Ctrl+V), to move ${countText(this.taken.length)}.`, "Cancel",
      () => { this.taken = []; });
  }

  async put() {
    const items = this.taken;
    const root = path => path.split("/")[2];
    if (items.some(item => root(item.address) !== root(location.pathname))) {
      return this.viewer.notify("Documents can be moved only to folders of the same root.");
    }
    this.taken = [];
    await this.moveTo(this.folder.path, items);
  }

  /** The path below the root of the folder under the mouse: one of the list, or the one above; else nothing. */
  folderAt(event) {
    const {path} = this.folder;
    if (event.target.closest?.("#up")) return path ? path.slice(0, Math.max(0, path.lastIndexOf("/"))) : undefined;
    const element = event.target.closest?.(".item");
    const item = element && this.list.shown[element.dataset.index];
    return item?.folder ? [path, item.path].filter(part => part).join("/") : undefined;
  }

  listenForDrags() {
    const page = document.querySelector("#list");
    const own = "application/x-cameo-documents";
    let marked = null;
    const unmark = () => { marked?.classList.remove("target"); marked = null; };
    page.addEventListener("dragstart", event => {
      const element = event.target.closest?.(".item");
      if (!element || !this.isWritable) return;
      if (!this.list.isChosen(Number(element.dataset.index))) this.list.select(Number(element.dataset.index));
      event.dataTransfer.setData(own, JSON.stringify(this.addresses));
      event.dataTransfer.effectAllowed = "move";
    });
    page.addEventListener("dragover", event => {
      unmark();
      const {types} = event.dataTransfer;
      const folder = this.folderAt(event);
      const isOwn = types.includes(own);
      if (!this.isWritable || !(isOwn ? folder !== undefined : types.includes("Files"))) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isOwn ? "move" : "copy";
      marked = folder === undefined ? this.list.element : event.target.closest(".item, #up");
      marked.classList.add("target");
    });
    for (const end of ["dragleave", "dragend"]) page.addEventListener(end, unmark);
    page.addEventListener("drop", event => {
      unmark();
      if (!this.isWritable) return;
      event.preventDefault();
      const folder = this.folderAt(event);
      const {items, files} = event.dataTransfer;
      if (files.length) {
        const entries = [...items].filter(item => item.kind === "file");
        const isFolder = entries.map(item => item.webkitGetAsEntry()?.isDirectory);
        const kept = [...files].filter((_, index) => !isFolder[index]);
        if (kept.length < files.length) this.viewer.notify("Folders cannot be uploaded. Drop the files in them.");
        if (kept.length) this.upload(kept, folder);
        return;
      }
      const dragged = JSON.parse(event.dataTransfer.getData(own) || "[]");
      if (folder !== undefined && dragged.length) this.moveTo(folder, dragged);
    });
  }

  // MARK: Upload

  /** Sends files to a folder of the root, by its path below it; to this one without a path. */
  async upload(files, path = this.folder.path) {
    if (this.sending) return this.viewer.notify("Other files are being uploaded.");
    const root = location.pathname.split("/", 3).join("/");
    const folder = [root, ...path.split("/").filter(name => name).map(encodeURIComponent)].join("/");
    let [sent, isCancelled] = [0, false];
    const all = files.reduce((sum, file) => sum + file.size, 0) || 1;
    this.sending = true;
    const made = await this.run(files, async file => {
      if (isCancelled) throw new Error("The upload was cancelled.");
      this.viewer.notify(`Uploading ${file.name}`, "Cancel", () => { isCancelled = true; request.abort(); });
      clearTimeout(this.viewer.hiding);
      const progress = this.viewer.notice.querySelector("progress");
      progress.hidden = false;
      const request = new XMLHttpRequest();
      const show = loaded => { progress.value = (sent + loaded) / all; };
      show(0);
      const answer = await Changes.send(request, `${folder}/${encodeURIComponent(file.name)}`, file, show);
      sent += file.size;
      return answer;
    }, count => `Uploaded ${countText(count)}.`);
    this.sending = false;
    if (path === this.folder.path) this.show(made);
  }

  /** Sends one file. `fetch` does not say how far it is. */
  static send(request, address, file, progress) {
    return new Promise((resolve, reject) => {
      request.upload.onprogress = event => progress(event.loaded);
      request.onload = () => {
        if (request.status === 201) resolve(JSON.parse(request.responseText));
        else reject(new Error(ServiceHome.reason(request.status, request.responseText)));
      };
      request.onerror = () => reject(new Error("The connection has ended before the file was sent."));
      request.onabort = () => reject(new Error("The upload was cancelled."));
      request.open("PUT", address);
      request.setRequestHeader("Accept", "application/json");
      request.setRequestHeader("If-None-Match", "*");
      request.send(file);
    });
  }

  // MARK: Download

  /** Saves the document on the stage, or what is selected: one file as it is, more in a ZIP archive. */
  download() {
    const items = this.viewer.stage.isOpen ? [this.viewer.stage.item] : this.list.chosen;
    if (!items.length) return;
    if (items.length === 1 && items[0].file && !items[0].folder) {
      const link = make("a", {href: `${items[0].file}&download`, download: items[0].name});
      return link.click();
    }
    const form = make(
      "form", {method: "post", action: "?zip", hidden: true},
      ...items.map(item => make("input", {name: "name", value: item.path})));
    document.body.append(form);
    form.submit();
    form.remove();
  }
}
