internal import ImageModel
internal import JPEG2000Structure

/// How the samples of the components become those of pixels: which components are which colours, with their palette and
/// depth.
struct ChannelPlan {
  /// One channel of the pixels.
  struct Channel {
    /// The index of its component.
    var component: Int
    /// What is added to a sample, so that it is not negative.
    var bias: Int32
    /// The bits that are dropped from samples of more than 16 bits.
    var shift: Int32
    /// The channel's value for each sample, at the depth of the pixels: scaled to the full range, or from the palette.
    var values: [UInt16]
  }

  let format: PixelFormat
  let channels: [Channel]
  /// Whether the first three channels are luma and chroma.
  let isYCC: Bool
  let diagnostics: [Diagnostic]

  /// - Throws: `unsupported` for a colour space that is not known; `invalidData` for one that needs more channels.
  init(_ structure: JPEG2000Structure) throws(ImageError) {
    guard let model = structure.pixelModel else {
      throw ImageError(
        .unsupported, "\(structure.colorSpaceName ?? "its colour space") is not supported", format: "JPEG 2000")
    }
    var sources = structure.colors(count: model.channelCount)
    guard sources.count == model.channelCount else {
      throw ImageError(
        .invalidData, "has \(structure.channels.count) channels for \(model.rawValue) colours", format: "JPEG 2000")
    }
    let alpha = structure.alpha
    if let channel = structure.alphaChannel { sources.append(channel) }
    let depth = sources.map(structure.bits(of:)).max() ?? 8
    let component = depth <= 8 ? PixelFormat.Component.uint8 : .uint16
    let pixelAlpha = sources.count == model.channelCount ? PixelFormat.Alpha.none : alpha
    format = PixelFormat(component, model, alpha: pixelAlpha)
    isYCC = structure.isYCC
    let left = structure.channels.count - sources.count
    diagnostics =
      left > 0 ? [.note("\(left) of \(structure.channels.count) channels have no colour and are left out")] : []
    let top = component == .uint8 ? 255 : 65_535
    channels = sources.map { Self.channel($0, structure, top: top) }
  }

  private static func channel(_ source: JPEG2000Structure.Channel, _ structure: JPEG2000Structure, top: Int) -> Channel
  {
    let component = structure.components[source.component]
    let bits = min(component.bits, 16)
    var values = (0..<1 << bits).map { scaled($0, bits: bits, to: top) }
    if let column = source.column, let palette = structure.palette {
      let (entries, bits) = (palette.columns[column], min(palette.bits[column], 16))
      for index in values.indices {
        values[index] = scaled(entries[min(index, entries.count - 1)], bits: bits, to: top)
      }
    }
    return Channel(
      component: source.component, bias: component.isSigned ? 1 << (Int32(component.bits) - 1) : 0,
      shift: Int32(component.bits - bits), values: values)
  }

  private static func scaled(_ value: Int, bits: Int, to top: Int) -> UInt16 {
    let full = (1 << bits) - 1
    return UInt16((value * top + full / 2) / full)
  }
}
