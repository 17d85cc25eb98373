package import ArgumentParser
package import CommandKit
package import ImageModel

/// What is added around a picture.
package struct FrameOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add N pixels at each side, or WxH: W at the left and right, H at the top and bottom. Their colour is that of "
        + "--background; without it they are transparent if the picture has transparency, else white.",
      valueName: "N|WxH"), transform: { try Self.border($0) })
  package var border: PictureFrame.Extent?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add such pixels until the picture has at least W by H; --position says where it lies.", valueName: "WxH"),
    transform: { .box(try OptionText.exactSize($0)) })
  package var extend: PictureFrame.Extent?

  @Flag(help: "Add such pixels until the picture fills the box of its size.")
  package var pad = false

  @Option(
    help: ArgumentHelp(
      "What these pixels show: color, or blur: the picture itself, enlarged and blurred. (default: color)",
      valueName: "FILL"),
    completion: .list(PictureFrame.Filling.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var fill: PictureFrame.Filling?

  package init() {}

  /// The options by their names.
  package var all: NamedOptions { ["--border": border, "--extend": extend, "--pad": pad] }

  private static func border(_ text: String) throws -> PictureFrame.Extent {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(sides.count), let width = sides[0], let height = sides[sides.count - 1],
      (0...100_000).contains(width), (0...100_000).contains(height)
    else { throw ValidationError("expected N or WxH with numbers from 0 to 100000, as in 10 or 20x10") }
    return .border(width: width, height: height)
  }

  package func validate() throws {
    try OptionRules.exclude(all)
    let isFramed = !OptionRules.given(all).isEmpty
    try OptionRules.need("--border, --extend or --pad", isFramed, for: ["--fill": fill])
  }

  /// - Parameters:
  ///   - boxes: the sizes that are asked for; nil: none of them is a box.
  ///   - option: the one that asks for a box.
  /// - Throws: `ValidationError` for padding without a box of two sides.
  package func check(boxes: [SizeRequest]?, _ option: String) throws {
    guard pad else { return }
    guard let boxes, !boxes.isEmpty, !boxes.contains(where: { $0.width == nil || $0.height == nil }) else {
      throw ValidationError("--pad needs a size with both sides, as in \(option) 320x240")
    }
  }

  /// The frame, with the place of the picture in it.
  package func frame(at position: CropPosition?) -> PictureFrame? {
    guard let extent = border ?? extend ?? (pad ? .wantedSize : nil) else { return nil }
    var frame = PictureFrame(extent)
    if let position { frame.position = position }
    if let fill { frame.filling = fill }
    return frame
  }
}
