package import ImageModel
package import PDFWriting

extension PDFFile {
  /// What the Info dictionary says (ISO 32000-1, 14.3.3).
  package func information() throws(ImageError) -> DocumentInfo {
    try read { reader throws(ImageError) in
      var result = DocumentInfo()
      guard let info = try reader.resolve(try reader.trailer()["Info"]).dictionary else { return result }
      func text(_ key: String) throws(ImageError) -> String? {
        let text = try reader.resolve(info[key]).text
        return text?.isEmpty == true ? nil : text
      }
      result.title = try text("Title")
      result.author = try text("Author")
      result.subject = try text("Subject")
      result.creator = try text("Creator")
      result.producer = try text("Producer")
      result.keywords = Self.keywords(try text("Keywords") ?? "")
      result.creationDate = try text("CreationDate").flatMap { PDFDate($0) }
      result.modificationDate = try text("ModDate").flatMap { PDFDate($0) }
      return result
    }
  }

  /// One string for all keywords, which writers separate by commas or semicolons.
  private static func keywords(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.map { word in
      let spaceless = word.drop { $0.isWhitespace }
      return String(spaceless.reversed().drop { $0.isWhitespace }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// The ranges of page labels, in the order of their pages; empty where pages are just numbered.
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

  /// What the document has and a merged one does not keep, for the user to know.
  package func losses() throws(ImageError) -> [Diagnostic] {
    try read { reader throws(ImageError) in
      let catalog = try catalog(reader)
      var losses: [Diagnostic] = []
      func lose(_ key: String, _ words: String) { if catalog[key] != nil { losses.append(.note(words)) } }
      lose("StructTreeRoot", "the structure for screen readers (tags) is not kept")
      lose("Collection", "the document's list of attached files is not kept")
      lose("Perms", "digital signatures are not kept")
      let names = try reader.resolve(catalog["Names"]).dictionary
      if names?["EmbeddedFiles"] != nil { losses.append(.note("attached files are not kept")) }
      if let action = try reader.resolve(catalog["OpenAction"]).dictionary,
        try reader.resolve(action["S"]).name != "GoTo"
      {
        losses.append(.note("what the document does when it is opened is not kept"))
      }
      if names?["JavaScript"] != nil { losses.append(.note("the document's scripts are not kept")) }
      return losses
    }
  }
}
