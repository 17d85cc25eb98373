package import CodecKit
internal import Glibc
package import ImageModel

/// How much two pictures of one size differ.
package struct PictureDifference: Hashable, Sendable {
  /// The mean of the squared differences of all samples, which are from 0 to 1 and premultiplied by alpha.
  package let meanSquare: Double
  /// The largest difference of two samples.
  package let largest: Double
  /// The mean structural similarity of the luma (Wang et al. 2004): windows of 11 by 11 pixels, weighted by a Gaussian
  /// of 1.5 pixels, that lie in the picture. nil for smaller pictures.
  package let similarity: Double?

  /// The peak signal-to-noise ratio in decibels; infinity for equal pictures.
  package var peakSignalToNoise: Double { meanSquare > 0 ? -10 * log10(meanSquare) : .infinity }

  /// Compares the rows of two pictures, which are read to the end.
  ///
  /// - Throws: `usage` for two sizes or formats, and for ink and Lab; `limitExceeded` for rows that need too much
  ///   memory.
  package init(_ one: any RowSource, _ other: any RowSource, limits: Limits) throws(ImageError) {
    let pairs = try PairedRows(one, other, limits: limits)
    let meter = SimilarityMeter(width: pairs.layout.size.width)
    let (count, channels) = (pairs.samples, pairs.channels)
    let isColored = pairs.layout.format.colorModel == .rgb
    var (sum, largest) = (0.0, Float(0))
    var rows = 0
    while try pairs.next() {
      let (first, second) = (pairs.one, pairs.other)
      var rowSum: Float = 0
      for i in 0..<count {
        let difference = first[i] - second[i]
        rowSum += difference * difference
        largest = max(largest, abs(difference))
      }
      sum += Double(rowSum)
      rows += 1
      meter?.add(first, second, channels: channels, isColored: isColored)
    }
    meanSquare = rows > 0 ? sum / Double(rows * count) : 0
    self.largest = Double(largest)
    similarity = meter?.mean
  }
}

/// The differences of two pictures as a picture: black where they agree.
package final class DifferenceRows: RowSource {
  package let layout: RowLayout
  private let pairs: PairedRows
  private let scale: Float
  private let row: RowBuffer

  /// - Parameter largest: the difference that becomes white.
  /// - Throws: as `PictureDifference`.
  package init(
    _ one: any RowSource, _ other: any RowSource, largest: Double, limits: Limits
  ) throws(ImageError) {
    pairs = try PairedRows(one, other, limits: limits)
    scale = largest > 0 ? Float(1 / largest) : 1
    layout = RowLayout(size: pairs.layout.size, format: .rgb8, profile: .sRGB)
    row = RowBuffer(floats: layout.size.width * 3)
  }

  package var diagnostics: [Diagnostic] { [] }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let (channels, hasAlpha) = (pairs.channels, pairs.layout.format.hasAlpha)
    let isColored = pairs.layout.format.colorModel == .rgb
    var delivered = 0
    while delivered < min(maxRows, buffer.count / layout.bytesPerRow), try pairs.next() {
      for x in 0..<layout.size.width {
        let (a, b) = (pairs.one + x &* channels, pairs.other + x &* channels)
        let alpha = hasAlpha ? abs(a[channels &- 1] - b[channels &- 1]) : 0
        for channel in 0..<3 {
          let index = isColored ? channel : 0
          row.floats[x &* 3 &+ channel] = max(abs(a[index] - b[index]), alpha) * scale
        }
      }
      Samples.store(
        UnsafePointer(row.floats), to: start + delivered * layout.bytesPerRow, as: .uint8,
        count: layout.size.width * 3)
      delivered += 1
    }
    return delivered
  }
}

/// The rows of two pictures, side by side, as premultiplied floats.
private final class PairedRows {
  let layout: RowLayout
  let channels: Int
  /// The samples of a row.
  let samples: Int
  private var firstReader: RowReader
  private var secondReader: RowReader
  private let loader: WorkingRowLoader
  private let firstBuffer: RowBuffer
  private let secondBuffer: RowBuffer

  init(_ one: any RowSource, _ other: any RowSource, limits: Limits) throws(ImageError) {
    layout = one.layout
    guard layout.size == other.layout.size, layout.format == other.layout.format, layout.format.hasToneCurve else {
      throw ImageError(.usage, "\(other.layout.size) of \(other.layout.format) cannot be compared with \(layout.size)")
    }
    loader = WorkingRowLoader(layout.format, linear: false)
    channels = layout.format.channelCount
    samples = layout.size.width * channels
    let memory = 2 * RowReader.memory(for: layout) + samples * 8 + layout.size.width * 4 * 60
    try limits.check(memory: memory, for: "comparing rows")
    firstReader = RowReader(one)
    secondReader = RowReader(other)
    firstBuffer = RowBuffer(floats: samples)
    secondBuffer = RowBuffer(floats: samples)
  }

  var one: UnsafeMutablePointer<Float> { firstBuffer.floats }
  var other: UnsafeMutablePointer<Float> { secondBuffer.floats }

  /// Loads the next rows; false after the last one.
  func next() throws(ImageError) -> Bool {
    guard let first = try firstReader.row() else { return false }
    loader.load(first, to: one, pixels: layout.size.width)
    guard let second = try secondReader.row() else { return false }
    loader.load(second, to: other, pixels: layout.size.width)
    return true
  }
}

/// The structural similarity of two pictures that come row by row.
private final class SimilarityMeter {
  private static let side = 11
  private static let weights: [Float] = {
    let values = (0..<side).map { exp(-0.5 * pow((Double($0) - 5) / 1.5, 2)) }
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum) }
  }()
  /// (0.01 L)² and (0.03 L)² for samples from 0 to 1.
  private static let (first, second) = (Float(0.0001), Float(0.0009))

  private let width: Int
  /// The windows of a row.
  private let count: Int
  /// Luma of both pictures.
  private let lumas: RowBuffer
  /// Eleven rows of the five means of each window: of both lumas, of their squares, and of their product.
  private let ring: RowBuffer
  private var rows = 0
  private var sum = 0.0
  private var windows = 0

  /// nil for pictures that are not wide enough for a window.
  init?(width: Int) {
    guard width >= Self.side else { return nil }
    self.width = width
    count = width - Self.side + 1
    lumas = RowBuffer(floats: 2 * width)
    ring = RowBuffer(floats: Self.side * 5 * count)
  }

  var mean: Double? { windows > 0 ? sum / Double(windows) : nil }

  func add(
    _ one: UnsafePointer<Float>, _ other: UnsafePointer<Float>, channels: Int, isColored: Bool
  ) {
    let (a, b) = (lumas.floats, lumas.floats + width)
    for (source, luma) in [(one, a), (other, b)] {
      for x in 0..<width {
        let pixel = source + x &* channels
        luma[x] = isColored ? 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2] : pixel[0]
      }
    }
    let slot = rows % Self.side
    filterRow(a, b, to: ring.floats + slot * 5 * count)
    rows += 1
    if rows >= Self.side { measure() }
  }

  private func filterRow(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) {
    Self.weights.withUnsafeBufferPointer { weights in
      for x in 0..<count {
        var sums = SIMD8<Float>()
        for tap in 0..<Self.side {
          let (p, q) = (a[x &+ tap], b[x &+ tap])
          sums += weights[tap] * SIMD8(p, q, p * p, q * q, p * q, 0, 0, 0)
        }
        for index in 0..<5 { target[x &* 5 &+ index] = sums[index] }
      }
    }
  }

  /// Adds the windows that end in the last row.
  private func measure() {
    let stride = 5 * count
    var rowSum = 0.0
    Self.weights.withUnsafeBufferPointer { weights in
      for x in 0..<count {
        var means = SIMD8<Float>()
        for tap in 0..<Self.side {
          // The oldest row comes after the newest one.
          let slot = (rows &+ tap) % Self.side
          let values = ring.floats + (slot &* stride &+ x &* 5)
          means += weights[tap] * SIMD8(values[0], values[1], values[2], values[3], values[4], 0, 0, 0)
        }
        let (p, q) = (means[0], means[1])
        let (varianceP, varianceQ, covariance) = (means[2] - p * p, means[3] - q * q, means[4] - p * q)
        let above = (2 * p * q + Self.first) * (2 * covariance + Self.second)
        let below = (p * p + q * q + Self.first) * (varianceP + varianceQ + Self.second)
        rowSum += Double(above / below)
      }
    }
    sum += rowSum
    windows += count
  }
}
