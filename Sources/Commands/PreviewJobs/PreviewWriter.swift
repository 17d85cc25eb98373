internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import StructuredText
internal import Templates

/// Writes rendered documents by the rules for all outputs of the suite.
struct PreviewWriter: Sendable {
  private let environment: JobEnvironment

  /// - Parameters:
  ///   - inputs: the files that are read; no output may replace one of them.
  ///   - stream: what is written instead of standard output.
  init(output: OutputSettings, names: TemporaryNames, inputs: Set<FileIdentity>, stream: TemporaryFile? = nil) {
    var environment = JobEnvironment(limits: .standard, files: output.files)
    environment.temporaryNames = names
    environment.inputs = inputs
    environment.streams.output = stream
    self.environment = environment
  }

  /// The record of an input whose output is left alone; nil if the output is to be written.
  ///
  /// This is known before anything is rendered, unless the output's name depends on what the provider makes.
  func skipped(_ output: OutputTarget, _ input: InputFile, _ source: InputDocument, _ target: RenderTarget)
    -> BatchRecord?
  {
    guard case .path(let path) = output, target.format != .original else { return nil }
    let placement = OutputPlacement(environment: environment, inputName: input.name, inputIdentity: source.identity)
    guard FileIdentity(path: path) != source.identity, let reason = placement.skip(path) else { return nil }
    var record = BatchRecord()
    record.members =
      PreviewRecord.facts(nil) + [
        JSONMember("outputs", .array([PreviewRecord.skipped(target.format, path: path, reason.rawValue)]))
      ]
    return record
  }

  /// - Throws: `usage` where the output is an input; `io`.
  func write(
    _ rendered: RenderedDocument, to output: OutputTarget, _ input: InputFile, _ source: InputDocument,
    _ target: RenderTarget,
    _ record: inout BatchRecord
  ) throws(ImageError) {
    let path: String
    switch output {
    case .standardOutput:
      try Self.writeStandardOutput(rendered.bytes, environment.temporaryNames, environment.streams)
      record.members.append(JSONMember("outputs", .array([PreviewRecord.output(rendered, path: "-")])))
      return
    case .path(let known): path = known
    case .named(let template, let name):
      path =
        template.path(for: name) { field in
          switch field {
          case .ext: rendered.fileExtension
          case .page: String(target.page ?? 1)
          case .width: String(rendered.width)
          case .height: String(rendered.height)
          case .size: "\(rendered.width)x\(rendered.height)"
          case .box: SizeRequest(width: target.size.width, height: target.size.height).text
          case .dir, .name, .stem, .n, .hash, .clash: nil
          }
        } ?? name.name
    }
    if target.format == .original { try Self.checkName(path, of: rendered) }
    // There is no --in-place: a preview never replaces its document.
    if let identity = source.identity, FileIdentity(path: path) == identity {
      throw ImageError(.usage, "the output is the input itself", path: path)
    }
    let placement = OutputPlacement(environment: environment, inputName: input.name, inputIdentity: source.identity)
    var skipped: String?
    switch try placement.open(path) {
    case .skip(let reason): skipped = reason.rawValue
    case .write(let file):
      try Self.write(rendered.bytes, to: file)
      try file.commit()
    }
    record.members.append(
      JSONMember("outputs", .array([PreviewRecord.output(rendered, path: path, skipped: skipped)])))
  }

  /// A preview in a format that the provider chose must not get the extension of another format.
  private static func checkName(_ path: String, of rendered: RenderedDocument) throws(ImageError) {
    let (found, known) = (PathText.suffix(of: path), RenderTarget.Format(suffix: rendered.fileExtension))
    let suffix = found.dropFirst().lowercased()
    let named = RenderTarget.Format(suffix: suffix)
    guard !found.isEmpty, known != nil || named != nil, named != known else { return }
    throw ImageError(
      .usage,
      "the preview is \(rendered.contentType), but the output ends in .\(suffix); {ext} in -o stands for the right one",
      path: path)
  }

  static func writeStandardOutput(
    _ bytes: [UInt8], _ names: TemporaryNames, _ streams: StandardStreams = StandardStreams()
  ) throws(ImageError) {
    let file = try streams.openOutput(names: names)
    try write(bytes, to: file)
    try file.commit()
  }

  static func write(_ bytes: [UInt8], to file: AtomicFile) throws(ImageError) {
    try file.append(bytes)
  }
}
