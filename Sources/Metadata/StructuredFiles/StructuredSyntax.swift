package import ImageModel
package import StructuredText

/// The syntaxes of files with structured values: page descriptions, their data, and documents of providers.
package enum StructuredSyntax: String, Sendable {
  case json = "JSON"
  case xmlPropertyList = "XML property list"
  case binaryPropertyList = "binary property list"

  /// Detects the syntax by the first bytes. Everything that is not a property list is taken as JSON.
  package static func of(_ bytes: some Collection<UInt8>) -> StructuredSyntax {
    if bytes.starts(with: "bplist0".utf8) { return .binaryPropertyList }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0)
    return text.first { !JSONParser.isSpace($0) } == UInt8(ascii: "<") ? .xmlPropertyList : .json
  }

  /// Parses a value.
  ///
  /// - Parameters:
  ///   - allKinds: whether property lists may have values that JSON cannot express: bytes, sets, references of keyed
  ///     archives (as objects with the one member `CF$UID`, as in Apple's XML), and numbers that are not finite (as
  ///     texts).
  ///   - firstLine: the line number of the first byte, for messages.
  /// - Throws: `invalidData`, with line and column where the syntax has them; `limitExceeded`.
  package static func parse(
    _ bytes: [UInt8], limits: StructuredLimits, allKinds: Bool = false, firstLine: Int = 1
  ) throws(ImageError) -> StructuredValue {
    guard bytes.count <= limits.maxBytes else {
      throw StructuredLimits.exceeded("has \(bytes.count) bytes; \(limits.maxBytes) are allowed")
    }
    switch of(bytes) {
    case .json:
      var parser = JSONParser(bytes, limits: limits, firstLine: firstLine)
      return try parser.parse()
    case .xmlPropertyList: return try XMLPropertyList.parse(bytes, limits: limits, allKinds: allKinds)
    case .binaryPropertyList: return try BinaryPropertyList.parse(bytes, limits: limits, allKinds: allKinds)
    }
  }
}
