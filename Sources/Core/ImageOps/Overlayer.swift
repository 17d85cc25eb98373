internal import CodecKit
internal import ColorManagement
internal import ImageModel

/// Draws pictures over the rows of another one. Encoded samples are mixed, as all comparable tools do.
final class Overlayer: RowSource {
  let layout: RowLayout
  private let source: any RowSource
  private let overlays: [PlacedOverlay]
  private let working: RowBuffer
  /// Notes about overlays of which a part lies outside the picture.
  private let cuts: [Diagnostic]
  private var nextRow = 0

  /// - Throws: `usage` for an overlay in a picture of ink without a profile, `limitExceeded` for too large overlays.
  init(_ source: any RowSource, _ overlays: [Overlay], profile: ColorProfile?, limits: Limits) throws(ImageError) {
    self.source = source
    layout = source.layout
    var placed: [PlacedOverlay] = []
    var held = 0
    for overlay in overlays {
      let one = try PlacedOverlay(overlay, on: layout, profile: profile, limits: limits.holding(held))
      held += one.memory
      placed.append(one)
    }
    self.overlays = placed
    cuts = placed.compactMap { $0.cut(by: source.layout.size) }
    heldMemory = held
    let floats = layout.size.width * layout.format.channelCount
    try limits.holding(held).check(memory: floats * 4, for: "rows of \(layout.size.width) pixels")
    working = RowBuffer(floats: floats)
  }

  let heldMemory: Int
  var diagnostics: [Diagnostic] { source.diagnostics + cuts }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = try source.read(into: buffer, maxRows: maxRows)
    guard let start = buffer.baseAddress else { return count }
    for index in 0..<count {
      let covering = overlays.filter { $0.covers(nextRow) }
      if !covering.isEmpty { draw(covering, on: start + index * layout.bytesPerRow) }
      nextRow += 1
    }
    return count
  }

  private func draw(_ overlays: [PlacedOverlay], on row: UnsafeMutableRawPointer) {
    let format = layout.format
    let (pixels, channels) = (layout.size.width, format.channelCount)
    let samples = working.floats
    let encodesLab = format.colorModel == .lab && format.component != .float32
    Samples.load(row, as: format.component, to: samples, count: pixels * channels)
    if encodesLab { Samples.expandLab(samples, pixels: pixels, channels: channels) }
    if format.alpha == .straight { Samples.premultiply(samples, pixels: pixels, channels: channels) }
    for overlay in overlays { overlay.draw(on: samples, row: nextRow, width: pixels, hasAlpha: format.hasAlpha) }
    if format.alpha == .straight { Samples.unpremultiply(samples, pixels: pixels, channels: channels) }
    if encodesLab { Samples.compressLab(samples, pixels: pixels, channels: channels) }
    Samples.store(UnsafePointer(samples), to: row, as: format.component, count: pixels * channels)
  }
}

/// An overlay in the size and the colours of a picture.
private final class PlacedOverlay {
  private let size: PixelSize
  private let origin: (x: Int, y: Int)
  /// The distance from one repeated overlay to the next; nil for a single one.
  private let step: (x: Int, y: Int)?
  private let opacity: Float
  private let colors: Int
  /// Premultiplied floats with alpha.
  private let pixels: PixelBuffer

  init(_ overlay: Overlay, on layout: RowLayout, profile: ColorProfile?, limits: Limits) throws(ImageError) {
    colors = layout.format.colorModel.channelCount
    opacity = Float(min(max(overlay.opacity, 0), 1))
    pixels = try Self.pixels(overlay, on: layout, profile: profile, limits: limits)
    size = pixels.size
    let margin = overlay.margin
    let room = PixelSize(width: layout.size.width - 2 * margin, height: layout.size.height - 2 * margin)
    let place = PixelRect(placing: size, in: room, at: overlay.position)
    origin = (place.x + margin, place.y + margin)
    step = overlay.isTiled ? (size.width + margin, size.height + margin) : nil
  }

  var memory: Int { pixels.bytes.count }

  /// A note where a single overlay, or text, lies partly outside the picture.
  func cut(by picture: PixelSize) -> Diagnostic? {
    let isWhole =
      origin.x >= 0 && origin.y >= 0 && origin.x + size.width <= picture.width
      && origin.y + size.height <= picture.height
    guard step == nil, !isWhole else { return nil }
    return .note("what is drawn over the picture is cut: it has \(size) pixels, the picture has \(picture)")
  }

  private static func pixels(
    _ overlay: Overlay, on layout: RowLayout, profile: ColorProfile?, limits: Limits
  ) throws(ImageError) -> PixelBuffer {
    var render = RenderOptions()
    render.enlarge = true
    switch overlay.size {
    case .inside(let box)?: render.size = box
    case .widthFraction(let fraction)?:
      render.size = SizeRequest(width: max(1, Int((Double(layout.size.width) * fraction).rounded())), height: nil)
    case nil: break
    }
    render.component = .uint16
    let source = BufferRowSource(overlay.picture.pixels)
    var rows: any RowSource = try RowPipeline(
      source, RowPipeline.Options(render).resizing(overlay.picture.pixels.size), limits: limits)
    let model = layout.format.colorModel
    if let transform = try transform(to: profile, model, limits: limits) {
      rows = try ColorConverter(rows, transform, limits: limits)
    }
    rows = try FormatConverter(rows, to: PixelFormat(.float32, model, alpha: .premultiplied), limits: limits)
    return try rows.readAll(limits: limits).0
  }

  /// nil where sRGB is what the picture has, or grey that is made by the usual weights.
  private static func transform(
    to profile: ColorProfile?, _ model: PixelFormat.ColorModel, limits: Limits
  ) throws(ImageError) -> ColorTransform? {
    let isPlain = profile == nil || profile == .sRGB
    if isPlain, model == .rgb || model == .gray { return nil }
    if profile == nil, model == .cmyk {
      throw ImageError(.usage, "nothing can be drawn on CMYK without a profile; --profile srgb helps")
    }
    let transform = try ColorTransform(
      from: .sRGB, PixelFormat(.uint16, .rgb, alpha: .straight), to: profile,
      PixelFormat(.float32, model, alpha: .straight), limits: limits)
    return transform
  }

  func covers(_ row: Int) -> Bool { line(row) != nil }

  /// The row of the overlay that lies on a row of the picture.
  private func line(_ row: Int) -> Int? {
    var line = row - origin.y
    if let step { line = ((line % step.y) + step.y) % step.y }
    return line >= 0 && line < size.height ? line : nil
  }

  func draw(on row: UnsafeMutablePointer<Float>, row number: Int, width: Int, hasAlpha: Bool) {
    guard let line = line(number) else { return }
    pixels.bytes.withUnsafeBytes { bytes in
      guard let samples = bytes.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
      let start = samples + line * size.width * (colors + 1)
      guard let step else { return blend(start, at: origin.x, on: row, width: width, hasAlpha: hasAlpha) }
      var x = origin.x - (origin.x + step.x - 1) / step.x * step.x
      while x < width {
        blend(start, at: x, on: row, width: width, hasAlpha: hasAlpha)
        x += step.x
      }
    }
  }

  private func blend(
    _ overlay: UnsafePointer<Float>, at x: Int, on row: UnsafeMutablePointer<Float>, width: Int, hasAlpha: Bool
  ) {
    let (first, end) = (max(0, -x), min(size.width, width - x))
    guard first < end else { return }
    let channels = colors + (hasAlpha ? 1 : 0)
    for index in first..<end {
      let new = overlay + index &* (colors &+ 1)
      let old = row + (x &+ index) &* channels
      let rest = 1 - opacity * new[colors]
      for channel in 0..<channels { old[channel] = opacity * new[channel] + rest * old[channel] }
    }
  }
}
