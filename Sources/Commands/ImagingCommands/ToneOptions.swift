package import ArgumentParser
package import CommandKit
package import ImageModel

/// Changes of tone. They are made in the order of `ToneAdjustment`, whatever the order of the options.
package struct ToneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Blur the resized picture by a Gaussian with a standard deviation of N pixels, 0.3 to 250.", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 0.3...250) })
  package var blur: Double?

  @Flag(help: "Stretch the tones, so that 1 % of the pixels become black and 1 % white.")
  package var normalize = false

  @Flag(help: "Make a negative.")
  package var invert = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Raise encoded values to the power of 1/N, 0.1 to 10: more than 1 lightens the middle tones.", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 0.1...10) })
  package var gamma: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("N percent more light, -100 to 1000, in linear light.", valueName: "N"),
    transform: { try OptionText.number($0, in: -100...1_000) })
  package var brightness: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("N percent more contrast of encoded values, -100 to 1000.", valueName: "N"),
    transform: { try OptionText.number($0, in: -100...1_000) })
  package var contrast: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("N percent more colour, -100 (grey) to 1000, in linear light.", valueName: "N"),
    transform: { try OptionText.number($0, in: -100...1_000) })
  package var saturation: Int?

  @Option(
    help: ArgumentHelp(
      "Show the picture in the shades of a colour, #rgb, #rrggbb or a name, in linear light. Black and white stay.",
      valueName: "C"),
    completion: .list(OptionText.colorNames), transform: { try OptionText.opaqueColor($0) })
  package var tint: BackgroundColor?

  package init() {}

  /// The options by their names.
  package var all: NamedOptions {
    [
      "--blur": blur, "--normalize": normalize, "--invert": invert, "--gamma": gamma, "--brightness": brightness,
      "--contrast": contrast, "--saturation": saturation, "--tint": tint,
    ]
  }

  package var adjustment: ToneAdjustment {
    func factor(_ percent: Int?) -> Double { 1 + Double(percent ?? 0) / 100 }
    var tone = ToneAdjustment()
    tone.blur = blur ?? 0
    tone.normalizes = normalize
    tone.inverts = invert
    tone.gamma = gamma ?? 1
    tone.brightness = factor(brightness)
    tone.contrast = factor(contrast)
    tone.saturation = factor(saturation)
    tone.tint = tint
    return tone
  }
}
