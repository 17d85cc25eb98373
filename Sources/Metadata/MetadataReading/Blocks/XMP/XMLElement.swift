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
  /// Valid as long as the document is.
  var value: XMLDocument.Text
}

/// An element of an XML document. What is in it stands in the lists of the tree: a packet has hundreds of elements, and an
/// object with arrays for each would take longer than expat takes to find them.
struct XMLElement {
  /// A place in the tree's names.
  let name: Int
  /// Where it begins, counted from 1.
  let line: Int
  /// Places in the tree's attributes.
  let attributes: Range<Int>
  /// Places in the tree's elements.
  var firstChild: Int?
  var lastChild: Int?
  var nextSibling: Int?
  var childCount = 0
  /// The first piece of text between its tags that is more than white space between children.
  var text = XMLDocument.Text.none
  /// Whether its end was read; false where the document is cut.
  var isClosed = false
}
