internal import ByteStreams
internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// The names of the default resources of forms (/DR, ISO 32000-1, table 218), unique over all documents: the fields of
/// one form must not get the fonts of another.
struct FormResources {
  /// What a name means: a value for each category that has the name.
  private struct Meaning: Hashable {
    var name: String
    var values: [String: FileObject]
  }

  private var names = UniqueNames()
  /// The new names of resources that can be compared. Documents with the same ones share them.
  private var shared: [Meaning: String] = [:]

  private static let maxNames = 100_000

  /// Assigns names to the resources of a document.
  ///
  /// - Returns: the new names of resources that must change their names.
  mutating func adopt(_ file: PDFFile) throws(ImageError) -> [String: String] {
    var found: [String: (meaning: Meaning, isComparable: Bool)] = [:]
    try file.read { reader throws(ImageError) in
      let form = try reader.resolve(try file.catalog(reader)["AcroForm"]).dictionary
      for category in try reader.resolve(form?["DR"]).dictionary?.entries ?? [] {
        for entry in try reader.resolve(category.value).dictionary?.entries ?? [] where found.count < Self.maxNames {
          var budget = 1_000
          let value = try reader.plain(entry.value, &budget)
          var known = found[entry.key] ?? (Meaning(name: entry.key, values: [:]), true)
          known.meaning.values[category.key] = value
          if value == nil { known.isComparable = false }
          found[entry.key] = known
        }
      }
    }
    var renamed: [String: String] = [:]
    for (name, known) in found.sorted(by: { $0.key < $1.key }) {
      let unique = (known.isComparable ? shared[known.meaning] : nil) ?? names.add(name)
      if known.isComparable { shared[known.meaning] = unique }
      if unique != name { renamed[name] = unique }
    }
    return renamed
  }
}

extension ObjectReader {
  /// A value in which objects replace the references to them; nil where it has a stream or is too large to compare.
  ///
  /// - Parameter budget: how many values it may have.
  fileprivate func plain(_ value: FileObject, _ budget: inout Int) throws(ImageError) -> FileObject? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch try resolve(value) {
    case .stream: return nil
    case .array(let elements):
      var plain: [FileObject] = []
      for element in elements {
        guard let value = try self.plain(element, &budget) else { return nil }
        plain.append(value)
      }
      return .array(plain)
    case .dictionary(let dictionary):
      var plain = FileDictionary()
      for entry in dictionary.entries {
        guard let value = try self.plain(entry.value, &budget) else { return nil }
        plain.entries.append(.init(key: entry.key, value: value))
      }
      return .dictionary(plain)
    case let value: return value
    }
  }
}

/// A default appearance string (ISO 32000-1, 12.7.3.3), which refers to resources by name.
enum DefaultAppearance {
  /// The string with new names of resources.
  static func renamed(_ appearance: [UInt8], _ names: [String: String]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = appearance[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "/") else {
        result.append(byte)
        continue
      }
      let name = rest.prefix { PDFCharacter.isRegular($0) }
      rest = rest.dropFirst(name.count)
      if let new = names[PDFName.text(Array(name))] {
        PDFSyntax.append(.name(new), to: &result)
      } else {
        result += [byte] + name
      }
    }
    return result
  }
}
