internal import ImageModel
internal import TIFFStructure

extension PageHeader {
  /// Refuses what cannot or may not be decoded, before libtiff allocates anything for it.
  ///
  /// - Throws: `invalidData`, `unsupported` by name, `limitExceeded`, `io` without libtiff.
  func check(_ limits: Limits) throws(ImageError) {
    guard let size else { throw ImageError(.invalidData, "the width or the height is missing", format: "TIFF") }
    try limits.check(size, streamed: true, format: "TIFF")
    guard samples >= 1 else { throw ImageError(.invalidData, "\(samples) samples a pixel", format: "TIFF") }
    guard samples <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(samples) samples a pixel", name: "max-samples-per-pixel", value: limits.maxSamplesPerPixel,
        format: "TIFF")
    }
    try checkSamples()
    try checkSampleBytes(of: size, limits)
    guard planar == 1 || planar == 2 else {
      throw ImageError(.invalidData, "planar configuration \(planar)", format: "TIFF")
    }
    guard let compression = UInt16(exactly: compression), try Codec.isThere(compression) else {
      let (number, name) = ("compression \(compression)", TIFFCompressionName.name(of: compression))
      throw ImageError(.unsupported, name == number ? number : "\(number) (\(name))", format: "TIFF")
    }
    try checkMeaning()
    if let tile {
      guard tile.width > 0, tile.height > 0 else {
        throw ImageError(.invalidData, "tiles of \(tile)", format: "TIFF")
      }
      try limits.check(
        memory: product(tile.width, tile.height, samples, bits.first ?? 1) / 8, for: "a tile of \(tile)", format: "TIFF"
      )
    }
  }

  /// All strips may share the same few bytes of the file, so that only this bounds the work that a small file makes.
  /// A pixel of four 32-bit samples has 16 bytes.
  private func checkSampleBytes(of size: PixelSize, _ limits: Limits) throws(ImageError) {
    let bytes = product(size.width, size.height, samples, bits.first ?? 1) / 8
    guard bytes <= product(limits.maxPixels, 16) else {
      throw limits.exceeded(
        "declares \(size) pixels of \(samples) samples of \(bits.first ?? 1) bits, more than 16 bytes for each pixel allowed",
        name: "max-pixels", value: limits.maxPixels, format: "TIFF")
    }
  }

  private func checkSamples() throws(ImageError) {
    guard distinctBits.count == 1, let bits = distinctBits.first else {
      throw ImageError(
        .unsupported,
        "samples of different depths (\(self.bits.prefix(8).map(String.init).joined(separator: ", ")) bits)",
        format: "TIFF")
    }
    guard bits > 0 else { throw ImageError(.invalidData, "\(bits) bits a sample", format: "TIFF") }
    guard bits <= 32 || bits == 64 else { throw ImageError(.unsupported, "\(bits) bits a sample", format: "TIFF") }
    guard distinctFormats.count == 1 else {
      throw ImageError(.unsupported, "samples of different types", format: "TIFF")
    }
    if let type = distinctFormats.first, type == 5 || type == 6 {
      throw ImageError(.unsupported, "complex samples", format: "TIFF")
    }
  }

  private func checkMeaning() throws(ImageError) {
    switch interpretation {
    case .colorFilterArray, .linearRaw:
      throw ImageError(.unsupported, "raw data of a camera's sensor", format: "TIFF")
    case .separated where inkSet != 1:
      throw ImageError(.unsupported, "inks other than CMYK (ink set \(inkSet))", format: "TIFF")
    case nil:
      throw ImageError(.unsupported, "photometric interpretation \(photometric ?? 0)", format: "TIFF")
    default: break
    }
  }
}
