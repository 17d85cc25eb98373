internal import CTIFFShims
internal import ImageModel

extension EncodingPlan {
  /// Sets the fields that say how the pixels are stored: `TIFFSetField`.
  ///
  /// - Throws: what libtiff refuses.
  func setFields(of handle: borrowing TIFFHandle) throws(ImageError) {
    let shim = handle.shim
    func set(_ tag: UInt32, _ value: Int) -> Bool { tiff_shim_set_integer(shim, tag, UInt32(clamping: value)) == 1 }
    var isSet =
      set(256, size.width) && set(257, size.height)
      && set(258, scheme.isBilevel ? 1 : format.component.byteCount * 8) && set(277, format.channelCount)
      && set(259, Int(scheme.code)) && set(262, interpretation.rawValue) && set(284, 1)
    if let tile {
      isSet = isSet && set(322, tile.width) && set(323, tile.height)
    } else {
      isSet = isSet && set(278, min(rowsPerStrip, size.height))
    }
    if format.component == .float32 { isSet = isSet && set(339, 3) }
    if format.colorModel == .cmyk { isSet = isSet && set(332, 1) }
    if format.hasAlpha {
      var kind: UInt16 = format.alpha == .premultiplied ? 1 : 2
      isSet = isSet && tiff_shim_set_shorts(shim, 338, 1, &kind) == 1
    }
    if predictor != 1 { isSet = isSet && set(317, Int(predictor)) }
    if scheme == .jpeg { isSet = isSet && setJPEG(shim) }
    if scheme == .webp {
      // Pseudo-tags of libtiff's codec: WEBP_LEVEL and WEBP_LOSSLESS.
      isSet = isSet && (quality.map { set(65568, $0) } ?? set(65569, 1))
    }
    guard isSet else { throw handle.error("libtiff refuses the options", kind: .usage) }
  }

  private func setJPEG(_ shim: OpaquePointer) -> Bool {
    let jpegQuality: UInt32 = 65537
    let jpegColorMode: UInt32 = 65538
    guard tiff_shim_set_integer(shim, jpegQuality, UInt32(quality ?? Self.defaultQuality)) == 1 else { return false }
    guard format.colorModel == .rgb else { return true }
    // libtiff converts RGB to YCbCr and subsamples it.
    return tiff_shim_set_pair(shim, 530, UInt16(subsampling.x), UInt16(subsampling.y)) == 1
      && tiff_shim_set_integer(shim, jpegColorMode, 1) == 1
  }
}
