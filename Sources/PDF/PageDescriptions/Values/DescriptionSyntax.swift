package import ImageModel
package import StructuredText

/// The three ways to write a page description or its data.
package enum DescriptionSyntax: String, Sendable {
  case json = "JSON"
  case xmlPropertyList = "XML property list"
  case binaryPropertyList = "binary property list"

  /// What bytes are, by how they begin. Everything that is no property list is taken for JSON.
  package static func of(_ bytes: some Collection<UInt8>) -> DescriptionSyntax {
    if bytes.starts(with: "bplist0".utf8) { return .binaryPropertyList }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0)
    return text.first { !JSONParser.isSpace($0) } == UInt8(ascii: "<") ? .xmlPropertyList : .json
  }

  /// Reads a value.
  ///
  /// - Parameter firstLine: the number of the line on which the bytes begin, for messages.
  /// - Throws: `invalidData` with line and column where the syntax has them; `limitExceeded`.
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
