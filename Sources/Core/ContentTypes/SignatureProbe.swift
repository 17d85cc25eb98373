/// What of a signature tells most often that it does not stand in a file: its first byte. Looking at that alone spares copying a
/// thousand signatures for each file.
struct SignatureProbe: Sendable {
  /// The type's place among the types, and the signature's among those of the type.
  let type: Int
  let index: Int
  private let offset: Int
  private let length: Int
  private let span: Int
  private let byte: UInt8
  private let mask: UInt8

  init(_ signature: ContentType.Signature, of type: Int, at index: Int) {
    self.type = type
    self.index = index
    offset = signature.offset
    length = signature.bytes.count
    span = max(signature.span, 1)
    mask = signature.mask.first ?? 0xFF
    byte = (signature.bytes.first ?? 0) & mask
  }

  /// Whether the first byte stands in one of the signature's places; where it does not, the signature does not.
  func mayStand(in header: [UInt8]) -> Bool {
    guard offset >= 0, length > 0, offset <= header.count - length else { return false }
    let last = min(offset + span - 1, header.count - length)
    return header[offset...last].contains { $0 & mask == byte }
  }
}
