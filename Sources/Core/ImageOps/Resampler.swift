package import CodecKit
package import ImageModel

/// Resamples a source to another size with a separable kernel.
///
/// Both passes use floats, the horizontal one first, without clamping in between. A ring buffer holds as many
/// horizontally resampled rows as the kernel is high, so memory grows with the width only. Alpha is premultiplied for
/// filtering.
///
/// The output is `float32`: premultiplied where the source has alpha, straight where light was encoded again. Values
/// lie outside 0...1 where the kernel overshoots; the conversion to integers clamps them.
///
/// A source that ends early yields the output rows whose centre it reached.
package final class Resampler: RowSource {
  package struct Options: Sendable {
    /// The wanted size.
    package var size: PixelSize
    /// The part of the source that is mapped to the output, with fractions of pixels; nil is the whole picture.
    package var box: SourceBox?
    package var kernel = ResamplingKernel.lanczos3
    /// Replaces `kernel` by a Gaussian with this standard deviation in pixels of the source: a blur.
    package var blur: Double?
    /// Whether to convert the source's samples from sRGB's curve to linear light before filtering.
    package var decodesCurve = false
    /// Whether to encode the filtered linear light with sRGB's curve.
    package var encodesCurve = false

    package init(size: PixelSize, box: SourceBox? = nil, kernel: ResamplingKernel = .lanczos3, linear: Bool = false) {
      self.size = size
      self.box = box
      self.kernel = kernel
      decodesCurve = linear
      encodesCurve = linear
    }

    fileprivate var filter: ResamplingFilter { blur.map { .gaussian($0) } ?? .kernel(kernel) }
  }

  package let layout: RowLayout
  private var reader: RowReader
  private let loader: WorkingRowLoader
  private let encoder: SRGBEncoder?
  private let horizontal: KernelWeights
  private let vertical: KernelWeights
  private let channels: Int
  private let inputWidth: Int
  /// One source row as working floats.
  private let working: RowBuffer
  private let ring: RowBuffer
  /// Floats from one row of the ring to the next.
  private let ringStride: Int
  private let ringRows: Int
  private let output: RowBuffer
  /// Rows read from the source so far.
  private var rowsTaken = 0
  private var sourceEnded = false
  private var nextRow = 0

  /// - Throws: `usage` for an empty size or a box that is not in the source; `limitExceeded` when the working memory
  ///   would be larger than `limits.maxMemory`.
  package init(_ source: any RowSource, _ options: Options, limits: Limits) throws(ImageError) {
    let input = source.layout
    let box = options.box ?? input.sourceBox
    let (x, y) = try Self.axes(input, box, options.size)
    let loader = WorkingRowLoader(input.format, linear: options.decodesCurve && input.format.hasToneCurve)
    var format = loader.workingFormat
    let isWorking = loader.isIdentity
    let encodes = options.encodesCurve && format.hasToneCurve
    if encodes, format.hasAlpha { format.alpha = .straight }
    channels = format.channelCount
    let filter = options.filter
    ringRows = y.taps(filter)
    // Passes write whole vectors.
    ringStride = (options.size.width * channels + 31) & ~15
    let rowFloats = ringStride.multipliedReportingOverflow(by: ringRows + 1)
    let parts = [
      RowReader.memory(for: input), input.size.width * channels * 4,
      rowFloats.overflow || rowFloats.partialValue > .max / 8 ? .max / 4 : rowFloats.partialValue * 4,
      min(KernelWeights.memory(x, filter), .max / 4), min(KernelWeights.memory(y, filter), .max / 4),
    ]
    try limits.check(
      memory: parts.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 },
      for: "resampling to \(options.size)")
    self.loader = loader
    encoder = encodes ? SRGBEncoder() : nil
    horizontal = KernelWeights(x, filter)
    vertical = KernelWeights(y, filter)
    inputWidth = input.size.width
    working = RowBuffer(floats: isWorking ? 0 : input.size.width * channels)
    ring = RowBuffer(floats: ringStride * ringRows)
    output = RowBuffer(floats: ringStride)
    reader = RowReader(source)
    layout = RowLayout(size: options.size, format: format, profile: input.profile)
  }

  private static func axes(
    _ input: RowLayout, _ box: SourceBox, _ size: PixelSize
  ) throws(ImageError) -> (KernelWeights.Axis, KernelWeights.Axis) {
    guard (1...1 << 24).contains(size.width), (1...1 << 24).contains(size.height) else {
      throw ImageError(.usage, "\(size) is not a valid size for resampling")
    }
    let (width, height) = (Double(input.size.width), Double(input.size.height))
    guard box.width > 0, box.height > 0, box.x > -1, box.y > -1, box.x + box.width < width + 1,
      box.y + box.height < height + 1
    else {
      throw ImageError(.usage, "the part to resample is not in the picture")
    }
    let cover = input.sourceBox
    return (
      KernelWeights.Axis(
        input: input.size.width, output: size.width, start: box.x, length: box.width,
        extent: (max(0, cover.x), min(width, cover.x + cover.width))),
      KernelWeights.Axis(
        input: input.size.height, output: size.height, start: box.y, length: box.height,
        extent: (max(0, cover.y), min(height, cover.y + cover.height)))
    )
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    var delivered = 0
    while delivered < count {
      guard let length = try gather() else {
        nextRow = layout.size.height
        break
      }
      KernelPasses.vertical(
        ring: ring.floats, ringRows: ringRows, stride: ringStride, first: vertical.first(nextRow),
        weights: vertical.values(nextRow), length: length, to: output.floats, count: layout.size.width * channels)
      finish(length: length)
      (start + delivered * layout.bytesPerRow).copyMemory(from: output.start, byteCount: layout.bytesPerRow)
      delivered += 1
      nextRow += 1
    }
    return delivered
  }

  /// Reads source rows until the next output row can be computed.
  ///
  /// - Returns: the number of rows available for it. It is smaller than wanted if the source ended early, and nil if
  ///   too few are left.
  private func gather() throws(ImageError) -> Int? {
    let first = vertical.first(nextRow)
    let wanted = vertical.length(nextRow)
    while rowsTaken < first + wanted, !sourceEnded {
      guard let row = try reader.row() else {
        sourceEnded = true
        break
      }
      defer { rowsTaken += 1 }
      // Rows above the used part are only skipped.
      if rowsTaken < first { continue }
      let samples: UnsafePointer<Float>
      if loader.isIdentity {
        samples = row.assumingMemoryBound(to: Float.self)
      } else {
        loader.load(row, to: working.floats, pixels: inputWidth)
        samples = UnsafePointer(working.floats)
      }
      KernelPasses.horizontal(
        samples, to: ring.floats + (rowsTaken % ringRows) * ringStride, channels: channels, weights: horizontal)
    }
    let length = min(wanted, rowsTaken - first)
    return length == wanted || length > wanted / 2 ? length : nil
  }

  /// Normalises a row whose source rows are partly missing, and encodes light.
  private func finish(length: Int) {
    let samples = output.floats
    if length < vertical.length(nextRow) {
      let values = vertical.values(nextRow)
      var sum: Float = 0
      for tap in 0..<length { sum += values[tap] }
      if sum > 0.1 { for i in 0..<layout.size.width * channels { samples[i] /= sum } }
    }
    guard encoder != nil else { return }
    let alpha = layout.format.hasAlpha
    if alpha { Samples.unpremultiply(samples, pixels: layout.size.width, channels: channels) }
    encoder?.encode(samples, pixels: layout.size.width, channels: channels, alpha: alpha)
  }
}

extension PixelFormat {
  /// Whether the samples of this colour model are light encoded by a curve.
  var hasToneCurve: Bool { colorModel == .gray || colorModel == .rgb }
}
