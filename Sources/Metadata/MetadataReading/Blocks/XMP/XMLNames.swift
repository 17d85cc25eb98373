/// The names of a document, each resolved once as long as no declaration comes or ends.
struct XMLNames {
  private struct Known {
    /// Among the resolved names.
    var place: Int
    /// When it was resolved.
    var era: Int
  }

  /// By the document's numbers for names; those with a prefix only.
  private var known: [Known?]
  private var resolved: [XMLName] = []
  /// How often the meaning of prefixes has changed.
  private var era = 0

  init(of document: XMLDocument) {
    known = Array(repeating: nil, count: document.nameCount)
    resolved.reserveCapacity(document.nameCount)
  }

  /// A resolved name by its place.
  subscript(place: Int) -> XMLName { resolved[place] }

  /// Says that a declaration has come or ended.
  mutating func forget() { era += 1 }

  /// The prefix that an attribute declares: empty for the default namespace; nil where it declares none.
  static func declaredPrefix(_ number: Int, in document: XMLDocument) -> String? {
    let bytes = document.name(number).bytes
    guard bytes.count >= 5, bytes[0] == UInt8(ascii: "x"), bytes[1] == UInt8(ascii: "m"), bytes[2] == UInt8(ascii: "l"),
      bytes[3] == UInt8(ascii: "n"), bytes[4] == UInt8(ascii: "s"), bytes.count == 5 || bytes[5] == 0x3A
    else { return nil }
    return String(decoding: bytes.dropFirst(6), as: UTF8.self)
  }

  /// The place of what a name means here.
  mutating func place(
    of number: Int, in document: XMLDocument, isAttribute: Bool, _ namespaces: inout XMPNamespaces
  ) -> Int {
    if known.indices.contains(number), let name = known[number], name.era == era { return name.place }
    let bytes = document.name(number).bytes
    resolved.append(namespaces.name(bytes, isAttribute: isAttribute))
    // Without a prefix an attribute and an element of one name differ.
    if known.indices.contains(number), bytes.contains(0x3A) {
      known[number] = Known(place: resolved.count - 1, era: era)
    }
    return resolved.count - 1
  }
}
