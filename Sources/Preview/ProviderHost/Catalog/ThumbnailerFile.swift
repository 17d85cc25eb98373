internal import ContentTypes
package import ImageModel

/// A freedesktop thumbnailer: `NAME.thumbnailer` in `/usr/share/thumbnailers`. The format is that of desktop entries
/// (Desktop Entry Specification 1.5, 3 and 4), with the group `Thumbnailer Entry`.
package struct ThumbnailerFile: Hashable, Sendable {
  /// The program and its arguments, with field codes in them.
  package var command: [String]
  /// A program that must exist for the entry to be used.
  package var tryExec: String?
  package var mimeTypes: [String]
  /// Our provider that the file was exported for, which the host knows already.
  package var exportedFor: String?

  package static let group = "Thumbnailer Entry"
  /// The key for our provider that a file was exported for.
  package static let ownKey = "X-Cameo-Provider"
  package static let maximumBytes = 64 << 10
  static let maximumMIMETypes = 1_000

  /// - Throws: `invalidData`: with the line where it is not a desktop entry; for a missing group or key; for a command
  ///   that cannot be split, or lacks `%o` or an input. `limitExceeded` for a file, a command or a list of types that
  ///   is too long.
  package init(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count <= Self.maximumBytes else {
      throw ImageError(.limitExceeded, "the file is larger than \(Self.maximumBytes >> 10) KiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw ImageError(.invalidData, "is not UTF-8 text")
    }
    let values = try Self.values(text)
    guard let exec = values["Exec"] else { throw ImageError(.invalidData, "Exec is missing") }
    guard let types = values["MimeType"] else { throw ImageError(.invalidData, "MimeType is missing") }
    command = try ThumbnailerCommand.parse(Self.unescaped(exec))
    tryExec = values["TryExec"].map(Self.unescaped).flatMap { $0.isEmpty ? nil : $0 }
    exportedFor = values[Self.ownKey].map(Self.unescaped)
    mimeTypes = []
    var known: Set<String> = []
    for part in types.utf8.split(separator: UInt8(ascii: ";")) {
      let type = MIMEName.normalized(String(part) ?? "")
      if MIMEName.isValid(type), known.insert(type).inserted { mimeTypes.append(type) }
    }
    guard !mimeTypes.isEmpty else { throw ImageError(.invalidData, "MimeType names no MIME type") }
    guard mimeTypes.count <= Self.maximumMIMETypes else {
      throw ImageError(.limitExceeded, "MimeType names too many types")
    }
  }

  /// The keys of the group. Of two equal keys the last one is used, as in GLib.
  private static func values(_ text: String) throws(ImageError) -> [String: String] {
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
  private static func unescaped(_ text: String) -> String {
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
