package import ImageModel
package import StructuredText

/// The syntaxes of page descriptions and their data.
package enum DescriptionSyntax: String, Sendable {
  case json = "JSON"
  case xmlPropertyList = "XML property list"
  case binaryPropertyList = "binary property list"

  /// Detects the syntax by the first bytes. Everything that is not a property list is taken as JSON.
  package static func of(_ bytes: some Collection<UInt8>) -> DescriptionSyntax {
    if bytes.starts(with: "bplist0".utf8) { return .binaryPropertyList }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0)
    return text.first { !JSONParser.isSpace($0) } == UInt8(ascii: "<") ? .xmlPropertyList : .json
  }

  /// Parses a value.
  ///
  /// - Parameter firstLine: the line number of the first byte, for messages.
  /// - Throws: `invalidData`, with line and column where the syntax has them; `limitExceeded`.
  package static func parse(
    _ bytes: [UInt8], limits: DescriptionLimits, firstLine: Int = 1
  ) throws(ImageError) -> StructuredValue {
    guard bytes.count <= limits.maxBytes else {
      throw DescriptionLimits.exceeded("has \(bytes.count) bytes; \(limits.maxBytes) are allowed")
    }
    switch of(bytes) {
    case .json:
      var parser = JSONParser(bytes, limits: limits.structure, firstLine: firstLine)
      return try parser.parse()
    case .xmlPropertyList: return try XMLPropertyList.parse(bytes, limits: limits)
    case .binaryPropertyList: return try BinaryPropertyList.parse(bytes, limits: limits)
    }
  }
}
