package import ArgumentParser
internal import CommandKit
package import ImageModel
package import Imaging

/// The options for colours and transparency.
package struct ColorOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Convert colours: srgb, keep (pixels and profile as they are), or to the ICC profile in FILE.",
      valueName: "srgb|keep|FILE"),
    completion: .file())
  package var profile: String?

  @Option(
    help: ArgumentHelp("Put this colour behind transparent pixels: #rgb, #rrggbb or a name.", valueName: "C"),
    completion: .list(OptionText.colors.map(\.key)), transform: { try OptionText.color($0) })
  package var background: BackgroundColor?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sample values that become black and white: auto (the smallest and the largest), or two numbers. (default: 0 and "
        + "the largest that the samples can hold, in floats 0 and 1)", valueName: "auto|MIN,MAX"),
    completion: .list(["auto"]), transform: { try Self.range($0) })
  package var range: SampleRange?

  package init() {}

  private static func range(_ text: String) throws -> SampleRange {
    if text == "auto" { return .automatic }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], low < high, low.isFinite, high.isFinite
    else {
      throw ValidationError("expected auto, or two numbers as in 0,4095, the smaller one first")
    }
    return .values(low, high)
  }

  /// The choice of `--profile`. A profile is read from its file.
  ///
  /// - Throws: `usage` with the profile's path for one that cannot be read or used.
  package func profileChoice(limits: Limits) throws(ImageError) -> ProfileChoice? {
    switch profile {
    case nil: nil
    case "srgb": .sRGB
    case "keep": .keep
    case let path?:
      .icc(try OptionFile.read("--profile") { () throws(ImageError) in try ProfileFile.read(path, limits: limits) })
    }
  }
}
