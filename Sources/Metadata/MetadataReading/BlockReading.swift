internal import ImageModel
internal import MetadataModel

/// What the reader of one kind of metadata block returns: groups of properties, and the defects of the block.
///
/// These readers do not throw. Damage becomes a warning that names its position; the rest is delivered.
struct BlockReading {
  var groups: [PropertyGroup] = []
  /// The namespaces of the prefixes in names (XMP).
  var namespaces: [ImageMetadata.Namespace] = []
  /// Pictures in the block.
  var previews: [ImageMetadata.Preview] = []
  var diagnostics: [Diagnostic] = []

  mutating func warn(_ message: String) {
    diagnostics.append(.warning(message).about(.metadata))
  }
}

/// Reads big-endian numbers and texts from the front of bytes. Every method returns nil if too few bytes are left.
struct BigEndianCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// An unsigned number of at most eight bytes.
  private mutating func number(_ count: Int) -> UInt64? {
    bytes(count).map { UInt64(bigEndianBytes: $0) }
  }

  mutating func uint8() -> UInt8? { number(1).map { UInt8(truncatingIfNeeded: $0) } }
  mutating func uint16() -> UInt16? { number(2).map { UInt16(truncatingIfNeeded: $0) } }
  mutating func uint32() -> UInt32? { number(4).map { UInt32(truncatingIfNeeded: $0) } }
  mutating func uint64() -> UInt64? { number(8) }
  mutating func int16() -> Int16? { uint16().map { Int16(bitPattern: $0) } }
  mutating func int32() -> Int32? { uint32().map { Int32(bitPattern: $0) } }
  mutating func float() -> Double? { uint32().map { Double(Float(bitPattern: $0)) } }
  mutating func double() -> Double? { uint64().map { Double(bitPattern: $0) } }

  /// A signed fixed-point number with 16 fractional bits; a `Double` holds each of them exactly.
  mutating func signedFixed() -> Double? { int32().map { Double($0) / 65_536 } }
  /// An unsigned fixed-point number with 16 fractional bits.
  mutating func unsignedFixed() -> Double? { uint32().map { Double($0) / 65_536 } }

  /// A text after a byte with its length.
  mutating func pascalText() -> String? {
    guard let count = uint8(), let content = bytes(Int(count)) else { return nil }
    return ExifText.text(content)
  }

  /// UTF-16 after four bytes with the number of its units. The text ends at the first unit of 0.
  mutating func unicodeText() -> String? {
    guard let count = uint32(), let content = bytes(Int(count) * 2) else { return nil }
    return ExifText.utf16(content, bigEndian: true)
  }
}
