internal import ImageModel
internal import PageDescriptions
internal import ProviderKit
internal import ProviderProtocol
package import StructuredText

/// Reads documents that are a property list (in XML or binary) or JSON.
///
/// The readers are those of page descriptions (docs/decisions/0015-property-lists-of-providers.md).
package enum ValueFile {
  /// - Throws: `limitExceeded`, `corruptInput`, what reading the file throws.
  package static func read(_ path: String, atMost limit: Int = 16 << 20) throws -> StructuredValue {
    try parse(try DocumentFile.read(path, atMost: limit))
  }

  /// The value of a file, taken out of its keyed archive where it is one.
  ///
  /// - Throws: as `read`.
  package static func readArchived(_ path: String) throws -> StructuredValue {
    let value = try read(path)
    return try KeyedArchive.root(of: value) ?? value
  }

  package static func parse(_ bytes: [UInt8]) throws -> StructuredValue {
    var limits = DescriptionLimits(files: .standard)
    limits.maxBytes = 32 << 20
    limits.maxValues = 500_000
    limits.readsAllKinds = true
    return try DescriptionSyntax.parse(bytes, limits: limits)
  }
}

extension StructuredValue {
  /// The text, or what a number or truth value reads as; nil for the rest. Bytes have none.
  package var text: String? {
    switch content {
    case .string(let text): text
    case .number(_, let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .bytes, .array, .object: nil
    }
  }

  /// The elements of a list; nil where it is none.
  package var elements: [StructuredValue]? {
    if case .array(let elements) = content { return elements }
    return nil
  }
}
