package import CodecKit
internal import ImageModel
internal import PNMStructure

/// PBM, PGM, PPM, PAM and farbfeld in Swift alone: the rows of `BuiltInCodecs`. One decoder reads all of them. Each has
/// an encoder of its own, because the name that a user gives says which pixels the reader expects.
package enum PNMCodec {
  package static let pbm = descriptors("pbm", .bitmap, maxColors: 2)
  package static let pgm = descriptors("pgm", .graymap)
  package static let ppm = descriptors("ppm", .pixmap)
  package static let pam = descriptors("pam", .arbitrary)
  package static let farbfeld = descriptors("farbfeld", .farbfeld)

  private static func descriptors(
    _ name: String, _ kind: PNMKind, maxColors: Int? = nil
  ) -> (decoder: DecoderDescriptor, encoder: EncoderDescriptor?) {
    let decoder = DecoderDescriptor(name: name) { source, limits throws(ImageError) in
      let structure = try PNMStructure.read(source, limits: limits)
      let header = structure.header
      try limits.check(header.size, streamed: true, format: header.title)
      return SingleImageDecoder(header.imageInfo) { request throws(ImageError) in
        try PNMRows(header, source, structure.diagnostics, request)
      }
    }
    let encoder = EncoderDescriptor(
      name: name, maxColors: maxColors, holds: [], accepts: kind.accepted(for:),
      open: { sink, _ throws(ImageError) in PNMEncoder(kind, sink) })
    return (decoder, encoder)
  }
}

/// Which of the formats is written.
enum PNMKind: String {
  case bitmap = "PBM"
  case graymap = "PGM"
  case pixmap = "PPM"
  case arbitrary = "PAM"
  case farbfeld = "Farbfeld"

  /// The pixels that are written for those of another format.
  func accepted(for format: PixelFormat) -> PixelFormat {
    let component: PixelFormat.Component = format.component == .uint8 ? .uint8 : .uint16
    switch self {
    case .bitmap: return .gray8
    case .graymap: return PixelFormat(component, .gray)
    case .pixmap: return PixelFormat(component, .rgb)
    case .arbitrary:
      return PixelFormat(
        component, format.colorModel == .gray ? .gray : .rgb, alpha: format.hasAlpha ? .straight : .none)
    case .farbfeld: return PixelFormat(.uint16, .rgb, alpha: .straight)
    }
  }
}
