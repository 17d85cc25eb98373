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
  @OptionGroup(title: "Output forms") var form: FormOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  func perform() throws -> ExitStatus {
    var batch = MetadataBatch()
    batch.input = input.settings
    batch.run = run.settings
    batch.limits = limits.limits
    batch.allowedFormats = formats.allow
    batch.form = try form.form(json: run.json)
    batch.queries = metadata.queries
    batch.condition = metadata.condition
    batch.style = metadata.value
    batch.makerNotes = metadata.makerNotes
    batch.profileTags = metadata.icc
    batch.sidecar = metadata.sidecar
    batch.extraction = metadata.extract
    batch.output.output = metadata.output
    batch.output.parents = metadata.parents
    batch.output.noClobber = metadata.noClobber
    return try batch.perform()
  }

  static func perform(_ line: PlainCommandLine) throws -> ExitStatus? {
    var batch = MetadataBatch()
    batch.run.json = line.json
    batch.form = line.json ? .json : .text
    batch.input.files = line.files
    return try batch.perform()
  }
}
