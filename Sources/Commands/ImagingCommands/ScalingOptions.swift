package import ArgumentParser
package import CommandKit
package import ImageModel

/// How pictures get their size.
package struct ScalingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "inside keeps the whole picture, cover crops it, stretch stretches it to the box of the size. A side that is too "
        + "short stays as it is where pictures are not enlarged. (default: inside)", valueName: "FIT"),
    completion: .list(FitMode.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var fit: FitMode?

  @Option(
    help: ArgumentHelp(
      "What is kept where something is cut off, and where the picture lies in a larger box: center, top, bottom-left, "
        + "..., X%,Y%, or attention (with --fit cover: the part with most detail and skin). (default: center)",
      valueName: "P"),
    completion: .list(CropPosition.named.map(\.key) + ["attention"]), transform: { try OptionText.position($0) })
  package var position: CropPosition?

  @Option(
    help: ArgumentHelp(
      "The filter: box, triangle, catmull-rom or lanczos3. (default: lanczos3)", valueName: "KERNEL"),
    completion: .list(ResamplingKernel.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var kernel: ResamplingKernel?

  @Flag(help: "Average pixels in linear light instead of sRGB values, also for --blur.")
  package var linear = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sharpen the resized picture by N percent, 1 to 500: 50 is mild, 150 strong. (default: not)", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...500) })
  package var sharpen: Int?

  package init() {}

  /// How much is sharpened, for `RenderOptions.sharpening`.
  package var sharpening: Double { Double(sharpen ?? 0) / 100 }

  /// - Parameter boxes: the sizes that are asked for.
  /// - Throws: `ValidationError` for a fit that needs both sides of a box.
  package func check(boxes: [SizeRequest], _ option: String) throws {
    guard let fit, fit != .inside, boxes.contains(where: { $0.width == nil || $0.height == nil }) else { return }
    throw ValidationError("--fit \(fit.rawValue) needs a size with both sides, as in \(option) 320x240")
  }

  /// - Parameter others: options with which a position has a meaning, besides `--fit cover`.
  /// - Throws: `ValidationError` for a position that means nothing.
  package func checkPosition(_ others: NamedOptions) throws {
    guard let position, fit != .cover else { return }
    if position.followsDetail { throw ValidationError("--position attention needs --fit cover") }
    guard OptionRules.given(others).isEmpty else { return }
    throw ValidationError("--position needs \(OptionText.list(["--fit cover"] + others.map(\.key)))")
  }
}
