internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import MetadataModel

/// How a thumbnail is made.
struct ThumbnailOptions: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "N for the long side, or a box WxH, Wx or xH, in pixels. Several with commas, such as 320,640,1280, make a file "
        + "each; the picture is decoded once. (default: 256)", valueName: "SIZE"),
    transform: { try Sizes($0) })
  var size: Sizes?

  /// One size, or several with commas between them.
  struct Sizes {
    var all: [SizeRequest]

    init(_ text: String) throws {
      all = try text.split(separator: ",", omittingEmptySubsequences: false).map { try OptionText.size(String($0)) }
    }
  }

  /// Whether each input gets a file for each of several sizes.
  var hasSeveralSizes: Bool { size.map { $0.all.count > 1 } ?? false }

  @Flag(help: "Enlarge small pictures, too, so that --fit cover and stretch give exactly the requested size.")
  var enlarge = false

  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: ArgumentHelp(
      "\(FormatOptions.writableNames.joined(separator: ", ")), or same as the input. (default: by the output's suffix, "
        + "else jpeg, or png where there is transparency)", valueName: "FORMAT"),
    completion: .list(FormatOptions.writableNames + ["same"]),
    transform: { try FormatOptions.writableFormat($0, or: ["same"]) })
  var format: String?

  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of \(OutputFormat.titles(taking: .quality)) from 1 to 100. (default: 80; AVIF and HEIC: 60)",
      valueName: "N"),
    transform: { try OptionText.number($0, in: 1...100) })
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "Metadata to carry over: none, all, or kinds with commas between them: exif, gps, icc ... "
        + "(default: icc, where the pixels need the profile)", valueName: "KINDS"),
    completion: .list(["none"] + MetadataSelection.names.map(\.key)), transform: { try Self.kinds($0) })
  var keep: MetadataSelection?

  @Flag(help: "Do not turn the picture upright.")
  var noRotate = false

  @Flag(help: "Take pixels for square, whatever the resolution says. (default: pages of a fax keep their shape)")
  var squarePixels = false

  @Option(
    help: ArgumentHelp(
      "Whether an embedded preview may replace the picture: never, auto (faster, if a preview is large enough and "
        + "seems to show the same in its upper part; the picture is then not checked) or only. (default: never)",
      valueName: "USE"),
    completion: .list(EmbeddedPreviewUse.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var embedded: EmbeddedPreviewUse?

  @Flag(help: "Put a placeholder into the report of --json or --srcset: a text for the blurred picture (BlurHash).")
  var placeholder = false

  @Flag(
    help: ArgumentHelp(
      "Put the colours that the picture has most of into the report of --json: at most five, each with its share of "
        + "the pixels."))
  var dominantColors = false

  @Option(
    help: ArgumentHelp(
      "Print the list of each input's files for a web page: as a line of json, or as an element of html.",
      valueName: "FORM"),
    completion: .list(Srcset.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var srcset: Srcset?

  @Option(
    help: ArgumentHelp(
      "The page or frame to show, counted from 1, or auto: the one of up to 32 whose grey levels vary most. (default: "
        + "the first)", valueName: "N|auto"),
    completion: .list(["auto"]), transform: { try Self.page($0) })
  var page: ThumbnailJob.Page?

  @Flag(help: "Keep animations, in the input's format (of JPEG XL as WebP) or as -f \(OutputFormat.animated).")
  var animated = false

  /// The page that is asked for by its number, from 1.
  var pageNumber: Int? { if case .number(let number)? = page { number } else { nil } }

  /// Sets the given options in a job. The others keep the job's defaults.
  func apply(to job: inout ThumbnailJob) {
    if let size { (job.thumbnail.size, job.sizes) = (size.all.first, size.all.count > 1 ? size.all : []) }
    job.makesPlaceholder = placeholder
    job.findsColors = dominantColors
    job.thumbnail.enlarge = enlarge
    job.format = format
    job.quality = quality
    if let keep { job.keep = keep }
    job.thumbnail.applyOrientation = !noRotate
    job.thumbnail.assumesSquarePixels = squarePixels
    if let embedded { job.thumbnail.embedded = embedded }
    if let page { job.page = page }
    job.keepsAnimation = animated
  }

  private static func kinds(_ text: String) throws -> MetadataSelection {
    if text == "none" { return [] }
    do {
      return try MetadataSelection.parse(strip: [], keep: [text])
    } catch {
      throw ValidationError(error.reason + ", none")
    }
  }

  private static func page(_ text: String) throws -> ThumbnailJob.Page {
    if text == "auto" { return .automatic }
    guard let number = try? OptionText.positive(text) else {
      throw ValidationError("expected a number of at least 1, or auto")
    }
    return .number(number)
  }

  func validate() throws {
    try OptionRules.clash("--animated", animated, with: ["--page": page])
  }
}
