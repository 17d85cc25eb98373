internal import ArgumentParser
internal import CommandKit
internal import ImageModel

@main
struct Imgmeta: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "imgmeta", abstract: "Show what JPEG, PNG and TIFF files say about their images.",
    discussion: ImgmetaHelp.discussion, version: Version.line("imgmeta"))

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Metadata options") var metadata: MetadataOptions
  @OptionGroup(title: "Output formats") var format: OutputFormatOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  func perform() throws -> ExitStatus {
    var work = ImgmetaRun()
    work.input = input.settings
    work.run = run.settings
    work.limits = limits.limits
    work.allowedFormats = formats.allow
    work.format = try format.format(json: work.run.json)
    work.queries = metadata.queries
    work.condition = metadata.condition
    work.style = metadata.value
    work.makerNotes = metadata.makerNotes
    work.profileTags = metadata.icc
    work.sidecar = metadata.sidecar
    work.extraction = metadata.extract
    work.output.output = metadata.output
    work.output.parents = metadata.parents
    work.output.noClobber = metadata.noClobber
    return try work.perform()
  }

  static func perform(onlyFiles files: [String]) throws -> ExitStatus? {
    var work = ImgmetaRun()
    work.input.files = files
    return try work.perform()
  }
}
