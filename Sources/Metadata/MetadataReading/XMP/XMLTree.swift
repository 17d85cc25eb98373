internal import XMLReading

/// The elements of a document, up to where parsing stopped.
///
/// Nesting is limited by the document, so that functions may recurse into children.
struct XMLTree {
  /// In the order of the document. The first is the root.
  private(set) var elements: [XMLElement] = []
  private(set) var names: XMLNames
  private var attributes: [(name: Int, value: XMLDocument.Text)] = []
  /// Texts in several pieces with children between them, by element.
  private var joinedTexts: [Int: String] = [:]
  /// Owns the texts.
  private let document: XMLDocument

  init(_ document: XMLDocument, _ namespaces: inout XMPNamespaces) {
    self.document = document
    names = XMLNames(of: document)
    elements.reserveCapacity(document.eventCount / 4)
    attributes.reserveCapacity(document.eventCount / 4)
    var open: [(element: Int, declared: [String])] = []
    var index = 0
    while index < document.eventCount {
      defer { index += 1 }
      switch document.event(index) {
      case .start(let name, let line):
        let declared = declare(from: index + 1, &namespaces)
        if !declared.isEmpty { names.forget() }
        let first = attributes.count
        let ownName = names.place(of: name, in: document, isAttribute: false, &namespaces)
        while index + 1 < document.eventCount, case .attribute(let name, let value) = document.event(index + 1) {
          index += 1
          if XMLNames.declaredPrefix(name, in: document) != nil { continue }
          attributes.append((names.place(of: name, in: document, isAttribute: true, &namespaces), value))
        }
        if let parent = open.last?.element { adopt(elements.count, parent) }
        open.append((elements.count, declared))
        elements.append(XMLElement(name: ownName, line: line, attributes: first..<attributes.count))
      case .attribute: break
      case .text(let text):
        guard let parent = open.last?.element else { break }
        if text.isSpace {
          if elements[parent].firstChild != nil { break }
          if index + 1 < document.eventCount, case .start = document.event(index + 1) { break }
        }
        add(text, to: parent)
      case .end:
        guard let (element, declared) = open.popLast() else { break }
        elements[element].isClosed = true
        for prefix in declared { namespaces.end(prefix) }
        if !declared.isEmpty { names.forget() }
      }
    }
  }

  /// Begins the namespace declarations among an element's attributes, which start at an event. They apply to all names
  /// of the element, so that they come before these.
  ///
  /// - Returns: the declared prefixes.
  private func declare(from event: Int, _ namespaces: inout XMPNamespaces) -> [String] {
    var declared: [String] = []
    var event = event
    while event < document.eventCount, case .attribute(let name, let value) = document.event(event) {
      event += 1
      guard let prefix = XMLNames.declaredPrefix(name, in: document) else { continue }
      namespaces.declare(prefix, value.string)
      declared.append(prefix)
    }
    return declared
  }

  private mutating func adopt(_ child: Int, _ parent: Int) {
    if let last = elements[parent].lastChild {
      elements[last].nextSibling = child
    } else {
      elements[parent].firstChild = child
    }
    elements[parent].lastChild = child
    elements[parent].childCount += 1
  }

  private mutating func add(_ text: XMLDocument.Text, to element: Int) {
    if elements[element].text.isEmpty {
      elements[element].text = text
    } else {
      joinedTexts[element, default: elements[element].text.string] += text.string
    }
  }

  // MARK: Content of elements

  func name(of element: Int) -> XMLName { names[elements[element].name] }

  func attribute(_ place: Int) -> XMLAttribute {
    XMLAttribute(name: names[attributes[place].name], value: attributes[place].value)
  }

  /// The child elements.
  func children(of element: Int) -> XMLChildren {
    XMLChildren(elements: elements, following: elements[element].firstChild)
  }

  /// The text between an element's tags, without that of its children and the white space around them.
  func text(of element: Int) -> String { joinedTexts[element] ?? elements[element].text.string }

  /// Whether the text is only white space.
  func isBlank(_ element: Int) -> Bool {
    elements[element].text.isSpace
      && joinedTexts[element]?.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D } ?? true
  }

  /// The text of an element and of all its descendants.
  func allText(of element: Int) -> String {
    children(of: element).reduce(text(of: element)) { $0 + allText(of: $1) }
  }
}

/// The indices of the child elements, in order.
struct XMLChildren: Sequence, IteratorProtocol {
  fileprivate let elements: [XMLElement]
  fileprivate var following: Int?

  mutating func next() -> Int? {
    guard let place = following else { return nil }
    following = elements[place].nextSibling
    return place
  }
}

/// A name in an XML document, with its namespace resolved.
struct XMLName: Hashable {
  /// The index in `XMPNamespaces`; nil without a namespace.
  var namespace: Int?
  /// The name of the property: `dc:title`; the local name alone without a namespace.
  var text: String
  /// The UTF-8 offset of the local name in the text.
  var localStart: Int

  /// The name without a prefix.
  var local: Substring { text[text.utf8.index(text.startIndex, offsetBy: localStart)...] }

  func isRDF(_ name: String) -> Bool { namespace == XMPNamespaces.rdf && local == name }
}

/// An attribute of an element. Namespace declarations are not attributes.
struct XMLAttribute {
  var name: XMLName
  /// Valid as long as the document.
  var value: XMLDocument.Text
}

/// An element of an XML document. Its content is in the lists of the tree: a packet has hundreds of elements, and
/// objects with arrays of their own would take longer than expat needs for parsing.
struct XMLElement {
  /// An index into the tree's names.
  let name: Int
  /// The line where it begins, from 1.
  let line: Int
  /// Indices into the tree's attributes.
  let attributes: Range<Int>
  /// Indices into the tree's elements.
  var firstChild: Int?
  var lastChild: Int?
  var nextSibling: Int?
  var childCount = 0
  /// The first piece of its text that is not white space between children.
  var text = XMLDocument.Text.none
  /// Whether its end was read; false in a document that is cut short.
  var isClosed = false
}

/// The names of a document. Each is resolved once until a declaration begins or ends.
struct XMLNames {
  private struct Known {
    /// The index among the resolved names.
    var place: Int
    /// The era in which it was resolved.
    var era: Int
  }

  /// By the document's index of the name; only names with a prefix.
  private var known: [Known?]
  private var resolved: [XMLName] = []
  /// Counts the changes of declarations.
  private var era = 0

  init(of document: XMLDocument) {
    known = Array(repeating: nil, count: document.nameCount)
    resolved.reserveCapacity(document.nameCount)
  }

  /// The resolved name at an index.
  subscript(place: Int) -> XMLName { resolved[place] }

  /// Must be called after a declaration begins or ends.
  mutating func forget() { era += 1 }

  /// The prefix that an attribute declares: empty for the default namespace, nil if the attribute is not a declaration.
  static func declaredPrefix(_ number: Int, in document: XMLDocument) -> String? {
    let bytes = document.name(number).bytes
    guard bytes.count >= 5, bytes[0] == UInt8(ascii: "x"), bytes[1] == UInt8(ascii: "m"), bytes[2] == UInt8(ascii: "l"),
      bytes[3] == UInt8(ascii: "n"), bytes[4] == UInt8(ascii: "s"), bytes.count == 5 || bytes[5] == 0x3A
    else { return nil }
    return String(decoding: bytes.dropFirst(6), as: UTF8.self)
  }

  /// The index of the resolved name.
  mutating func place(
    of number: Int, in document: XMLDocument, isAttribute: Bool, _ namespaces: inout XMPNamespaces
  ) -> Int {
    if known.indices.contains(number), let name = known[number], name.era == era { return name.place }
    let bytes = document.name(number).bytes
    resolved.append(namespaces.name(bytes, isAttribute: isAttribute))
    // Names without a prefix are not kept: they mean one thing for attributes and another for elements.
    if known.indices.contains(number), bytes.contains(0x3A) {
      known[number] = Known(place: resolved.count - 1, era: era)
    }
    return resolved.count - 1
  }
}
