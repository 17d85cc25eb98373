internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// Options for the picture itself.
struct PictureOptions: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Make pictures as large as fits into a box N, WxH, Wx or xH in pixels, and never larger than they are.",
      valueName: "SIZE"), transform: { try OptionText.size($0) })
  var size: SizeRequest?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make pictures larger or smaller: to N%, or as large as fits into a box N, WxH, Wx or xH in pixels. The aspect "
        + "ratio stays.", valueName: "SIZE"),
    transform: { try Self.resize($0) })
  var resize: ImageDestination.Resize?

  @Flag(
    help: ArgumentHelp(
      "With --size or --resize: take pixels for square, whatever the resolution says. (default: a new size makes "
        + "them square, and pages of a fax keep their shape)"))
  var squarePixels = false

  @Flag(help: "Convert colours to grey.")
  var gray = false

  @Option(
    help: ArgumentHelp("8 or 16 bits a sample. (default: as in the input)", valueName: "BITS"),
    completion: .list(["8", "16"]), transform: { try Self.depth($0) })
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "keep rows and orientation as they are, or apply the orientation to the rows. (default: keep)",
      valueName: "ORIENT"),
    completion: .list(ConversionJob.OrientationChoice.allCases.map(\.rawValue)),
    transform: { try OptionText.choice($0) })
  var orient: ConversionJob.OrientationChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Turn the upright picture clockwise by 90, 180 or 270 degrees. -90 turns it the other way.",
      valueName: "DEGREES"),
    completion: .list(Self.rotations.map(\.key)), transform: { try Self.turn($0, Self.rotations) })
  var rotate: Orientation?

  @Option(
    help: ArgumentHelp(
      "Mirror the upright picture after --rotate: horizontal exchanges left and right, vertical top and bottom.",
      valueName: "AXIS"),
    completion: .list(Self.flips.map(\.key)), transform: { try Self.turn($0, Self.flips) })
  var flip: Orientation?

  @Option(
    help: ArgumentHelp(
      "Keep a part of W by H pixels, X pixels from the left and Y from the top of the upright picture, after --rotate "
        + "and --flip and before --resize.", valueName: "WxH+X+Y"),
    transform: { try OptionText.rectangle($0) })
  var crop: PixelRect?

  @Option(
    help: ArgumentHelp(
      "A page or frame, counted from 1, or all. (default: all pages where the output can hold several, all frames of "
        + "an animation where it can hold one, else the first)",
      valueName: "N|all"),
    completion: .list(["all"]), transform: { try Self.pages($0) })
  var page: ConversionJob.Pages?

  @Option(
    help: ArgumentHelp(
      "Convert an image that belongs to the picture in its place: gainmap, depth, or another name that imgmeta lists "
        + "in AuxiliaryImages. (HEIC, AVIF; gainmap of JPEG)", valueName: "NAME"),
    completion: .list(["gainmap", "depth"]))
  var image: String?

  private static func resize(_ text: String) throws -> ImageDestination.Resize {
    guard text.hasSuffix("%") else { return .inside(try OptionText.size(text)) }
    guard let percent = Double(text.dropLast()), percent > 0, percent <= 10_000 else {
      throw ValidationError("expected a percentage up to 10000%, as in 50%")
    }
    return .percent(percent)
  }

  private static let rotations: KeyValuePairs<String, Orientation> = [
    "90": .right, "180": .down, "270": .left, "-90": .left,
  ]
  private static let flips: KeyValuePairs<String, Orientation> = [
    "horizontal": .upMirrored, "vertical": .downMirrored,
  ]

  private static func turn(_ text: String, _ turns: KeyValuePairs<String, Orientation>) throws -> Orientation {
    let name = try OptionText.word(text, of: turns.map(\.key))
    return turns.first { $0.key == name }?.value ?? .up
  }

  func validate() throws {
    if orient == .keep, rotate != nil || flip != nil || crop != nil {
      throw ValidationError("--rotate, --flip and --crop turn the picture upright, so --orient keep cannot be used")
    }
    try OptionRules.clash("--image", image, with: ["--page": page])
    try OptionRules.clash("--resize", resize, with: ["--size": size])
    try OptionRules.need(
      "--size or --resize", size != nil || resize != nil, for: ["--square-pixels": squarePixels])
  }

  private static func depth(_ text: String) throws -> Int {
    try OptionText.word(text, of: ["8", "16"]) == "16" ? 16 : 8
  }

  private static func pages(_ text: String) throws -> ConversionJob.Pages {
    if text == "all" { return .all }
    guard let page = Int(text), page > 0 else { throw ValidationError("expected a number of at least 1, or all") }
    return .one(page)
  }

  /// Checks the options for a format, if it is known before any work.
  ///
  /// - Throws: `ValidationError`.
  func check(format: String?) throws {
    guard depth == 16, let format, !ImageDestination.holds16Bits(format: format) else { return }
    throw ValidationError("--depth 16 does not apply to \(FormatOptions.title(of: format)), which has 8 bits")
  }

  func apply(to job: inout ConversionJob) {
    job.options.maximumSize = size
    job.options.resize = resize
    job.options.assumesSquarePixels = squarePixels
    if gray { job.options.profile = .gray }
    job.options.depth = depth
    if let orient { job.options.orientation = orient }
    job.options.turn = (rotate ?? .up).then(flip ?? .up)
    job.options.crop = crop
    if let page { job.pages = page }
    job.image = image
  }
}
