package import ContentTypes
package import Documents

/// A package that tells whether it is whole: an index with the number of each item, and items in files that begin with
/// their number.
package struct Album: FileDocument {
  package static let readableContentTypes = [
    ContentType(
      identifier: "org.example.album", name: "album", conformsTo: ["com.apple.package"], fileExtensions: ["album"])
  ]

  package var numbers: [String: Int]
  package var items: [String: FileWrapper]

  /// An album of items of one size.
  package init(count: Int, size: Int) {
    (numbers, items) = ([:], [:])
    for index in 0..<count { setItem("item-\(index)", number: 0, size: size) }
  }

  package mutating func setItem(_ name: String, number: Int, size: Int) {
    numbers[name] = number
    var bytes = Array("\(name) \(number)\n".utf8)
    bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: max(0, size - bytes.count))
    items[name] = FileWrapper(regularFileWithContents: bytes)
  }

  package mutating func removeItem(_ name: String) {
    numbers[name] = nil
    items[name] = nil
  }

  package init(configuration: ReadConfiguration) throws {
    guard let index = configuration.file["index"], let items = configuration.file["items"]?.fileWrappers else {
      throw DocumentError(.invalidContents, "the album has no index or no items")
    }
    self.items = items
    numbers = [:]
    for line in try String(decoding: index.regularFileContents(), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2 else { throw DocumentError(.invalidContents, "line \(line)") }
      numbers[String(words[0])] = Int(words[1])
    }
  }

  package func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    let index = numbers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    return FileWrapper(directoryWithFileWrappers: [
      "index": FileWrapper(regularFileWithContents: Array(index.utf8)),
      "items": FileWrapper(directoryWithFileWrappers: items),
    ])
  }

  /// Reads everything.
  ///
  /// - Throws: if an item is missing, or is not the one of the index.
  package func check() throws {
    guard Set(numbers.keys) == Set(items.keys) else {
      throw DocumentError(.invalidContents, "\(numbers.count) items in the index, \(items.count) files")
    }
    for (name, number) in numbers {
      let bytes = try items[name]?.regularFileContents() ?? []
      guard bytes.starts(with: "\(name) \(number)\n".utf8) else {
        throw DocumentError(.invalidContents, "\(name) is not number \(number)")
      }
    }
  }
}
