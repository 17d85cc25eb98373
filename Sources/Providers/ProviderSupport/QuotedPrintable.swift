/// Quoted-printable, as mails and vCard 2.1 write what is not ASCII.
package enum QuotedPrintable {
  /// The bytes of quoted-printable text (RFC 2045, 6.7). What is no escape stays as it is.
  ///
  /// - Parameter isWord: whether an underscore is a space, as in encoded words (RFC 2047, 4.2).
  package static func bytes(_ text: some Collection<UInt8>, isWord: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "_") where isWord: bytes.append(0x20)
      case UInt8(ascii: "="):
        // A sign at the end of a line joins it with the next one; spaces may follow it.
        let end = rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? rest.endIndex
        if end == rest.endIndex || rest[end] == 0x0A || rest[end] == 0x0D {
          rest = rest[end...]
          if rest.first == 0x0D { rest = rest.dropFirst() }
          if rest.first == 0x0A { rest = rest.dropFirst() }
        } else if rest.count > 1, rest.first != UInt8(ascii: "+"), rest.first != UInt8(ascii: "-"),
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
