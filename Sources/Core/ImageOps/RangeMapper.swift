package import CodecKit
package import ImageModel

/// Maps a range of sample values to black and white: `bounds.lowerBound` becomes 0, `bounds.upperBound` full range.
///
/// Values are those of the rows: 0 to 255 in 8 bits, 0 to 65,535 in 16 bits, plain values in floats. Alpha stays.
package final class RangeMapper: RowSource {
  package let layout: RowLayout
  private var reader: RowReader
  private let working: RowBuffer
  private let bounds: ClosedRange<Float>
  private let input: PixelFormat

  /// - Parameter component: the type of the mapped samples; in `float32`, values outside the range stay outside 0...1.
  /// - Throws: `usage` for L*a*b*, `limitExceeded` for rows that need too much memory.
  package init(
    _ source: any RowSource, _ bounds: ClosedRange<Float>, as component: PixelFormat.Component, limits: Limits
  ) throws(ImageError) {
    let input = source.layout
    guard input.format.colorModel != .lab else { throw ImageError(.usage, "L*a*b* has no range (--range)") }
    try limits.check(memory: RowReader.memory(for: input) + input.size.width * 16, for: "mapping a range")
    var layout = input
    layout.format.component = component
    self.layout = layout
    self.input = input.format
    self.bounds = bounds
    working = RowBuffer(floats: input.size.width * input.format.channelCount)
    reader = RowReader(source)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }
  package var heldMemory: Int { reader.source.heldMemory }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let samples = layout.size.width * input.channelCount
    let (unit, full) = (bounds.upperBound - bounds.lowerBound, Self.fullRange(input.component))
    let (scale, offset) = (full / unit, -bounds.lowerBound / unit)
    let channels = input.channelCount
    let colors = input.colorModel.channelCount
    return try reader.map(into: buffer, maxRows: maxRows, bytesPerRow: layout.bytesPerRow) { row, target in
      let values = working.floats
      Samples.load(row, as: input.component, to: values, count: samples)
      if channels == colors {
        for i in 0..<samples { values[i] = values[i] * scale + offset }
      } else {
        for i in 0..<samples where i % channels < colors { values[i] = values[i] * scale + offset }
      }
      Samples.store(values, to: target, as: layout.format.component, count: samples)
    }
  }

  /// The value of a sample that is loaded as 1.
  private static func fullRange(_ component: PixelFormat.Component) -> Float {
    switch component {
    case .uint8: 255
    case .uint16: 65_535
    case .float32: 1
    }
  }

  /// The smallest and the largest colour sample of a picture, whose rows are read to the end. Infinity and NaN are
  /// ignored. A picture of one value, or without any, gets a range of 1.
  package static func bounds(of source: any RowSource) throws(ImageError) -> ClosedRange<Float> {
    var reader = RowReader(source)
    let layout = source.layout
    let channels = layout.format.channelCount
    let colors = layout.format.colorModel.channelCount
    let working = RowBuffer(floats: layout.size.width * channels)
    var (low, high) = (Float.infinity, -Float.infinity)
    while let row = try reader.row() {
      Samples.load(row, as: layout.format.component, to: working.floats, count: layout.size.width * channels)
      for i in 0..<layout.size.width * channels where i % channels < colors {
        let value = working.floats[i]
        guard value.isFinite else { continue }
        low = min(low, value)
        high = max(high, value)
      }
    }
    guard low.isFinite else { return 0...1 }
    // The difference of the bounds is finite, too.
    let most = Float.greatestFiniteMagnitude / 4
    let full = fullRange(layout.format.component)
    (low, high) = (min(max(low, -most), most) * full, min(max(high, -most), most) * full)
    return low < high ? low...high : low...max(low + 1, low.nextUp)
  }
}

/// Watches the samples of a picture that become integers: how many are clipped, and whether they are nearly one tone.
package final class RangeWatch: RowSource {
  package let layout: RowLayout
  private let source: any RowSource
  private var (low, high) = (Float.infinity, -Float.infinity)
  private var outside = 0
  private var total = 0
  private let reducesDepth: Bool
  private let working: RowBuffer

  private init(_ source: any RowSource, reducesDepth: Bool) {
    self.source = source
    self.reducesDepth = reducesDepth
    layout = source.layout
    working = RowBuffer(floats: layout.size.width * layout.format.channelCount)
  }

  /// Rows that are watched if converting them can clip samples: floats that become integers, and deeper integers.
  ///
  /// - Parameter reducesDepth: whether the rows come from deeper samples, in which one tone may have been many.
  package static func rows(
    _ source: any RowSource, becoming component: PixelFormat.Component, reducesDepth: Bool
  ) -> any RowSource {
    let format = source.layout.format
    let isClipped = format.component == .float32 && component != .float32 && format.colorModel != .lab
    return isClipped || reducesDepth ? RangeWatch(source, reducesDepth: reducesDepth) : source
  }

  /// A share of clipped samples that deserves a note, and the span of values that is nearly one tone.
  private static let (notableShare, narrowSpan) = (0.01, Float(1) / 256)

  package var heldMemory: Int { source.heldMemory }

  package var diagnostics: [Diagnostic] {
    var all = source.diagnostics
    guard total > 0 else { return all }
    let share = Double(outside) / Double(total)
    if share > Self.notableShare {
      let percent = (share * 1_000).rounded() / 10
      all.append(.note("\(percent) % of the samples are outside the range and were clipped; see --range"))
    } else if high - low < Self.narrowSpan, low < high || reducesDepth {
      all.append(.note("the samples use less than 1/256 of their range; --range auto shows them"))
    }
    return all
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let rows = try source.read(into: buffer, maxRows: maxRows)
    guard let start = buffer.baseAddress else { return rows }
    let count = layout.size.width * layout.format.channelCount
    for row in 0..<rows {
      let values = working.floats
      Samples.load(start + row * layout.bytesPerRow, as: layout.format.component, to: values, count: count)
      var clipped = 0
      for i in 0..<count {
        let value = values[i]
        // NaN becomes 0, so it counts as clipped, too.
        clipped &+= value >= 0 && value <= 1 ? 0 : 1
        low = value < low ? value : low
        high = value > high ? value : high
      }
      outside += clipped
      total += count
    }
    return rows
  }
}

extension ImageInfo {
  /// Whether the samples are integers of more bits than `PixelFormat` can hold, so that the rows have fewer.
  package var hasDeepIntegers: Bool { sampleFormat != .float && bitsPerSample > 16 }
}
