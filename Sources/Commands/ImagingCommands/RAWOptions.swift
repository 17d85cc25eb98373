package import ArgumentParser
internal import CommandKit
package import ImageModel

/// How raw files of cameras are read.
package struct RAWOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is used of a camera's raw file: preview, the largest in it, or develop, the data of the sensor with the "
        + "camera's white balance, by libraw. (default: preview)", valueName: "RAW"),
    completion: .list(RAWRendering.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var raw: RAWRendering?

  package init() {}
}
