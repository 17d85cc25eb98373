internal import ArgumentParser
internal import Confinement
internal import ImageModel

extension CameoCommand {
  /// Whether a command line is affected by the file that `CAMEO_CONFIG` names, or asks what it says. Nothing is read.
  static func concernsConfiguration(_ arguments: [String]) -> Bool {
    guard takesDefaults, OptionDefaults.path != nil || arguments.contains(ConfigurationListing.option) else {
      return false
    }
    // Help works also with a damaged file. Scripts for completion call commands with three dashes.
    let others = ["--help", "-h", "--version", "--experimental-dump-help", "--generate-completion-script"]
    return arguments != ["help"]
      && !arguments.prefix { $0 != "--" }.contains { word in
        others.contains(String(word.prefix { $0 != "=" })) || word.hasPrefix("---")
      }
  }

  /// Does the work with the defaults of the file, or lists all values.
  ///
  /// - Parameter parent: the program of a subcommand.
  /// - Throws: `usage` for a file that is not valid; as `CameoCommand.perform()`.
  static func endingWithDefaults(
    _ arguments: [String], isProcess: Bool, in parent: (any CameoCommand.Type)?
  ) throws -> Ending {
    let arguments = FormerNames.replaced(arguments, of: self)
    let file = try OptionDefaults.path.map { path in try ConfigurationFile(path, for: parent ?? self) }
    if let file, !arguments.contains(ConfigurationListing.option) {
      if file.isEmpty { return Ending(status: try perform(arguments, isProcess)) }
      if parent == nil, let status = try performCommon(arguments, isProcess, file) { return Ending(status: status) }
    }
    let declared = DeclaredOption.all(of: self)
    let given = GivenOption.all(ShortOptions.separated(try arranged(arguments)), declared)
    var found = try file.map { file in
      try OptionDefaults(file, for: self, declared, in: parent, besides: Set(given.map(\.option.name)))
    }
    if given.contains(where: { $0.option.name == ConfigurationListing.option }) {
      do {
        if found == nil { _ = try parsed(arguments) }
        try found?.settle(arguments, of: self)
      } catch {
        // The inputs are not needed for a list of values.
        guard usageLine(message(for: error)).hasPrefix("missing expected argument") else { throw error }
      }
      return Ending(output: ConfigurationListing.text(of: self, given, found?.values ?? []), status: .success)
    }
    guard var defaults = found else { return Ending(status: try perform(arguments, isProcess)) }
    // A list of names on standard input can be read once.
    if given.contains(where: { $0.option.name == "--files-from" && $0.value == "-" }) {
      try defaults.settle(arguments, of: self)
      return Ending(status: try perform(defaults.words + arguments, isProcess, defaults))
    }
    return try defaults.apply(to: arguments, of: self) { defaults in
      Ending(status: try perform(defaults.words + arguments, isProcess, defaults))
    }
  }

  /// Does the work of a common command line with common defaults.
  ///
  /// - Returns: nil where the argument library has to read both.
  private static func performCommon(
    _ arguments: [String], _ isProcess: Bool, _ file: ConfigurationFile
  ) throws -> ExitStatus? {
    guard let words = file.commonWords(of: self, besides: arguments) else { return nil }
    do {
      return try prepare(common: words + arguments)?.perform(isProcess ? .on : .off)
    } catch let error as ImageError where error.kind == .usage {
      // A default may be the reason.
      return nil
    }
  }
}
