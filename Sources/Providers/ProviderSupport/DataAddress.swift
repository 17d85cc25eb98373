internal import StructuredText

/// Data in an address: `data:image/png;base64,iVBO...` (RFC 2397).
package enum DataAddress {
  /// The data; nil for other addresses, and for data that is not base64, which pictures always are.
  ///
  /// - Parameter limit: the most characters.
  package static func bytes(_ address: String, atMost limit: Int = 16 << 20) -> [UInt8]? {
    guard address.utf8.count <= limit, address.prefix(5).lowercased() == "data:",
      let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")),
      address[..<comma].lowercased().hasSuffix(";base64")
    else { return nil }
    return Base64.bytes(address.utf8[address.utf8.index(after: comma)...])
  }
}
