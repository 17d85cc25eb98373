package import ImageModel
internal import PDFReading
package import PDFWriting

extension PDFFile {
  /// The Info dictionary (ISO 32000-1, 14.3.3).
  package func information() throws(ImageError) -> DocumentInfo {
    try read { reader throws(ImageError) in
      var result = DocumentInfo()
      guard let info = try reader.resolve(try reader.trailer()["Info"]).dictionary else { return result }
      func text(_ key: String) throws(ImageError) -> String? {
        // Some writers end the text with NUL. XML forbids control characters in the copy for XMP.
        let text = try reader.resolve(info[key]).text.map { text in
          String(
            String.UnicodeScalarView(
              text.unicodeScalars.filter { $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0) }))
        }
        return text?.isEmpty == true ? nil : text
      }
      result.title = try text("Title")
      result.author = try text("Author")
      result.subject = try text("Subject")
      result.creator = try text("Creator")
      result.producer = try text("Producer")
      result.keywordText = try text("Keywords")
      result.keywords = Self.keywords(result.keywordText ?? "")
      result.creationDate = try text("CreationDate").flatMap { PDFDate($0) }
      result.modificationDate = try text("ModDate").flatMap { PDFDate($0) }
      return result
    }
  }

  /// Splits the keywords, which are one string separated by commas or semicolons.
  private static func keywords(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.map { word in
      let spaceless = word.drop { $0.isWhitespace }
      return String(spaceless.reversed().drop { $0.isWhitespace }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// The ranges of page labels, in the order of their pages; empty where there are none.
  package func pageLabels() throws(ImageError) -> [PageLabelRange] {
    try read { reader throws(ImageError) in
      guard let root = try catalog(reader)["PageLabels"] else { return [] }
      var ranges: [Int: PageLabelRange] = [:]
      try KeyedTree(leaf: "Nums").visit(root, reader) { key, value throws(ImageError) in
        guard let first = key.integer, first >= 0, first < pageCount,
          let label = try reader.resolve(value).dictionary
        else { return }
        ranges[first] = PageLabelRange(
          firstPage: first, style: try reader.resolve(label["S"]).name.flatMap { PageLabelRange.Style(rawValue: $0) },
          prefix: try reader.resolve(label["P"]).text ?? "",
          start: min(max(1, try reader.resolve(label["St"]).integer ?? 1), 1_000_000_000))
      }
      return ranges.values.sorted { $0.firstPage < $1.firstPage }
    }
  }

}

extension PDFFile {
  /// The named destinations, from the dictionary of PDF 1.1 and from the name tree (ISO 32000-1, 12.3.2.3).
  ///
  /// Names that do not lead to a page are left out.
  package func namedDestinations() throws(ImageError) -> [String: PDFDestination] {
    if let destinations { return destinations }
    let read = try readDestinations()
    destinations = read
    return read
  }

  private func readDestinations() throws(ImageError) -> [String: PDFDestination] {
    try read { reader throws(ImageError) in
      let catalog = try catalog(reader)
      var found: [String: PDFDestination] = [:]
      if let old = try reader.resolve(catalog["Dests"]).dictionary {
        for entry in old.entries {
          if let destination = try destination(entry.value, reader) { found[entry.key] = destination }
        }
      }
      if let names = try reader.resolve(catalog["Names"]).dictionary, let root = names["Dests"] {
        try KeyedTree(leaf: "Names").visit(root, reader) { key, value throws(ImageError) in
          guard let name = key.text, let destination = try destination(value, reader) else { return }
          found[name] = destination
        }
      }
      return found
    }
  }

  /// An explicit destination: an array, or a dictionary that holds one in /D.
  func destination(_ object: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFDestination? {
    var value = try reader.resolve(object)
    if let dictionary = value.dictionary { value = try reader.resolve(dictionary["D"]) }
    guard let elements = value.array, let first = elements.first, let page = pageIndex(first) else { return nil }
    return PDFDestination(page: page, view: PDFView(elements.dropFirst()))
  }

  /// The index of the page in a destination, which is a reference, or an index from some writers.
  func pageIndex(_ object: FileObject) -> Int? {
    if let number = object.reference { return tree.indices[number] }
    guard let index = object.integer, index >= 0, index < pageCount else { return nil }
    return index
  }

  /// The target in /Dest, or otherwise in the action /A, of an outline entry or annotation; nil for other actions.
  func target(of dictionary: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFTarget? {
    if let destination = dictionary["Dest"] { return try target(destination, reader) }
    guard let action = try reader.resolve(dictionary["A"]).dictionary else { return nil }
    switch try reader.resolve(action["S"]).name {
    case "GoTo"?: return try action["D"].flatMap { object throws(ImageError) in try target(object, reader) }
    case "URI"?: return try reader.resolve(action["URI"]).string.map { .uri(TextString.text($0)) }
    default: return nil
    }
  }

  /// The target that an object specifies: a name, or an explicit destination.
  func target(_ object: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFTarget? {
    switch try reader.resolve(object) {
    case .name(let name): return .named(name)
    case .string(let bytes): return .named(TextString.text(bytes))
    case let value: return try destination(value, reader).map { .destination($0) }
    }
  }
}

extension PDFFile {
  /// The maximum number of levels of an outline; deeper entries are left out.
  private static var maxOutlineDepth: Int { 64 }
  private static var maxEntries: Int { 1_000_000 }

  /// The outline (bookmarks) of the file; empty where there is none.
  ///
  /// Each entry is read once: a loop ends its list, with a warning.
  package func outline() throws(ImageError) -> [OutlineEntry] {
    if let outlineEntries { return outlineEntries }
    let read = try readOutline()
    outlineEntries = read
    return read
  }

  private func readOutline() throws(ImageError) -> [OutlineEntry] {
    try read { reader throws(ImageError) in
      let root = try reader.resolve(try catalog(reader)["Outlines"]).dictionary
      guard let first = root?["First"] else { return [] }
      var visited: Set<ObjectNumber> = []
      // The lists that are being read, the outermost first, each with its next entry.
      var open: [(entries: [OutlineEntry], next: FileObject?)] = [([], first)]
      while let next = open.last?.next {
        let number = next.reference
        var item: FileDictionary?
        if let number, visited.insert(number).inserted {
          item = try reader.object(number).dictionary
        } else if number != nil {
          warn("the outline has a loop")
        }
        if let item, visited.count <= Self.maxEntries {
          open[open.count - 1].entries.append(try entry(item, reader))
          open[open.count - 1].next = item["Next"]
          if let child = item["First"] {
            if open.count < Self.maxOutlineDepth {
              open.append(([], child))
            } else {
              warn("the outline has more than \(Self.maxOutlineDepth) levels; deeper ones are left out")
            }
          }
        } else {
          open[open.count - 1].next = nil
        }
        while open.count > 1, let list = open.last, list.next == nil {
          open.removeLast()
          // The finished list holds the children of the last entry of the enclosing list.
          let parent = open.count - 1
          if let last = open[parent].entries.indices.last { open[parent].entries[last].children = list.entries }
        }
      }
      return open.first?.entries ?? []
    }
  }

  private func entry(_ item: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> OutlineEntry {
    var entry = OutlineEntry(title: try reader.resolve(item["Title"]).text ?? "")
    entry.target = try target(of: item, reader)
    if entry.target == nil { try addOther(item, to: &entry, reader) }
    entry.isOpen = (try reader.resolve(item["Count"]).integer ?? 0) > 0
    let flags = try reader.resolve(item["F"]).integer ?? 0
    entry.isItalic = flags & 1 != 0
    entry.isBold = flags & 2 != 0
    let color = try reader.resolve(item["C"]).array?.compactMap(\.number) ?? []
    if color.count == 3 { entry.color = color.map { min(max($0, 0), 1) } }
    return entry
  }
}

extension PDFFile {
  /// Takes what an outline entry without a target leads to: another action, or a tag.
  private func addOther(
    _ item: FileDictionary, to entry: inout OutlineEntry, _ reader: ObjectReader
  ) throws(ImageError) {
    let destination = try reader.resolve(item["Dest"])
    let action = try reader.resolve(item["A"]).dictionary
    let isJump = try action.map { action throws(ImageError) in try reader.resolve(action["S"]).name == "GoTo" } ?? false
    // A destination may lead to a tag instead of a page (ISO 32000-2, 12.3.2.3).
    let isTag = try destination.array?.first.map { first throws(ImageError) in
      try reader.resolve(first).dictionary?["S"] != nil
    }
    entry.source.entries = item.entries.filter { part in
      part.key == "SE" || part.key == "Dest" && isTag == true
        || part.key == "A" && item["Dest"] == nil && (!isJump || action?["SD"] != nil)
    }
    entry.isBroken = entry.source.entries.isEmpty && (item["Dest"] != nil || isJump)
  }
}

extension PDFFile {
  /// The language and the viewer settings: /Lang, /PageLayout, /PageMode and /ViewerPreferences of the catalog, and
  /// /OpenAction where it leads to a page of the file. Values that the standard does not define are left out, and so is
  /// the range of pages to print, because the page numbers would be different in a merged document.
  package func viewing() throws(ImageError) -> ViewerSettings {
    try read { reader throws(ImageError) in
      let catalog = try catalog(reader)
      var settings = ViewerSettings()
      if let language = try reader.resolve(catalog["Lang"]).text, !language.isEmpty, language.utf8.count < 256 {
        settings.language = language
      }
      settings.pageLayout = try reader.resolve(catalog["PageLayout"]).name.flatMap { .init(rawValue: $0) }
      settings.pageMode = try reader.resolve(catalog["PageMode"]).name.flatMap { .init(rawValue: $0) }
      for entry in try reader.resolve(catalog["ViewerPreferences"]).dictionary?.entries ?? [] {
        settings.preferences[entry.key] = Self.preference(entry.key, try reader.resolve(entry.value))
      }
      settings.opening = try opening(catalog, reader)
      return settings
    }
  }

  /// A preference that the standard defines (ISO 32000-1, table 150); nil for others and for values of the wrong type.
  private static func preference(_ key: String, _ value: FileObject) -> ViewerSettings.Preference? {
    switch key {
    case "HideToolbar", "HideMenubar", "HideWindowUI", "FitWindow", "CenterWindow", "DisplayDocTitle",
      "PickTrayByPDFSize":
      return value.boolean.map { .flag($0) }
    case "NumCopies": return value.integer.flatMap { (1...999).contains($0) ? .number($0) : nil }
    default:
      guard let name = value.name, names[key]?.contains(name) == true else { return nil }
      return .name(name)
    }
  }

  /// The valid values of preferences that are names.
  private static let names: [String: [String]] = {
    let boxes = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]
    return [
      "NonFullScreenPageMode": ["UseNone", "UseOutlines", "UseThumbs", "UseOC"], "Direction": ["L2R", "R2L"],
      "ViewArea": boxes, "ViewClip": boxes, "PrintArea": boxes, "PrintClip": boxes,
      "PrintScaling": ["None", "AppDefault"],
      "Duplex": ["Simplex", "DuplexFlipShortEdge", "DuplexFlipLongEdge"],
    ]
  }()

  /// The destination at which the document opens: an explicit one, or that of a GoTo action. Other actions are ignored.
  private func opening(_ catalog: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFDestination? {
    guard var object = catalog["OpenAction"] else { return nil }
    if let action = try reader.resolve(object).dictionary {
      guard try reader.resolve(action["S"]).name == "GoTo", let destination = action["D"] else { return nil }
      object = destination
    }
    switch try target(object, reader) {
    case .destination(let destination)?: return destination
    case .named(let name)?: return try destination(named: name)
    case .uri?, nil: return nil
    }
  }
}
