internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// Writes images of a source into one output of a job, and reports it.
struct JobWriter {
  let input: JobInput
  let source: ImageSource
  let output: JobOutput
  /// The page for the output's name, counted from 1.
  let page: Int
  let descriptor: EncoderDescriptor
  let environment: JobEnvironment

  /// - Throws: `ImageError` with the path at fault; no output is left behind then.
  func write(
    _ indices: [Int], _ options: ImageDestination.ImageOptions, into report: inout JobReport
  ) throws(ImageError) {
    guard let firstIndex = indices.first else { return }
    // A name that does not depend on the size is known now: an output that is skipped costs no decoding.
    if let path = path(size: nil), let reason = placement.skip(path) {
      let size = try ImageDestination.plannedSize(source, index: firstIndex, options)
      report.outputs.append(.init(path: path, format: descriptor.name, size: size, byteCount: 0, skipped: reason))
      return
    }
    // The size, on which the name may depend, is known once the first image is prepared.
    let first = try ImageDestination.prepare(
      source, index: firstIndex, options, .init(), descriptor, limits: environment.limits)
    let file: AtomicFile
    let path: String
    switch try open(first.size) {
    case .standardOutput(let opened): (file, path) = (opened, "-")
    case .file(let name, .write(let opened)): (file, path) = (opened, name)
    case .file(let name, .skip(let reason)):
      report.outputs.append(
        .init(path: name, format: descriptor.name, size: first.size, byteCount: 0, skipped: reason))
      return
    }
    let destination = try ImageDestination(file: file, descriptor, limits: environment.limits)
    try destination.add(first, options)
    for index in indices.dropFirst() { try destination.add(from: source, index: index, options) }
    report.diagnostics += source.diagnostics + (try destination.finish())
    var written = JobReport.Output(
      path: path, format: descriptor.name, size: first.size, byteCount: destination.byteCount)
    written.imageCount = destination.count
    report.outputs.append(written)
  }

  private enum Opened {
    case standardOutput(AtomicFile)
    case file(String, OutputPlacement.Decision)
  }

  private var placement: OutputPlacement {
    OutputPlacement(environment: environment, inputName: input.name, inputIdentity: source.bytes.identity)
  }

  /// The output's path; nil for standard output, and where it depends on the size and that is not known.
  private func path(size: PixelSize?) -> String? {
    switch output {
    case .standardOutput: nil
    case .path(let path): path
    case .named(let name): name.path(fileExtension: descriptor.fileExtension, page: page, size: size)
    }
  }

  private func open(_ size: PixelSize) throws(ImageError) -> Opened {
    guard let path = path(size: size) else { return .standardOutput(try placement.openStandardOutput()) }
    return .file(path, try placement.open(path))
  }
}
