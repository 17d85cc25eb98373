internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import StructuredText
internal import Templates

/// Writes what was made, by the rules that hold for all outputs of the suite.
struct PreviewWriter: Sendable {
  private let environment: JobEnvironment

  /// - Parameter inputs: the files that are read: no output may replace one.
  init(output: OutputSettings, names: TemporaryNames, inputs: Set<FileIdentity>) {
    var files = JobEnvironment.FileOptions()
    files.noClobber = output.noClobber
    files.update = output.update
    files.sync = output.sync
    files.parents = output.parents
    var environment = JobEnvironment(limits: .standard, files: files)
    environment.temporaryNames = names
    environment.inputs = inputs
    self.environment = environment
  }

  /// The record of an input whose output is to be left alone, which can be told before anything is rendered where the output's
  /// name does not depend on what comes; nil where it is to be written.
  func skipped(_ target: OutputTarget, _ input: InputFile, _ source: DocumentSource, _ want: Want) -> BatchRecord? {
    guard case .path(let path) = target, want.format != .original else { return nil }
    let placement = OutputPlacement(environment: environment, inputName: input.name, inputIdentity: source.identity)
    guard FileIdentity(path: path) != source.identity, let reason = placement.skip(path) else { return nil }
    var record = BatchRecord()
    record.members =
      PreviewRecord.facts(nil) + [
        JSONMember("outputs", .array([PreviewRecord.skipped(want.format, path: path, reason.rawValue)]))
      ]
    return record
  }

  /// - Throws: `usage` where the output is an input; `io`.
  func write(
    _ made: Deliverable, to target: OutputTarget, _ input: InputFile, _ source: DocumentSource, _ want: Want,
    _ record: inout BatchRecord
  ) throws(ImageError) {
    let path: String
    switch target {
    case .standardOutput:
      try Self.writeStandardOutput(made.bytes, environment.temporaryNames)
      record.members.append(JSONMember("outputs", .array([PreviewRecord.output(made, path: "-")])))
      return
    case .path(let known): path = known
    case .named(let template, let name):
      path =
        template.path(for: name) { field in
          switch field {
          case .ext: made.fileExtension
          case .page: String(want.page ?? 1)
          case .width: String(made.width)
          case .height: String(made.height)
          case .dir, .name, .stem, .n: nil
          }
        } ?? name.name
    }
    if want.format == .original { try Self.checkName(path, of: made) }
    // There is no --in-place here: what comes is another document.
    if let identity = source.identity, FileIdentity(path: path) == identity {
      throw ImageError(.usage, "the output is the input itself", path: path)
    }
    let placement = OutputPlacement(environment: environment, inputName: input.name, inputIdentity: source.identity)
    var skipped: String?
    switch try placement.open(path) {
    case .skip(let reason): skipped = reason.rawValue
    case .write(let file):
      try Self.write(made.bytes, to: file)
      try file.commit()
    }
    record.members.append(
      JSONMember("outputs", .array([PreviewRecord.output(made, path: path, skipped: skipped)])))
  }

  /// What a provider chose to make must not get the name of something else.
  private static func checkName(_ path: String, of made: Deliverable) throws(ImageError) {
    let (name, known) = (PathText.split(path).name, Want.Format(suffix: made.fileExtension))
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
    let suffix = name[name.index(after: dot)...].lowercased()
    guard known != nil || Want.Format(suffix: suffix) != nil, Want.Format(suffix: suffix) != known else { return }
    throw ImageError(
      .usage, "the preview is \(made.contentType), and the output is called .\(suffix); {ext} in -o is what comes",
      path: path)
  }

  static func writeStandardOutput(_ bytes: [UInt8], _ names: TemporaryNames) throws(ImageError) {
    let file = try AtomicFile(standardOutputNamed: BatchRunner.standardOutputName, names: names)
    try write(bytes, to: file)
    try file.commit()
  }

  static func write(_ bytes: [UInt8], to file: AtomicFile) throws(ImageError) {
    try file.append(bytes)
  }
}
