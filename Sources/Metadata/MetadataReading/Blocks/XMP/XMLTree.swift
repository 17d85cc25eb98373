/// Makes a tree of elements of the events of a document.
enum XMLTree {
  /// The root of the document, as far as it was read; nil where there is none.
  static func root(of document: borrowing XMLDocument, _ namespaces: inout XMPNamespaces) -> XMLElement? {
    var root: XMLElement?
    var open: [(element: XMLElement, declared: [String])] = []
    var index = 0
    while index < document.eventCount {
      defer { index += 1 }
      switch document.event(index) {
      case .start(let name, let line):
        var attributes: [(name: String, value: String)] = []
        var declared: [String] = []
        while index + 1 < document.eventCount, case .attribute(let name, let value) = document.event(index + 1) {
          index += 1
          if let prefix = declaredPrefix(name) {
            namespaces.declare(prefix, value)
            declared.append(prefix)
          } else {
            attributes.append((name, value))
          }
        }
        let element = XMLElement(namespaces.name(name, isAttribute: false), line: line)
        element.attributes = attributes.map {
          XMLAttribute(name: namespaces.name($0.name, isAttribute: true), value: $0.value)
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
        parent.text += text.string
      case .end:
        guard let (element, declared) = open.popLast() else { break }
        element.isClosed = true
        for prefix in declared { namespaces.end(prefix) }
      }
    }
    return root
  }

  /// The prefix that an attribute declares: empty for the default namespace; nil where it declares none.
  private static func declaredPrefix(_ name: String) -> String? {
    guard name.hasPrefix("xmlns") else { return nil }
    let rest = name.utf8.dropFirst(5)
    if rest.isEmpty { return "" }
    return rest.first == 0x3A ? String(rest.dropFirst()) : nil
  }
}
