internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import MetadataReading

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
    let inputs = try input.expand(limits: limits)
    var prototype = MetadataJob(input: .standardInput, limits: limits)
    prototype.allowedFormats = formats.allow
    prototype.detail = run.json ? .values : .readable
    let report = MetadataReport(tags: metadata.tags, isJSON: run.json, inputCount: inputs.count)
    let runner = BatchRunner(program: "imgmeta", options: run, limits: limits, temporaryNames: nil)
    return runner.run(inputs) { [prototype] number, input throws(ImageError) in
      var job = prototype
      job.input = input
      return report.record(try job.run(), of: input, number: number)
    }
  }
}
