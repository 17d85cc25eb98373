package import ArgumentParser
package import ImageModel

/// The sample values that become black and white.
package struct RangeOption: ParsableArguments {
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
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(decimal: $0) }
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], low < high else {
      throw ValidationError("expected auto, or two numbers as in 0,4095, the smaller one first")
    }
    return .values(low, high)
  }
}
