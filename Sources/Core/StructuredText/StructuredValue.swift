package import ImageModel

/// A parsed value of JSON or of a property list.
package struct StructuredValue: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number and its original text, so that output can show it as its author wrote it: 1.10, not 1.1.
    case number(Double, text: String)
    case string(String)
    /// Bytes of a property list; JSON has none. Readers deliver them only on request.
    case bytes([UInt8])
    case array([StructuredValue])
    case object(StructuredObject)
  }

  package var content: Content
  /// The line on which the value begins, counted from 1; 0 where the source has no lines.
  package var line: Int
  /// Whether a text is a date of a property list.
  package var isDate: Bool

  package init(_ content: Content, line: Int = 0, isDate: Bool = false) {
    self.content = content
    self.line = line
    self.isDate = isDate
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .bytes: "bytes"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The member of an object; nil for other values and missing members.
  package func member(_ name: String) -> StructuredValue? {
    guard case .object(let object) = content else { return nil }
    return object[name]
  }

  /// The element of a list, counted from 0; nil for other values and missing elements.
  package func element(_ index: Int) -> StructuredValue? {
    guard case .array(let elements) = content, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

/// Names and values in their order. Names are unique.
package struct StructuredObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: StructuredValue

    package init(name: String, value: StructuredValue) {
      self.name = name
      self.value = value
    }
  }

  package let members: [Member]
  /// Indices by name, for objects with many members, where a search would be slow.
  private let places: [String: Int]?

  /// - Returns: the object, or the first member whose name appeared before.
  package static func make(_ members: [Member]) -> Result<StructuredObject, DuplicateName> {
    guard members.count > 12 else {
      for (index, member) in members.enumerated() where members[..<index].contains(where: { $0.name == member.name }) {
        return .failure(DuplicateName(member: member))
      }
      return .success(StructuredObject(members: members, places: nil))
    }
    var places: [String: Int] = [:]
    places.reserveCapacity(members.count)
    for (index, member) in members.enumerated() where places.updateValue(index, forKey: member.name) != nil {
      return .failure(DuplicateName(member: member))
    }
    return .success(StructuredObject(members: members, places: places))
  }

  /// The member whose name appears a second time.
  package struct DuplicateName: Error {
    package var member: Member
  }

  package subscript(name: String) -> StructuredValue? {
    guard let places else { return members.first { $0.name == name }?.value }
    return places[name].map { members[$0].value }
  }

  /// An object with the same names and other values.
  package func with(_ members: [Member]) -> StructuredObject { StructuredObject(members: members, places: places) }

  private init(members: [Member], places: [String: Int]?) {
    self.members = members
    self.places = places
  }
}

/// Limits on a structured text. They are far above any real use and keep a hostile text from exhausting the machine.
package struct StructuredLimits: Hashable, Sendable {
  /// Bytes of the text.
  package var maxBytes = 64 << 20
  /// Depth of nested lists and objects.
  package var maxDepth = 64
  /// Values in the text.
  package var maxValues = 4_000_000

  package init() {}

  package init(maxBytes: Int, maxDepth: Int, maxValues: Int) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
    self.maxValues = maxValues
  }

  /// The error for a limit that has no option.
  package static func exceeded(_ what: String) -> ImageError { ImageError(.limitExceeded, what) }
}
