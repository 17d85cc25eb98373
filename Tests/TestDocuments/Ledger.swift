package import ContentTypes
package import Documents

/// A single file that tells whether it is whole: how often each writer has written, filler, and a sum of all bytes.
package struct Ledger: FileDocument {
  package static let readableContentTypes = [
    ContentType(
      identifier: "org.example.ledger", name: "ledger", conformsTo: ["public.plain-text"], fileExtensions: ["ledger"])
  ]

  package var counts: [String: Int] = [:]
  /// The number of filler bytes.
  package var size = 0

  package init(counts: [String: Int] = [:], size: Int = 0) { (self.counts, self.size) = (counts, size) }

  package init(configuration: ReadConfiguration) throws {
    try self.init(bytes: configuration.file.regularFileContents())
  }

  package init(bytes: [UInt8]) throws {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "", let end = lines.popLast(), lines.first == "ledger",
      let filler = lines.popLast(), filler.allSatisfy({ $0 == "." })
    else { throw DocumentError(.invalidContents, "is no whole ledger of \(bytes.count) bytes") }
    size = filler.utf8.count
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { throw DocumentError(.invalidContents, "line \(line)") }
      counts[String(words[0])] = count
    }
    guard String(decoding: self.bytes, as: UTF8.self).hasSuffix("\n\(end)\n") else {
      throw DocumentError(.invalidContents, "the sum of the ledger is wrong")
    }
  }

  package var bytes: [UInt8] {
    var text = "ledger\n"
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { text += "\(name) \(count)\n" }
    text += String(repeating: ".", count: size) + "\n"
    let sum = text.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    return Array((text + "\(sum)\n").utf8)
  }

  package func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: bytes)
  }

  /// Each side's additions to the base count.
  package static func merge(base: Ledger, ours: Ledger, theirs: Ledger) -> Ledger? {
    var merged = theirs
    for (name, count) in ours.counts { merged.counts[name, default: 0] += count - (base.counts[name] ?? 0) }
    return merged
  }
}

/// The same without a way to merge.
package struct Note: FileDocument {
  package static let readableContentTypes = [
    ContentType(
      identifier: "org.example.note", name: "note", conformsTo: ["public.plain-text"], fileExtensions: ["note"])
  ]

  package var text: String

  package init(_ text: String) { self.text = text }

  package init(configuration: ReadConfiguration) throws {
    let bytes = try configuration.file.regularFileContents()
    guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("note:") else {
      throw DocumentError(.invalidContents, "does not begin with note:")
    }
    self.text = String(text.dropFirst(5))
  }

  package func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Array("note:\(text)".utf8))
  }
}
