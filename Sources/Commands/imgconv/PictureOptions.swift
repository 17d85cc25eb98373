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
    parsing: .unconditional,
    help: ArgumentHelp(
      "Reduce the picture to N colours, 2 to 256, one of them for transparency: a palette in PNG and GIF.",
      valueName: "N"),
    transform: { try OptionText.number($0, in: 2...256) })
  var colors: Int?

  @Flag(help: "With --colors: take the nearest colour, and spread no errors to the neighbours.")
  var noDither = false

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
      "Turn the upright picture clockwise, -360 to 360 degrees. Corners get the colour of --background; without it "
        + "they are transparent if the picture has transparency, else white.", valueName: "DEGREES"),
    completion: .list(["90", "180", "270"]), transform: { try OptionText.decimal($0, in: -360...360) })
  var rotate: Double?

  @Option(
    help: ArgumentHelp(
      "Mirror the upright picture after --rotate: horizontal exchanges left and right, vertical top and bottom.",
      valueName: "AXIS"),
    completion: .list(Self.flips.map(\.key)), transform: { try Self.turn($0, Self.flips) })
  var flip: Orientation?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep a part: WxH+X+Y in pixels, WxH, N%, W%xH%, or a ratio such as 16:9. It lies X pixels from the left and Y "
        + "from the top, or where --position says, after --rotate and --flip and before --resize. With --background it "
        + "may reach over the edge.",
      valueName: "PART"),
    transform: { try OptionText.crop($0) })
  var crop: CropRequest?

  @Flag(help: "Cut off a border that has the colour of the upper left corner, after --crop.")
  var trim = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much the border of --trim may differ, in percent. (default: 2)", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 0...100) })
  var trimTolerance: Double?

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
    guard let percent = Double(decimal: text.dropLast()), percent > 0, percent <= 10_000 else {
      throw ValidationError("expected a percentage up to 10000%, as in 50%")
    }
    return .percent(percent)
  }

  private static let flips: KeyValuePairs<String, Orientation> = [
    "horizontal": .upMirrored, "vertical": .downMirrored,
  ]

  private static func turn(_ text: String, _ turns: KeyValuePairs<String, Orientation>) throws -> Orientation {
    let name = try OptionText.word(text, of: turns.map(\.key))
    return turns.first { $0.key == name }?.value ?? .up
  }

  /// A rotation by whole quarters moves pixels; any other one computes all of them.
  private static func turn(_ degrees: Double) -> (quarter: Orientation, rest: Double) {
    let turns: [Double: Orientation] = [0: .up, 90: .right, 180: .down, 270: .left, 360: .up]
    if let quarter = turns[degrees < 0 ? degrees + 360 : degrees] { return (quarter, 0) }
    return (.up, degrees)
  }

  /// The boxes that are asked for.
  var boxes: [SizeRequest] { [size, resize?.box].compactMap { $0 } }

  func validate() throws {
    if orient == .keep, rotate != nil || flip != nil || crop != nil || trim {
      throw ValidationError(
        "--rotate, --flip, --crop and --trim turn the picture upright, so --orient keep cannot be used")
    }
    try OptionRules.need("--colors", colors, for: ["--no-dither": noDither])
    if depth == 16, colors != nil { throw ValidationError("--colors and --depth 16 cannot be used together") }
    try OptionRules.need("--trim", trim, for: ["--trim-tolerance": trimTolerance])
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
    (job.options.finish.colors, job.options.finish.dithers) = (colors, !noDither)
    job.options.depth = depth
    if let orient { job.options.orientation = orient }
    let turn = Self.turn(rotate ?? 0)
    job.options.turn = turn.quarter.then(flip ?? .up)
    // Mirroring comes after it, and changes its direction.
    job.options.angle = flip == nil ? turn.rest : -turn.rest
    job.options.crop = crop
    if trim { job.options.trim = (trimTolerance ?? 2) / 100 }
    if let page { job.pages = page }
    job.image = image
  }
}
