internal import ArgumentParser
internal import CommandKit
internal import Imaging
internal import ImagingCommands

@main
struct Thumb: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumb", abstract: "Make thumbnails of JPEG, PNG and TIFF files.", discussion: ThumbHelp.discussion,
    version: Version.line("thumb"))

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Thumbnail options") var thumbnail: ThumbnailOptions
  @OptionGroup(title: "Colour options") var color: ColorOptions
  @OptionGroup(title: "Output options") var output: OutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  func perform() throws -> ExitStatus { try batch().perform() }

  /// What the options say.
  func batch() throws -> ThumbnailBatch {
    var batch = ThumbnailBatch()
    batch.input = input.settings
    batch.output = output.settings
    batch.run = run.settings
    batch.limits = limits.limits
    batch.allowedFormats = formats.allow
    thumbnail.apply(to: &batch.prototype)
    batch.quality = thumbnail.quality
    batch.prototype.thumbnail.background = color.background
    if let profile = try color.profileChoice(limits: batch.limits) { batch.prototype.thumbnail.profile = profile }
    return batch
  }

  static var plainOptions: Set<Character> { ThumbnailBatch.plainOptions }

  static func perform(_ line: PlainCommandLine) throws -> ExitStatus? { try ThumbnailBatch(line)?.perform() }
}
