package import ImageModel

extension JPEGStructure {
  /// What the samples mean, by the rules of libjpeg: JFIF is YCbCr, then Adobe's transform counts, then the component
  /// identifiers 'R', 'G', 'B'; four components are CMYK unless Adobe's transform says YCCK.
  package var colorModel: ImageInfo.StoredColorModel {
    guard let frame else { return .other }
    switch frame.components.count {
    case 1: return .gray
    case 3:
      if hasJFIF { return .ycbcr }
      if let adobe { return adobe.transform == 0 ? .rgb : .ycbcr }
      return frame.components.map(\.identifier).elementsEqual("RGB".utf8) ? .rgb : .ycbcr
    case 4: return adobe.map { $0.transform == 0 ? .cmyk : .ycck } ?? .cmyk
    default: return .other
    }
  }

  /// The embedded ICC profile.
  package var profile: ColorProfile? {
    blocks.first { $0.kind == .icc }.map { .icc($0.bytes) }
  }

  /// The word for the way of compression.
  package var compression: String? {
    guard let frame else { return nil }
    switch frame.process {
    case .lossless: return "lossless"
    case .hierarchical: return "hierarchical"
    case _ where frame.isArithmetic: return "arithmetic"
    case .baseline: return "baseline"
    case .extendedSequential: return "extended sequential"
    case .progressive: return "progressive"
    }
  }

  /// What the header says about the picture. Orientation is left to Exif.
  ///
  /// - Throws: `invalidData` where there is no frame header, and for an empty size; `unsupported` for a height that is
  ///   nowhere given.
  package func imageInfo() throws(ImageError) -> ImageInfo {
    if let frameError { throw frameError }
    if segments.contains(where: { $0.marker == .jpegLSFrame }) {
      throw ImageError(.unsupported, "JPEG-LS compression", format: "JPEG")
    }
    guard let frame else { throw ImageError(.invalidData, "has no frame header", format: "JPEG") }
    if frame.leavesHeightOpen, frame.size.height == 0 {
      throw ImageError(
        .unsupported, "the frame header leaves the height to a DNL segment, and none follows the first scan",
        format: "JPEG")
    }
    guard frame.size.width > 0, frame.size.height > 0 else {
      throw ImageError(.invalidData, "declares an empty picture of \(frame.size)", format: "JPEG")
    }
    let model = colorModel
    var info = ImageInfo(
      size: frame.size, colorModel: model, bitsPerSample: frame.precision, samplesPerPixel: frame.components.count)
    info.resolution = density
    info.compression = compression
    info.isProgressive = frame.process == .progressive
    info.chromaSubsampling = model == .ycbcr || model == .ycck ? frame.subsampling : nil
    info.profile = profile
    return info
  }
}
