internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

/// Several pictures in one file: animations, pages, icons and sheets.
struct JoiningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show each frame of an animation for N milliseconds, 0 to 3600000. (default: as in the input, and 100 for "
        + "pictures)", valueName: "N"),
    transform: { try OptionText.number($0, in: 0...3_600_000) })
  var delay: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show an animation N times, 0 to 65535; 0 is for ever. (default: as in the input, and 0 for pictures)",
      valueName: "N"),
    transform: { try OptionText.number($0, in: 0...65_535) })
  var loop: Int?

  @Option(
    help: ArgumentHelp(
      "Make the picture as large as fits into boxes of these sides, never larger than it is, all in one file: 16,32,48 "
        + "for an icon (ICO). --pad makes squares.", valueName: "N,N"),
    transform: { try Self.sizes($0) })
  var sizes: [Int]?

  @Flag(
    help: ArgumentHelp(
      "Put all pictures into one, in cells of equal size; each lies in the middle of its cell. The space between is "
        + "transparent if a picture has transparency, else white, or has the colour of --background."))
  var montage = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The columns of --montage and --sprites, 1 to 1000. (default: about as many as rows)", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...1_000) })
  var columns: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The pixels between the cells of --montage and --sprites. (default: 0)", valueName: "N"),
    transform: { try OptionText.number($0, in: 0...10_000) })
  var gap: Int?

  @Option(
    help: ArgumentHelp(
      "As --montage, and write into FILE where each picture lies: as JSON with 'frames', which game libraries read, or "
        + "as CSS with a class for each picture, by the suffix .json or .css.", valueName: "FILE"),
    completion: .file(extensions: ["json", "css"]), transform: { try SpriteFile($0) })
  var sprites: SpriteFile?

  private static func sizes(_ text: String) throws -> [Int] {
    let sides = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard (1...100).contains(sides.count), sides.allSatisfy({ (1...65_535).contains($0) }) else {
      throw ValidationError("expected sides in pixels with commas between them, as in 16,32,48")
    }
    return sides
  }

  private var makesSheet: Bool { montage || sprites != nil }

  func validate() throws {
    try OptionRules.need("--montage or --sprites", makesSheet, for: ["--columns": columns, "--gap": gap])
    let others: NamedOptions = ["--sizes": sizes, "--montage": montage, "--sprites": sprites]
    try OptionRules.clash("--delay", delay, with: others)
    try OptionRules.clash("--loop", loop, with: others)
    try OptionRules.clash("--sizes", sizes, with: ["--montage": montage, "--sprites": sprites])
  }

  /// Whether all inputs go into one file: its name has no field, and the format can hold them.
  ///
  /// - Parameter template: the output's name; nil for standard output.
  func joinsInputs(_ template: OutputTemplate?, format: String?) -> Bool {
    guard let format, template.map({ $0.literalPath != nil && !$0.isDevice }) ?? true else { return false }
    return makesSheet || ImageDestination.holdsSeveralImages(format: format)
      || ImageDestination.holdsFrames(format: format)
  }

  /// Checks the options for a format, if it is known before any work.
  ///
  /// - Parameter template: the output's name; nil for standard output.
  /// - Throws: `ValidationError`.
  func check(_ template: OutputTemplate?, format: String?) throws {
    if sprites != nil, template?.literalPath == nil {
      throw ValidationError("--sprites needs the name of one picture, without fields: -o FILE")
    }
    guard let format else { return }
    let title = FormatOptions.title(of: format)
    if let option = OptionRules.given(["--delay": delay, "--loop": loop]).first,
      !ImageDestination.holdsFrames(format: format)
    {
      throw ValidationError("\(option) does not apply to \(title); animations are \(OutputFormat.animated)")
    }
    if sizes != nil, !ImageDestination.holdsSeveralImages(format: format) {
      let names = FormatOptions.writableNames.filter { ImageDestination.holdsSeveralImages(format: $0) }
      throw ValidationError("--sizes does not apply to \(title), but to \(OptionText.list(names, "and"))")
    }
  }

  func apply(to job: inout ConversionJob) {
    job.options.frameDuration = delay.map { Double($0) / 1_000 }
    job.options.loopCount = loop
    job.sizes = sizes ?? []
    guard makesSheet else { return }
    var sheet = PictureSheet()
    (sheet.columns, sheet.gap) = (columns, gap ?? 0)
    job.sheet = sheet
  }
}

extension Imgconv {
  /// - Throws: `ValidationError` for other options that contradict those for several pictures.
  func checkJoining() throws {
    try OptionRules.clash(
      "--sizes", joining.sizes, with: ["--size": picture.size, "--resize": picture.resize, "--page": picture.page])
  }
}
