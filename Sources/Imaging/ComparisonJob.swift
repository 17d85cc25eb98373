internal import ByteStreams
internal import CodecKit
public import ImageModel
internal import ImageOps

/// Compares a picture with another one. The primary images are compared upright and in sRGB, with 16 bits a sample if
/// one of them has more than 8. `imgconv --compare` runs one job for each input.
public struct ComparisonJob: Sendable {
  /// The picture that others are compared with.
  public var reference: String
  public var input: JobInput
  /// Where a picture of the differences goes: black where there are none, white where they are largest.
  public var output: JobOutput?
  /// The format of that picture; nil: by the output's suffix, or else PNG.
  public var format: String?
  /// The least ratio in decibels, and the least similarity, with which pictures pass; without both they must be equal.
  public var minimumPSNR: Double?
  public var minimumSSIM: Double?

  /// The page or frame that is compared, counted from 1, of files with several; nil: the primary image of each.
  public var page: Int?

  public init(reference: String, input: JobInput) {
    self.reference = reference
    self.input = input
  }

  /// Does the work.
  ///
  /// - Returns: the report with the comparison. It has an error if the pictures do not pass.
  /// - Throws: `ImageError` with the path at fault, also for a picture of another size.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    var sources: [ImageSource] = []
    for one in [JobInput.path(reference), input] { sources.append(try ImageSource(one, in: environment)) }
    let (first, second) = (sources[0], sources[1])
    let infos = (try first.info(at: index(in: first)), try second.info(at: index(in: second)))
    let sizes = (
      infos.0.orientation.upright(infos.0.size), infos.1.orientation.upright(infos.1.size)
    )
    guard sizes.0 == sizes.1 else {
      throw ImageError(
        .invalidData, "has \(sizes.1) pixels, but \(PathText.readable(reference)) has \(sizes.0)", path: input.name)
    }
    let isDeep = max(infos.0.bitsPerSample, infos.1.bitsPerSample) > 8
    let format = PixelFormat(
      isDeep ? .uint16 : .uint8, .rgb, alpha: infos.0.hasAlpha || infos.1.hasAlpha ? .straight : .none)
    if output != nil { for source in sources { source.keepsRows = true } }
    func rows(_ source: ImageSource) throws(ImageError) -> any RowSource {
      var render = RenderOptions()
      render.profile = .sRGB
      let info = try source.info(at: index(in: source))
      var options = RowPipeline.Options(render, orientation: info.orientation)
      options.outputFormat = { _ in format }
      return try Renderer.render(source, index: index(in: source), options).rows
    }
    var report = JobReport(
      input: input.name, inputFormat: second.format, inputSize: infos.1.size, inputByteCount: second.byteCount)
    let compared = (try rows(first), try rows(second))
    let difference: PictureDifference
    do throws(ImageError) {
      difference = try PictureDifference(compared.0, compared.1, limits: environment.limits)
    } catch {
      throw error.at(path: input.name)
    }
    report.diagnostics = second.diagnostics + compared.1.diagnostics
    let count = max(first.count, second.count)
    if count > 1, page == nil { report.diagnostics.append(.note("only one of \(count) images was compared")) }
    let comparison = PictureComparison(
      isEqual: difference.largest == 0, psnr: difference.peakSignalToNoise, ssim: difference.similarity,
      largest: difference.largest)
    report.comparison = comparison
    if let output {
      let descriptor = try descriptor(of: output)
      let rows = try DifferenceRows(
        rows(first), rows(second), largest: difference.largest, limits: environment.limits)
      let writer = JobWriter(
        input: input, source: second, output: try output.named(byHashOf: second), page: 1, descriptor: descriptor,
        environment: environment)
      try writer.write(Rendering(rows: rows), into: &report)
    }
    if !passes(comparison) {
      report.error = ImageError(
        .invalidData, "differs from \(PathText.readable(reference)): \(comparison)", path: input.name)
    }
    return report
  }

  private func index(in source: ImageSource) -> Int {
    if let page, source.count > 1 { page - 1 } else { source.primaryIndex }
  }

  private func passes(_ comparison: PictureComparison) -> Bool {
    if comparison.isEqual { return true }
    guard minimumPSNR != nil || minimumSSIM != nil else { return false }
    if let minimumPSNR, comparison.psnr < minimumPSNR { return false }
    // A picture that is too small for a window has no similarity, and so does not reach one.
    if let minimumSSIM { return comparison.ssim.map { $0 >= minimumSSIM } ?? false }
    return true
  }

  private func descriptor(of output: JobOutput) throws(ImageError) -> EncoderDescriptor {
    if case .path(let path) = output, format == nil {
      return try ImageDestination.descriptor(format: nil, path: path)
    }
    return try ImageDestination.descriptor(format: format ?? "png", path: nil)
  }
}

/// How much a picture differs from another one.
public struct PictureComparison: Hashable, Sendable, CustomStringConvertible {
  /// Whether all samples are equal.
  public var isEqual: Bool
  /// The peak signal-to-noise ratio in decibels; infinity for equal pictures.
  public var psnr: Double
  /// The structural similarity of the luma, 1 for equal pictures; nil for pictures of less than 11 pixels.
  public var ssim: Double?
  /// The largest difference of two samples, from 0 to 1.
  public var largest: Double

  /// `PSNR 38.41 dB, SSIM 0.9871`, or `equal`.
  public var description: String {
    if isEqual { return "equal" }
    return "PSNR \(Self.rounded(psnr, 2)) dB" + (ssim.map { ", SSIM \(Self.rounded($0, 4))" } ?? "")
  }

  /// A number with some digits after the point.
  private static func rounded(_ value: Double, _ digits: Int) -> String {
    let unit = digits == 2 ? 100.0 : 10_000.0
    let steps = Int((min(abs(value), 1e9) * unit).rounded())
    let fraction = String(steps % Int(unit))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return (value < 0 ? "-" : "") + "\(steps / Int(unit)).\(zeros)\(fraction)"
  }
}
