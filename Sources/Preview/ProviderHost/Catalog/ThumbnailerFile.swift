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
    let values = try DesktopEntry.values(text, group: Self.group)
    guard let exec = values["Exec"] else { throw ImageError(.invalidData, "Exec is missing") }
    guard let types = values["MimeType"] else { throw ImageError(.invalidData, "MimeType is missing") }
    command = try ThumbnailerCommand.parse(DesktopEntry.unescaped(exec))
    tryExec = values["TryExec"].map(DesktopEntry.unescaped).flatMap { $0.isEmpty ? nil : $0 }
    exportedFor = values[Self.ownKey].map(DesktopEntry.unescaped)
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
}
