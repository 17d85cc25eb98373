internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

@main
struct Thumb: PictureCommand {
  static let formerNames = ["--frame": "--page", "--memory": "--jobs-memory"]

  static let configuration = CommandConfiguration(
    commandName: "thumb", abstract: "Make thumbnails of \(FormatOptions.titles) files.",
    discussion: ThumbHelp.discussion, version: Version.line("thumb"))

  static let shortHelp = (
    options: ["size", "output", "directory", "format", "quality", "fit", "recursive", "update", "page", "json"],
    arguments: "FILE..."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Thumbnail options") var thumbnail: ThumbnailOptions
  @OptionGroup(title: "Thumbnail options") var scaling: ScalingOptions
  @OptionGroup(title: "Thumbnail options") var frame: FrameOptions
  @OptionGroup(title: "Tone options") var tone: ToneOptions
  @OptionGroup(title: "Overlay options") var overlay: OverlayOptions
  @OptionGroup(title: "Overlay options") var text: TextOverlayOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Output options") var output: ImageOutputOptions
  @OptionGroup(title: "Desktop options") var desktop: DesktopOptions
  @OptionGroup(title: "Output options") var watching: WatchOption
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Job options") var jobOptions: PictureJobOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Format options") var raw: RAWOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  static var optionsWithoutJobs: Set<String> { ["--freedesktop", "--shared", "--clean", "--srcset", "--watch"] }

  func prepare() throws -> PreparedWork {
    if desktop.freedesktop { return try prepareFreedesktop(limits: limits.limits) }
    return try watching.watch ? prepareWatch(imagingRun()) : imagingRun().prepare()
  }

  func imagingRun() throws -> ImagingRun {
    let limits = limits.limits
    var prototype = ThumbnailJob(input: .standardInput, output: .standardOutput)
    try applyPictureOptions(to: &prototype)
    prototype.thumbnail.finish.overlays = try overlay.overlays(limits: limits, allowed: formats.allow)
    prototype.drawOverlays = try text.drawing()
    prototype.thumbnail.finish.frame = frame.frame(at: scaling.position)
    prototype.maxBytes = output.maxBytes
    prototype.thumbnail.background = color.background
    prototype.thumbnail.range = color.range
    if let profile = try color.profileChoice(limits: limits) { prototype.thumbnail.profile = profile }
    if raw.raw == .develop, let embedded = thumbnail.embedded, embedded != .never {
      throw ValidationError("--raw develop and --embedded \(embedded.rawValue) cannot be used together")
    }
    var naming = try ThumbnailNaming.standard(sized: thumbnail.hasSeveralSizes)
    naming.fill = ImagingRun.fillingProperties(allowed: formats.allow, limits)
    try OptionRules.clash("--srcset", thumbnail.srcset, with: ["--json": run.reporting.json])
    if thumbnail.placeholder, thumbnail.srcset == nil, !run.settings.json {
      throw ValidationError("--placeholder needs --json or --srcset, which print it")
    }
    if thumbnail.dominantColors, !run.settings.json {
      throw ValidationError("--dominant-colors needs --json, which prints them")
    }
    if output.settings.output == "-", thumbnail.hasSeveralSizes || thumbnail.srcset != nil {
      throw ValidationError("standard output (-o -) takes one picture and nothing else")
    }
    let output = output.settings
    if output.output != "-" {
      let template = try naming.template(output)
      if thumbnail.hasSeveralSizes, template.fields.isDisjoint(with: OutputTemplate.Field.sizes) {
        throw ValidationError(
          "several sizes need -o or -d with {box}, {size} or {width} in the names; the output of a job is one file")
      }
      prototype.format = try OutputFormat.chosen(format: prototype.format, template: template)
    }
    if thumbnail.quality != nil, let format = prototype.format, format != "same",
      !ImageDestination.takes(.quality, format: format)
    {
      throw ValidationError("--quality does not apply to \(FormatOptions.title(of: format))")
    }
    if thumbnail.animated, let format = prototype.format, format != "same",
      !ImageDestination.holdsFrames(format: format)
    {
      let title = FormatOptions.title(of: format)
      throw ValidationError("--animated does not apply to \(title): use \(OutputFormat.animated)")
    }
    ThumbnailNaming.setExtensions(of: &naming, for: prototype, allowed: formats.allow, limits)
    var run = ImagingRun(
      program: "thumb", input: input.settings, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings, naming: naming
    ) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, output)
      return try job.run(in: environment)
    }
    run.raw = raw.raw ?? .preview
    run.documents = DocumentRequest(
      boxes: thumbnail.size?.all ?? [.longSide(256)], isWhole: prototype.thumbnail.fit == .inside,
      page: thumbnail.pageNumber)
    run.drawsText = text.text != nil
    run.optionFiles = [overlay.overlay].compactMap { $0 }
    if let srcset = thumbnail.srcset { run.text = { srcset.text($0) } }
    return run
  }

  /// Sets how the picture is scaled and what its tones are.
  ///
  /// - Throws: `ValidationError` for options that mean nothing.
  func applyPictureOptions(to job: inout ThumbnailJob) throws {
    thumbnail.apply(to: &job)
    let boxes = thumbnail.size?.all ?? []
    try scaling.checkPosition(["--extend": frame.extend, "--pad": frame.pad])
    try scaling.check(boxes: boxes, "-s")
    // Without a size the box is that of the default.
    try frame.check(boxes: boxes.isEmpty ? [SizeRequest.longSide(256)] : boxes, "-s")
    if let fit = scaling.fit { job.thumbnail.fit = fit }
    if let position = scaling.position { job.thumbnail.position = position }
    if let kernel = scaling.kernel { job.thumbnail.kernel = kernel }
    job.thumbnail.linear = scaling.linear
    job.thumbnail.sharpening = scaling.sharpening
    job.thumbnail.finish.tone = tone.adjustment
  }
}
