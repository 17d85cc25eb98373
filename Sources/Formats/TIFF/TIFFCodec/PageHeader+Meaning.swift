internal import ImageModel

extension PageHeader {
  /// The meaning of the colour samples; nil for one that is not known.
  ///
  /// Where the field is missing it is guessed as libtiff does.
  var interpretation: Interpretation? {
    if let photometric { return Interpretation(rawValue: photometric) }
    if samples - (extraSamples?.count ?? 0) >= 3 { return .rgb }
    return (2...4).contains(compression) ? .minIsWhite : .minIsBlack
  }

  /// The alpha channel: the first sample behind the colours that ExtraSamples calls alpha.
  ///
  /// A fourth sample of RGB about which the file says nothing counts as straight alpha, as in Pillow and libvips; one that is
  /// said to be unspecified does not.
  func alpha(afterColors colors: Int) -> (sample: Int, kind: PixelFormat.Alpha)? {
    guard samples > colors else { return nil }
    guard let extraSamples else {
      return interpretation == .rgb && samples == 4 ? (3, .straight) : nil
    }
    guard let index = extraSamples.firstIndex(where: { $0 == 1 || $0 == 2 }), colors + index < samples else {
      return nil
    }
    return (colors + index, extraSamples[index] == 1 ? .premultiplied : .straight)
  }

  /// The colour model in which the picture is delivered; nil where it is not.
  var deliveredModel: PixelFormat.ColorModel? {
    switch interpretation {
    case .minIsWhite, .minIsBlack, .mask, .logL: .gray
    case .rgb, .palette, .ycbcr, .logLuv: .rgb
    case .separated: inkSet == 1 ? .cmyk : nil
    case .cieLab, .iccLab, .ituLab: .lab
    case .colorFilterArray, .linearRaw, nil: nil
    }
  }
}
