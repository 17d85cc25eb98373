package import ImageModel

/// What the channels mean.
extension JPEG2000Structure {
  /// The channels of the picture, after the palette.
  package var channels: [Channel] {
    mappedChannels.isEmpty ? components.indices.map { Channel(component: $0, column: nil) } : mappedChannels
  }

  package func bits(of channel: Channel) -> Int {
    channel.column.flatMap { palette?.bits[$0] } ?? components[channel.component].bits
  }

  /// What the header says about opacity.
  package var opacity: Opacity {
    switch opacityDefinition?.kind {
    case 1: .straight
    case 2: .premultiplied
    default: .none
    }
  }

  private var opacityDefinition: ChannelDefinition? { definitions.first { $0.kind == 1 || $0.kind == 2 } }

  /// The opacity of the pixels. Where no channel is defined, as in a codestream alone, one channel after grey or RGB is
  /// taken for alpha, as in OpenJPEG's programs, Pillow and ffmpeg.
  package var alpha: PixelFormat.Alpha {
    if definitions.isEmpty {
      let model = pixelModel
      let isColor = model == .gray || model == .rgb
      return isColor && channels.count - 1 == model?.channelCount ? .straight : .none
    }
    return switch opacity {
    case .none: .none
    case .straight: .straight
    case .premultiplied: .premultiplied
    }
  }

  /// The channel with the opacity.
  package var alphaChannel: Channel? {
    guard alpha != .none else { return nil }
    return opacityDefinition.map { channels[$0.channel] } ?? channels.last
  }

  /// The number of channels for colours.
  package var colorChannels: Int { channels.count - (opacity == .none ? 0 : 1) }

  /// The channels of the first colours, in the order of the file where it does not number them; fewer where it has
  /// not enough.
  package func colors(count: Int) -> [Channel] {
    let numbered = (1...count).compactMap { number in
      definitions.first { $0.kind == 0 && $0.association == number }.map { channels[$0.channel] }
    }
    if numbered.count == count { return numbered }
    return Array(channels.filter { $0 != alphaChannel || channels.count == count }.prefix(count))
  }

  /// Whether the colours are luma and chroma. Three components of a codestream alone are, if chroma is subsampled,
  /// as in OpenJPEG's programs.
  package var isYCC: Bool {
    switch colorSpace {
    // YCbCr of BT.601, sYCC, e-sYCC.
    case .enumerated(3), .enumerated(18), .enumerated(24): true
    case nil: components.count == 3 && components[0].step != components[1].step
    default: false
    }
  }

  /// The model of the pixels that the channels make; nil for a colour space that is not supported.
  package var pixelModel: PixelFormat.ColorModel? {
    switch colorSpace {
    case _ where isYCC: .rgb
    case .enumerated(12): .cmyk
    case .enumerated(16): .rgb
    case .enumerated(17): .gray
    case .enumerated: nil
    case .icc(let bytes): ICCHeader(bytes)?.colorModel ?? modelByCount
    case nil: modelByCount
    }
  }

  private var modelByCount: PixelFormat.ColorModel {
    colorChannels < 3 ? .gray : .rgb
  }

  package var profile: ColorProfile? {
    switch colorSpace {
    case .icc(let bytes): .icc(bytes)
    case .enumerated(16), .enumerated(17), .enumerated(18): .sRGB
    default: nil
    }
  }

  /// The name of an enumerated colour space; nil for others.
  package var colorSpaceName: String? {
    guard case .enumerated(let number)? = colorSpace else { return nil }
    return Self.name(ofColorSpace: number)
  }

  package static func name(ofColorSpace number: Int) -> String { colorSpaceNames[number] ?? "colour space \(number)" }

  private static let colorSpaceNames = [
    0: "bi-level", 1: "YCbCr of BT.709", 3: "YCbCr of BT.601", 4: "YCbCr of BT.601 for 625 lines", 9: "PhotoYCC",
    11: "CMY", 12: "CMYK", 13: "YCCK", 14: "CIELab", 15: "bi-level", 16: "sRGB", 17: "grey", 18: "sYCC",
    19: "CIEJab", 20: "e-sRGB", 21: "ROMM RGB", 22: "YPbPr", 23: "YPbPr for 1250 lines", 24: "e-sYCC",
  ]

  var storedModel: ImageInfo.StoredColorModel {
    if palette != nil { return .palette }
    if isYCC { return .ycbcr }
    return switch pixelModel {
    case .gray: .gray
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .lab: .lab
    case nil: .other
    }
  }

  /// Drops mappings and definitions of channels that do not exist.
  mutating func checkChannels() {
    let isMapped = mappedChannels.allSatisfy { channel in
      components.indices.contains(channel.component)
        && channel.column.map { palette?.columns.indices.contains($0) ?? false } ?? true
    }
    if !isMapped {
      diagnostics.append(.warning("the header maps channels that do not exist; the mapping is not used"))
      mappedChannels = []
    }
    if mappedChannels.isEmpty { palette = nil }
    let known = definitions.filter { channels.indices.contains($0.channel) }
    if known.count < definitions.count {
      diagnostics.append(.warning("the header defines channels that do not exist"))
      definitions = known
    }
  }
}
