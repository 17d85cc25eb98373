package import ArgumentParser
internal import ByteStreams
internal import Glibc
internal import ImageModel

/// A command of the suite: options in groups, one run, an exit status.
package protocol CameoCommand: ParsableCommand {
  /// Does what the options say.
  ///
  /// - Throws: `ValidationError` for options that make no sense together; `ImageError` for what stops all the work.
  func perform() throws -> ExitStatus

  /// The arguments as the argument library is to read them, for a command with a grammar that it does not know.
  ///
  /// - Throws: `ValidationError`.
  static func arranged(_ arguments: [String]) throws -> [String]

  /// The command that a first argument stands for, for a command that has others below it; nil for all other arguments.
  static func subcommand(_ name: String) -> (any CameoCommand.Type)?

  /// The program that this command is a part of; nil for a program.
  static var program: String? { get }

  /// Does the work for a command line that holds nothing but file names; nil leaves the line to the argument library.
  /// It is for a command whose work takes less time than the library needs to start (docs/decisions/0026).
  ///
  /// - Throws: as `perform()`.
  static func perform(onlyFiles files: [String]) throws -> ExitStatus?
}

/// A command that takes any number of files.
package protocol InputCommand: CameoCommand {
  /// The inputs among the arguments, in their order.
  var files: [String] { get set }
}

extension CameoCommand {
  package static func arranged(_ arguments: [String]) throws -> [String] { arguments }

  package static func subcommand(_ name: String) -> (any CameoCommand.Type)? { nil }

  package static var program: String? { nil }

  package static func perform(onlyFiles files: [String]) throws -> ExitStatus? { nil }

  /// Reads the command line, does the work and ends the process.
  package static func main() {
    Glibc.exit(run(arguments))
  }

  /// The arguments as they came: the standard library repairs those that are no UTF-8, and a repaired name leads nowhere.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in CommandLine.unsafeArgv[index].map { PathText.text($0) } }
  }

  /// Reads arguments and does the work; every wrong use is one line on standard error and status 64.
  package static func run(_ arguments: [String]) -> Int32 {
    if let name = arguments.first, let command = subcommand(name) { return command.run(Array(arguments.dropFirst())) }
    // The argument library's help ends with these words.
    if arguments.first == "help", arguments.count == 2, let command = subcommand(arguments[1]) {
      return command.run(["--help"])
    }
    let console = Console(program: program ?? _commandName)
    let fullName = (program.map { $0 + " " } ?? "") + _commandName
    do {
      let isOnlyFiles = !arguments.isEmpty && arguments.allSatisfy { !$0.isEmpty && $0.utf8.first != UInt8(ascii: "-") }
      if isOnlyFiles, let status = try perform(onlyFiles: arguments) { return status.rawValue }
      let command = try parsed(arguments)
      if let command = command as? Self { return try command.perform().rawValue }
      var other = command
      try other.run()
      return ExitStatus.success.rawValue
    } catch let error as ImageError {
      if error.systemError == EPIPE, error.path == BatchRunner.standardOutputName {
        return ExitStatus.brokenPipe.rawValue
      }
      console.report(error)
      return (error.kind == .usage ? ExitStatus.usage : .failure).rawValue
    } catch {
      if exitCode(for: error) == .success { return show(fullMessage(for: error), console) }
      console.line(UsageMessage.line(message(for: error)) + " (see '\(fullName) --help')")
      return ExitStatus.usage.rawValue
    }
  }

  /// The command with its options, or one of the library's own, such as that for help.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let words = ShortOptions.separated(try arranged(arguments))
    guard self is any InputCommand.Type else { return try parseAsRoot(words) }
    let folded = FoldedArguments(words)
    let command = try parseAsRoot(folded.arguments)
    guard var own = command as? any InputCommand else { return command }
    own.files = folded.unfolded(own.files)
    return own
  }

  private static func show(_ text: String, _ console: Console) -> Int32 {
    do throws(ImageError) {
      try console.print(text + "\n")
      try console.flush()
      return ExitStatus.success.rawValue
    } catch {
      if error.systemError == EPIPE { return ExitStatus.brokenPipe.rawValue }
      console.report(error)
      return ExitStatus.failure.rawValue
    }
  }
}

/// What is wrong with a command line, on one line.
enum UsageMessage {
  /// The argument library's words, joined to one line that begins like all our messages.
  static func line(_ message: String) -> String {
    let lines = message.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return words.joined(separator: " ")
    }
    // Of several guesses what is wrong the first counts: '-x.jpg' is no '-j' with something before it.
    let joined = lines.filter { !$0.lowercased().hasPrefix("or: ") }.joined(separator: " ")
    guard let first = joined.first, let second = joined.dropFirst().first, !second.isUppercase else { return joined }
    return first.lowercased() + joined.dropFirst()
  }
}
