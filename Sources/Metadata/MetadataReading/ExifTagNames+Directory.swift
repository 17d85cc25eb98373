internal import MetadataModel

extension ExifTagNames {
  /// The name of a tag in a directory; nil where it has none.
  static func name(of tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .chain, .exif: inExif(tag)
    case .gps: inGPS(tag)
    case .interoperability: inInteroperability(tag)
    }
  }
}
