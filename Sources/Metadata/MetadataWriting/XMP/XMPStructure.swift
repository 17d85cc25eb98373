internal import StructuredText
internal import XMLReading

/// A structure of a packet, and how its fields and the elements of lists are changed.
struct XMPStructure {
  /// The structure as a node: `<rdf:Description ...>...</rdf:Description>`.
  private(set) var node: String
  /// Whether no field is left after `set`.
  private(set) var isEmpty = false

  /// A structure without fields.
  init() { node = "<rdf:Description/>" }

  /// A structure in one of its three forms (XMP specification, part 1, 7.9.2): with `rdf:parseType="Resource"`, with a
  /// node inside, or with the fields as attributes.
  ///
  /// - Parameter element: the element of the property, from `<` to `>`.
  /// - Returns: nil for an element in another form.
  init?(element: String) {
    guard element.hasPrefix("<"), let end = Self.tagEnd(element) else { return nil }
    var tag = element[element.index(after: element.startIndex)..<end]
    let isEmpty = tag.hasSuffix("/")
    if isEmpty { tag.removeLast() }
    let attributes = tag.drop { !$0.isWhitespace }
    let after = element.index(after: end)
    let inner =
      isEmpty ? "" : element[after...].range(ofLast: "</").map { element[after..<$0] }.map(String.init) ?? ""
    let trimmed = inner.trimmed
    if let type = ["\"", "'"].lazy.compactMap({ attributes.firstRange(of: "rdf:parseType=\($0)Resource\($0)") }).first {
      var others = String(attributes[..<type.lowerBound]) + String(attributes[type.upperBound...])
      while others.last?.isWhitespace ?? false { others.removeLast() }
      node = "<rdf:Description\(others)>\(inner)</rdf:Description>"
    } else if trimmed.isEmpty {
      node = "<rdf:Description\(attributes)/>"
    } else if trimmed.hasPrefix("<rdf:Description"), Self.areDeclarations(attributes) {
      let name = "<rdf:Description"
      let rest = String(trimmed.dropFirst(name.count))
      guard let end = Self.tagEnd(rest) else { return nil }
      node = name + Self.declarations(attributes, missingIn: rest[..<end]) + rest
    } else {
      return nil
    }
  }

  /// Sets a field, or removes it.
  ///
  /// - Parameter namespaces: those in scope, by prefix.
  /// - Returns: false if the structure cannot be edited safely.
  mutating func set(_ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]) -> Bool {
    guard let field = setting.ofField else { return false }
    var scope = namespaces
    scope["rdf"] = XMPSchema.rdf
    scope["xml"] = nil
    let declarations = scope.sorted { $0.key < $1.key }.map { prefix, uri in
      (prefix.isEmpty ? " xmlns" : " xmlns:\(prefix)") + "=\"\(XMLText.escaped(uri))\""
    }
    let open = "<rdf:RDF\(declarations.joined())>"
    guard var editor = XMPEditor(Array("\(open)\(node)</rdf:RDF>".utf8)) else { return false }
    editor.set(field)
    guard editor.unchanged.isEmpty else { return false }
    let text = String(decoding: editor.finish(), as: UTF8.self)
    guard text.hasPrefix(open), text.hasSuffix("</rdf:RDF>") else { return false }
    node = String(text.dropFirst(open.count).dropLast("</rdf:RDF>".count))
    // Only a removal can leave a structure empty.
    isEmpty = setting.removes && XMPEditor(Array(text.utf8))?.outline.properties.isEmpty == true
    return true
  }

  /// Whether the attributes of an element are declarations of namespaces alone.
  private static func areDeclarations(_ attributes: Substring) -> Bool {
    attributes.ranges(of: "=\"").count + attributes.ranges(of: "='").count
      == attributes.ranges(of: "xmlns:").count
  }

  /// Of declarations of namespaces, those of prefixes that another tag does not declare itself.
  private static func declarations(_ attributes: Substring, missingIn tag: Substring) -> String {
    var (rest, missing) = (attributes, "")
    while let equals = rest.firstIndex(of: "="), let quote = rest[equals...].dropFirst().first,
      let close = rest[equals...].dropFirst(2).firstIndex(of: quote)
    {
      if !tag.contains(String(rest[...equals]).trimmed) { missing += rest[...close] }
      rest = rest[close...].dropFirst()
    }
    return missing
  }

  // MARK: Elements of properties

  /// The content of a new property that has only one part.
  ///
  /// - Returns: nil if the part would not be the first one of a list.
  static func content(_ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]) -> String? {
    if let number = setting.item {
      guard number == 0, let container = setting.layout.container, let item = item(setting, namespaces) else {
        return nil
      }
      return "<rdf:\(container)>\(item)</rdf:\(container)>"
    }
    var structure = XMPStructure()
    return structure.set(setting, namespaces) ? structure.node : nil
  }

  /// Sets or removes a part of a property.
  ///
  /// - Parameters:
  ///   - element: the element of the property, from `<` to `>`.
  ///   - namespaces: those in scope around it, by prefix.
  /// - Returns: the new element; the same one if it has what is set already, and if it lacks what is removed; empty if
  ///   nothing is left. nil if it cannot be edited safely, or an element would not follow the last one.
  static func edited(
    _ element: String, _ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]
  ) -> String? {
    guard let number = setting.item else {
      guard var structure = XMPStructure(element: element) else { return nil }
      let old = structure.node
      guard structure.set(setting, namespaces) else { return nil }
      if structure.isEmpty { return "" }
      if structure.node == old { return element }
      let name = element.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      let prefix = name.firstIndex(of: ":").map { String(name[..<$0]) } ?? ""
      // The old element may have declared it.
      let isDeclared = namespaces[prefix] == setting.name.namespace
      let declaration = (prefix.isEmpty ? " xmlns" : " xmlns:\(prefix)") + "=\"\(setting.name.namespace)\""
      return "<\(name)\(isDeclared ? "" : declaration)>\(structure.node)</\(name)>"
    }
    guard let list = StructureList(element, namespaces) else { return nil }
    let bytes = Array(element.utf8)
    func replacing(_ range: Range<Int>, with text: String) -> String {
      String(decoding: bytes[..<range.lowerBound] + text.utf8 + bytes[range.upperBound...], as: UTF8.self)
    }
    guard number < list.items.count else {
      if setting.removes { return element }
      guard number == list.items.count, let item = item(setting, list.namespaces) else { return nil }
      return replacing(list.end..<list.end, with: item)
    }
    var new = ""
    if !setting.fields.isEmpty {
      let old = String(decoding: bytes[list.items[number]], as: UTF8.self)
      guard var structure = XMPStructure(element: old) else { return nil }
      let node = structure.node
      guard structure.set(setting, list.namespaces) else { return nil }
      if !structure.isEmpty, structure.node == node { return element }
      if !structure.isEmpty { new = "<rdf:li>\(structure.node)</rdf:li>" }
    } else if !setting.removes {
      guard let item = item(setting, list.namespaces) else { return nil }
      new = item
    }
    return new.isEmpty && list.items.count == 1 ? "" : replacing(list.items[number], with: new)
  }

  /// A new element of a list: a text, or a structure with one field.
  private static func item(_ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]) -> String? {
    guard !setting.fields.isEmpty else {
      return setting.values.first.map { "<rdf:li>\(XMLText.escapedContent($0))</rdf:li>" }
    }
    var structure = XMPStructure()
    return structure.set(setting, namespaces) ? "<rdf:li>\(structure.node)</rdf:li>" : nil
  }

  /// The end of the start tag, at its `>`.
  private static func tagEnd(_ element: String) -> String.Index? {
    var quote: Character?
    for index in element.indices {
      let character = element[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }
}

/// Where the elements of a list are in the bytes of its property's element.
private struct StructureList {
  private(set) var items: [Range<Int>] = []
  /// The end tag of the container.
  private(set) var end = 0
  /// Those in scope within the list, by prefix.
  private(set) var namespaces: [String: String]

  /// - Returns: nil for an element with something else than the container and its items.
  init?(_ element: String, _ outer: [String: String]) {
    let document = XMLDocument(Array(element.utf8)[...], maxDepth: 100, maxNodes: 100_000)
    guard document.stop == nil else { return nil }
    namespaces = outer
    var (depth, start, startEnd) = (0, 0, 0)
    for index in 0..<document.eventCount {
      let tag = document.tag(index)
      switch document.event(index) {
      case .start(let place, _):
        depth += 1
        let name = document.name(place).string
        if depth == 2, !["rdf:Bag", "rdf:Seq", "rdf:Alt"].contains(name) || end > 0 { return nil }
        if depth == 3 {
          guard name == "rdf:li" else { return nil }
          (start, startEnd) = (tag.lowerBound, tag.upperBound)
        }
      case .attribute(let place, let value):
        guard depth < 3 else { continue }
        let name = document.name(place).string
        guard name.hasPrefix("xmlns:") else { return nil }
        namespaces[String(name.dropFirst(6))] = value.string
      case .text: continue
      case .end:
        if depth == 3 { items.append(start..<(tag.isEmpty ? startEnd : tag.upperBound)) }
        if depth == 2 {
          // An empty-element tag has no place for items.
          guard !tag.isEmpty else { return nil }
          end = tag.lowerBound
        }
        depth -= 1
      }
    }
    guard end > 0 else { return nil }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Where the last occurrence of a text of ASCII begins.
  fileprivate func range(ofLast text: String) -> Index? { ranges(of: text).last?.lowerBound }
}
