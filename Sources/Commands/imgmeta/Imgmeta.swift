internal import ArgumentParser
internal import CommandKit
internal import ImageModel

@main
struct Imgmeta: CameoCommand {
  static let configuration = CommandConfiguration(
    commandName: "imgmeta", abstract: "Show what JPEG, PNG and TIFF files say about their images.",
    discussion: ImgmetaHelp.discussion, version: Version.line("imgmeta"))

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Metadata options") var metadata: MetadataOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  func perform() throws -> ExitStatus {
    guard !(metadata.text && run.json) else { throw ValidationError("--text and --json exclude each other") }
    let limits = limits.limits
    let batch = MetadataBatch(run: run.settings, limits: limits, allowedFormats: formats.allow, tags: metadata.tags)
    return batch.perform(try input.settings.expand(limits: limits))
  }

  static func perform(_ line: PlainCommandLine) throws -> ExitStatus? {
    var run = RunSettings()
    run.json = line.json
    var input = InputSettings()
    input.files = line.files
    return MetadataBatch(run: run, limits: .standard).perform(try input.expand(limits: .standard))
  }
}
