internal import ArgumentParser
internal import ByteStreams
internal import ImageModel
internal import StructuredText

/// The default of an option, from the file that `CAMEO_CONFIG` names.
struct OptionDefault: Sendable {
  /// The long name with its dashes: `--size`.
  var name: String
  /// The option on a command line, with its value after an equals sign.
  var words: [String]
  /// Where it stands: `line 2: thumb.size`.
  var place: String
}

/// The defaults of a command's options from the file that `CAMEO_CONFIG` names. They become words before those of the
/// command line, so that one parser checks both. A default that does not go with the command line is left out.
struct OptionDefaults: Sendable {
  static let variable = "CAMEO_CONFIG"

  /// The path of the file; nil without one. Nothing else is looked at when a command starts.
  static var path: String? { UserFolder.variable(variable).flatMap { $0.isEmpty ? nil : $0 } }

  private let file: String
  /// The options of the command.
  private let declared: [String: DeclaredOption]
  /// Those of the command come before those of all commands. Of two that exclude each other the first one stays.
  private(set) var values: [OptionDefault] = []

  /// The options before those of the command line.
  var words: [String] { values.flatMap(\.words) }

  /// Takes the defaults from the file, and leaves out what the command line says itself.
  ///
  /// - Parameters:
  ///   - declared: its options.
  ///   - parent: the program of a subcommand.
  ///   - given: the long names of the options on the command line.
  /// - Throws: `usage` for an unknown name and a value of another kind, with the file.
  init(
    _ configuration: ConfigurationFile, for command: any CameoCommand.Type, _ declared: [String: DeclaredOption],
    in parent: (any CameoCommand.Type)?, besides given: Set<String>
  ) throws(ImageError) {
    file = configuration.path
    self.declared = declared
    let program = parent ?? command
    var own: [OptionDefault] = []
    if let section = configuration.own {
      let options = parent.map { DeclaredOption.all(of: $0) } ?? declared
      let read = try self.section(section, of: program, options)
      if parent == nil { own += read.defaults }
      for inner in read.subcommands where inner.name == command._commandName {
        own += try self.section(inner, of: command, declared, path: section.name + ".").defaults
      }
    }
    if let section = configuration.common {
      let all = try shared(section)
      let names = Set(own.map(\.name))
      own += all.filter { declared[$0.name] != nil && !names.contains($0.name) }
    }
    values = own.filter { !given.contains($0.name) }
  }

  /// The options of the section for all commands.
  private func shared(_ section: StructuredObject.Member) throws(ImageError) -> [OptionDefault] {
    var isOwn = false
    if case .object(let object) = section.value.content {
      isOwn = object.members.allSatisfy { SharedOptions.names.contains($0.name) && declared["--" + $0.name] != nil }
    }
    // Only for options that the command does not have, and for mistakes, the library describes the groups.
    let options = isOwn ? declared : DeclaredOption.all(of: SharedOptions.self)
    return try self.section(section, of: SharedOptions.self, options).defaults
  }

  /// The options of a section, and its sections for subcommands.
  private func section(
    _ section: StructuredObject.Member, of command: any ParsableCommand.Type, _ options: [String: DeclaredOption],
    path: String = ""
  ) throws(ImageError) -> (defaults: [OptionDefault], subcommands: [StructuredObject.Member]) {
    guard case .object(let object) = section.value.content else {
      throw error(at: section, path + section.name, "expected an object with options, not \(section.value.kind)")
    }
    let declared = options.filter { $0.key.hasPrefix("--") && !$0.value.isAction }
    let formerNames = (command as? any CameoCommand.Type)?.formerNames ?? [:]
    let subcommands = command.configuration.subcommands.map { $0._commandName }
    var defaults: [OptionDefault] = []
    var inner: [StructuredObject.Member] = []
    for member in object.members {
      let key = "\(path)\(section.name).\(member.name)"
      if case .object = member.value.content, subcommands.contains(member.name) {
        inner.append(member)
        continue
      }
      guard let option = declared[formerNames["--" + member.name] ?? "--" + member.name] else {
        if subcommands.contains(member.name) {
          throw error(at: member, key, "expected an object with options, not \(member.value.kind)")
        }
        let names = declared.keys.map { String($0.dropFirst(2)) }.sorted()
        let isShared = command is SharedOptions.Type
        throw error(
          at: member, key,
          "there is no such \(isShared ? "option of all commands" : "option")"
            + NearestName.hint(member.name, in: names + subcommands))
      }
      let words: [String]
      do throws(ImageError) {
        words = try option.words(for: member.value.content)
      } catch {
        throw self.error(at: member, key, error.reason)
      }
      if !words.isEmpty {
        let place = ConfigurationFile.place(member, key)
        defaults.append(OptionDefault(name: option.name, words: words, place: place))
      }
    }
    return (defaults, inner)
  }

  private func error(at member: StructuredObject.Member, _ key: String, _ reason: String) -> ImageError {
    ConfigurationFile.error(file, member, key, reason)
  }

  /// The defaults whose words are among those of a job.
  func among(_ words: [String]) -> OptionDefaults {
    var defaults = self
    defaults.values = values.filter { option in option.words.allSatisfy(words.contains) }
    return defaults
  }

  // MARK: What goes with the command line

  /// Leaves out the defaults that the command's parser refuses beside the command line.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - failure: an error of usage that all of them have given already.
  /// - Throws: `usage` for a value that the parser refuses, with the file; what the command line alone throws.
  mutating func settle(
    _ arguments: [String], of command: any CameoCommand.Type, after failure: (any Error)? = nil
  ) throws {
    if let failure, let message = Self.message(of: failure, command) { _ = try drop(for: failure, message) }
    while !values.isEmpty {
      do {
        _ = try command.parsed(words + arguments)
        return
      } catch {
        guard let message = Self.message(of: error, command) else { throw error }
        if try drop(for: error, message) { continue }
        // The message names no default. If the command line is valid without one of them, that one is wrong.
        guard (try? command.parsed(arguments)) != nil else { throw error }
        let culprit = values.last { option in
          let others = values.filter { $0.name != option.name }.flatMap(\.words)
          return (try? command.parsed(others + arguments)) != nil
        }
        throw ImageError(.usage, (culprit.map { "\($0.place): " } ?? "") + message, path: file)
      }
    }
  }

  /// Calls a function that parses and does a command line with the defaults, and again without those that do not go
  /// with it. If they do, which is usual, the line is parsed once.
  mutating func apply<Result>(
    to arguments: [String], of command: any CameoCommand.Type, _ body: (OptionDefaults) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch {
      guard Self.message(of: error, command) != nil else { throw error }
      try settle(arguments, of: command, after: error)
    }
    return try apply(of: command, body)
  }

  /// Calls a function with the defaults, and again without a default that the function refuses. A function
  /// that throws an error of usage has done nothing.
  mutating func apply<Result>(
    of command: any CameoCommand.Type, _ body: (OptionDefaults) throws -> Result
  ) throws -> Result {
    while true {
      do {
        return try body(self)
      } catch {
        guard let message = Self.message(of: error, command) else { throw error }
        if try drop(for: error, message) { continue }
        // The message names no default. The later ones are less important.
        guard values.popLast() != nil else { throw error }
      }
    }
  }

  /// Removes the last of the defaults that a message names.
  ///
  /// - Returns: false if it names none of them.
  /// - Throws: `usage` if the message is about the value of a default alone.
  private mutating func drop(for error: any Error, _ message: String) throws(ImageError) -> Bool {
    let named = Set(DeclaredOption.names(in: message).compactMap { declared[$0]?.name })
    guard let index = values.lastIndex(where: { named.contains($0.name) }) else { return false }
    let option = values[index]
    let failure = error as? ImageError
    // Such as "-o jpg: that is a format".
    let startsWithValue = option.words.contains { word in
      guard let letter = declared[option.name]?.letter else { return false }
      return message.hasPrefix("-\(letter) \(word.dropFirst(option.name.count + 1)): ")
    }
    let isAboutValue =
      message.hasPrefix("the value '") || message.hasPrefix("\(option.name): ") || startsWithValue
      || failure?.path != nil || option.words.contains("\(option.name)=")
    if isAboutValue {
      let subject = failure?.path.map { "\($0): " } ?? ""
      throw ImageError(.usage, "\(option.place): \(subject)\(message)", path: file)
    }
    values.remove(at: index)
    return true
  }

  /// What an error says, if it is about the options.
  private static func message(of error: any Error, _ command: any CameoCommand.Type) -> String? {
    if let error = error as? ImageError { return error.kind == .usage ? error.reason : nil }
    if command.exitCode(for: error) == .success { return nil }
    return command.usageLine(command.message(for: error))
  }
}

/// The options that the section `all` may have: groups that most commands share. A command ignores those that it does
/// not have.
struct SharedOptions: ParsableCommand {
  /// Their long names, for which the library would need as long as for all else. A test compares them with the groups.
  static let names = Set(
    """
    files-from recursive ext exclude output directory parents no-clobber update sync workers json quiet warning-exit-0 \
    jobs unordered summary max-failed-percent fail-fast retries skip-existing shard resume grace isolate timeout \
    jobs-memory allow max-pixels max-animation-pixels max-axis max-streamed-axis max-memory max-input-bytes \
    max-scans max-warnings max-metadata-bytes max-metadata-block-bytes max-directory-depth max-directory-entries \
    max-images max-samples-per-pixel confine
    """.split(separator: " ").map(String.init))

  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var run: RunOptions
  @OptionGroup var jobs: PictureJobOptions
  @OptionGroup var formats: FormatOptions
  @OptionGroup var limits: LimitOptions
}
