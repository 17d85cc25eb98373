internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// The parts of a document that do not belong to a page.
extension PDFImporter {
  /// The catalog of a document that passes through whole, except the entries that are always made anew: the page tree,
  /// the metadata, and the attached files, to which others may be added.
  ///
  /// Signatures are left out, because they are not valid for a document that has changed.
  func wholeCatalog() throws(ImageError) -> PDFDictionary {
    try file.read { reader throws(ImageError) in
      let source = try file.catalog(reader)
      var catalog = PDFDictionary(
        try entries(source, omitting: ["Type", "Pages", "Metadata", "Perms", "Names", "AcroForm", "AF"], reader))
      if source["Perms"] != nil { file.lose("digital signatures") }
      if let names = try reader.resolve(source["Names"]).dictionary {
        let kept = try entries(names, omitting: ["EmbeddedFiles"], reader)
        if !kept.isEmpty { catalog["Names"] = .dictionary(PDFDictionary(kept)) }
      }
      if let form = try reader.resolve(source["AcroForm"]).dictionary {
        var kept = PDFDictionary(try entries(form, omitting: ["SigFlags"], reader))
        // There are fields for signatures, but no signatures that a later change would break (12.7.2).
        if try reader.resolve(form["SigFlags"]).integer.map({ $0 & 1 }) == 1 { kept["SigFlags"] = .integer(1) }
        catalog["AcroForm"] = .dictionary(kept)
      }
      try writeQueue(reader)
      return catalog
    }
  }

  /// The files that are attached to the document, by their names (7.11.4), and those that are associated with it
  /// (ISO 32000-2, 14.13).
  func attachedFiles() throws(ImageError) -> (named: [(key: [UInt8], value: PDFObject)], associated: [PDFObject]) {
    try file.read { reader throws(ImageError) in
      let catalog = try file.catalog(reader)
      var named: [(key: [UInt8], value: PDFObject)] = []
      var count = 0
      if let tree = try reader.resolve(catalog["Names"]).dictionary?["EmbeddedFiles"] {
        try KeyedTree(leaf: "Names").visit(tree, reader) { key, value throws(ImageError) in
          count += 1
          guard let key = key.string, !removal.contains(.attachments) else { return }
          named.append((key, try object(value, reader)))
        }
      }
      var associated: [PDFObject] = []
      guard !removal.contains(.attachments) else {
        removed.add("attached files", count: count)
        return ([], [])
      }
      for file in try reader.resolve(catalog["AF"]).array ?? [] { associated.append(try object(file, reader)) }
      try writeQueue(reader)
      return (named, associated)
    }
  }

  /// The output intents of the document (14.11.5); nil where it has none.
  func outputIntents() throws(ImageError) -> OutputIntents? {
    try file.read { reader throws(ImageError) in
      let intents = try reader.resolve(try file.catalog(reader)["OutputIntents"]).array ?? []
      var result = OutputIntents()
      for intent in intents {
        guard let dictionary = try reader.resolve(intent).dictionary else { continue }
        let described = dictionary.entries.filter { $0.key != "DestOutputProfile" }
        var profile: [UInt8] = []
        if let number = dictionary["DestOutputProfile"]?.reference {
          profile = try reader.decodedBytes(of: number, limit: file.limits.maxMemory / 8)
        }
        result.facts.append(.init(entries: FileDictionary(entries: described), profile: profile))
        result.objects.append(try object(intent, reader))
      }
      try writeQueue(reader)
      return result.facts.isEmpty ? nil : result
    }
  }

  /// The entries of the catalog that are joined with those of other documents, or are made anew.
  private static let joinedKeys: Set<String> = [
    "Type", "Version", "Extensions", "Pages", "PageLabels", "Names", "Dests", "ViewerPreferences", "PageLayout",
    "PageMode", "Outlines", "OpenAction", "AcroForm", "Metadata", "StructTreeRoot", "MarkInfo", "Lang",
    "OutputIntents", "OCProperties", "AF",
  ]

  /// What the other entries are, for messages.
  private static let words = [
    "AA": "actions of the document", "Collection": "the portfolio's list of its files", "DSS": "digital signatures",
    "Perms": "digital signatures", "PieceInfo": "private data of programs", "Threads": "article threads",
    "URI": "the base address of links",
  ]

  /// Names the parts of a document that are lost when its pages become a part of another document.
  ///
  /// - Parameter isOnSheets: whether the pages are drawn on sheets.
  func loseWhatIsNotJoined(isOnSheets: Bool = false) throws(ImageError) {
    try file.read { reader throws(ImageError) in
      let catalog = try file.catalog(reader)
      if isOnSheets {
        if catalog["StructTreeRoot"] != nil { file.lose("tags for screen readers") }
        let form = try reader.resolve(catalog["AcroForm"]).dictionary
        if try reader.resolve(form?["Fields"]).array?.isEmpty == false {
          file.lose("form fields, which are only drawn")
        }
      }
      for entry in catalog.entries where !Self.joinedKeys.contains(entry.key) && entry.value != .null {
        file.lose(Self.words[entry.key] ?? "/\(entry.key) of the catalog")
      }
      if let action = try reader.resolve(catalog["OpenAction"]).dictionary,
        try reader.resolve(action["S"]).name != "GoTo"
      {
        file.lose("the action that opening the document runs")
      }
      for entry in try reader.resolve(catalog["Names"]).dictionary?.entries ?? []
      where entry.key != "Dests" && entry.key != "EmbeddedFiles" {
        file.lose(entry.key == "JavaScript" ? "the document's scripts" : "the names of /\(entry.key)")
      }
    }
  }
}

/// The output intents of a document, which say how its colours are meant.
struct OutputIntents {
  /// The properties of an intent by which those of several documents are compared.
  struct Facts: Hashable {
    var entries: FileDictionary
    /// The decoded colour profile.
    var profile: [UInt8]
  }

  var facts: [Facts] = []
  /// The intents in the new file.
  var objects: [PDFObject] = []
}
