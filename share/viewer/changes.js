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
    [this.files, this.folders] = ["#files", "#folders"].map(name => document.querySelector(name));
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
    [["Alt+o"], "upload a folder", () => this.folders.click(), "upload-folder"],
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
      button.title = keyName(key);
    }
    for (const input of [this.files, this.folders]) {
      input.onchange = () => {
        this.upload([...input.files].map(file => ({path: file.webkitRelativePath || file.name, file})));
        input.value = "";
      };
    }
    this.dialog.querySelector("button[type=button]").onclick = () => this.dialog.close();
    this.listenForDrags();
    addEventListener("beforeunload", event => { if (this.sending) event.preventDefault(); });
  }

  // MARK: Requests

  /**
   * Asks the service for a change of each document, and says what has failed and what was done: `done(count)`. Where
   * `request` gives nothing, there was nothing to change. Where it gives `isPart`, an earlier change is undone with it.
   * Returns the last item that there is now; nothing if all failed.
   */
  async run(items, request, done) {
    const failures = [];
    let last = null, count = 0, steps = 0;
    for (const item of items) {
      try {
        const answer = await request(item);
        if (!answer) continue;
        last = answer.item ?? last;
        count++;
        if (!answer.isPart) steps++;
      } catch (error) {
        const isCancelled = error.name === "AbortError";
        failures.push(items.length > 1 && !isCancelled ? `${item.name}: ${error.message}` : error.message);
        if (isCancelled) break;
      }
    }
    if (steps) this.counts.push(steps);
    await this.viewer.refresh();
    const more = failures.splice(20).length;
    if (more) failures.push(`and ${more} more`);
    if (failures.length) this.viewer.notify(failures.join("\n"));
    else if (count) this.viewer.notify(done(count), "Undo", () => this.undo());
    else this.viewer.hideNotice();
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
      const files = [...event.dataTransfer.items].filter(item => item.kind === "file");
      // The items are there only as long as the event.
      const entries = files.map(item => item.webkitGetAsEntry() ?? item.getAsFile());
      if (entries.length) return this.upload(Changes.walk(entries), folder);
      const dragged = JSON.parse(event.dataTransfer.getData(own) || "[]");
      if (folder !== undefined && dragged.length) this.moveTo(folder, dragged);
    });
  }

  // MARK: Upload

  static mostFiles = 10_000;

  /** What was dropped, with all that is in its folders: [{path, file}]; a folder has no file. */
  static async walk(entries) {
    const found = [];
    const queue = [...entries];
    // The queue grows meanwhile.
    for (const entry of queue) {
      if (found.length > Changes.mostFiles) break;
      const path = entry.fullPath?.slice(1) ?? entry.name;
      if (entry instanceof File) {
        found.push({path, file: entry});
      } else if (entry.isFile) {
        found.push(await new Promise(resolve => entry.file(
          file => resolve({path, file}), ({message}) => resolve({path, file: new File([], path), problem: message}))));
      } else {
        found.push({path});
        const reader = entry.createReader();
        // Each answer has some of the names; the last one has none.
        for (let part = null; part?.length !== 0 && queue.length <= Changes.mostFiles && !Changes.isHidden(path);) {
          part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
          queue.push(...part);
        }
      }
    }
    return found;
  }

  /** Whether a file or a folder around it is hidden: the service leaves these out. */
  static isHidden(path) { return /(^|\/)\./.test(path); }

  /** The files of an upload, with each folder before what is in it. */
  static ordered(found) {
    const folders = new Set(), entries = [];
    for (const entry of found) {
      const names = entry.path.split("/");
      for (let depth = 1; depth <= names.length - (entry.file ? 1 : 0); depth++) {
        const path = names.slice(0, depth).join("/");
        if (!folders.has(path)) entries.push({name: path, path});
        folders.add(path);
      }
      if (entry.file) entries.push({...entry, name: entry.path});
    }
    return entries;
  }

  /**
   * Sends files and folders, [{path, file}] or a promise of them, to a folder of the root, by its path below it; to
   * this one without a path. A folder that is there already takes the files, too.
   */
  async upload(found, path = this.folder.path) {
    if (this.sending) return this.viewer.notify("Other files are being uploaded.");
    this.sending = true;
    let made = null;
    try {
      const all = await found;
      const shown = all.filter(entry => !Changes.isHidden(entry.path));
      if (all.length > Changes.mostFiles) throw new Error(`More than ${Changes.mostFiles} files are too many at once.`);
      if (!shown.length) throw new Error("Hidden files are not uploaded.");
      const note = shown.length < all.length ? " Hidden files were left out." : "";
      made = await this.sendAll(Changes.ordered(shown), path, note);
    } catch (error) {
      this.viewer.notify(error.message);
    }
    this.sending = false;
    if (path === this.folder.path) this.show(made);
  }

  async sendAll(entries, path, note) {
    const root = location.pathname.split("/", 3).join("/");
    const address = below => [
      root, ...`${path}/${below}`.split("/").filter(name => name).map(encodeURIComponent)].join("/");
    const all = entries.reduce((sum, {file}) => sum + (file?.size ?? 0), 0) || 1;
    // Folders that are new here, and those that could not be made.
    const [made, missing] = [new Set(), new Set()];
    let sent = 0, count = 0, isCancelled = false, request = null;
    const cancel = () => { isCancelled = true; request?.abort(); };
    this.viewer.say(`Uploading ${countText(entries.filter(({file}) => file).length)}`);
    return await this.run(entries, async ({path: below, file, problem}) => {
      if (isCancelled) throw Changes.cancelled;
      this.viewer.post(`Uploading ${below}`, "Cancel", cancel);
      clearTimeout(this.viewer.hiding);
      const progress = this.viewer.notice.querySelector("progress");
      progress.hidden = false;
      const show = loaded => { progress.value = (sent + loaded) / all; };
      show(0);
      const parent = below.slice(0, Math.max(0, below.lastIndexOf("/")));
      const isPart = made.has(parent);
      let answer = null;
      try {
        if (missing.has(parent)) {
          // The folder's failure was noted.
          if (!file) missing.add(below);
        } else if (!file) {
          answer = await this.sendFolder(address(below), isPart);
          if (answer) made.add(below);
        } else {
          if (problem) throw new Error(problem);
          request = new XMLHttpRequest();
          answer = await Changes.send(request, address(below) + (isPart ? "?part" : ""), file, show);
          count++;
        }
      } catch (error) {
        if (!file) missing.add(below);
        throw error;
      } finally {
        sent += file?.size ?? 0;
      }
      return answer && {item: parent ? null : answer.item, isPart};
    }, () => `Uploaded ${countText(count)}.${note}`);
  }

  /** Makes a folder; gives nothing if there is one already. With `isPart`, it is undone with the folder around it. */
  async sendFolder(address, isPart) {
    const [, parent, name] = /(.*\/)(.*)/.exec(address);
    try {
      return await this.home.change(`${parent}?new-folder=${name}${isPart ? "&part" : ""}`);
    } catch (error) {
      const there = await fetch(`${address}/`, {method: "HEAD"}).catch(() => null);
      if (!there?.ok) throw error;
      return null;
    }
  }

  static get cancelled() { return new DOMException("The upload was cancelled.", "AbortError"); }

  /** Sends one file. `fetch` does not say how far it is. */
  static send(request, address, file, progress) {
    return new Promise((resolve, reject) => {
      request.upload.onprogress = event => progress(event.loaded);
      request.onload = () => {
        if (request.status === 201) resolve(JSON.parse(request.responseText));
        else reject(new Error(ServiceHome.reason(request.status, request.responseText)));
      };
      request.onerror = () => reject(new Error("The connection has ended before the file was sent."));
      request.onabort = () => reject(Changes.cancelled);
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
