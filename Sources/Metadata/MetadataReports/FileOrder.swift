internal import ByteStreams
package import MetadataModel

/// The order of files by a property, named as in a `FileCondition`: numbers by their value, then texts in natural
/// order, and last, in both directions, files without the property. Of an array its first element counts.
package struct FileOrder: Sendable {
  private let field: FileField
  private let isReversed: Bool
  /// The properties that the name means.
  package var queries: [PropertyQuery] { field.queries }

  package init(by name: String, isReversed: Bool) {
    field = FileField(name)
    self.isReversed = isReversed
  }

  /// What is compared of a file.
  package enum Key: Sendable {
    case number(Double)
    case text([UInt8])
    case missing
  }

  package func key(of file: FileMetadata) -> Key {
    if case .path(let part) = field { return .text(PathText.bytes(part.text(of: file))) }
    guard let found = queries.lazy.compactMap({ file.first($0) }).first else { return .missing }
    var value = found.value
    if case .array(let elements) = value {
      guard let first = elements.first else { return .missing }
      value = first
    }
    if let number = FileCondition.number(of: value), !number.isNaN { return .number(number) }
    return .text(PathText.bytes(FileCondition.comparable(value.plainText)))
  }

  /// Whether a file comes before another one.
  package func precedes(_ one: Key, _ other: Key) -> Bool {
    switch (one, other) {
    case (.missing, _): false
    case (_, .missing): true
    case _ where isReversed: Self.precedes(other, one)
    default: Self.precedes(one, other)
    }
  }

  private static func precedes(_ one: Key, _ other: Key) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one < other
    case (.text(let one), .text(let other)): PathText.naturallyPrecedes(one, other)
    case (.number, .text): true
    default: false
    }
  }
}
