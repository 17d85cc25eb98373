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
    if let path = knownPath, let reason = placement.skip(path) {
      let size = try ImageDestination.plannedSize(source, index: firstIndex, options)
      report.outputs.append(.init(path: path, format: descriptor.name, size: size, byteCount: 0, skipped: reason))
      return
    }
    // The name may depend on the size, which is known once the first image is prepared.
    let first = try ImageDestination.prepare(
      source, index: firstIndex, options, .init(), descriptor, limits: environment.limits)
    let facts = OutputFacts(
      width: first.size.width, height: first.size.height, fileExtension: descriptor.fileExtension, page: page)
    let file: AtomicFile
    let path: String
    switch try open(facts) {
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

  /// The output's path where it does not depend on the size, so that a skipped output costs no decoding.
  private var knownPath: String? {
    switch output {
    case .standardOutput: return nil
    case .path(let path): return path
    case .named(let name):
      let paths = (1...2).map { side in
        name(OutputFacts(width: side, height: side, fileExtension: descriptor.fileExtension, page: page))
      }
      return paths[0] == paths[1] ? paths[0] : nil
    }
  }

  private func open(_ facts: OutputFacts) throws(ImageError) -> Opened {
    switch output {
    case .standardOutput: return .standardOutput(try placement.openStandardOutput())
    case .path(let path): return .file(path, try placement.open(path))
    case .named(let name):
      let path = name(facts)
      return .file(path, try placement.open(path))
    }
  }
}
