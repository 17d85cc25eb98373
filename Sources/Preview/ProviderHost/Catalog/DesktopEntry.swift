package import ImageModel

/// The text form of desktop entries: groups of keys with values (Desktop Entry Specification 1.5, 3 and 4). Files of
/// programs, of thumbnailers and of associations have it.
package enum DesktopEntry {
  /// The keys of a group and their values. Of two equal keys the last one is used, as in GLib.
  ///
  /// - Throws: `invalidData`, with the line where it is not a desktop entry, and for a missing group.
  package static func values(_ text: String, group: String) throws(ImageError) -> [String: String] {
    var values: [String: String] = [:]
    var (current, isFound): (String?, Bool) = (nil, false)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = trimmed(line)
      if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { continue }
      if line.utf8.first == UInt8(ascii: "["), line.utf8.last == UInt8(ascii: "]") {
        current = String(line.dropFirst().dropLast())
        isFound = isFound || current == group
        continue
      }
      guard current != nil, let sign = line.firstIndex(of: "="), sign != line.startIndex else {
        throw ImageError(.invalidData, "line \(index + 1): neither a group, a comment nor a key with a value")
      }
      if current == group { values[String(trimmed(line[..<sign]))] = String(trimmed(line[line.index(after: sign)...])) }
    }
    guard isFound else { throw ImageError(.invalidData, "has no group [\(group)]") }
    return values
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// Replaces the escapes `\s`, `\n`, `\t`, `\r`, `\\` (Desktop Entry Specification, 4). Others belong to the quoting
  /// of Exec.
  package static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.first else {
        result.append(character)
        continue
      }
      let plain: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
      if let meant = plain[next] {
        result.append(meant)
        rest.removeFirst()
      } else {
        result.append(character)
      }
    }
    return result
  }
}
