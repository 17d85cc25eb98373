/// Makes a tree of elements of the events of a document.
enum XMLTree {
  /// The root of the document, as far as it was read; nil where there is none.
  static func root(of document: borrowing XMLDocument, _ namespaces: inout XMPNamespaces) -> XMLElement? {
    var root: XMLElement?
    var open: [(element: XMLElement, declared: [String])] = []
    var names = XMLNames(of: document)
    var index = 0
    while index < document.eventCount {
      defer { index += 1 }
      switch document.event(index) {
      case .start(let name, let line):
        let first = index + 1
        while index + 1 < document.eventCount, case .attribute = document.event(index + 1) { index += 1 }
        // Declarations hold for all names of their element, those before them too.
        var declared: [String] = []
        for place in first..<index + 1 {
          guard case .attribute(let name, let value) = document.event(place),
            let prefix = names.declaredPrefix(name, in: document)
          else { continue }
          namespaces.declare(prefix, value.string)
          declared.append(prefix)
        }
        if !declared.isEmpty { names.forget() }
        let element = XMLElement(names.name(name, in: document, isAttribute: false, &namespaces), line: line)
        element.attributes.reserveCapacity(index + 1 - first - declared.count)
        for place in first..<index + 1 {
          guard case .attribute(let name, let value) = document.event(place),
            names.declaredPrefix(name, in: document) == nil
          else { continue }
          element.attributes.append(
            XMLAttribute(
              name: names.name(name, in: document, isAttribute: true, &namespaces), value: value.string))
        }
        if let parent = open.last?.element { parent.children.append(element) } else { root = root ?? element }
        open.append((element, declared))
      case .attribute: break
      case .text(let text):
        guard let parent = open.last?.element else { break }
        if text.isSpace {
          if !parent.children.isEmpty { break }
          if index + 1 < document.eventCount, case .start = document.event(index + 1) { break }
        }
        if parent.text.isEmpty { parent.text = text.string } else { parent.text += text.string }
      case .end:
        guard let (element, declared) = open.popLast() else { break }
        element.isClosed = true
        for prefix in declared { namespaces.end(prefix) }
        if !declared.isEmpty { names.forget() }
      }
    }
    return root
  }
}
