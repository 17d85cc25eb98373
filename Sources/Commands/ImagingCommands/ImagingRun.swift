internal import ArgumentParser
package import ByteStreams
package import CommandKit
package import Confinement
package import ImageModel
package import Imaging
internal import MetadataReports
internal import StructuredText
package import Templates
package import TextReading

/// A run of a command that writes images, with a job for each input.
package struct ImagingRun: Sendable {
  /// Makes the outputs of one input.
  package typealias Work = @Sendable (JobInput, JobOutput, JobEnvironment) throws(ImageError) -> JobReport

  package var program: String
  package var input: InputSettings
  package var output: OutputSettings
  /// Names of the formats that may be read; nil allows all.
  package var allowedFormats: Set<String>?
  /// What is shown of a camera's raw file.
  package var raw = RAWRendering.preview
  package var limits: Limits
  package var run: RunSettings
  package var naming: OutputNaming
  private let work: Work
  /// Makes one output of several inputs; nil for a command that makes outputs of each.
  package var join: (@Sendable ([JobInput], JobOutput, JobEnvironment) throws(ImageError) -> JobReport)?
  /// Whether all inputs go into one output.
  package var joinsInputs = false
  /// Files that are written besides the outputs.
  package var furtherOutputs: [String] = []
  /// What is printed for each input without `--json`; nil: nothing.
  package var text: (@Sendable (JobReport) -> String)?
  /// The file that lists the outputs of all inputs; nil: none.
  package var manifest: OutputManifest?
  /// Whether jobs draw text.
  package var drawsText = false
  /// Files that options name, besides the inputs. No output replaces them.
  package var optionFiles: [String] = []
  /// The encoding of old texts in Exif and IPTC; nil: see `MetadataReader.Options`.
  package var encoding: NamedEncoding?
  /// Whether pictures are decoded, and not only their metadata changed.
  package var decodes = true
  /// How documents among the inputs are drawn; nil: they are not.
  package var documents: DocumentRequest?
  /// A file that every job reads besides its input, and which may be a document.
  package var reference: String?
  /// Whether the sidecar files of inputs are read, and in place written.
  package var readsSidecars = false

  package init(
    program: String, input: InputSettings, output: OutputSettings, allowedFormats: Set<String>?, limits: Limits,
    run: RunSettings, naming: OutputNaming, work: @escaping Work
  ) {
    self.program = program
    self.input = input
    self.output = output
    self.allowedFormats = allowedFormats
    self.limits = limits
    self.run = run
    self.naming = naming
    self.work = work
  }

  /// Prepares a job for each input.
  ///
  /// - Throws: `ValidationError` and `ImageError` for errors before any work.
  package func prepare() throws -> PreparedWork {
    try checkFormats()
    // A picture may come twice in an animation.
    let inputs = try input.expand(limits: limits, once: !joinsInputs)
    var access = FileAccess(input, inputs)
    access.read(optionFiles)
    if !output.files.dryRun { for path in furtherOutputs { access.write(file: path) } }
    access.readsFonts = drawsText
    if readsSidecars {
      access.readBeside(inputs)
      if output.files.inPlace, !output.files.dryRun { access.writeBeside(inputs) }
    }
    try access.write(output, naming, for: inputs)
    if let manifest, !output.files.dryRun { access.write(file: manifest.path) }
    let isJoined = joinsInputs && inputs.count > 1
    let documents = documentPictures(inputs, keepsAll: isJoined)
    return PreparedWork(access) {
      defer { documents?.finish() }
      return try isJoined ? performJoined(inputs, documents) : perform(inputs, documents)
    }
  }

  /// Starts to draw the documents among the inputs.
  ///
  /// - Parameters:
  ///   - keepsAll: whether each picture may be asked for again.
  ///   - session: what draws them; nil starts a `preview` for them.
  private func documentPictures(
    _ inputs: [InputFile], keepsAll: Bool, _ session: JobDocuments? = nil
  ) -> DocumentPictures? {
    // Their pictures are PNG files, which replace no document.
    guard let documents, decodes, allowedFormats == nil, !output.files.inPlace else { return nil }
    let all = [reference].compactMap { $0 }.map { InputFile.path($0) } + inputs
    return DocumentPictures(
      among: all, documents, keeps: { [reference] path in keepsAll || path == reference }, workers: run.workers,
      session: session)
  }

  /// Makes one output of all inputs. One that cannot be read is an error of the whole.
  private func performJoined(_ inputs: [InputFile], _ documents: DocumentPictures?) throws -> ExitStatus {
    // The first one stands for all.
    let first = Array(inputs.prefix(1))
    let plan = try OutputPlan(first, input: input, output: output, json: run.json, naming: naming)
    var environment = Self.reading(documents, in: self.environment)
    environment.decodesAhead = run.workers != 1
    let runner = BatchRunner(
      program: program, options: run, limits: limits, temporaryNames: environment.temporaryNames)
    return runner.run(plan.inputs) { [environment, text] number, _ throws(ImageError) in
      var report = try joined(inputs, plan.targets[number], environment)
      documents?.complete(&report)
      var record = BatchRecord(report)
      record.text = text?(report) ?? ""
      return record
    }
  }

  private func joined(
    _ inputs: [InputFile], _ target: OutputTarget, _ environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    guard let join, let first = inputs.first else {
      throw ImageError(.usage, "a job with these options has one input, not \(inputs.count)")
    }
    for case .unusable(let name, let error) in inputs { throw error.at(path: name) }
    var report = try join(inputs.map { JobInput($0) }, Self.output(target), environment)
    report.diagnostics += report.outputs.compactMap { Self.suffixNote($0, first) }
    return report
  }

  private func perform(_ inputs: [InputFile], _ documents: DocumentPictures?) throws -> ExitStatus {
    let plan = try OutputPlan(inputs, input: input, output: output, json: run.json, naming: naming)
    if let note = plan.note { Console(program: program, quiet: run.quiet).note(note) }
    try plan.checkFolder(output)
    var environment = Self.reading(documents, in: self.environment)
    // Names that are known before the work have been compared with the inputs.
    if plan.leavesNamesOpen || manifest != nil { environment.inputs.formUnion(plan.inputIdentities) }
    // A single picture may use a second processor; a batch uses all of them anyway.
    environment.decodesAhead = plan.inputs.count == 1 && run.workers != 1
    let progress = FileProgress()
    let runner = BatchRunner(
      program: program, options: run, limits: limits, temporaryNames: environment.temporaryNames, progress: progress)
    try manifest?.begin(plan.inputs.map(\.name), files: environment.inputs, output.files)
    let status = runner.run(plan.inputs) { [environment, text, manifest] number, input throws(ImageError) in
      var environment = environment
      environment.progress = { fraction in progress.set(fraction, of: number) }
      let report: JobReport
      do throws(ImageError) {
        report = try self.report(of: input, plan.targets[number], environment, documents)
      } catch {
        // The files of an earlier run are there as before, and so is what is printed for them.
        guard error.kind != .cancelled, let text, let earlier = manifest?.earlierReport(of: input.name) else {
          throw error
        }
        var record = BatchRecord(error: error.at(path: input.name))
        record.text = text(earlier)
        return record
      }
      if !environment.files.dryRun { try manifest?.add(report, at: number) }
      var record = BatchRecord(report)
      record.text = text?(report) ?? ""
      return record
    }
    if let manifest, !output.files.dryRun { try manifest.write(environment.temporaryNames, sync: output.files.sync) }
    return status
  }

  private func report(
    of input: InputFile, _ target: OutputTarget, _ environment: JobEnvironment, _ documents: DocumentPictures? = nil
  ) throws(ImageError) -> JobReport {
    var report: JobReport
    do throws(ImageError) {
      report = try work(JobInput(input), Self.output(target), environment)
      documents?.complete(&report)
    } catch {
      let isHinted = decodes && documents?.hasResult(of: input) != true
      throw isHinted ? DocumentHint.added(to: error, of: JobInput(input)) : error
    }
    report.diagnostics += report.outputs.compactMap { Self.suffixNote($0, input) }
    return report
  }

  /// A note about a new file with the suffix of another format: of a job, or for `-f same`.
  private static func suffixNote(_ output: JobReport.Output, _ input: InputFile) -> Diagnostic? {
    guard output.skipped == nil, output.path != input.path,
      let suffix = OutputTemplate(literal: output.path).literalExtension
    else { return nil }
    let format = FormatOptions.name(suffix)
    guard FormatOptions.names.contains(format), format != output.format else { return nil }
    return .note("\(output.path) is a \(FormatOptions.title(of: output.format)) file in spite of its suffix")
  }

  /// Prepares a job for each input, which has places of its own for its outputs: `naming` is not used.
  ///
  /// - Parameters:
  ///   - isWanted: whether an input is not left out.
  ///   - outputs: adds the places of the outputs for some inputs.
  /// - Throws: as `prepare()`.
  package func prepareWithoutNames(
    where isWanted: (InputFile) -> Bool, outputs: (inout FileAccess, [InputFile]) throws -> Void = { _, _ in }
  ) throws -> PreparedWork {
    try checkFormats()
    let inputs = try input.expand(limits: limits, once: true).filter(isWanted)
    var access = FileAccess(input, inputs)
    access.read(optionFiles)
    try outputs(&access, inputs)
    let documents = documentPictures(inputs, keepsAll: false)
    return PreparedWork(access) {
      defer { documents?.finish() }
      let environment = Self.reading(documents, in: self.environment)
      let runner = BatchRunner(
        program: program, options: run, limits: limits, temporaryNames: environment.temporaryNames)
      return runner.run(inputs) { [environment, text] _, input throws(ImageError) in
        var report = try work(JobInput(input), .standardOutput, environment)
        documents?.complete(&report)
        var record = BatchRecord(report)
        record.text = text?(report) ?? ""
        return record
      }
    }
  }

  /// The work of jobs that have these options and come from lines of JSON.
  ///
  /// - Parameter session: what draws their documents; nil: nothing.
  /// - Throws: `ValidationError`.
  package func jobWork(_ session: JobDocuments?) throws -> JobWork {
    try checkFormats()
    return { task throws(ImageError) in
      // Each job has an environment of its own: a later one may write the same file again.
      var environment = environment
      environment.temporaryNames = task.temporaryNames
      environment.streams = task.streams
      let target = try task.target(output, naming)
      func perform() throws(ImageError) -> BatchRecord {
        environment.isCancelled = task.begin()
        let documents = session.flatMap { documentPictures(task.inputs, keepsAll: task.inputs.count > 1, $0) }
        environment = Self.reading(documents, in: environment)
        guard task.inputs.count > 1 else {
          return BatchRecord(try report(of: task.input, target, environment, documents))
        }
        var joint = try joined(task.inputs, target, environment)
        documents?.complete(&joint)
        return BatchRecord(joint)
      }
      guard let memory = task.memory else { return try perform() }
      return try memory.holding(pictureBytes(task.input), perform)
    }
  }

  /// The work on files that are found one after the other.
  ///
  /// - Parameter inputs: the identities of all files that are known. None of them is replaced.
  /// - Throws: `ValidationError`.
  package func singleWork(
    _ names: TemporaryNames, inputs: Set<FileIdentity>
  ) throws -> @Sendable (InputFile) throws(ImageError) -> JobReport {
    try checkFormats()
    var environment = environment
    environment.temporaryNames = names
    environment.inputs.formUnion(inputs)
    return { [environment] input throws(ImageError) in
      try report(of: input, try JobTask(input, temporaryNames: names).target(output, naming), environment)
    }
  }

  /// The bytes of the first picture with four bytes a pixel; 0 if they are not known before the work.
  private func pictureBytes(_ input: InputFile) -> Int {
    OutputFormat.look(input, allowed: allowedFormats, raw: raw, limits: limits) { source throws(ImageError) in
      try source.info(at: source.primaryIndex).size.pixelCount
    }.map { $0.multipliedReportingOverflow(by: 4) }.map { $0.overflow ? .max : $0.partialValue } ?? 0
  }

  /// Fills properties of inputs into the names of their outputs (`OutputNaming.fill`).
  ///
  /// - Parameter allowed: names of the formats that may be read; nil allows all.
  package static func fillingProperties(
    allowed: Set<String>?, _ limits: Limits, _ encoding: NamedEncoding? = nil
  ) -> @Sendable (InputFile, OutputTemplate) throws(ImageError) -> OutputTemplate {
    let properties = NameProperties(limits: limits, allowed: allowed, encoding: encoding)
    return { input, template throws(ImageError) in try properties.filled(template, path: input.path) }
  }

  private func checkFormats() throws {
    if let name = FormatOptions.withoutImages.first(where: { allowedFormats?.contains($0) ?? false }) {
      throw ValidationError("--allow: \(name) is not an image format; expected \(OptionText.list(FormatOptions.names))")
    }
  }

  private var environment: JobEnvironment {
    var environment = JobEnvironment(limits: limits, allowedFormats: allowedFormats, files: output.files)
    environment.raw = raw
    environment.encoding = encoding
    environment.inputs = Set(
      optionFiles.compactMap { SystemCall.status(of: $0) }.filter { $0.isRegularFile }.map { FileIdentity($0) })
    return environment
  }

  /// The environment with the pictures of documents.
  private static func reading(_ documents: DocumentPictures?, in environment: JobEnvironment) -> JobEnvironment {
    guard let documents else { return environment }
    var environment = environment
    environment.inputs.formUnion(documents.identities)
    environment.pageOfDocument = documents.request.page ?? 1
    environment.pictureOfDocument = { path throws(ImageError) in try documents.picture(of: path) }
    return environment
  }

  private static func output(_ target: OutputTarget) -> JobOutput {
    switch target {
    case .standardOutput: .standardOutput
    case .path(let path): .path(path)
    case .named(let template, let name): .named(OutputName(template, name))
    }
  }
}

extension JobInput {
  fileprivate init(_ input: InputFile) { self = input.path.map { .path($0) } ?? .standardInput }
}

extension BatchRecord {
  /// The result of a job, for a report.
  package init(_ report: JobReport) {
    self.init()
    // Several steps may find the same fault; it is reported once.
    var reported: Set<Diagnostic> = []
    diagnostics = report.diagnostics.filter { reported.insert($0).inserted }
    error = report.error
    if !report.furtherInputs.isEmpty {
      members.append(JSONMember("inputs", .array(([report.input] + report.furtherInputs).map { .path($0) })))
    }
    members += [
      JSONMember("format", .string(report.inputFormat)),
      JSONMember("width", .int(Int64(report.inputSize.width))),
      JSONMember("height", .int(Int64(report.inputSize.height))),
      JSONMember("bytes", .uint(report.inputByteCount)),
      JSONMember("outputs", .array(report.outputs.map(Self.json))),
    ]
    if let comparison = report.comparison { members += Self.members(comparison) }
    if !report.sprites.isEmpty { members.append(JSONMember("sprites", .array(report.sprites.map(Self.json)))) }
    if let placeholder = report.placeholder { members.append(JSONMember("placeholder", .string(placeholder))) }
    if let colors = report.colors { members.append(JSONMember("colors", .array(colors.map(Self.json)))) }
    if !report.changes.isEmpty { members.append(JSONMember("changes", .array(report.changes.map { .string($0) }))) }
  }

  /// Equal pictures have no noise, and so no ratio.
  private static func members(_ comparison: PictureComparison) -> [JSONMember] {
    [
      JSONMember("equal", .bool(comparison.isEqual)),
      JSONMember("psnr", comparison.psnr.isFinite ? .double(comparison.psnr) : .null),
      JSONMember("ssim", comparison.ssim.map { .double($0) } ?? .null),
      JSONMember("largestDifference", .double(comparison.largest)),
    ]
  }

  private static func json(_ sprite: JobReport.Sprite) -> JSONValue {
    .object([
      "name": .path(sprite.name), "x": .int(Int64(sprite.place.x)), "y": .int(Int64(sprite.place.y)),
      "width": .int(Int64(sprite.place.size.width)), "height": .int(Int64(sprite.place.size.height)),
    ])
  }

  private static func json(_ color: JobReport.Color) -> JSONValue {
    .object(["color": .string(color.hex), "share": .double((color.share * 10_000).rounded() / 10_000)])
  }

  private static func json(_ output: JobReport.Output) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember("path", .path(output.path)),
      JSONMember("format", .string(output.format)),
      JSONMember("width", .int(Int64(output.size.width))),
      JSONMember("height", .int(Int64(output.size.height))),
      JSONMember("bytes", .uint(output.byteCount)),
      JSONMember("images", .int(Int64(output.imageCount))),
      JSONMember("preview", .bool(output.isEmbeddedPreview)),
      JSONMember("copied", .bool(output.isCopied)),
    ]
    // Only where the options ask for them.
    if output.isLossless { members.append(JSONMember("lossless", .bool(true))) }
    if let quality = output.quality { members.append(JSONMember("quality", .int(Int64(quality)))) }
    members.append(JSONMember("skipped", output.skipped.map { .string($0.rawValue) } ?? .null))
    return .object(members)
  }
}

/// The format of a run's outputs.
package enum OutputFormat {
  /// The format of `-f`, or else of the suffix of the output's name; nil if it depends on the input.
  ///
  /// - Throws: `ValidationError` for a suffix of a format that cannot be written, or of another format than that of
  ///   `-f`.
  package static func chosen(format: String?, template: OutputTemplate?) throws -> String? {
    let suffix = template?.literalExtension
    if let format {
      guard let suffix, format != "same", let other = FormatOptions.format(ofExtension: suffix), other != format else {
        return format
      }
      throw ValidationError(
        ".\(suffix) is the suffix of \(FormatOptions.title(of: other)) files, and -f is \(format)")
    }
    guard let suffix else { return nil }
    guard let format = FormatOptions.format(ofExtension: suffix) else { throw cannotWrite(suffix) }
    return format
  }

  /// The formats that take an option, for its help: `JPEG, HEIC and AVIF`.
  package static func titles(taking option: EncodingOption) -> String {
    let names = FormatOptions.writableNames.filter { ImageDestination.takes(option, format: $0) }
    return OptionText.list(names.map { FormatOptions.title(of: $0) }, "and")
  }

  /// The names of the formats that hold animations: `webp, gif or avif`.
  package static var animated: String {
    OptionText.list(FormatOptions.writableNames.filter { ImageDestination.holdsFrames(format: $0) })
  }

  /// The error for an output with the suffix of another format.
  package static func cannotWrite(_ suffix: String) -> any Error {
    let place = suffix.lowercased() == "pdf" ? " here, but by mkpdf" : ""
    let names = OptionText.list(FormatOptions.writableNames)
    return ValidationError(".\(suffix) files cannot be written\(place); formats are \(names) (-f names one)")
  }

  /// Opens an input and reads one of its properties; nil for an input that cannot be read, or only once.
  package static func look<Fact>(
    _ input: InputFile, allowed: Set<String>?, raw: RAWRendering = .preview, limits: Limits,
    _ fact: (ImageSource) throws(ImageError) -> Fact
  ) -> Fact? {
    guard let path = input.path else { return nil }
    var options = ImageSource.Options(limits: limits, allowedFormats: allowed)
    options.raw = raw
    return try? fact(ImageSource(path: path, options))
  }
}
