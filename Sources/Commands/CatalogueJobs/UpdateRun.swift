internal import ByteStreams
package import Catalogue
package import CommandKit
package import ImageModel
internal import MetadataModel
internal import StructuredText
internal import Synchronization
package import TextReading

/// A run of `imgindex update`; `watch` is made of many.
package struct UpdateRun {
  package let catalogue: Catalogue
  /// The catalogue's path, as it was given.
  package var name = ""
  package var paths: [String] = []
  package var filter = WalkFilter()
  package var parts: CataloguePicture.Parts = []
  package var run = RunSettings()
  package var limits = Limits.standard
  /// Names of the formats that may be read. nil: all.
  package var allowedFormats: Set<String>?
  /// The encoding of old texts in the files that are read; nil: see `MetadataReader.Options`.
  package var encoding: NamedEncoding?

  package init(catalogue: Catalogue) { self.catalogue = catalogue }

  /// Whether the sidecar files of pictures are read: if that was asked for now or earlier.
  package var readsSidecars: Bool {
    get throws { try catalogue.parts(adding: parts).contains(.sidecar) }
  }

  /// The paths without links, so that each file has one name.
  var folders: [String] { paths.map { SystemCall.resolved($0) ?? $0 } }

  /// - Throws: as `CameoCommand.perform()`.
  package func perform() throws -> ExitStatus {
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
    let reader = CatalogueReader(
      limits: limits, allowedFormats: allowedFormats, encoding: encoding, parts: parts
    ) {
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
      var record = BatchRecord()
      // `flush` says once what is wrong with the catalogue.
      record.isOmitted = writer.hasFailed
      if record.isOmitted { return record }
      let entry = try reader.entry(path: path)
      try? writer.add(entry)
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
