"use strict";
// Where documents come from. Both homes answer the same questions:
//
//   load()                    -> {folder: {name}, items: [item]}; nothing if all is as it was the last time
//   thumbnail(item, pixels)   -> the address of a picture, or nothing
//   content(item, signal)     -> what the stage shows; see below
//   details(item, signal)     -> {group: {name: value}}
//
// `signal` ends a request whose answer nobody waits for any more. Content is one of
//   {view: "pages", pages: [{width, height, address(pixels), words(signal)?}], outline?, note?}
//   {view: "frame", source | address}     HTML of a document, which can run nothing
//   {view: "text", text}
//   {view: "media", kind: "video" | "audio", address, instead(signal)}
//                                         `instead` gives other content where the browser cannot play it
//   {view: "failed", reason}

/** One file: `preview --html` put the data and all documents into this page. */
class FileHome {
  load() {
    return JSON.parse(document.getElementById("documents").textContent);
  }

  thumbnail(item) {
    return item.thumbnail;
  }

  /** The document's part of the page, which is text until it is parsed here. */
  section(item) {
    const parsed = document.createElement("template");
    parsed.innerHTML = document.querySelector(`noscript[data-id="${item.id}"]`)?.textContent ?? "";
    return parsed.content;
  }

  content(item) {
    const section = this.section(item);
    const failure = section.querySelector(".failure");
    if (failure) return {view: "failed", reason: failure.textContent};
    const frame = section.querySelector("iframe");
    if (frame) return {view: "frame", source: frame.getAttribute("srcdoc")};
    const text = section.querySelector("pre");
    if (text) return {view: "text", text: text.textContent};
    const pages = [...section.querySelectorAll("img")].map(picture => ({
      width: picture.width, height: picture.height, address: () => picture.getAttribute("src"),
    }));
    return {view: "pages", pages, note: section.querySelector(".note")?.textContent};
  }

  details() {
    return {};
  }
}

/** A folder of a service: `previewd --browse`. All addresses are relative to the page. */
class ServiceHome {
  /** What a page of another site lets people choose here: {kind, origin}; see Picker. */
  get pick() {
    return JSON.parse(document.getElementById("documents").textContent || "{}").pick;
  }

  async load() {
    const text = await (await this.fetch("?list")).text();
    if (text === this.lastText) return null;
    this.lastText = text;
    return JSON.parse(text);
  }

  /** Searches all folders below by name, or by a condition over metadata: `camera = "X100V" and date >= 2024-05`. */
  async search(text) {
    return await this.json(`?${/[=<>~]/.test(text) ? "where" : "find"}=${encodeURIComponent(text)}`);
  }

  /** Throws an error in words for people: the service's own, if it has answered. */
  async fetch(address, options = {}) {
    let response;
    try {
      response = await fetch(address, {headers: {Accept: "application/json"}, ...options});
    } catch {
      throw new Error("The service cannot be reached.");
    }
    if (!response.ok) throw new Error(ServiceHome.reason(response.status, await response.text()));
    return response;
  }

  async json(address, signal) {
    return await (await this.fetch(address, {signal})).json();
  }

  /** Changes something; the answer has the item that there is now. */
  async change(address) {
    return await (await this.fetch(address, {method: "POST"})).json();
  }

  /** Why a request failed: the member `detail` of a problem. */
  static reason(status, text) {
    try {
      const {detail} = JSON.parse(text);
      if (detail) return `${detail[0].toUpperCase()}${detail.slice(1)}.`;
    } catch { /* it is no problem in JSON */ }
    return `The service answers ${status}.`;
  }

  address(item, query) {
    return item.path.split("/").map(encodeURIComponent).join("/") + query;
  }

  thumbnail(item, pixels) {
    return item.thumbnail && `${item.thumbnail}&size=${pixels}`;
  }

  async content(item, signal) {
    const kind = item.file && ServiceHome.player(item.name);
    if (kind) return {view: "media", kind, address: item.file, instead: signal => this.parts(item, signal)};
    // These may be animations, which a browser plays by itself.
    if (/\.(gif|apng|webp)$/i.test(item.name) && item.file) return {view: "pages", pages: [{address: () => item.file}]};
    return await this.parts(item, signal);
  }

  /** `video` or `audio`, where the browser may know how to play the file; else nothing. */
  static player(name) {
    const type = ServiceHome.media[DocumentList.suffix(name).toLowerCase()];
    const kind = type?.split("/")[0];
    return kind && document.createElement(kind).canPlayType(type) && kind;
  }

  static media = {
    mp4: "video/mp4", m4v: "video/mp4", mov: "video/mp4", webm: "video/webm", mkv: "video/webm", ogv: "video/ogg",
    mp3: "audio/mpeg", m4a: "audio/mp4", m4b: "audio/mp4", aac: "audio/aac", ogg: "audio/ogg", oga: "audio/ogg",
    opus: "audio/ogg", flac: "audio/flac", wav: "audio/wav",
  };

  /** The document as its provider shows it. */
  async parts(item, signal) {
    const parts = await this.json(this.address(item, "?parts"), signal);
    // The address in the item is another one for another state of the file.
    const preview = item.preview ?? this.address(item, "?preview");
    if (parts.view === "frame") return {view: "frame", address: preview};
    const pages = Array.from({length: parts.pages}, (_, index) => {
      const [width, height] = parts.sizes?.[index] ?? parts.sizes?.[0] ?? [1, 1];
      const query = `&page=${index + 1}`;
      return {
        width, height,
        // A small picture has no more pixels than these.
        isSharp: parts.words || Math.max(width, height) >= 1024,
        address: pixels => `${preview}${query}&size=${pixels}`,
        words: parts.words ? signal => this.json(this.address(item, `?words${query}`), signal) : null,
      };
    });
    return {view: "pages", pages, outline: parts.outline};
  }

  async details(item, signal) {
    return item.metadata ? await this.json(item.metadata, signal) : {};
  }

  /**
   * Calls a function when files of the folder have changed; also when the stream begins, because what changed between
   * the list and the stream is in neither of them.
   */
  watch(changed) {
    const events = new EventSource("?events");
    for (const kind of ["open", "message"]) events.addEventListener(kind, () => changed());
  }
}
