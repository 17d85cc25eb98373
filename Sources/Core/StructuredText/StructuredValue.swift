package import ImageModel

/// A value that was read: what JSON and property lists have in common.
package struct StructuredValue: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number and how it was written: in a text it stands as its author wrote it, 1.10 and not 1.1.
    case number(Double, text: String)
    case string(String)
    /// Bytes, which property lists have and JSON has not; only those get them who ask for them.
    case bytes([UInt8])
    case array([StructuredValue])
    case object(StructuredObject)
  }

  package var content: Content
  /// The line on which the value begins, counted from 1; 0 where the source has no lines.
  package var line: Int

  package init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// What the value is, as a message calls it.
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

  /// The member of an object; nil where this is no object or has no such member.
  package func member(_ name: String) -> StructuredValue? {
    guard case .object(let object) = content else { return nil }
    return object[name]
  }

  /// The element of a list, counted from 0; nil where this is no list or ends before.
  package func element(_ index: Int) -> StructuredValue? {
    guard case .array(let elements) = content, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

/// Names and values in their order; no name stands twice.
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
  /// Places by name, where there are so many that a search would be slow.
  private let places: [String: Int]?

  /// - Returns: nil and the first member whose name stood before, where there is one.
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

  /// Which name stands twice.
  package struct DuplicateName: Error {
    package var member: Member
  }

  package subscript(name: String) -> StructuredValue? {
    guard let places else { return members.first { $0.name == name }?.value }
    return places[name].map { members[$0].value }
  }

  /// The same names with other values.
  package func with(_ members: [Member]) -> StructuredObject { StructuredObject(members: members, places: places) }

  private init(members: [Member], places: [String: Int]?) {
    self.members = members
    self.places = places
  }
}

/// How much a structured text may hold: bounds far above what anybody has use for, which keep a hostile one from taking the
/// machine.
package struct StructuredLimits: Hashable, Sendable {
  /// Bytes of the text.
  package var maxBytes = 64 << 20
  /// Lists and objects in one another.
  package var maxDepth = 64
  /// Values of the text.
  package var maxValues = 4_000_000

  package init() {}

  package init(maxBytes: Int, maxDepth: Int, maxValues: Int) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
    self.maxValues = maxValues
  }

  /// The error for a bound that has no option.
  package static func exceeded(_ what: String) -> ImageError { ImageError(.limitExceeded, what) }
}
