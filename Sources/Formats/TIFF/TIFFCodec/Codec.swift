internal import CTIFFShims
internal import ImageModel

/// What libtiff's codecs can do.
enum Codec {
  /// Throws where libtiff cannot be loaded (`dlopen`). To be asked before the library is called.
  static func load() throws(ImageError) {
    guard let problem = tiff_shim_load() else { return }
    throw ImageError(.unsupported, "libtiff cannot be loaded: \(String(cString: problem))")
  }

  /// Whether libtiff was built with a compression (`TIFFIsCODECConfigured`).
  ///
  /// - Throws: `unsupported` where libtiff cannot be loaded.
  static func isThere(_ compression: UInt16) throws(ImageError) -> Bool {
    try load()
    return tiff_shim_has_codec(compression) == 1
  }

  /// Old JPEG, JBIG, LERC, WebP: there are no rows before there is a whole strip.
  private static let wholeStrip: Set<UInt16> = [6, 34661, 34887, 50001]

  /// Whether strips can be decoded row by row, and a row of the file is a row of pixels.
  static func deliversRows(_ page: tiff_shim_page) -> Bool {
    let isSubsampled = page.photometric == 6 && page.is_upsampled == 0
    return !wholeStrip.contains(page.compression) && !isSubsampled
  }

  /// Strips of up to this many bytes are decoded at once, which is faster: libtiff takes libdeflate then, for instance.
  static let smallStrip = 1 << 20
}
