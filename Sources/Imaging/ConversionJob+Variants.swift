internal import CodecKit
internal import ImageModel

extension ConversionJob {
  /// Whether the job makes files of several widths or formats.
  var makesVariants: Bool { !widths.isEmpty || !formats.isEmpty }

  /// Makes a file of each width and format. They are upright, and none is larger than the picture. An animation stays
  /// one where the format holds it.
  ///
  /// - Parameter options: with the metadata that is copied.
  /// - Throws: `usage` for options that have no meaning for several files, and as `run`.
  func writeVariants(
    _ source: ImageSource, _ options: ImageDestination.ImageOptions, in environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    guard pages != .all, options.orientation != .keep,
      widths.isEmpty || options.resize == nil && options.maximumSize == nil && options.finish.frame == nil
    else {
      throw ImageError(
        .usage, "several widths or formats exclude other sizes, edges, all pages and an orientation that is kept")
    }
    let index = firstIndex(of: source)
    let info = try source.info(at: index)
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    source.keepsRows = true
    let isAnimated = pages == .automatic && source.animation != nil
    let images = isAnimated ? Array(0..<source.count) : [index]
    var options = try options.trimmed(source, indices: images)
    options.orientation = .apply
    if let drawn = try drawOverlays?(source, index) {
      options.finish.overlays += drawn.overlays
      report.diagnostics += drawn.diagnostics
    }
    var descriptors: [EncoderDescriptor] = []
    for format in formats { descriptors.append(try ImageDestination.descriptor(format: format, path: nil)) }
    if descriptors.isEmpty { descriptors = [try outputDescriptor(for: source)] }
    let stills = descriptors.filter { !isAnimated || !$0.holdsFrames }.map(\.name)
    if source.count > 1, pages == .automatic, !stills.isEmpty {
      let formats = stills.count < descriptors.count ? " to \(stills.joined(separator: ", "))" : ""
      report.diagnostics.append(.note("only page \(index + 1) of \(source.count) was converted\(formats)"))
    }
    var variants = OutputVariants(
      input: input, source: source, output: try output.named(byHashOf: source), index: index, environment: environment)
    (variants.image, variants.maxBytes) = (image, maxBytes)
    let sizes: [SizeRequest?]
    if widths.isEmpty {
      sizes = [nil]
    } else {
      let own = try ImageDestination.plannedSize(source, index: index, options, descriptors[0]).width
      sizes = Self.widths(widths, upTo: own, &report.diagnostics).map { SizeRequest(width: $0, height: nil) }
    }
    for descriptor in descriptors {
      for size in sizes {
        var own = options
        if let size { own.maximumSize = size }
        try variants.add(own, descriptor, into: &report)
      }
    }
    try variants.write(into: &report) { $0.holdsFrames ? images : [index] }
    if makesPlaceholder, report.error == nil, !environment.files.dryRun {
      do throws(ImageError) {
        let isUnchanged = report.outputs.allSatisfy { $0.skipped == .upToDate }
        if isUnchanged, let earlierPlaceholder {
          report.placeholder = earlierPlaceholder
        } else {
          report.placeholder = try source.placeholder(at: index, options)
        }
      } catch {
        report.error = error
      }
    }
    return report
  }

  /// The widths that are written, in their order: the picture's own one replaces those above it, with a note.
  private static func widths(_ wanted: [Int], upTo own: Int, _ notes: inout [Diagnostic]) -> [Int] {
    let larger = Set(wanted).filter { $0 > own }.sorted()
    var written = Set(wanted).subtracting(larger)
    if !larger.isEmpty {
      let list = larger.map(String.init).joined(separator: ", ")
      notes.append(.note("left out the widths above the picture's own one, \(own), which is written: \(list)"))
      written.insert(own)
    }
    return written.sorted()
  }
}
