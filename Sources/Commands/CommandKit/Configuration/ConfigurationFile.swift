internal import ArgumentParser
internal import ImageModel
internal import Preferences
internal import StructuredText

/// What the file that `CAMEO_CONFIG` names says for one command. To find it takes nothing of the argument library,
/// whose description of a command takes as long as the command's start (docs/decisions/0049).
struct ConfigurationFile {
  /// The commands that a file can name. A test compares them with the programs.
  static let programs = ["imgconv", "imgindex", "imgmeta", "mkpdf", "preview", "thumb"]

  /// The section for all commands.
  private static let commonName = "all"

  let path: String
  /// The section of the program.
  let own: StructuredObject.Member?
  /// The section for all commands.
  let common: StructuredObject.Member?

  /// Reads the file. The sections of other commands are not looked into.
  ///
  /// - Throws: `usage` for a file that cannot be read and the name of an unknown command, with the file.
  init(_ path: String, for program: any CameoCommand.Type) throws(ImageError) {
    self.path = path
    let root = try OptionFile.read(OptionDefaults.variable) { () throws(ImageError) in
      try PreferencesFile.object(path)
    }
    for section in root.members where section.name != Self.commonName && !Self.programs.contains(section.name) {
      let hint =
        section.name == "previewd"
        ? "; previewd has a file of its own (--config)"
        : NearestName.hint(section.name, in: Self.programs + [Self.commonName])
      throw Self.error(path, section, section.name, "there is no such command\(hint)")
    }
    let name = program._commandName
    own = root.members.first { $0.name == name }
    common = root.members.first { $0.name == Self.commonName }
  }

  /// Whether nothing is said for the command.
  var isEmpty: Bool {
    [own, common].allSatisfy { section in
      guard let section else { return true }
      if case .object(let object) = section.value.content { return object.members.isEmpty } else { return false }
    }
  }

  /// The defaults as words before a command line, for a command that reads common lines without the argument library.
  ///
  /// - Returns: nil where the library has to say what the file means.
  func commonWords(of command: any CameoCommand.Type, besides arguments: [String]) -> [String]? {
    var words: [String] = []
    var names: Set<String> = []
    for section in [own, common] {
      guard let section else { continue }
      guard case .object(let object) = section.value.content else { return nil }
      for member in object.members {
        let name = "--" + member.name
        guard let kind = command.commonOptions[name],
          section.name != Self.commonName || SharedOptions.names.contains(member.name),
          let own = kind.words(name, member.value.content)
        else { return nil }
        // That of the command counts, not that of all. What has no words is as if it were not there.
        guard !own.isEmpty, names.insert(name).inserted, !arguments.contains(name) else { continue }
        words += own
      }
    }
    return words
  }

  /// The place of a member: `line 2: thumb.size`.
  static func place(_ member: StructuredObject.Member, _ key: String) -> String {
    (member.value.line > 0 ? "line \(member.value.line): " : "") + key
  }

  static func error(
    _ path: String, _ member: StructuredObject.Member, _ key: String, _ reason: String
  ) -> ImageError {
    ImageError(.usage, "\(place(member, key)): \(reason)", path: path)
  }
}

/// What an option takes that a command reads without the argument library.
package enum CommonOption: Sendable {
  case flag
  case value
  /// A value each time that it is given.
  case values

  /// The option as words of a common command line.
  ///
  /// - Returns: nil for a value of another kind, and for one that a common line cannot have.
  fileprivate func words(_ name: String, _ value: StructuredValue.Content) -> [String]? {
    func word(_ value: StructuredValue.Content) -> String? {
      switch value {
      case .string(let text) where !text.isEmpty && !text.hasPrefix("-") && !text.utf8.contains(0): text
      case .number(_, let text) where !text.hasPrefix("-"): text
      default: nil
      }
    }
    switch (self, value) {
    case (.flag, .bool(let isSet)): return isSet ? [name] : []
    case (.value, _), (.values, .string), (.values, .number): return word(value).map { [name, $0] }
    case (.values, .array(let values)):
      let texts = values.compactMap { word($0.content) }
      return texts.count == values.count ? texts.flatMap { [name, $0] } : nil
    default: return nil
    }
  }
}
