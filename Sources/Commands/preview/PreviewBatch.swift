internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol

/// Shows all documents of a run.
struct PreviewBatch {
  var assembly: HostAssembly
  var want: Want
  var input = InputSettings()
  var output = OutputSettings()
  var run = RunSettings()
  /// The page to put all documents into.
  var html: String?
  var show: RenderOptions.ShowChoice?
  var seconds: Double?
  var usesCache = true

  init(assembly: HostAssembly, want: Want) {
    self.assembly = assembly
    self.want = want
  }

  /// - Throws: `ValidationError` and `ImageError` for what is wrong before any work.
  func perform() throws -> ExitStatus {
    if let html {
      var kept = OutputSettings()
      kept.noClobber = output.noClobber
      if output != kept { throw ValidationError("--html names the output; -o, -d and their like do not apply") }
      if html == "-", run.json { throw ValidationError("--html - and --json both write to standard output") }
    }
    let terminal = try show.map { try TerminalImage.terminal($0) }
    if terminal != nil {
      if run.json || output.output == "-" {
        throw ValidationError("--show and --json or -o - all write to standard output")
      }
      if want.kind == .preview { throw ValidationError("--show shows thumbnails, not --kind preview") }
    }
    let catalog: ProviderCatalog
    do throws(ProviderError) { catalog = try assembly.catalog() } catch { throw error.imageError }
    if !catalog.providers.contains(where: { $0.level > 0 }) {
      throw ImageError(
        .io,
        "no provider was found in \(assembly.manifestFolders.joined(separator: ", ")); "
          + "--providers DIR names another folder, 'preview doctor' says more")
    }
    let found = try DocumentWalk(catalog: catalog, kind: want.kind).inputs(input)
    let naming = try PreviewNaming.naming(want)
    let plan =
      try html != nil || showsOnly
      ? nil : OutputPlan(found, input: input, output: output, json: run.json, naming: naming)
    let inputs =
      try plan?.inputs
      ?? withoutPage(OutputPlan.withoutEarlierOutputs(found, input: input, template: nil, naming: naming))
    if let html, output.noClobber, SystemCall.status(of: html)?.isRegularFile ?? false {
      let console = Console(program: "preview", quiet: run.quiet)
      console.report(Diagnostic(.note, "is there already, and is left alone"), of: html)
      return BatchRunner(program: "preview", options: run, limits: .standard, temporaryNames: nil)
        .run([]) { _, _ in BatchRecord() }
    }
    let session = try HostSession(assembly, catalog, jobs: run.jobs, documents: inputs.count, usesCache: usesCache)
    defer { session.end() }
    var renderer = DocumentRenderer(host: session.host, want: want, seconds: seconds, usesCache: usesCache)
    renderer.waitIfEnding = session.waitIfEnding
    if let terminal, showsOnly {
      renderer.want.size = terminal.size(for: want, isDefault: !want.namesSize)
      renderer.want.format = .png
      renderer.usesCache = false
    }
    var settings = run
    // The host renders as many at once.
    settings.jobs = session.jobs
    let runner = BatchRunner(program: "preview", options: settings, limits: .standard, temporaryNames: nil)
    let usesCache = usesCache && renderer.usesCache
    if let html {
      return try GalleryRun(path: html, names: session.names).perform(inputs, runner, renderer, usesCache: usesCache)
    }
    let writer = PreviewWriter(output: output, names: session.names, inputs: plan?.inputIdentities ?? [])
    return runner.run(inputs) { [renderer] number, input throws(ImageError) in
      let source = try DocumentSource(input, usesCache: usesCache)
      if terminal == nil, let plan, let record = writer.skipped(plan.targets[number], input, source, renderer.want) {
        return record
      }
      return try PreviewRecord.make(renderer, source) { made throws(ImageError) in
        var record = BatchRecord()
        if let terminal { record.text = try terminal.text(made, name: inputs.count > 1 ? input.name : nil) }
        if let plan { try writer.write(made, to: plan.targets[number], input, source, renderer.want, &record) }
        return record
      }
    }
  }

  /// The inputs without the page that an earlier run of `--html` with `-r` left in one of the directories.
  private func withoutPage(_ inputs: [InputFile]) -> [InputFile] {
    guard input.recursive, let html, let page = FileIdentity(path: html) else { return inputs }
    return inputs.filter { file in
      guard case .path(let path) = file, !input.files.contains(path) else { return true }
      return FileIdentity(path: path) != page
    }
  }

  /// Whether pictures go to the terminal and nowhere else.
  private var showsOnly: Bool { show != nil && output.output == nil && output.directory == nil }
}
