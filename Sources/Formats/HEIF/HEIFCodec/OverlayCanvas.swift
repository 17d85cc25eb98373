internal import CodecKit
internal import ImageModel

/// The picture of an overlay (HEIF, 6.6.2.2) while its parts are drawn one over the other: planes of green, blue and
/// red, or of grey. The background is opaque.
struct OverlayCanvas {
  let planes: SamplePlanes
  private let format: PixelFormat

  /// - Parameters:
  ///   - format: `gray` or `rgb` with integers, without alpha.
  ///   - background: red, green and blue in 16 bits.
  init(_ size: PixelSize, _ format: PixelFormat, background: [UInt16]) throws(ImageError) {
    self.format = format
    let bits = 8 * format.component.byteCount
    planes = try SamplePlanes(Array(repeating: size, count: format.channelCount), bits: bits)
    for channel in 0..<format.channelCount {
      let value = background[channel]
      for y in 0..<size.height {
        for x in 0..<size.width { store(Double(value) / 65_535, channel, x, y) }
      }
    }
  }

  private func store(_ value: Double, _ channel: Int, _ x: Int, _ y: Int) {
    let plane = plane(channel)
    let row = UnsafeMutableRawPointer(mutating: plane.samples) + y * plane.stride
    if format.component == .uint8 {
      row.storeBytes(of: UInt8((value * 255).rounded()), toByteOffset: x, as: UInt8.self)
    } else {
      row.storeBytes(of: UInt16((value * 65_535).rounded()), toByteOffset: 2 * x, as: UInt16.self)
    }
  }

  /// The planes of RGB without a matrix are those of green, blue and red (H.273, 8.3).
  private func plane(_ channel: Int) -> SamplePlanes.Plane {
    planes.planes[format.channelCount == 1 ? 0 : (channel + 2) % 3]
  }

  private func sample(_ channel: Int, _ x: Int, _ y: Int) -> Double {
    let plane = plane(channel)
    return Self.value(plane.samples + y * plane.stride, x, format.component)
  }

  /// A sample of a row, from 0 to 1.
  private static func value(_ row: UnsafeRawPointer, _ index: Int, _ component: PixelFormat.Component) -> Double {
    component == .uint8
      ? Double(row.load(fromByteOffset: index, as: UInt8.self)) / 255
      : Double(row.load(fromByteOffset: 2 * index, as: UInt16.self)) / 65_535
  }

  /// Draws a picture that is turned, and whose upper left corner then lies at a position. What lies outside is left
  /// out.
  ///
  /// - Throws: `unsupported` for colours over grey; what reading throws.
  func draw(
    _ part: any RowSource, _ orientation: Orientation, x left: Int, y top: Int
  ) throws(ImageError) {
    let layout = part.layout
    let (channels, colors) = (layout.format.channelCount, layout.format.colorModel.channelCount)
    guard colors <= format.channelCount else {
      throw ImageError(.unsupported, "an overlay of grey and coloured pictures", format: "HEIF")
    }
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { row.deallocate() }
    let mirrors = orientation.mirrors
    var storedRow = 0
    while try part.read(into: row, maxRows: 1) > 0 {
      defer { storedRow += 1 }
      guard let start = row.baseAddress else { continue }
      let down = mirrors.y ? layout.size.height - 1 - storedRow : storedRow
      for column in 0..<layout.size.width {
        let right = mirrors.x ? layout.size.width - 1 - column : column
        let (x, y) = mirrors.swapsAxes ? (left + down, top + right) : (left + right, top + down)
        guard (0..<planes.size.width).contains(x), (0..<planes.size.height).contains(y) else { continue }
        func value(_ channel: Int) -> Double {
          Self.value(start, column * channels + channel, layout.format.component)
        }
        let alpha = layout.format.hasAlpha ? value(channels - 1) : 1
        for channel in 0..<format.channelCount {
          let color = value(colors == 1 ? 0 : channel) * (layout.format.alpha == .straight ? alpha : 1)
          let mixed = alpha == 1 ? color : color + sample(channel, x, y) * (1 - alpha)
          store(min(mixed, 1), channel, x, y)
        }
      }
    }
  }
}
