internal import ImageModel
internal import PDFWriting

extension PDFImporter {
  /// Categories of resources that content names (ISO 32000-1, 7.8.3).
  private static let categories: Set<String> = [
    "ExtGState", "ColorSpace", "Pattern", "Shading", "XObject", "Font", "Properties",
  ]

  /// A page's resources. Where only some pages of the file are wanted, those that the page's content does not name are left
  /// out: many writers give all pages one dictionary with the pictures of all of them.
  func resources(of page: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFObject {
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
      // Default colour spaces are used without being named (8.6.5.6).
      let used = category.entries.filter { names.contains($0.key) || $0.key.hasPrefix("Default") }
      guard !used.isEmpty else { continue }
      kept.append((entry.key, NameSyntax.object(try entries(FileDictionary(entries: used), reader))))
    }
    return NameSyntax.object(kept)
  }

  /// The names in a page's content; nil where they cannot be known: content that cannot be decoded, and forms and fonts
  /// without resources of their own, which use the page's.
  private func usedNames(
    _ page: FileDictionary, _ resources: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> Set<String>? {
    let collector = NameCollector()
    do throws(ImageError) {
      for number in try contents(of: page, reader) {
        try reader.readStream(number, decoded: true, limit: UInt64(file.limits.maxMemory / 4)) {
          piece throws(ImageError) in
          collector.names.add(piece)
        }
        // Streams are read with white space between them.
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
