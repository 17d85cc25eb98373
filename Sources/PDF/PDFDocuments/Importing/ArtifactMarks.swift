internal import Drawing

/// The content of a page that cairo drew, with the operators of artefacts (ISO 32000-1, 14.8.2.2).
enum ArtifactMarks {
  /// Replaces `/NonStruct << /MCID 4 >> BDC` by `/Artifact BMC`, except in strings, which may have the same bytes.
  static func marked(_ content: [UInt8]) -> [UInt8] {
    let name = Array("/\(PageStructure.artifactName) ".utf8)
    let (operation, replacement) = (Array("BDC".utf8), Array("/Artifact BMC".utf8))
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    content.withUnsafeBufferPointer { bytes in
      func has(_ text: [UInt8], at index: Int) -> Bool {
        guard index + text.count <= bytes.count else { return false }
        for offset in text.indices where bytes[index + offset] != text[offset] { return false }
        return true
      }
      var (index, copied) = (0, 0)
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "("): index = endOfString(bytes, from: index)
        case UInt8(ascii: "/") where has(name, at: index):
          // The operands are a dictionary of one number.
          let limit = min(bytes.count, index + name.count + 64)
          guard let end = (index + name.count..<limit).first(where: { has(operation, at: $0) }) else { fallthrough }
          result += bytes[copied..<index]
          result += replacement
          index = end + operation.count
          copied = index
        default: index += 1
        }
      }
      result += bytes[copied...]
    }
    return result
  }

  /// The index after a literal string, in which parentheses nest (7.3.4.2).
  private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { break }
    }
    return min(index, bytes.count)
  }
}
