internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

@main
struct Imgconv: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "imgconv", abstract: "Convert between JPEG, PNG and TIFF files.",
    discussion: ImgconvHelp.discussion, version: Version.line("imgconv"))

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Format options") var encoding: EncodingOptions
  @OptionGroup(title: "Picture options") var picture: PictureOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Metadata options") var metadata: MetadataOptions
  @OptionGroup(title: "Rewriting options") var rewriting: RewriteOptions
  @OptionGroup(title: "Output options") var output: OutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Reading options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  func perform() throws -> ExitStatus {
    if rewriting.metadataOnly { return try rewriteMetadata() }
    let limits = limits.limits
    let output = output.settings
    var prototype = ConversionJob(input: .standardInput, output: .standardOutput)
    encoding.apply(to: &prototype)
    picture.apply(to: &prototype)
    prototype.strip = metadata.strip
    prototype.keep = metadata.keep
    prototype.background = color.background
    if let profile = try color.profileChoice(limits: limits) { prototype.profile = profile }
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
    let run = ImagingRun(
      program: "imgconv", input: input.settings, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings)
    return try run.perform(naming: naming) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, ConversionNaming.output(output, format: prototype.format))
      return try job.run(in: environment)
    }
  }
}
