internal import MetadataModel

/// Resolves prefixes while a document is read (Namespaces in XML 1.0), and gives each namespace one prefix for the
/// names of properties: the registered prefix of a known namespace, or else the file's own.
///
/// All packets of an image share one value, so that each prefix has one meaning.
struct XMPNamespaces {
  private struct Namespace {
    /// nil for an undeclared prefix.
    var uri: String?
    var prefix: String
  }

  /// The indices of the namespaces that the reader itself needs.
  static let rdf = 0
  static let xml = 1

  private var known = [
    Namespace(uri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", prefix: "rdf"),
    Namespace(uri: "http://www.w3.org/XML/1998/namespace", prefix: "xml"),
  ]
  private var byPrefix = ["rdf": rdf, "xml": xml]
  /// By `XMPRegisteredNamespaces.key` of the URI.
  private var byURI = ["http://www.w3.org/1999/02/22-rdf-syntax-ns": rdf, "http://www.w3.org/XML/1998/namespace": xml]
  /// The declarations of each prefix that are in force, the innermost last.
  private var scopes: [String: [Int?]] = [:]
  private struct Meaning {
    /// The prefix in UTF-8.
    var bytes: [UInt8]
    var namespace: Int?
    /// Whether the names of properties begin with this prefix.
    var isOwn: Bool

    func stands(for prefix: UnsafeRawBufferPointer) -> Bool {
      guard bytes.count == prefix.count else { return false }
      for index in bytes.indices where bytes[index] != prefix[index] { return false }
      return true
    }
  }
  /// The prefix that was looked up last; nil after a declaration begins or ends.
  private var last: Meaning?
  /// The last number that was appended to a prefix to make it unique.
  private var counts: [String: Int] = [:]
  /// Prefixes that were used without a declaration.
  private(set) var undeclared: [String] = []

  /// Longer prefixes are not used in the names of properties.
  private static let longestPrefix = 64

  init() {
    // Packets declare one or two dozen prefixes. Growing tables would be rebuilt several times.
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

  /// Begins a declaration.
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

  /// Resolves a name of the document.
  ///
  /// - Parameter isAttribute: the default namespace does not apply to attributes.
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

  /// The meaning of a prefix. The last one is kept: names with one prefix often follow each other.
  private mutating func meaning(ofPrefix bytes: UnsafeRawBufferPointer) -> Meaning {
    if let last, last.stands(for: bytes) { return last }
    let prefix = String(decoding: bytes, as: UTF8.self)
    let namespace = scopes[prefix]?.last ?? (prefix == "xml" ? Self.xml : undeclaredNamespace(prefix))
    let isOwn = namespace.map { known[$0].prefix == prefix } ?? false
    let meaning = Meaning(bytes: Array(bytes), namespace: namespace, isOwn: isOwn)
    last = meaning
    return meaning
  }

  /// The namespaces whose prefixes occur in properties, in the order of their first use.
  func used(by properties: [Property]) -> [ImageMetadata.Namespace] {
    var use = Use()
    use.visit(properties)
    return use.prefixes.compactMap { prefix in
      guard let index = byPrefix[prefix], let uri = known[index].uri else { return nil }
      return ImageMetadata.Namespace(prefix: prefix, uri: uri)
    }
  }

  /// Collects the prefixes of names.
  private struct Use {
    /// In the order of their first use.
    var prefixes: [String] = []
    private var seen: Set<[UInt8]> = []
    /// The first few prefixes: searching them is faster than a set.
    private var first: [[UInt8]] = []
    private static let maxFirst = 16
    /// The prefix of the name before: most names have the same.
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
      if first.count < Self.maxFirst {
        first.append(last)
      } else if !seen.insert(last).inserted {
        return
      }
      prefixes.append(String(decoding: last, as: UTF8.self))
    }

    /// - Parameter bytes: not more than the text has.
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

  /// The namespace of an undeclared prefix: the one that it is registered for, or a new one without a URI.
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

  /// The file's prefix, with a number if it is taken; `ns` and a number if it is empty or too long.
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
