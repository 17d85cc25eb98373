internal import ArgumentParser
internal import ByteStreams
package import CommandKit
internal import Glibc
internal import ImageModel
package import PreviewCommands
internal import ProviderHost

/// Makes thumbnails or previews of all documents of a run, and writes or shows them.
package struct PreviewJob {
  package var assembly: HostAssembly
  package var target: RenderTarget
  package var input = InputSettings()
  package var output = OutputSettings()
  package var run = RunSettings()
  /// The HTML page that all documents are put into.
  package var html: String?
  /// Whether and how pictures are shown in the terminal.
  package var show: TerminalImage.Choice?
  /// The time for one document; nil for the host's own limits.
  package var seconds: Double?
  package var usesCache = true

  package init(assembly: HostAssembly, target: RenderTarget) {
    self.assembly = assembly
    self.target = target
  }

  /// - Throws: `ValidationError` and `ImageError` for errors before any work.
  package func perform() throws -> ExitStatus {
    try checkOptions()
    let terminal = try show.map { try TerminalImage.terminal($0) }
    let catalog = try catalog()
    let (found, unknown) = try DocumentWalk(catalog: catalog, kind: target.kind).inputs(input)
    let naming = try target.naming()
    let plan =
      try html != nil || showsOnly
      ? nil : OutputPlan(found, input: input, output: output, json: run.json, naming: naming)
    let (left, note) =
      try plan.map { ($0.inputs, $0.note) }
      ?? OutputPlan.withoutEarlierOutputs(found, input: input, output: nil, naming: naming)
    for note in [unknown, note] { if let note { Console(program: "preview", quiet: run.quiet).note(note) } }
    let inputs = withoutPage(left)
    if let html, output.files.noClobber, SystemCall.status(of: html)?.isRegularFile ?? false {
      let console = Console(program: "preview", quiet: run.quiet)
      console.report(Diagnostic(.note, "exists already, and is left alone"), of: html)
      var settings = run
      settings.quiet = true
      return BatchRunner(program: "preview", options: settings, limits: .standard, temporaryNames: nil)
        .run([]) { _, _ in BatchRecord() }
    }
    let viewer = try viewer()
    let session = try HostSession(
      assembly, catalog, jobs: run.workers, documents: inputs.count, seconds: seconds, usesCache: usesCache)
    defer { session.end() }
    var renderer = DocumentRenderer(host: session.host, target: target, seconds: seconds, usesCache: usesCache)
    renderer.waitIfTerminating = session.waitIfTerminating
    renderer.viewer = viewer
    if let terminal, showsOnly {
      renderer.target.size = terminal.size(for: target)
      renderer.target.format = .png
      renderer.usesCache = false
    }
    var settings = run
    settings.workers = session.jobs
    let runner = BatchRunner(program: "preview", options: settings, limits: .standard, temporaryNames: nil)
    let usesCache = usesCache && renderer.usesCache
    if let html, let viewer {
      return try GalleryRun(path: html, names: session.names, viewer: viewer)
        .perform(inputs, runner, renderer, usesCache: usesCache)
    }
    let writer = PreviewWriter(output: output, names: session.names, inputs: plan?.inputIdentities ?? [])
    return runner.run(inputs) { [renderer] number, input throws(ImageError) in
      let source = try InputDocument(input, usesCache: usesCache)
      if terminal == nil, let plan, let record = writer.skipped(plan.targets[number], input, source, renderer.target) {
        return record
      }
      return try PreviewRecord.make(renderer, source) { rendered throws(ImageError) in
        var record = BatchRecord()
        if let terminal { record.text = try terminal.text(rendered, name: inputs.count > 1 ? input.name : nil) }
        if let plan {
          try writer.write(rendered, to: plan.targets[number], input, source, renderer.target, &record)
        }
        return record
      }
    }
  }

  /// Starts a host for jobs from lines of JSON, and ends it after a function has used it.
  package func withHost(_ body: (JobHost) throws -> ExitStatus) throws -> ExitStatus {
    let catalog = try catalog()
    let session = try HostSession(
      assembly, catalog, jobs: run.workers, documents: .max, seconds: seconds, usesCache: usesCache, endsOnSignal: false
    )
    defer { session.end() }
    return try body(JobHost(session: session))
  }

  /// The work of jobs that have these options.
  ///
  /// - Throws: `ValidationError`.
  package func work(on host: JobHost) throws -> JobWork {
    try checkOptions()
    let naming = try target.naming()
    let session = host.session
    var renderer = DocumentRenderer(host: session.host, target: target, seconds: seconds, usesCache: usesCache)
    renderer.waitIfTerminating = session.waitIfTerminating
    renderer.viewer = try viewer()
    return { [output, usesCache, renderer] task throws(ImageError) in
      let source = try InputDocument(task.input, usesCache: usesCache, stream: task.streams.input)
      let writer = PreviewWriter(output: output, names: task.temporaryNames, inputs: [], stream: task.streams.output)
      let target = try task.target(output, naming)
      if let record = writer.skipped(target, task.input, source, renderer.target) { return record }
      return try PreviewRecord.make(renderer, source) { rendered throws(ImageError) in
        var record = BatchRecord()
        try writer.write(rendered, to: target, task.input, source, renderer.target, &record)
        return record
      }
    }
  }

  /// - Throws: `ValidationError` for options that contradict each other.
  private func checkOptions() throws {
    if let html {
      var allowed = OutputSettings()
      allowed.files.noClobber = output.files.noClobber
      if output != allowed { throw ValidationError("--html names the output; -o, -d and their like do not apply") }
      if html == "-", run.json { throw ValidationError("--html - and --json both write to standard output") }
    }
    if show != nil {
      if run.json || output.output == "-" {
        throw ValidationError("--show and --json or -o - all write to standard output")
      }
      if target.kind == .preview { throw ValidationError("--show shows thumbnails, not --kind preview") }
    }
  }

  /// The page around documents in HTML; nil where none is written.
  private func viewer() throws(ImageError) -> EmbeddedViewer? {
    html != nil || target.format == .html ? try EmbeddedViewer(folders: assembly.viewerFolders) : nil
  }

  /// The providers, of which at least one is not a desktop thumbnailer.
  private func catalog() throws(ImageError) -> ProviderCatalog {
    let catalog = try assembly.catalogOfCommand()
    guard catalog.providers.contains(where: { $0.level > 0 }) else {
      throw ImageError(
        .io,
        "no provider in \(assembly.manifestFolders.joined(separator: ", ")) can be used; "
          + "--providers DIR names another folder, 'preview doctor' says more")
    }
    return catalog
  }

  /// The inputs without the page that an earlier run of `--html` with `-r` left in one of the directories.
  private func withoutPage(_ inputs: [InputFile]) -> [InputFile] {
    guard input.recursive, let html, let page = FileIdentity(path: html) else { return inputs }
    return inputs.filter { file in
      guard let path = file.path, !input.files.contains(path) else { return true }
      return FileIdentity(path: path) != page
    }
  }

  /// Whether pictures go to the terminal and nowhere else.
  private var showsOnly: Bool { show != nil && output.output == nil && output.directory == nil }
}

/// The host that all jobs from lines of JSON share.
package struct JobHost: Sendable {
  let session: HostSession

  /// Ends all workers and removes their directories, before a signal ends the process.
  package func end() { session.endBeforeExit() }
}
