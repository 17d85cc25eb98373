internal import ImageModel
internal import PDFReading

/// What the components of a colour space mean (ISO 32000-1, 8.6).
enum ColorSpaceKind {
  /// Components of a device, calibrated ones, or those of a profile.
  case gray, rgb, cmyk
  /// One ink, from none to full.
  case ink
  /// Indices of a palette.
  case palette
  /// Patterns, several inks and the like.
  case other

  /// - Parameter object: a colour space of a picture or of content. Names of resources are not looked up.
  init(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) {
    let space = try reader.resolve(object)
    let parts = space.array ?? []
    switch space.array == nil ? space.name : try reader.resolve(parts.first).name {
    case "DeviceGray", "G", "CalGray": self = .gray
    case "DeviceRGB", "RGB", "CalRGB": self = .rgb
    case "DeviceCMYK": self = .cmyk
    case "Separation" where !parts.isEmpty: self = .ink
    case "Indexed" where !parts.isEmpty, "I" where !parts.isEmpty: self = .palette
    case "ICCBased":
      self = .other
      guard parts.count > 1, case .stream(let profile) = try reader.resolve(parts[1]) else { return }
      switch try reader.resolve(profile["N"]).integer {
      case 1: self = .gray
      case 3: self = .rgb
      case 4: self = .cmyk
      default: break
      }
    default: self = .other
    }
  }

  /// The model of samples that can be averaged, of which an ink is grey; nil for others.
  var model: PixelFormat.ColorModel? {
    switch self {
    case .gray, .ink: .gray
    case .rgb: .rgb
    case .cmyk, .palette, .other: nil
    }
  }
}
