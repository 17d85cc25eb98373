/// The elements of an XMP packet with their attributes, at any depth, and where they are in its text.
struct XMPTree {
  /// An element with its attributes, at any depth.
  struct Element {
    struct Attribute {
      var name: XMPName
      var qualifiedName: String
      /// The name and value, with the white space before them.
      var range: Range<Int>
      /// The text between the quotes.
      var valueRange: Range<Int>
    }

    var name: XMPName
    /// The name with the packet's prefix.
    var qualifiedName: String
    /// The element with the white space before it.
    var range: Range<Int>
    /// What is between its tags; empty for an empty-element tag.
    var content: Range<Int>
    /// The index of the element around it; nil for the root.
    var parent: Int?
    var attributes: [Attribute]
  }

  /// In the order of their start tags.
  private(set) var elements: [Element] = []
  /// The indices of the elements in each element.
  private(set) var children: [[Int]] = []

  mutating func append(_ element: Element) {
    if let parent = element.parent { children[parent].append(elements.count) }
    elements.append(element)
    children.append([])
  }

  /// Ends an element.
  ///
  /// - Parameter content: nil for an empty-element tag.
  mutating func close(_ index: Int, at end: Int, content: Range<Int>?) {
    elements[index].range = elements[index].range.lowerBound..<end
    if let content { elements[index].content = content }
  }

  /// The property of a node that an element belongs to; the element itself if there is no RDF around it.
  func property(around index: Int) -> Int { ancestor(index) { isProperty($0) } ?? index }

  /// The innermost item of a list around an element.
  func item(around index: Int) -> Int? { ancestor(index) { elements[$0].name == XMPName(XMPSchema.rdf, "li") } }

  private func isProperty(_ index: Int) -> Bool {
    let node = elements[index].parent
    return node.flatMap { elements[$0].parent }.map { elements[$0].name == XMPName(XMPSchema.rdf, "RDF") } ?? false
  }

  /// The innermost element around an element for which a condition holds, or that element itself.
  private func ancestor(_ index: Int, where holds: (Int) -> Bool) -> Int? {
    var index: Int? = index
    while let current = index {
      if holds(current) { return current }
      index = elements[current].parent
    }
    return nil
  }

  func descendants(of index: Int) -> [Int] { children[index].flatMap { [$0] + descendants(of: $0) } }

  /// The values of a structure by their local names: attributes and elements, also those of a node in it.
  ///
  /// - Parameter isNode: whether the structure is that node itself. RDF has no node directly in a node.
  func fields(of index: Int, isNode: Bool = false) -> [String: Range<Int>] {
    var fields: [String: Range<Int>] = [:]
    for attribute in elements[index].attributes { fields[attribute.name.name] = attribute.valueRange }
    for child in children[index] {
      if !isNode, elements[child].name == XMPName(XMPSchema.rdf, "Description") {
        fields.merge(self.fields(of: child, isNode: true)) { first, _ in first }
      } else if children[child].isEmpty {
        fields[elements[child].name.name] = elements[child].content
      }
    }
    return fields
  }

  /// An element or an attribute.
  struct Value {
    var name: XMPName
    var qualifiedName: String
    /// The index of the element, or of the one with the attribute.
    var element: Int
    var isAttribute: Bool
    /// The whole, with white space before it.
    var range: Range<Int>
    var content: Range<Int>
  }

  /// An element and its attributes.
  func values(of index: Int) -> [Value] {
    let element = elements[index]
    let own = Value(
      name: element.name, qualifiedName: element.qualifiedName, element: index, isAttribute: false,
      range: element.range, content: element.content)
    return [own]
      + element.attributes.map {
        Value(
          name: $0.name, qualifiedName: $0.qualifiedName, element: index, isAttribute: true, range: $0.range,
          content: $0.valueRange)
      }
  }

  /// Whether a value is a text, and a property of the packet itself.
  func isOfPacket(_ value: Value) -> Bool {
    if !value.isAttribute { return isProperty(value.element) && children[value.element].isEmpty }
    return elements[value.element].parent.map { elements[$0].name == XMPName(XMPSchema.rdf, "RDF") } ?? false
  }
}
