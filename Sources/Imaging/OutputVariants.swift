internal import CodecKit
internal import ImageModel

/// The files that a job makes of one picture: in several sizes, in several formats, or both. The picture is decoded
/// once, if its rows fit into memory (`ImageSource.keepsRows`).
struct OutputVariants {
  /// One file.
  struct Variant {
    var options: ImageDestination.ImageOptions
    var descriptor: EncoderDescriptor
    /// Its size.
    var size: PixelSize

    /// The size that was asked for.
    var box: SizeRequest? { options.thumbnail?.size ?? options.resize?.box ?? options.maximumSize }
  }

  let input: JobInput
  let source: ImageSource
  let output: JobOutput
  /// The index of the image that is shown.
  let index: Int
  let environment: JobEnvironment
  /// As `JobWriter` has them.
  var image: String?
  var maxBytes: Int?
  private(set) var all: [Variant] = []

  /// The page in names. The picture of a document has one image.
  private var page: Int { source.isOfDocument ? environment.pageOfDocument : index + 1 }

  var largest: Variant? { all.max { $0.size.pixelCount < $1.size.pixelCount } }

  init(input: JobInput, source: ImageSource, output: JobOutput, index: Int, environment: JobEnvironment) {
    (self.input, self.source, self.output) = (input, source, output)
    (self.index, self.environment) = (index, environment)
  }

  /// Adds a file, unless an equal one was added before; then a note says so.
  mutating func add(
    _ options: ImageDestination.ImageOptions, _ descriptor: EncoderDescriptor, into report: inout JobReport
  ) throws(ImageError) {
    let size = try ImageDestination.plannedSize(source, index: index, options, descriptor)
    let variant = Variant(options: options, descriptor: descriptor, size: size)
    let isMade = all.contains { other in
      other.descriptor.name == descriptor.name && other.size == size
        && (!output.dependsOnBox || other.box == variant.box)
    }
    if isMade {
      report.diagnostics.append(.note("several sizes give \(size) pixels, which are written once"))
    } else {
      all.append(variant)
    }
  }

  /// Writes the files, the largest first, so that its rows are enough for the others. The report has them in the order
  /// of formats and sizes.
  ///
  /// - Parameter indices: the images of the source that a file gets.
  /// - Throws: `usage` if two files would have the same name; else the first error, if there is no file.
  func write(
    into report: inout JobReport, _ indices: (EncoderDescriptor) -> [Int]
  ) throws(ImageError) {
    try checkNames()
    // Before any of them is written. A single one is looked at when it is.
    let kept = all.count > 1 ? all.lazy.compactMap(path).first(where: OutputPlacement.isKept) : nil
    for variant in all.sorted(by: { $0.size.pixelCount > $1.size.pixelCount }) {
      var writer = JobWriter(
        input: input, source: source, output: output, page: page, descriptor: variant.descriptor,
        environment: environment, image: image, maxBytes: maxBytes)
      writer.kept = kept
      // An embedded preview may be smaller.
      if variant.options.thumbnail?.embedded ?? .never == .never { writer.size = variant.size }
      do throws(ImageError) {
        try writer.write(indices(variant.descriptor), variant.options, into: &report)
      } catch {
        // A smaller one may be within the limits.
        report.error = report.error ?? error
        if error.kind == .cancelled { break }
      }
    }
    if report.outputs.isEmpty, let error = report.error { throw error }
    report.outputs.reverse()
    var formats: [String] = []
    for variant in all where !formats.contains(variant.descriptor.name) { formats.append(variant.descriptor.name) }
    report.outputs = formats.flatMap { format in report.outputs.filter { $0.format == format } }
  }

  private func path(_ variant: Variant) -> String? {
    output.path(variant.descriptor.fileExtension, page: page, variant.size, box: variant.box)
  }

  private func checkNames() throws(ImageError) {
    var names: Set<String?> = []
    for variant in all where !names.insert(path(variant)).inserted {
      let isOfFormats = all.contains { $0.descriptor.name != variant.descriptor.name }
      let fields = "{box}, {size} or {width}" + (isOfFormats ? ", and {ext}," : "")
      let reason =
        "several \(isOfFormats ? "files" : "sizes") need \(fields) in the output's name, so that the names differ"
      throw ImageError(.usage, reason, path: input.name)
    }
  }
}
