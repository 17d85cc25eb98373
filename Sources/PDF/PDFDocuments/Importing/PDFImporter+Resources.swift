internal import ImageModel
internal import PDFReading
internal import PDFWriting

extension PDFImporter {
  /// The categories of resources that content refers to by name (ISO 32000-1, 7.8.3).
  private static let categories: Set<String> = [
    "ExtGState", "ColorSpace", "Pattern", "Shading", "XObject", "Font", "Properties",
  ]

  /// The resources of a page. Where only some pages of the file are imported, resources that the content does not use
  /// are left out: many writers give all pages one dictionary with the pictures of all pages.
  func resources(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFObject {
    if let inks {
      return try resources(page["Resources"], for: try inkContent(of: page, inks, reader), reader)
    }
    guard let declared = page["Resources"] else { return .dictionary([:]) }
    guard wantsSomePages, let all = try reader.resolve(declared).dictionary,
      let names = try usedNames(page, all, reader)
    else { return try object(declared, reader) }
    var kept: [(key: String, value: PDFObject)] = []
    for entry in all.entries {
      guard Self.categories.contains(entry.key), let category = try reader.resolve(entry.value).dictionary else {
        kept.append((entry.key, try object(entry.value, reader)))
        continue
      }
      // Default colour spaces are used implicitly (8.6.5.6).
      let used = category.entries.filter { names.contains($0.key) || $0.key.hasPrefix("Default") }
      guard !used.isEmpty else { continue }
      kept.append((entry.key, .dictionary(PDFDictionary(try entries(FileDictionary(entries: used), reader)))))
    }
    return .dictionary(PDFDictionary(kept))
  }

  /// The names in the content of a page. nil where they are not known: the content cannot be decoded, or it uses form
  /// XObjects or fonts without resources of their own, which use those of the page.
  private func usedNames(
    _ page: FileDictionary, _ resources: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> Set<String>? {
    let collector = NameCollector()
    do throws(ImageError) {
      for number in try Self.contents(of: page, reader) {
        try reader.readStream(number, decoded: true, limit: UInt64(file.limits.maxMemory / 4)) {
          piece throws(ImageError) in
          collector.names.add(piece)
        }
        // Streams are separated by white space.
        collector.names.finish()
      }
    } catch {
      guard error.kind != .limitExceeded, error.kind != .io else { throw error }
      return nil
    }
    let names = collector.names.names
    for key in ["XObject", "Font", "Pattern"] {
      for entry in try reader.resolve(resources[key]).dictionary?.entries ?? [] where names.contains(entry.key) {
        let value = try reader.resolve(entry.value)
        if case .stream(let stream) = value, stream["Resources"] == nil,
          stream["Subtype"]?.name == "Form" || stream["PatternType"] != nil
        {
          return nil
        }
        if let font = value.dictionary, font["Subtype"]?.name == "Type3", font["Resources"] == nil { return nil }
      }
    }
    return names
  }

  private final class NameCollector {
    var names = ContentNames()
  }
}

extension PDFImporter {
  /// Makes the resources of a page, and the XObjects among them, direct objects, so that another XObject can be added.
  func inlineResources(of index: Int, in page: inout PDFDictionary) throws(ImageError) {
    if case .dictionary(let resources)? = page["Resources"] {
      switch resources["XObject"] {
      case nil, .dictionary?: return
      default: break
      }
    }
    page["Resources"] = try file.read { reader throws(ImageError) in
      let source = try file.dictionary(ofPage: index, reader)
      let resources = try reader.resolve(source["Resources"]).dictionary ?? FileDictionary()
      var result = PDFDictionary(try entries(resources, omitting: ["XObject"], reader))
      if let objects = try reader.resolve(resources["XObject"]).dictionary {
        result["XObject"] = .dictionary(PDFDictionary(try entries(objects, reader)))
      }
      try writeQueue(reader)
      return .dictionary(result)
    }
  }
}

/// Collects the names that a content stream may use (ISO 32000-1, 7.8.2).
///
/// Every slash counts as the beginning of a name, even in strings and in the data of inline images. So there may be too
/// many names, but never too few.
private struct ContentNames {
  private(set) var names: Set<String> = []
  private var open: [UInt8]?

  /// Longer names are truncated (ISO 32000-1, annex C, allows 127 bytes).
  private static let maxNameLength = 512

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if open != nil {
        if PDFCharacter.isRegular(byte) {
          if (open?.count ?? 0) < Self.maxNameLength { open?.append(byte) }
          continue
        }
        finish()
      }
      if byte == UInt8(ascii: "/") { open = [] }
    }
  }

  /// Ends the last name at the end of the content.
  mutating func finish() {
    if let name = open { names.insert(PDFName.text(name)) }
    open = nil
  }
}
