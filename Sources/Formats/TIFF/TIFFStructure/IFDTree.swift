/// A directory to be written: its fields, and further directories below some of them.
package struct IFDTree: Hashable, Sendable {
  /// In any order; they are written in the order of their tags.
  package var fields: [IFDField]

  package init(_ fields: [IFDField] = []) {
    self.fields = fields
  }

  /// The first field with a tag.
  package subscript(tag: UInt16) -> IFDField? { fields.first { $0.tag == tag } }

  /// Replaces all fields with the tag of a field by that field.
  package mutating func set(_ field: IFDField) {
    remove(field.tag)
    fields.append(field)
  }

  /// Removes all fields with a tag.
  package mutating func remove(_ tag: UInt16) {
    fields.removeAll { $0.tag == tag }
  }
}

/// One field of a directory to be written.
package struct IFDField: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Values of a type; they must fit into it.
    case values(IFDFieldType, IFDValue)
    /// The bytes of the values, in the byte order of the writer.
    case raw(type: IFDFieldType, bytes: [UInt8])
    /// Offsets of directories: one for Exif, GPS and Interoperability, several for SubIFDs.
    case directories([IFDTree])
  }

  package var tag: UInt16
  package var content: Content

  package init(_ tag: UInt16, _ content: Content) {
    self.tag = tag
    self.content = content
  }

  /// A field with one SHORT.
  package static func short(_ tag: UInt16, _ value: UInt16) -> IFDField {
    IFDField(tag, .values(.short, .unsigned([UInt64(value)])))
  }

  /// A field with one LONG.
  package static func long(_ tag: UInt16, _ value: UInt32) -> IFDField {
    IFDField(tag, .values(.long, .unsigned([UInt64(value)])))
  }

  /// A field with text in ASCII or UTF-8, which a NUL byte ends.
  package static func text(_ tag: UInt16, _ text: String) -> IFDField {
    IFDField(tag, .values(.ascii, .text(Array(text.utf8))))
  }

  /// A field with a directory.
  package static func directory(_ tag: UInt16, _ tree: IFDTree) -> IFDField {
    IFDField(tag, .directories([tree]))
  }
}

/// Tags whose values are offsets of directories.
package enum IFDPointerTag {
  package static let subIFDs: UInt16 = 330
  package static let exif: UInt16 = 34665
  package static let gps: UInt16 = 34853
  package static let interoperability: UInt16 = 40965

  static let all: Set<UInt16> = [subIFDs, exif, gps, interoperability]
}
