internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

@main
struct Imgconv: PictureCommand {
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
  @OptionGroup(title: "Web options") var variants: VariantOptions
  @OptionGroup(title: "Picture options") var picture: PictureOptions
  @OptionGroup(title: "Picture options") var scaling: ScalingOptions
  @OptionGroup(title: "Picture options") var frame: FrameOptions
  @OptionGroup(title: "Tone options") var tone: ToneOptions
  @OptionGroup(title: "Overlay options") var overlay: OverlayOptions
  @OptionGroup(title: "Overlay options") var text: TextOverlayOptions
  @OptionGroup(title: "Options for several pictures in one file") var joining: JoiningOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Comparison options") var compare: CompareOptions
  @OptionGroup(title: "Metadata options") var metadata: CopiedMetadataOptions
  @OptionGroup(title: "Rewriting options") var rewriting: RewriteOptions
  @OptionGroup(title: "Output options") var output: ImageOutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Job options") var jobOptions: PictureJobOptions
  @OptionGroup(title: "Reading options") var formats: FormatOptions
  @OptionGroup(title: "Reading options") var raw: RAWOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  static var takesSeveralInputs: Bool { true }
  static var optionsWithoutJobs: Set<String> { ["--compare", "--sprites", "--manifest", "--srcset"] }

  func prepare() throws -> PreparedWork {
    if let reference = compare.compare { return try prepareComparison(reference) }
    return try imagingRun().prepare()
  }

  func imagingRun() throws -> ImagingRun {
    try OptionRules.clash("--gray", picture.gray, with: ["--profile": color.profile])
    var settings = output.settings
    // Without another place the sidecar files are beside the pictures, which are never written.
    if rewriting.sidecar, settings.output == nil, settings.directory == nil { settings.files.inPlace = true }
    let (input, output) = try ConversionNaming.settings(input.settings, settings)
    if rewriting.changesMetadata || !metadata.keepNames.isEmpty { return try rewritingRun(input, output) }
    try checkVariants()
    let limits = limits.limits
    var prototype = ConversionJob(input: .standardInput, output: .standardOutput)
    encoding.apply(to: &prototype)
    picture.apply(to: &prototype)
    try apply(scaling, to: &prototype)
    prototype.options.finish.tone = tone.adjustment
    prototype.options.finish.overlays = try overlay.overlays(limits: limits, allowed: formats.allow)
    prototype.drawOverlays = try text.drawing()
    prototype.options.finish.frame = frame.frame(at: scaling.position)
    try checkJoining()
    joining.apply(to: &prototype)
    prototype.maxBytes = self.output.maxBytes
    variants.apply(to: &prototype)
    prototype.strip = metadata.strip
    prototype.keep = metadata.keep
    prototype.options.background = color.background
    prototype.options.range = color.range
    if let profile = try color.profileChoice(limits: limits) { prototype.options.profile = profile }
    var naming = try ConversionNaming.standard
    naming.fill = ImagingRun.fillingProperties(allowed: formats.allow, limits, metadata.charset.encoding)
    if picture.page == .all, let format = encoding.format, !ImageDestination.holdsSeveralImages(format: format) {
      try ConversionNaming.separatePages(of: &naming)
    }
    try variants.setNames(of: &naming)
    naming.makesSeveral = variants.isGiven || picture.page == .all
    let template = output.output == "-" ? nil : try naming.template(output)
    prototype.format = try OutputFormat.chosen(
      format: encoding.format ?? variants.formats?.all.first, template: template)
    if let formats = variants.formats?.all, formats.count > 1 {
      try encoding.check(anyOf: formats)
    } else {
      try encoding.check(format: prototype.format)
      try picture.check(format: prototype.format)
      try joining.check(template, format: prototype.format)
    }
    try ConversionNaming.check(template, format: prototype.format, output)
    ConversionNaming.setExtensions(of: &naming, format: prototype.format, allowed: formats.allow, limits)
    if variants.isGiven { try variants.check(template, &naming) }
    let manifest = try variants.manifest.map { path in try OutputManifest(path: path) }
    let sprites = joining.sprites
    var run = ImagingRun(
      program: "imgconv", input: input, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings, naming: naming
    ) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      job.earlierPlaceholder = manifest?.earlierPlaceholder(of: input.name)
      return try Self.convert([input], output, job, sprites, environment)
    }
    run.join = { [prototype] inputs, output, environment throws(ImageError) in
      try Self.convert(inputs, output, prototype, sprites, environment)
    }
    run.joinsInputs = !variants.isGiven && joining.joinsInputs(template, format: prototype.format)
    run.raw = raw.raw ?? .preview
    run.documents = documentRequest
    run.encoding = metadata.charset.encoding
    run.drawsText = text.text != nil
    run.manifest = manifest
    if let srcset = variants.srcset { run.text = { srcset.text($0) } }
    run.optionFiles = [overlay.overlay].compactMap { $0 }
    run.furtherOutputs = [sprites?.path].compactMap { $0 }
    return run
  }
}

extension Imgconv {
  /// Does a job with one or more inputs, and writes where the pictures of a sheet lie.
  private static func convert(
    _ inputs: [JobInput], _ output: JobOutput, _ prototype: ConversionJob, _ sprites: SpriteFile?,
    _ environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    var job = prototype
    job.input = inputs.first ?? .standardInput
    job.furtherInputs = Array(inputs.dropFirst())
    job.output = ConversionNaming.output(output, format: prototype.format)
    var environment = environment
    // A sheet that is left alone does not say where its pictures lie.
    if let sprites, !sprites.exists { environment.files.update = false }
    var report = try job.run(in: environment)
    try sprites?.write(&report, in: environment)
    return report
  }

  /// How documents are drawn. What cuts something off takes them as they are without a size.
  var documentRequest: DocumentRequest {
    let boxes: [SizeRequest] =
      picture.boxes + (joining.sizes ?? []).map { .longSide($0) }
      + (variants.widths?.all ?? []).map { SizeRequest(width: $0, height: nil) }
    var page: Int?
    if case .one(let number)? = picture.page { page = number }
    var request = DocumentRequest(
      boxes: picture.crop == nil && !picture.trim ? boxes : [],
      isWhole: scaling.fit ?? .inside == .inside && picture.rotate == nil, page: page)
    request.takesAllPages = picture.page == .all
    request.notesFurtherPages = true
    return request
  }

  /// The options of overlays that were given.
  var overlayNames: [String] { OptionRules.given(overlay.all) + OptionRules.given(text.all) }

  /// Sets how pictures get their size.
  ///
  /// - Throws: `ValidationError` for options that mean nothing.
  private func apply(_ scaling: ScalingOptions, to job: inout ConversionJob) throws {
    if let crop = picture.crop, case .pixels = crop {
      try scaling.checkPosition(["--extend": frame.extend, "--pad": frame.pad])
    } else {
      try scaling.checkPosition(["--crop": picture.crop, "--extend": frame.extend, "--pad": frame.pad])
    }
    let boxes = picture.boxes + (joining.sizes ?? []).map { .longSide($0) }
    try scaling.check(boxes: boxes, "--size")
    try frame.check(boxes: boxes, "--size")
    try OptionRules.need("a box of --size or --resize", !boxes.isEmpty, for: ["--fit": scaling.fit])
    let resizes = picture.size != nil || picture.resize != nil || variants.widths != nil || joining.sizes != nil
    try OptionRules.need("--size or --resize", resizes, for: ["--kernel": scaling.kernel])
    try OptionRules.need(
      "--size, --resize or --blur", resizes || tone.blur != nil, for: ["--linear": scaling.linear])
    if picture.orient == .keep, let other = (overlayNames + OptionRules.given(frame.all)).first {
      throw ValidationError("\(other) turns the picture upright, so --orient keep cannot be used")
    }
    if let fit = scaling.fit { job.options.fit = fit }
    if let position = scaling.position { job.options.position = position }
    if let kernel = scaling.kernel { job.options.kernel = kernel }
    job.options.linear = scaling.linear
    job.options.sharpening = scaling.sharpening
  }

  /// A run that changes metadata without decoding a pixel.
  ///
  /// - Throws: `ValidationError` for options of pictures; `ImageError` of kind `usage` for changes that are not
  ///   possible.
  private func rewritingRun(_ input: InputSettings, _ output: OutputSettings) throws -> ImagingRun {
    let cause = rewriting.firstOption ?? "--keep \(metadata.keepNames.first ?? "")"
    if let option = OptionRules.given(pixelOptions).first ?? OptionRules.given(tone.all).first
      ?? overlayNames.first
    {
      throw ValidationError(
        "\(cause) changes the metadata of a file and keeps its picture, so it cannot be "
          + "used with \(option)")
    }
    if picture.page == .all, let name = output.output,
      (try? OutputTemplate(name, hasProperties: true))?.fields.contains(.page) == true
    {
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
    var environment = JobEnvironment(limits: limits, allowedFormats: formats.allow)
    environment.encoding = metadata.charset.encoding
    try OptionFile.read("--copy-from") { [prototype, environment] () throws(ImageError) in
      try prototype.checkCopied(in: environment)
    }
    var naming = try ConversionNaming.standard
    naming.fill = ImagingRun.fillingProperties(allowed: formats.allow, limits, metadata.charset.encoding)
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
    run.encoding = metadata.charset.encoding
    run.decodes = false
    run.optionFiles = [rewriting.copyFrom, rewriting.thumbnail].compactMap { $0 } + rewriting.geotag
    run.readsSidecars = rewriting.sidecar || rewriting.mergeSidecar || output.files.inPlace
    return run
  }
}
