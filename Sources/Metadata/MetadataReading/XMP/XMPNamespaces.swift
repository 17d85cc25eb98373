internal import MetadataModel

/// Finds what prefixes stand for while a document is read, and gives each namespace the one prefix that names of
/// properties begin with: the registered prefix of a known namespace, else the file's own.
///
/// One value serves all packets of an image, so that a prefix means one thing. (Namespaces in XML 1.0.)
struct XMPNamespaces {
  private struct Namespace {
    /// nil for a prefix that the file does not declare.
    var uri: String?
    var prefix: String
  }

  /// The namespaces that the reader itself looks for, by index.
  static let rdf = 0
  static let xml = 1

  private var known = [
    Namespace(uri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", prefix: "rdf"),
    Namespace(uri: "http://www.w3.org/XML/1998/namespace", prefix: "xml"),
  ]
  private var byPrefix = ["rdf": rdf, "xml": xml]
  /// By what `XMPRegisteredNamespaces.key` makes of their URIs.
  private var byURI = ["http://www.w3.org/1999/02/22-rdf-syntax-ns": rdf, "http://www.w3.org/XML/1998/namespace": xml]
  /// What each prefix of the document stands for where the reader is now, the innermost declaration last.
  private var scopes: [String: [Int?]] = [:]
  private struct Meaning {
    /// The prefix in UTF-8.
    var bytes: [UInt8]
    var namespace: Int?
    /// Whether the prefix is the one that names of properties begin with.
    var isOwn: Bool

    func stands(for prefix: UnsafeRawBufferPointer) -> Bool {
      guard bytes.count == prefix.count else { return false }
      for index in bytes.indices where bytes[index] != prefix[index] { return false }
      return true
    }
  }
  /// The prefix that was looked up last, as long as no declaration comes or ends.
  private var last: Meaning?
  /// How often a prefix was given a number to make it unique.
  private var counts: [String: Int] = [:]
  /// Prefixes that were used without being declared.
  private(set) var undeclared: [String] = []

  /// Longer prefixes are not used in names: the name of each property would be as long.
  private static let longestPrefix = 64

  init() {
    // Packets declare a dozen prefixes or two; tables that grow step by step are made anew each time.
    byPrefix.reserveCapacity(24)
    byURI.reserveCapacity(24)
    scopes.reserveCapacity(24)
  }

  /// Ends all declarations, before another document.
  mutating func reset() {
    scopes.removeAll(keepingCapacity: true)
    undeclared = []
    last = nil
  }

  /// Takes a declaration on an element.
  ///
  /// - Parameter prefix: empty for the default namespace.
  mutating func declare(_ prefix: String, _ uri: String) {
    last = nil
    scopes[prefix, default: []].append(uri.isEmpty ? nil : namespace(uri, prefix))
  }

  /// Ends the innermost declaration of a prefix.
  mutating func end(_ prefix: String) {
    last = nil
    _ = scopes[prefix]?.popLast()
  }

  /// Resolves a name as the document has it.
  ///
  /// - Parameter isAttribute: the default namespace does not hold for attributes.
  mutating func name(_ qualified: UnsafeRawBufferPointer, isAttribute: Bool) -> XMLName {
    let text = String(decoding: qualified, as: UTF8.self)
    guard let colon = qualified.firstIndex(of: 0x3A) else {
      guard !isAttribute, let namespace = scopes[""]?.last ?? nil else {
        return XMLName(namespace: nil, text: text, localStart: 0)
      }
      let prefix = known[namespace].prefix
      return XMLName(namespace: namespace, text: prefix + ":" + text, localStart: prefix.utf8.count + 1)
    }
    let meaning = meaning(ofPrefix: UnsafeRawBufferPointer(rebasing: qualified[..<colon]))
    if meaning.isOwn { return XMLName(namespace: meaning.namespace, text: text, localStart: colon + 1) }
    let local = String(decoding: qualified[(colon + 1)...], as: UTF8.self)
    guard let namespace = meaning.namespace else { return XMLName(namespace: nil, text: local, localStart: 0) }
    let own = known[namespace].prefix
    return XMLName(namespace: namespace, text: own + ":" + local, localStart: own.utf8.count + 1)
  }

  /// What the prefix of a name stands for; names with one prefix often follow each other.
  private mutating func meaning(ofPrefix bytes: UnsafeRawBufferPointer) -> Meaning {
    if let last, last.stands(for: bytes) { return last }
    let prefix = String(decoding: bytes, as: UTF8.self)
    let namespace = scopes[prefix]?.last ?? (prefix == "xml" ? Self.xml : undeclaredNamespace(prefix))
    let isOwn = namespace.map { known[$0].prefix == prefix } ?? false
    let meaning = Meaning(bytes: Array(bytes), namespace: namespace, isOwn: isOwn)
    last = meaning
    return meaning
  }

  /// The namespaces whose prefixes a list of properties uses, in the order of their first use.
  func used(by properties: [Property]) -> [ImageMetadata.Namespace] {
    var use = Use()
    use.visit(properties)
    return use.prefixes.compactMap { prefix in
      guard let index = byPrefix[prefix], let uri = known[index].uri else { return nil }
      return ImageMetadata.Namespace(prefix: prefix, uri: uri)
    }
  }

  /// Looks for the prefixes of names.
  private struct Use {
    /// In the order of their first use.
    var prefixes: [String] = []
    private var seen: Set<[UInt8]> = []
    /// The same as long as they are few.
    private var first: [[UInt8]] = []
    private static let mostFirst = 16
    /// Most names have the prefix of the name before them.
    private var last: [UInt8] = []

    mutating func visit(_ properties: [Property]) {
      for index in properties.indices {
        visit(name: properties[index].name)
        visit(properties[index].value)
      }
    }

    private mutating func visit(name: String) {
      var name = name
      let isNew = name.withUTF8 { utf8 in
        if last.count < utf8.count, utf8[last.count] == 0x3A, Self.begins(utf8, with: last) { return false }
        guard let colon = utf8.firstIndex(of: 0x3A) else { return false }
        last = Array(utf8[..<colon])
        return true
      }
      guard isNew, !first.contains(last) else { return }
      if first.count < Self.mostFirst {
        first.append(last)
      } else if !seen.insert(last).inserted {
        return
      }
      prefixes.append(String(decoding: last, as: UTF8.self))
    }

    /// - Parameter bytes: no more than the text has.
    private static func begins(_ text: UnsafeBufferPointer<UInt8>, with bytes: [UInt8]) -> Bool {
      for index in bytes.indices where text[index] != bytes[index] { return false }
      return true
    }

    private mutating func visit(_ value: PropertyValue) {
      switch value {
      case .structure(let properties): visit(properties)
      case .array(let values): for value in values { visit(value) }
      default: break
      }
    }
  }

  private mutating func namespace(_ uri: String, _ prefix: String) -> Int {
    let key = XMPRegisteredNamespaces.key(uri)
    if let index = byURI[key] { return index }
    let index = add(uri, XMPRegisteredNamespaces.prefix(of: key) ?? unique(prefix))
    byURI[key] = index
    return index
  }

  /// The namespace of a prefix that no declaration is in force for: what it stands for elsewhere.
  private mutating func undeclaredNamespace(_ prefix: String) -> Int? {
    scopes[prefix] = []
    if !undeclared.contains(prefix), undeclared.count < 10 { undeclared.append(prefix) }
    if let uri = XMPRegisteredNamespaces.uri(of: prefix) {
      let index = namespace(uri, prefix)
      scopes[prefix] = [index]
      return index
    }
    let index = add(nil, unique(prefix))
    scopes[prefix] = [index]
    return index
  }

  private mutating func add(_ uri: String?, _ prefix: String) -> Int {
    known.append(Namespace(uri: uri, prefix: prefix))
    byPrefix[prefix] = known.count - 1
    return known.count - 1
  }

  /// The file's prefix, with a number where it is taken; `ns` and a number where it is empty or overlong.
  private mutating func unique(_ prefix: String) -> String {
    let isUsable = !prefix.isEmpty && prefix.utf8.count <= Self.longestPrefix
    if isUsable, isFree(prefix) { return prefix }
    let stem = isUsable ? prefix : "ns"
    var count = counts[stem, default: isUsable ? 1 : 0]
    var candidate: String
    repeat {
      count += 1
      candidate = "\(stem)\(count)"
    } while !isFree(candidate)
    counts[stem] = count
    return candidate
  }

  private func isFree(_ prefix: String) -> Bool {
    byPrefix[prefix] == nil && XMPRegisteredNamespaces.uri(of: prefix) == nil
  }
}
