internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

@main
struct Imgconv: JobCommand, ConfinedCommand {
  static let formerNames = ["--frame": "--page", "--max-size": "--size", "--memory": "--jobs-memory"]

  static let configuration = CommandConfiguration(
    commandName: "imgconv", abstract: "Convert image files, and change their metadata. Reads \(FormatOptions.titles).",
    discussion: ImgconvHelp.discussion, version: Version.line("imgconv"))

  static let shortHelp = (
    options: ["output", "directory", "format", "quality", "size", "crop", "strip", "set", "delete", "recursive"],
    arguments: "FILE... | FILE OUTPUT"
  )

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Format options") var encoding: EncodingOptions
  @OptionGroup(title: "Picture options") var picture: PictureOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Metadata options") var metadata: CopiedMetadataOptions
  @OptionGroup(title: "Rewriting options") var rewriting: RewriteOptions
  @OptionGroup(title: "Output options") var output: ImageOutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Job options") var jobOptions: PictureJobOptions
  @OptionGroup(title: "Reading options") var formats: FormatOptions
  @OptionGroup(title: "Reading options") var raw: RAWOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  var confinement: ConfinementOption { limits.confinement }
  var jobs: JobOptions { jobOptions.timed.jobs }
  var jobTimeout: Double? { jobOptions.timed.timeout }
  var isolatedMemory: Int? { jobOptions.timed.isolatedMemory(limits) }
  var workerCount: Int? { run.count.workers }
  var jobMemory: Int? { jobOptions.memory }

  func prepare() throws -> PreparedWork { try imagingRun().prepare() }

  func withJobs(_ body: (JobPreparation<Imgconv>) throws -> ExitStatus) throws -> ExitStatus {
    try body(JobPreparation { try $0.imagingRun().jobWork() })
  }

  private func imagingRun() throws -> ImagingRun {
    try OptionRules.clash("--gray", picture.gray, with: ["--profile": color.profile])
    var settings = output.settings
    // Without another place the sidecar files are beside the pictures, which are never written.
    if rewriting.sidecar, settings.output == nil, settings.directory == nil { settings.files.inPlace = true }
    let (input, output) = try ConversionNaming.settings(input.settings, settings)
    if rewriting.changesMetadata || !metadata.keepNames.isEmpty { return try rewritingRun(input, output) }
    let limits = limits.limits
    var prototype = ConversionJob(input: .standardInput, output: .standardOutput)
    encoding.apply(to: &prototype)
    picture.apply(to: &prototype)
    prototype.maxBytes = self.output.maxBytes
    prototype.strip = metadata.strip
    prototype.keep = metadata.keep
    prototype.options.background = color.background
    prototype.options.range = color.range
    if let profile = try color.profileChoice(limits: limits) { prototype.options.profile = profile }
    var naming = try ConversionNaming.standard
    if picture.page == .all, let format = encoding.format, !ImageDestination.holdsSeveralImages(format: format) {
      try ConversionNaming.separatePages(of: &naming)
    }
    let template = output.output == "-" ? nil : try naming.template(output)
    prototype.format = try OutputFormat.chosen(format: encoding.format, template: template)
    try encoding.check(format: prototype.format)
    try picture.check(format: prototype.format)
    try ConversionNaming.check(template, format: prototype.format, output)
    ConversionNaming.setExtensions(of: &naming, format: prototype.format, allowed: formats.allow, limits)
    var run = ImagingRun(
      program: "imgconv", input: input, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings, naming: naming
    ) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, ConversionNaming.output(output, format: prototype.format))
      return try job.run(in: environment)
    }
    run.raw = raw.raw ?? .preview
    return run
  }
}

extension Imgconv {
  /// A run that changes metadata without decoding a pixel.
  ///
  /// - Throws: `ValidationError` for options of pictures; `ImageError` of kind `usage` for changes that are not
  ///   possible.
  private func rewritingRun(_ input: InputSettings, _ output: OutputSettings) throws -> ImagingRun {
    let cause = rewriting.firstOption ?? "--keep \(metadata.keepNames.first ?? "")"
    if let option = OptionRules.given(pixelOptions).first {
      throw ValidationError(
        "\(cause) changes the metadata of a file and keeps its picture, so it cannot be "
          + "used with \(option)")
    }
    if picture.page == .all, let name = output.output, (try? OutputTemplate(name))?.fields.contains(.page) == true {
      throw ValidationError(
        "\(cause) keeps the pages of a file together, so --page all cannot be used with {page}"
      )
    }
    var prototype = MetadataRewriteJob(input: .standardInput, output: .standardOutput)
    try rewriting.apply(to: &prototype)
    prototype.strip = metadata.strip
    prototype.keep = metadata.keep
    prototype.keepNames = metadata.keepNames
    if case .one(let page)? = picture.page { prototype.page = page }
    do throws(ImageError) {
      try prototype.check()
    } catch {
      throw ValidationError(error.reason)
    }
    let limits = limits.limits
    let environment = JobEnvironment(limits: limits, allowedFormats: formats.allow)
    try OptionFile.read("--copy-from") { [prototype] () throws(ImageError) in
      try prototype.checkCopied(in: environment)
    }
    var naming = try ConversionNaming.standard
    // A file keeps its format, and so its name, with any suffix; standard input has no name.
    if !input.files.contains("-") {
      naming.fileName = try OutputTemplate(rewriting.sidecar && !output.files.inPlace ? "{name}.xmp" : "{name}")
    }
    ConversionNaming.setExtensions(of: &naming, format: nil, allowed: formats.allow, limits)
    if rewriting.sidecar { naming.extensions = ["xmp"] }
    var run = ImagingRun(
      program: "imgconv", input: input, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings, naming: naming
    ) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, output)
      return try job.run(in: environment)
    }
    run.optionFiles = [rewriting.copyFrom].compactMap { $0 }
    run.readsSidecars = rewriting.sidecar || rewriting.mergeSidecar || output.files.inPlace
    return run
  }
}
