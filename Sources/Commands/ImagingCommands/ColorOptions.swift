package import ArgumentParser
internal import CommandKit
package import ImageModel
internal import Imaging

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
    help: ArgumentHelp(
      "Put this colour behind transparent pixels: #rgb, #rrggbb or a name. With #rrggbbaa, or transparent, the output "
        + "has transparency where its format can hold it.", valueName: "C"),
    completion: .list(OptionText.colorNames), transform: { try OptionText.color($0) })
  package var background: BackgroundColor?

  @OptionGroup var levels: RangeOption

  package var range: SampleRange? { levels.range }

  package init() {}

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
