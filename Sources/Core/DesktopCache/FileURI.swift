internal import ByteStreams
internal import ImageModel

/// Makes URIs of files (RFC 8089) exactly as GLib does. The thumbnail cache uses the text of the URI as its key, and
/// file managers pass GLib's URIs to thumbnailers.
package enum FileURI {
  /// `file:///home/me/a%20b.jpg` for an absolute path. As in `g_filename_to_uri`, the characters that RFC 3986, 3.3
  /// allows in a path are kept, except the semicolon. All others are percent-encoded.
  package static func text(path: String) -> String { "file://" + escaped(path) }

  /// A path with its special characters percent-encoded.
  static func escaped(_ path: String) -> String {
    var result = ""
    for byte in PathText.bytes(path) {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + Hexadecimal.text([byte]).uppercased()
      }
    }
    return result
  }

  /// The file of a URI that `text` made; nil for any other URI.
  package static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file:///"), let bytes = PercentEncoding.decoded(uri.utf8.dropFirst("file://".utf8.count)),
      !bytes.contains(0)
    else { return nil }
    return PathText.text(bytes)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-._~!$&'()*+,=:@/".utf8.contains(byte)
  }
}
