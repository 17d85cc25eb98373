internal import ImageModel

/// The list of a profile's tags (ICC.1:2010, 7.3): those whose data lie in the profile.
struct ICCTagTable {
  struct Tag: Hashable {
    /// Four letters, with spaces at the end left in place; hexadecimal digits where they are no letters.
    var signature: String
    var range: Range<Int>
  }

  private(set) var tags: [Tag] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Profiles have a few dozen tags.
  private static let maxTags = 1_024

  /// - Parameter bytes: at least a header and the number of tags: 132 bytes.
  init(_ bytes: [UInt8]) {
    func uint32(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    if uint32(0) > bytes.count {
      diagnostics.append(.warning("ICC: the profile is cut short: \(bytes.count) of \(uint32(0)) bytes"))
    }
    let declared = uint32(128)
    let count = min(declared, Self.maxTags, (bytes.count - 132) / 12)
    if count < declared { diagnostics.append(.warning("ICC: of \(declared) tags \(count) are read")) }
    var outside: [String] = []
    for index in 0..<count {
      let entry = 132 + 12 * index
      let letters = bytes[entry..<entry + 4]
      let isText = letters.allSatisfy { (0x20..<0x7F).contains($0) }
      let signature = isText ? String(decoding: letters, as: UTF8.self) : "0x" + HexText.digits(letters)
      let (offset, size) = (uint32(entry + 4), uint32(entry + 8))
      guard offset <= bytes.count, size <= bytes.count - offset, size >= 8 else {
        outside.append("\(signature) at \(offset)")
        continue
      }
      tags.append(Tag(signature: signature, range: offset..<offset + size))
    }
    if !outside.isEmpty {
      let list = outside.prefix(8).joined(separator: ", ") + (outside.count > 8 ? ", ..." : "")
      diagnostics.append(.warning("ICC: tags lie outside the profile or are empty: \(list)"))
    }
  }
}
