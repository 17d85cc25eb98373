/// A name in an XML document, with its namespace found.
struct XMLName: Hashable {
  /// The index in `XMPNamespaces`; nil for a name without a namespace.
  var namespace: Int?
  /// The name as properties have it: `dc:title`; the local name alone where there is no namespace.
  var text: String
  /// Where the local name begins in the text, in UTF-8.
  var localStart: Int

  /// The name without a prefix.
  var local: Substring { text[text.utf8.index(text.startIndex, offsetBy: localStart)...] }

  func isRDF(_ name: String) -> Bool { namespace == XMPNamespaces.rdf && local == name }
}

/// An attribute of an element. Declarations of namespaces are none.
struct XMLAttribute {
  var name: XMLName
  var value: String
}

/// An element of an XML document with what is in it.
///
/// Elements lie in one another no deeper than the document's limit, so that functions may call themselves for children.
final class XMLElement {
  let name: XMLName
  /// Where it begins, counted from 1.
  let line: Int
  var attributes: [XMLAttribute] = []
  var children: [XMLElement] = []
  /// The text between its tags as it stands, without that of its children and the white space around those.
  var text = ""
  /// Whether its end was read; false where the document is cut.
  var isClosed = false

  init(_ name: XMLName, line: Int) {
    self.name = name
    self.line = line
  }

  /// The text of the element and of all below it.
  var allText: String { children.reduce(text) { $0 + $1.allText } }
}
