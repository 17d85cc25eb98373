internal import ArgumentParser
internal import ByteStreams
internal import Catalogue
internal import CommandKit
internal import ImageModel
internal import MetadataModel
internal import StructuredText
internal import Synchronization

/// `imgindex update`: brings a catalogue up to date.
struct Update: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "update", "Bring a catalogue up to date.", arguments: "<catalogue> <path> ...",
    discussion: """
      Reads the image files at each path, a file or a directory with all directories in it, that are new or were \
      changed since the last time: whose device, inode, size or time of change differ. Files that are not there any \
      more are removed from the catalogue; those that were moved or renamed are not read again. Two processes may \
      update one catalogue at once, and one that is killed loses nothing but its last moments.

      A file that cannot be read as an image is an error once, and is in the catalogue with its error until it changes.
      """)

  @OptionGroup var source: SourceOptions

  func perform() throws -> ExitStatus { try source.work().perform() }
}

/// What goes into a catalogue, and how it is read.
struct SourceOptions: ParsableArguments {
  @Argument(help: "The catalogue. It is made if it is not there.", completion: .file())
  var catalogue: String

  @Argument(help: "Directories and image files.", completion: .file())
  var paths: [String]

  @Flag(help: "Store a thumbnail of each picture, a JPEG file with 256 pixels on the long side.")
  var thumbnails = false

  @Flag(help: "Store a hash of what each picture looks like, for 'imgindex duplicates --similar'.")
  var looks = false

  @OptionGroup var walk: WalkOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  func validate() throws {
    guard !catalogue.isEmpty, !paths.contains("") else { throw ValidationError("a name is empty") }
  }

  func work() throws -> UpdateRun {
    var work = UpdateRun(catalogue: try Catalogue(path: catalogue, forWriting: true))
    work.name = catalogue
    work.paths = paths
    work.filter = walk.filter
    work.run = run.settings
    work.limits = limits.limits
    work.allowedFormats = formats.allow
    if thumbnails { work.parts.insert(.thumbnail) }
    if looks { work.parts.insert(.looks) }
    return work
  }
}

/// A run of `imgindex update`; `watch` is made of many.
struct UpdateRun {
  let catalogue: Catalogue
  /// The catalogue's path, as it was given.
  var name = ""
  var paths: [String] = []
  var filter = WalkFilter()
  var parts: CataloguePicture.Parts = []
  var run = RunSettings()
  var limits = Limits.standard
  /// Names of the formats that may be read. nil: all.
  var allowedFormats: Set<String>?

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  /// The paths without links, so that each file has one name.
  var folders: [String] { paths.map { SystemCall.resolved($0) ?? $0 } }

  /// - Throws: as `CameoCommand.perform()`.
  func perform() throws -> ExitStatus {
    let folders = folders
    let inputs = try InputSettings(files: folders, recursive: true, filter: filter).expand(limits: limits)
    return try bringUpToDate(inputs, below: folders.filter { SystemCall.status(of: $0) != nil })
  }

  /// Brings the catalogue up to date with some files.
  ///
  /// - Parameter folders: files of the catalogue below them that are not there any more are removed.
  func bringUpToDate(_ inputs: [InputFile], below folders: [String], reports: Bool = true) throws -> ExitStatus {
    let parts = try catalogue.parts(adding: parts)
    var update = try catalogue.compare(inputs.map(\.path), below: folders, parts: parts)
    try catalogue.apply(&update)
    let console = Console(program: "imgindex")
    let json = run.json && reports
    if json { try console.print("{\"version\": 1, \"command\": \"imgindex update\", \"files\": [\n") }
    try console.flush()
    let unusable = inputs.indices.filter { inputs[$0].path == nil }
    let todo = (update.changed + unusable).sorted().map { inputs[$0] }
    let (status, failed) = todo.isEmpty ? (.success, 0) : try read(todo, parts, json: json)
    let counts: KeyValuePairs<String, Int> = [
      "read": todo.count - failed, "failed": failed, "unchanged": update.unchanged, "renamed": update.renamedCount,
      "removed": update.removedCount,
    ]
    if json {
      try console.print("\n], " + counts.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}\n")
    } else if reports, !run.quiet {
      let text = counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      try console.print("\(PathText.readable(name)): \(text)\n")
    }
    try console.flush()
    // Otherwise what was read is lost.
    try catalogue.checkIsInPlace()
    return status
  }

  private func read(
    _ inputs: [InputFile], _ parts: CataloguePicture.Parts, json: Bool
  ) throws -> (status: ExitStatus, failed: Int) {
    let writer = CatalogueWriter(catalogue)
    let reader = CatalogueReader(limits: limits, allowedFormats: allowedFormats, parts: parts) {
      [limits] source, name throws(ImageError) in
      try PictureDrawing.picture(of: source, name: name, parts, limits: limits)
    }
    let failures = FailureCount()
    let format = RecordFormat(separator: json ? ",\n" : "") { record, input in
      if record.error != nil { failures.count.add(1, ordering: .relaxed) }
      return json ? JSONWriter.text(record.json(input: input.name)) : ""
    }
    let runner = BatchRunner(program: "imgindex", options: run, limits: limits, temporaryNames: nil, format: format)
    let status = runner.run(inputs) { _, input throws(ImageError) in
      guard let path = input.path else { throw ImageError(.usage, "standard input has no path") }
      let entry = try reader.entry(path: path)
      try writer.add(entry)
      var record = BatchRecord()
      switch entry.content {
      case .failure(let error): record.error = error
      case .success(let metadata): record.diagnostics = metadata.diagnostics
      }
      return record
    }
    try writer.flush()
    return (status, failures.count.load(ordering: .relaxed))
  }

  private final class FailureCount: Sendable {
    let count = Atomic(0)
  }
}
