internal import CTIFFShims
internal import CodecKit
internal import ImageModel
internal import TIFFStructure

/// The fields of a page that do not describe how its pixels are stored: profile, XMP, Photoshop resources,
/// resolution, orientation.
struct PageFields {
  private let profile: [UInt8]?
  private let metadata: EncodeMetadata
  private(set) var notes: [Diagnostic] = []

  init(_ image: EncodeImage) {
    metadata = image.metadata
    profile = image.profile?.iccBytes
    switch image.profile?.definition {
    case .calibrated?, .codePoints?:
      notes.append(.note("the gamma and the primaries of the colours could not be kept"))
    case .icc?, .sRGB?, nil: break
    }
  }

  /// Sets the fields: `TIFFSetField`.
  ///
  /// - Throws: what libtiff refuses.
  func set(_ handle: borrowing TIFFHandle) throws(ImageError) {
    let shim = handle.shim
    func set(_ tag: UInt16, _ bytes: [UInt8]?) -> Bool {
      guard let bytes, !bytes.isEmpty else { return true }
      return bytes.withUnsafeBytes {
        tiff_shim_set_bytes(shim, UInt32(tag), UInt32(clamping: $0.count), $0.baseAddress) == 1
      }
    }
    var isSet =
      set(TIFFTag.iccProfile, profile) && set(TIFFTag.xmp, metadata.xmp) && set(TIFFTag.photoshop, metadata.photoshop)
    if metadata.orientation != .up {
      isSet =
        isSet
        && tiff_shim_set_integer(shim, UInt32(TIFFTag.orientation), UInt32(metadata.orientation.rawValue)) == 1
    }
    if let resolution = metadata.resolution, resolution.x > 0, resolution.y > 0, resolution.x.isFinite,
      resolution.y.isFinite
    {
      let (unit, factor): (UInt32, Double) =
        switch resolution.unit {
        case .none: (1, 1)
        case .inch: (2, 1)
        case .centimeter: (3, 1)
        case .meter: (3, 0.01)
        }
      isSet =
        isSet && tiff_shim_set_number(shim, UInt32(TIFFTag.xResolution), resolution.x * factor) == 1
        && tiff_shim_set_number(shim, UInt32(TIFFTag.yResolution), resolution.y * factor) == 1
        && tiff_shim_set_integer(shim, UInt32(TIFFTag.resolutionUnit), unit) == 1
    }
    guard isSet else { throw handle.error("libtiff refuses a field") }
  }
}
