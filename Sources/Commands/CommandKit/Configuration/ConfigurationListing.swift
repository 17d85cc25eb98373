internal import ArgumentParser
internal import ImageModel
internal import StructuredText

/// `--print-config` of all commands. `CameoCommand` prints the values before anything else is done.
package struct ConfigurationOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print each option with its value and origin (default, flag, or the file that CAMEO_CONFIG names), and end. With "
        + "--json: as JSON."))
  package var printConfig = false

  package init() {}
}

enum ConfigurationListing {
  static let option = "--print-config"

  /// The values of all options of a command.
  static func text(of command: any CameoCommand.Type, _ given: [GivenOption], _ defaults: [OptionDefault]) -> String {
    var report = ConfigurationReport()
    for option in DeclaredOption.list(of: command) where option.name.hasPrefix("--") && !option.isAction {
      let name = String(option.name.dropFirst(2))
      let own = given.filter { $0.option.name == option.name }
      if !own.isEmpty {
        report.add(name, key: name, option.json(own.compactMap(\.value)), .flag)
      } else if let found = defaults.first(where: { $0.name == option.name }) {
        let values = found.words.map { String($0.dropFirst(option.name.count + 1)) }
        report.add(name, key: name, option.json(values), .file)
      } else {
        report.add(name, key: name, option.defaultValue, .standard)
      }
    }
    let isJSON = given.contains { $0.option.name == "--json" }
    return isJSON ? JSONWriter.text(report.json, layout: .indented) : String(report.text.dropLast())
  }
}

extension DeclaredOption {
  /// The value of an option that is given, by the texts of its values.
  fileprivate func json(_ values: [String]) -> JSONValue {
    if !takesValue { return .bool(true) }
    if repeats { return .array(values.map { JSONValue.path($0) }) }
    return values.last.map { JSONValue.path($0) } ?? .null
  }

  /// What the help says about it.
  fileprivate var defaultValue: JSONValue {
    if !takesValue { return .bool(false) }
    if repeats { return .array([]) }
    if !standard.isEmpty { return .string(standard) }
    guard help.hasSuffix(")"), let start = help.firstRange(of: "(default: ") else { return .null }
    return .string(String(help[start.upperBound...].dropLast()))
  }
}
