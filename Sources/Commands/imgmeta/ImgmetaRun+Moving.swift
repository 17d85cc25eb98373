internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import MetadataReports
internal import Templates

/// `--move` and `--copy`: files get names that their metadata gives, and stay as they are.
extension ImgmetaRun {
  /// - Throws: as `CameoCommand.perform()`.
  func prepareMoves(_ moving: FileMoveJob) throws -> PreparedWork {
    guard case .text = format, queries.isEmpty else {
      throw ValidationError("--move and --copy give files other names, and write no report")
    }
    let inputs = try input.expand(limits: limits, once: true)
    var access = FileAccess(input, inputs)
    if sidecar || moving.takesCompanions { access.readBeside(inputs) }
    if !moving.dryRun {
      try access.write(output, try naming(moving), for: inputs)
      if !moving.copies { access.writeBeside(inputs) }
      if let undoList { access.write(file: undoList) }
    }
    return PreparedWork(access) { try move(inputs, moving) }
  }

  private func move(_ all: [InputFile], _ moving: FileMoveJob) throws -> ExitStatus {
    var moving = moving
    let job = job(.raw)
    let inputs = Self.withoutCompanions(condition == nil ? all : selected(all, by: job), moving)
    let plan = try OutputPlan(inputs, input: input, output: output, json: false, naming: try naming(moving))
    if let undoList, !moving.dryRun { moving.undoList = try UndoList(undoList) }
    var format = RecordFormat.plain
    format.writesNameBytes = true
    var settings = run
    // Two pictures, such as IMG_1.HEIC and IMG_1.JPG, may have one sidecar file. It goes with the first.
    if moving.takesCompanions { settings.workers = 1 }
    let runner = BatchRunner(
      program: "imgmeta", options: settings, limits: limits, temporaryNames: moving.names, format: format)
    let status = runner.run(plan.inputs) { [moving] number, input throws(ImageError) in
      try Self.move(input, to: plan.targets[number], moving)
    }
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status
  }

  /// The work of jobs: each moves or copies one file.
  ///
  /// - Throws: `ValidationError`.
  func moveWork(_ moving: FileMoveJob) throws -> JobWork {
    let naming = try naming(moving)
    let output = output
    return { task throws(ImageError) in
      var moving = moving
      moving.names = task.temporaryNames
      return try Self.move(task.input, to: task.target(output, naming), moving)
    }
  }

  private static func move(
    _ input: InputFile, to target: OutputTarget, _ moving: FileMoveJob
  ) throws(ImageError) -> BatchRecord {
    guard let path = input.path, case .path(let new) = target else {
      throw ImageError(.usage, "--move and --copy take files and give them paths")
    }
    let moves = try moving.run(path, to: new)
    var record = BatchRecord()
    if moving.dryRun {
      record.text = moves.map { move in
        "\(PrintableText.escaped(move.path)) -> \(PrintableText.escaped(move.target))\n"
      }.joined()
    }
    return record
  }

  /// The inputs that meet the condition. One that cannot be read is kept with its error.
  private func selected(_ inputs: [InputFile], by job: MetadataJob) -> [InputFile] {
    inputs.compactMap { input in
      guard let path = input.path else { return input }
      do throws(ImageError) {
        return try job.run(path: path, number: 0) == nil ? nil : input
      } catch {
        return .unusable(name: path, error)
      }
    }
  }

  /// The inputs without those that go with another one, such as `IMG_1.MOV` of `*`.
  private static func withoutCompanions(_ inputs: [InputFile], _ moving: FileMoveJob) -> [InputFile] {
    guard moving.takesCompanions else { return inputs }
    var companions: Set<FileIdentity> = []
    for path in inputs.compactMap(\.path) {
      companions.formUnion(CompanionFiles.all(of: path).compactMap { FileIdentity(path: $0.path) })
    }
    return inputs.filter { input in
      guard let path = input.path, let identity = FileIdentity(path: path) else { return true }
      return !companions.contains(identity)
    }
  }

  /// The names that files get. `{ext}` is the suffix that a file has.
  private func naming(_ moving: FileMoveJob) throws -> OutputNaming {
    var naming = OutputNaming(
      fileName: try OutputTemplate("{name}"), goesBesideInput: false, isRecognisable: false, extensions: [],
      extensionOfOutput: { _ in nil })
    naming.fields = [.dir, .name, .stem, .ext, .n]
    naming.hasDirectory = false
    naming.movesInputs = !moving.copies
    if moving.takesCompanions {
      naming.companions = { input, target in
        guard let path = input.path else { return [] }
        return CompanionFiles.all(of: path).map { ($0.path, $0.path(besides: target)) }
      }
    }
    var job = job(.raw)
    job.condition = nil
    let properties = NameProperties(job)
    naming.fill = { input, template throws(ImageError) in
      guard let path = input.path else { throw ImageError(.usage, "standard input is not a file with a name") }
      let filled = try properties.filled(template, path: path)
      guard template.fields.contains(.ext) else { return filled }
      let suffix = PathText.suffix(of: path).dropFirst()
      guard !suffix.isEmpty else {
        throw ImageError(.invalidData, "no name: it has no suffix for {ext}")
      }
      return filled.filling(.ext, with: String(suffix))
    }
    return naming
  }
}
