/// The names of a document, each resolved once as long as no declaration comes or ends.
struct XMLNames {
  private enum Known {
    case nothing
    /// An attribute that declares what a prefix stands for; empty for the default namespace.
    case declaration(prefix: String)
    /// A name with a prefix, as it was resolved at that time.
    case name(XMLName, era: Int)
  }

  private var known: [Known]
  /// How often the meaning of prefixes has changed.
  private var era = 0

  init(of document: borrowing XMLDocument) {
    known = Array(repeating: .nothing, count: document.nameCount)
  }

  /// Says that a declaration has come or ended.
  mutating func forget() { era += 1 }

  /// The prefix that an attribute declares: empty for the default namespace; nil where it declares none.
  mutating func declaredPrefix(_ place: Int, in document: borrowing XMLDocument) -> String? {
    guard known.indices.contains(place) else { return nil }
    switch known[place] {
    case .declaration(let prefix): return prefix
    case .name: return nil
    case .nothing:
      let bytes = document.name(place).bytes
      guard bytes.starts(with: "xmlns".utf8), bytes.count == 5 || bytes[5] == 0x3A else { return nil }
      let prefix = String(decoding: bytes.dropFirst(6), as: UTF8.self)
      known[place] = .declaration(prefix: prefix)
      return prefix
    }
  }

  /// What a name means here.
  mutating func name(
    _ place: Int, in document: borrowing XMLDocument, isAttribute: Bool, _ namespaces: inout XMPNamespaces
  ) -> XMLName {
    if known.indices.contains(place), case .name(let name, era) = known[place] { return name }
    let text = document.name(place)
    let name = namespaces.name(text.string, isAttribute: isAttribute)
    // Without a prefix an attribute and an element of one name differ.
    if known.indices.contains(place), text.bytes.contains(0x3A) { known[place] = .name(name, era: era) }
    return name
  }
}
