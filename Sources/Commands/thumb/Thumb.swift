internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

@main
struct Thumb: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumb", abstract: "Make thumbnails of \(FormatOptions.titles) files.",
    discussion: ThumbHelp.discussion, version: Version.line("thumb"))

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Thumbnail options") var thumbnail: ThumbnailOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Output options") var output: ImageOutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  func perform() throws -> ExitStatus {
    let limits = limits.limits
    var prototype = ThumbnailJob(input: .standardInput, output: .standardOutput)
    thumbnail.apply(to: &prototype)
    prototype.thumbnail.background = color.background
    prototype.thumbnail.range = color.range
    if let profile = try color.profileChoice(limits: limits) { prototype.thumbnail.profile = profile }
    var naming = try ThumbnailNaming.standard
    let output = output.settings
    if output.output != "-" {
      prototype.format = try OutputFormat.chosen(format: prototype.format, template: naming.template(output))
    }
    if thumbnail.quality != nil, let format = prototype.format, !["jpeg", "webp", "jpegxl", "same"].contains(format) {
      throw ValidationError("--quality does not apply to \(format.uppercased())")
    }
    ThumbnailNaming.setExtensions(of: &naming, for: prototype, allowed: formats.allow, limits)
    let run = ImagingRun(
      program: "thumb", input: input.settings, output: output, allowedFormats: formats.allow, limits: limits,
      run: run.settings)
    return try run.perform(naming: naming) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, output)
      do throws(ImageError) {
        return try job.run(in: environment)
      } catch {
        throw DocumentHint.added(to: error, of: input)
      }
    }
  }
}
