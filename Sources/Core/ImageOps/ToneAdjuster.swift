package import CodecKit
internal import Glibc
package import ImageModel

/// Changes the tones of grey or RGB rows: `ToneAdjustment` without its blur. The output is `float32` with straight
/// alpha, which stays.
final class ToneAdjuster: RowSource {
  let layout: RowLayout
  private var reader: RowReader
  private let curve: ToneCurve
  private let colors: ColorAdjustment?

  /// - Throws: `usage` for ink and Lab, `limitExceeded` for rows that need too much memory.
  init(_ source: any RowSource, _ tone: ToneAdjustment, limits: Limits) throws(ImageError) {
    let input = source.layout
    guard input.format.hasToneCurve else {
      throw ImageError(
        .usage, "the tones of \(input.format.colorModel.rawValue.uppercased()) cannot be changed; --profile srgb can")
    }
    var format = input.format
    format.component = .float32
    if format.hasAlpha { format.alpha = .straight }
    layout = RowLayout(size: input.size, format: format, profile: input.profile, sourceBox: input.sourceBox)
    try limits.check(memory: RowReader.memory(for: input) + layout.bytesPerRow, for: "changing tones")
    curve = ToneCurve(tone)
    colors = format.colorModel == .rgb ? ColorAdjustment(tone) : nil
    reader = RowReader(source)
  }

  var diagnostics: [Diagnostic] { reader.source.diagnostics }
  var heldMemory: Int { reader.source.heldMemory }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let input = reader.source.layout.format
    let (pixels, channels) = (layout.size.width, input.channelCount)
    return try reader.map(into: buffer, maxRows: maxRows, bytesPerRow: layout.bytesPerRow) { row, target in
      let samples = target.assumingMemoryBound(to: Float.self)
      Samples.load(row, as: input.component, to: samples, count: pixels * channels)
      if input.alpha == .premultiplied { Samples.unpremultiply(samples, pixels: pixels, channels: channels) }
      curve.apply(samples, pixels: pixels, channels: channels, colors: input.colorModel.channelCount)
      colors?.apply(samples, pixels: pixels, channels: channels)
    }
  }
}

/// What happens to each sample by itself. Between 0 and 1 a table with linear interpolation is used.
private final class ToneCurve {
  private static let steps = 16_384
  private let tone: ToneAdjustment
  private let table = RowBuffer(floats: steps + 2)
  private let isIdentity: Bool

  init(_ tone: ToneAdjustment) {
    self.tone = tone
    isIdentity =
      tone.levels == nil && !tone.inverts && tone.gamma == 1 && tone.brightness == 1 && tone.contrast == 1
    guard !isIdentity else { return }
    for i in 0..<Self.steps + 2 { table.floats[i] = value(Float(i) / Float(Self.steps)) }
  }

  /// The formula.
  private func value(_ sample: Float) -> Float {
    var x = sample
    if let levels = tone.levels { x = (x - levels.lowerBound) / (levels.upperBound - levels.lowerBound) }
    // The levels are meant to clip.
    if tone.levels != nil { x = min(max(x, 0), 1) }
    if tone.inverts { x = 1 - x }
    if tone.gamma != 1 { x = x > 0 ? powf(x, Float(1 / tone.gamma)) : x }
    if tone.brightness != 1 { x = SRGBCurve.encoded(SRGBCurve.linear(x) * Float(tone.brightness)) }
    if tone.contrast != 1 { x = (x - 0.5) * Float(tone.contrast) + 0.5 }
    return x
  }

  func apply(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int, colors: Int) {
    guard !isIdentity else { return }
    let table = table.floats
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      for channel in 0..<colors {
        let x = samples[channel]
        guard x >= 0, x < 1 else {
          samples[channel] = value(x)
          continue
        }
        let position = x * Float(Self.steps)
        let index = Int(position)
        samples[channel] = table[index] + (table[index &+ 1] - table[index]) * (position - Float(index))
      }
    }
  }
}

/// Saturation and tint, in linear light.
private final class ColorAdjustment {
  private static let steps = 16_384
  /// The weights of light in BT.709, of which sRGB has the primaries.
  private static let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722)
  private let saturation: Float
  private let tint: (color: SIMD3<Float>, light: Float)?
  private let encoder = SRGBEncoder()
  private let linear = RowBuffer(floats: steps + 2)

  /// nil where there is nothing to do.
  init?(_ tone: ToneAdjustment) {
    guard tone.saturation != 1 || tone.tint != nil else { return nil }
    saturation = Float(tone.saturation)
    tint = tone.tint.map { tint in
      let encoded = [tint.red, tint.green, tint.blue].map { SRGBCurve.linear(Float($0) / 255) }
      let color = SIMD3(encoded[0], encoded[1], encoded[2])
      return (color, (color * Self.weights).sum())
    }
    for i in 0..<Self.steps + 2 { linear.floats[i] = SRGBCurve.linear(Float(i) / Float(Self.steps)) }
  }

  func apply(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int) {
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      var light = SIMD3(light(samples[0]), light(samples[1]), light(samples[2]))
      var sum = (light * Self.weights).sum()
      let gray = SIMD3<Float>(repeating: sum)
      light = gray + (light - gray) * saturation
      if let tint {
        // From black over the colour, at its own light, to white.
        sum = min(max(sum, 0), 1)
        if sum <= tint.light, tint.light > 0 {
          light = tint.color * (sum / tint.light)
        } else {
          let rest = tint.light < 1 ? (sum - tint.light) / (1 - tint.light) : 1
          light = tint.color + (SIMD3<Float>(repeating: 1) - tint.color) * rest
        }
      }
      for channel in 0..<3 { samples[channel] = light[channel] }
    }
    encoder.encode(row, pixels: pixels, channels: channels, alpha: channels == 4)
  }

  @inline(__always)
  private func light(_ encoded: Float) -> Float {
    guard encoded >= 0, encoded < 1 else { return SRGBCurve.linear(encoded) }
    let position = encoded * Float(Self.steps)
    let index = Int(position)
    return linear.floats[index] + (linear.floats[index &+ 1] - linear.floats[index]) * (position - Float(index))
  }
}

/// The values between which a picture has nearly all its tones.
package enum ToneLevels {
  /// The part of the pixels that becomes black, and the part that becomes white.
  private static let share = 0.01
  private static let steps = 4_096

  /// The luma that 1 % of the pixels do not reach, and the one that 1 % exceed. Pixels that are mostly transparent are
  /// not counted. The rows are read to the end.
  ///
  /// - Returns: nil for a picture of one tone, and for ink and Lab.
  package static func bounds(of source: any RowSource, limits: Limits) throws(ImageError) -> ClosedRange<Float>? {
    let layout = source.layout
    guard layout.format.hasToneCurve else { return nil }
    var reader = RowReader(source)
    let (pixels, channels) = (layout.size.width, layout.format.channelCount)
    try limits.check(memory: RowReader.memory(for: layout) + pixels * channels * 4, for: "counting tones")
    let row = RowBuffer(floats: pixels * channels)
    var counts = [Int](repeating: 0, count: steps + 1)
    var total = 0
    let isColored = layout.format.colorModel == .rgb
    while let stored = try reader.row() {
      Samples.load(stored, as: layout.format.component, to: row.floats, count: pixels * channels)
      if layout.format.alpha == .premultiplied {
        Samples.unpremultiply(row.floats, pixels: pixels, channels: channels)
      }
      for pixel in 0..<pixels {
        let samples = row.floats + pixel &* channels
        if layout.format.hasAlpha, samples[channels &- 1] < 0.5 { continue }
        let luma = isColored ? 0.2126 * samples[0] + 0.7152 * samples[1] + 0.0722 * samples[2] : samples[0]
        guard luma.isFinite else { continue }
        counts[Int(min(max(luma, 0), 1) * Float(steps) + 0.5)] += 1
        total += 1
      }
    }
    let rest = Int(Double(total) * share)
    func first(_ indices: some Sequence<Int>) -> Float {
      var sum = 0
      for index in indices {
        sum += counts[index]
        if sum > rest { return Float(index) / Float(steps) }
      }
      return 0
    }
    let (low, high) = (first(0...steps), first((0...steps).reversed()))
    return low < high ? low...high : nil
  }
}
