"use strict";
// Where documents come from. Both homes answer the same questions:
//
//   load()                    -> {folder: {name}, items: [item]}
//   thumbnail(item, pixels)   -> the address of a picture, or nothing
//   content(item)             -> what the stage shows; see below
//   details(item)             -> {group: {name: value}}
//
// Content is one of
//   {view: "pages", pages: [{width, height, address(pixels), words()?}], outline?, note?}
//   {view: "frame", source | address}     HTML of a document, which can run nothing
//   {view: "text", text}
//   {view: "media", kind: "video" | "audio", address}
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
  /** All items of the folder, which may come in several answers. */
  async load() {
    const answer = await this.json("?list");
    for (let {cursor} = answer; cursor;) {
      const more = await this.json(`?list&cursor=${encodeURIComponent(cursor)}`);
      answer.items.push(...more.items);
      ({cursor} = more);
    }
    return answer;
  }

  /** Searches all folders below by name, or by a condition over metadata: `camera = "X100V" and date >= 2024-05`. */
  async search(text) {
    return await this.json(`?${/[=<>~]/.test(text) ? "where" : "find"}=${encodeURIComponent(text)}`);
  }

  async json(address) {
    const response = await fetch(address, {headers: {Accept: "application/json"}});
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.detail ?? `The service answers ${response.status}.`);
    return answer;
  }

  address(item, query) {
    return item.path.split("/").map(encodeURIComponent).join("/") + query;
  }

  thumbnail(item, pixels) {
    return item.thumbnail && `${item.thumbnail}&size=${pixels}`;
  }

  async content(item) {
    const media = /\.(mp4|m4v|webm|ogv|mov)$/i.test(item.name) ? "video"
      : /\.(mp3|m4a|ogg|oga|opus|flac|wav)$/i.test(item.name) ? "audio" : null;
    if (media && item.file) return {view: "media", kind: media, address: item.file};
    // These may be animations, which a browser plays by itself.
    if (/\.(gif|apng|webp)$/i.test(item.name) && item.file) return {view: "pages", pages: [{address: () => item.file}]};
    const parts = await this.json(this.address(item, "?parts"));
    if (parts.view === "frame") return {view: "frame", address: this.address(item, "?preview")};
    const pages = Array.from({length: parts.pages}, (_, index) => {
      const [width, height] = parts.sizes?.[index] ?? parts.sizes?.[0] ?? [1, 1];
      const query = `&page=${index + 1}`;
      return {
        width, height,
        // A small picture has no more pixels than these.
        isSharp: parts.words || Math.max(width, height) >= 1024,
        address: pixels => `${item.preview ?? this.address(item, "?preview")}${query}&size=${pixels}`,
        words: parts.words ? () => this.json(this.address(item, `?words${query}`)) : null,
      };
    });
    return {view: "pages", pages, outline: parts.outline};
  }

  async details(item) {
    return item.metadata ? await this.json(item.metadata) : {};
  }

  /** Calls a function when files of the folder have changed. */
  watch(changed) {
    new EventSource("?events").addEventListener("message", event => changed(JSON.parse(event.data)));
  }
}
