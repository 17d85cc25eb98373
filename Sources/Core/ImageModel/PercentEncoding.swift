/// Bytes in addresses, of which some are escaped: `Gr%C3%BC%C3%9Fe` (RFC 3986, 2.1).
package enum PercentEncoding {
  /// The bytes with all escapes decoded once.
  ///
  /// - Parameter keepsInvalid: whether a percent sign without two digits stays as it is.
  /// - Returns: nil for another percent sign without two digits.
  package static func decoded(_ text: some Sequence<UInt8>, keepsInvalid: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if let value = Hexadecimal.bytes(digits), value.count == 1 {
        bytes += value
        rest = rest.dropFirst(2)
      } else if keepsInvalid {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes
  }
}
