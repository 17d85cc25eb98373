internal import Deflate
internal import ImageModel

/// The colour spaces of a file's images, each written once.
///
/// What the samples of an image mean without a profile is what its device means; sRGB is written as DeviceRGB too, which
/// viewers take for sRGB, so that samples come through unchanged and no image needs a profile of 3 kB for it.
struct ColorSpaces {
  private var references: [PDFObject: PDFReference] = [:]
  private var profiles: [[UInt8]: PDFReference] = [:]
  private var profileBytes = 0
  private static let maxSpaces = 1_024
  private static let maxProfileBytes = 16 << 20

  /// The colour space for samples of a colour model.
  ///
  /// - Parameters:
  ///   - profile: what the file says the samples mean; what does not fit is left out with a warning.
  ///   - palette: triples of red, green and blue; the samples are then indices.
  mutating func space(
    _ model: PixelFormat.ColorModel, _ profile: ColorProfile?, palette: [UInt8]? = nil, in writer: PDFWriter,
    _ diagnostics: inout [Diagnostic]
  ) throws(ImageError) -> PDFObject {
    let base = try base(model, profile, in: writer, &diagnostics)
    guard let palette else { return try object(base, in: writer) }
    let count = palette.count / 3
    return try object(
      .array([.name("Indexed"), base, .integer(max(0, count - 1)), .string(Array(palette.prefix(3 * count)))]),
      in: writer)
  }

  private mutating func base(
    _ model: PixelFormat.ColorModel, _ profile: ColorProfile?, in writer: PDFWriter, _ diagnostics: inout [Diagnostic]
  ) throws(ImageError) -> PDFObject {
    switch profile?.definition {
    case .icc(let bytes) where model != .lab:
      if let misfit = ProfileHeader.misfit(bytes, model) {
        diagnostics.append(.warning("\(misfit); it is left out"))
        break
      }
      return .array([.name("ICCBased"), .reference(try self.profile(bytes, model, in: writer))])
    case .calibrated(let calibration) where model == .gray || model == .rgb:
      return CalibratedSpace.object(calibration, isGray: model == .gray)
    default: break
    }
    switch model {
    case .gray: return .name("DeviceGray")
    case .rgb: return .name("DeviceRGB")
    case .cmyk: return .name("DeviceCMYK")
    case .lab:
      // The white of ICC's connection space, and the range of its encodings.
      let white: [Double] = [0.9642, 1, 0.8249]
      return .array([
        .name("Lab"),
        .dictionary([
          "WhitePoint": .array(white.map { .real($0) }),
          "Range": .array([.integer(-128), .integer(127), .integer(-128), .integer(127)]),
        ]),
      ])
    }
  }

  /// An array as an object of its own, which all images refer to.
  private mutating func object(_ space: PDFObject, in writer: PDFWriter) throws(ImageError) -> PDFObject {
    guard case .array = space else { return space }
    if let reference = references[space] { return .reference(reference) }
    if references.count >= Self.maxSpaces { references = [:] }
    let reference = try writer.add(space)
    references[space] = reference
    return .reference(reference)
  }

  private mutating func profile(
    _ bytes: [UInt8], _ model: PixelFormat.ColorModel, in writer: PDFWriter
  ) throws(ImageError) -> PDFReference {
    if let reference = profiles[bytes] { return reference }
    var dictionary: PDFDictionary = ["N": .integer(model.channelCount)]
    dictionary["Filter"] = .name("FlateDecode")
    let reference = try writer.addStream(dictionary, [.bytes(try Zlib.deflate(bytes, level: 9))])
    if profileBytes + bytes.count > Self.maxProfileBytes {
      profiles = [:]
      profileBytes = 0
    }
    profiles[bytes] = reference
    profileBytes += bytes.count
    return reference
  }
}
