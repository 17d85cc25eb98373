internal import ImageModel
internal import XMLReading

/// The text of an XMP packet in UTF-8, ready for an XML parser.
///
/// Packets are UTF-8, UTF-16 or UTF-32 (ISO 16684-1, 7.3.2). Some writers store Latin-1, or control characters, which
/// XML forbids. Both are repaired: otherwise the packet could not be read at all.
struct XMPText {
  private(set) var bytes: ArraySlice<UInt8>
  /// Whether offsets in `bytes` are offsets in the packet.
  private(set) var keepsPlaces = true
  /// The repairs made.
  private(set) var warnings: [String] = []

  init(_ packet: [UInt8]) {
    bytes = packet[...]
    if let encoding = XMLEncoding(packet) {
      let (decoded, isDamaged) = encoding.utf8(packet)
      bytes = decoded[...]
      keepsPlaces = false
      if isDamaged { warnings.append("characters that are not \(encoding.name) are replaced") }
    } else if packet.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = bytes.dropFirst(3)
    }
    // Trims padding: an XML declaration must come first.
    bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    if Self.declaresLatin1(bytes) || !Self.isUTF8(bytes) { decodeLatin1() }
    replaceControls()
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    // The loop has no early exit, so that the compiler can vectorise it.
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { return true }
    // Nearly all packets have a byte-order mark in their header, which is not ASCII. The ASCII before the first and
    // after the last other character needs no validation.
    return bytes.withUnsafeBytes { buffer in
      let first = buffer.firstIndex { $0 >= 0x80 } ?? 0
      var end = buffer.count
      while end - first >= 8,
        buffer.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        end -= 8
      }
      return String(validating: buffer[first..<end], as: UTF8.self) != nil
    }
  }

  /// Whether an XML declaration names ISO 8859-1.
  private static func declaresLatin1(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: "<?xml ".utf8), let end = bytes.prefix(200).firstIndex(of: 0x3E) else { return false }
    return String(decoding: bytes[..<end], as: UTF8.self).lowercased().contains("iso-8859-1")
  }

  /// Reads each byte that is not UTF-8 as Latin-1, or all bytes of a text that declares Latin-1.
  private mutating func decodeLatin1() {
    let isDeclared = Self.declaresLatin1(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    func append(_ byte: UInt8) {
      if byte < 0x80 { result.append(byte) } else { result += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = bytes.startIndex
    var firstWrong: Int?
    while true {
      let length: Int
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        length = encoded.count
        if isDeclared { bytes[position..<position + length].forEach(append) } else { result += encoded }
      case .error(let count):
        length = count
        firstWrong = firstWrong ?? position
        bytes[position..<position + length].forEach(append)
      case .emptyInput:
        if !isDeclared, let firstWrong {
          warnings.append("byte \(firstWrong) is not UTF-8; such bytes are read as Latin-1")
        }
        bytes = result[...]
        keepsPlaces = false
        return
      }
      position += length
    }
  }

  private mutating func replaceControls() {
    guard let first = XMLControls.replace(in: &bytes) else { return }
    warnings.append("there is a control character at byte \(first); such characters are replaced by spaces")
  }

  /// Replaces references to control characters (`&#0;`) by spaces of the same length.
  mutating func replaceControlReferences() {
    XMLControls.replaceReferences(in: &bytes)
    warnings.append("references to control characters are replaced by spaces")
  }
}
