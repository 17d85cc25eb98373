"use strict";
// The picker: a page of another site has opened this one, so that people choose a document or a folder for it. The
// service has checked the site. The choice is sent to the window that opened this one, to that site and no other:
//
//   {type: "cameo-choice", documents: [{name, address, file?, type?, bytes?, folder}]}     addresses are absolute
//
// No documents if the choice was cancelled.

class Picker {
  constructor(viewer) {
    [this.viewer, this.list, this.pick] = [viewer, viewer.list, viewer.home.pick];
    if (!this.pick) return;
    const bar = document.querySelector("#picker");
    const [text, choose, cancel] = bar.children;
    const what = {file: "a document", files: "documents", folder: "a folder"}[this.pick.kind];
    text.append(`Choose ${what} for `, make("bdi", {}, this.pick.origin));
    choose.textContent = this.pick.kind === "folder" ? "Choose this folder" : "Choose";
    choose.onclick = () => this.choose();
    cancel.onclick = () => this.send([]);
    bar.hidden = false;
    document.querySelector("[data-command=choose]").hidden = this.pick.kind === "folder";
  }

  /** What the addresses of the pages of other folders end with, so that they are pickers, too. */
  get query() { return this.pick ? location.search : ""; }

  get keys() {
    if (!this.pick) return [];
    return this.pick.kind === "folder"
      ? [[["Ctrl+Enter"], "choose this folder", () => this.choose()]]
      : [[["Enter"], "choose the document, or open the folder"]];
  }

  /** Only folders are listed where a folder is to be chosen. */
  filter(items) {
    return this.pick?.kind === "folder" ? items.filter(item => item.folder) : items;
  }

  /** Takes the key Enter on a document of the list. */
  enter(item) {
    if (!this.pick || item?.folder || this.pick.kind === "folder") return false;
    this.choose();
    return true;
  }

  choose() {
    const {kind} = this.pick;
    const {stage, changes: {folder}} = this.viewer;
    if (kind === "folder") {
      if (!folder.name) return this.viewer.notify("Open the folder that you want to choose.");
      return this.send([{name: folder.name, path: "", folder: true}]);
    }
    const documents = (stage.isOpen ? [stage.item] : this.list.chosen).filter(item => !item.folder);
    if (!documents.length) return this.viewer.notify("Select a document first.");
    this.send(documents);
  }

  send(items) {
    if (!window.opener) return this.viewer.notify("The window that asked for a choice is closed.");
    const absolute = address => new URL(address, location.origin + location.pathname).href;
    const documents = items.map(({name, path, file, type, bytes, folder}) => ({
      name, type, bytes, folder, address: absolute(path.split("/").map(encodeURIComponent).join("/")),
      file: folder ? undefined : file && absolute(file),
    }));
    window.opener.postMessage({type: "cameo-choice", documents}, this.pick.origin);
    window.close();
  }
}
