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
    var prefix: String
    var namespace: Int?
  }
  /// The prefix that was looked up last, as long as no declaration comes or ends.
  private var last: Meaning?
  /// How often a prefix was given a number to make it unique.
  private var counts: [String: Int] = [:]
  /// Prefixes that were used without being declared.
  private(set) var undeclared: [String] = []

  /// Longer prefixes are not used in names: the name of each property would be as long.
  private static let longestPrefix = 64

  /// Ends all declarations, before another document.
  mutating func reset() {
    scopes = [:]
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
  mutating func name(_ qualified: String, isAttribute: Bool) -> XMLName {
    guard let colon = Self.colon(in: qualified) else {
      guard !isAttribute, let namespace = scopes[""]?.last ?? nil else {
        return XMLName(namespace: nil, text: qualified, localStart: 0)
      }
      let prefix = known[namespace].prefix
      return XMLName(namespace: namespace, text: prefix + ":" + qualified, localStart: prefix.utf8.count + 1)
    }
    let meaning = meaning(ofPrefixOf: qualified, colon)
    let local = qualified[qualified.utf8.index(qualified.startIndex, offsetBy: colon + 1)...]
    guard let namespace = meaning.namespace else { return XMLName(namespace: nil, text: String(local), localStart: 0) }
    let own = known[namespace].prefix
    if own == meaning.prefix { return XMLName(namespace: namespace, text: qualified, localStart: colon + 1) }
    return XMLName(namespace: namespace, text: own + ":" + local, localStart: own.utf8.count + 1)
  }

  /// How many bytes stand before the first colon of a name; nil where it has none.
  private static func colon(in name: String) -> Int? {
    var name = name
    return name.withUTF8 { $0.firstIndex(of: 0x3A) }
  }

  /// What the prefix of a name stands for; names with one prefix often follow each other.
  private mutating func meaning(ofPrefixOf name: String, _ colon: Int) -> Meaning {
    if let last, last.prefix.utf8.count == colon, name.utf8.starts(with: last.prefix.utf8) { return last }
    let prefix = String(name[..<name.utf8.index(name.startIndex, offsetBy: colon)])
    let namespace = scopes[prefix]?.last ?? (prefix == "xml" ? Self.xml : undeclaredNamespace(prefix))
    let meaning = Meaning(prefix: prefix, namespace: namespace)
    last = meaning
    return meaning
  }

  /// The namespaces whose prefixes a list of properties uses, in the order of their first use.
  func used(by properties: [Property]) -> [ImageMetadata.Namespace] {
    var found: [ImageMetadata.Namespace] = []
    var seen: Set<String> = []
    // Most names have the prefix of the name before them.
    var last = ""
    func visit(_ properties: [Property]) {
      for index in properties.indices {
        visit(name: properties[index].name)
        visit(properties[index].value)
      }
    }
    func visit(name: String) {
      guard let colon = Self.colon(in: name) else { return }
      if last.utf8.count == colon, name.utf8.starts(with: last.utf8) { return }
      last = String(name[..<name.utf8.index(name.startIndex, offsetBy: colon)])
      if seen.insert(last).inserted, let index = byPrefix[last], let uri = known[index].uri {
        found.append(ImageMetadata.Namespace(prefix: last, uri: uri))
      }
    }
    func visit(_ value: PropertyValue) {
      switch value {
      case .structure(let properties): visit(properties)
      case .array(let values): for value in values { visit(value) }
      default: break
      }
    }
    visit(properties)
    return found
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
