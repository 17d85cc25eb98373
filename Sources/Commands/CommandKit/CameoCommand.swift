package import ArgumentParser
internal import ByteStreams
internal import Confinement
internal import Glibc
internal import ImageModel

/// A command of the suite: it declares groups of options, runs once and returns an exit status.
package protocol CameoCommand: ParsableCommand {
  /// Does the work that the options describe.
  ///
  /// - Throws: `ValidationError` for options that contradict each other; `ImageError` for an error that stops all work.
  func perform() throws -> ExitStatus

  /// Rewrites the arguments for the argument library, for a command whose grammar the library does not know.
  ///
  /// - Throws: `ValidationError`.
  static func arranged(_ arguments: [String]) throws -> [String]

  /// The subcommand that the first argument names; nil for any other argument.
  static func subcommand(_ name: String) -> (any CameoCommand.Type)?

  /// For a subcommand, the name of its program; nil for a program.
  static var program: String? { get }

  /// Former names of options, with the names that replaced them. They are understood, and no text shows them.
  static var formerNames: [String: String] { get }

  /// Options that choose other work than the command's usual one, and the options that apply beside each, all by their
  /// long names with their dashes. All others are refused, except those for jobs and limits. The first that is given
  /// counts.
  static var otherWork: KeyValuePairs<String, Set<String>> { get }

  /// Whether the file that `CAMEO_CONFIG` names can have defaults of its options.
  static var takesDefaults: Bool { get }

  /// The options that `prepare(common:)` reads, by their long names with their dashes.
  static var commonOptions: [String: CommonOption] { get }

  /// The options that `-h` shows, by their long names, and what follows the options in a command line. Without names
  /// `-h` shows the options that have no heading in `--help`.
  static var shortHelp: (options: [String], arguments: String) { get }

  /// Prepares the work for a common command line that needs no argument library; nil leaves the line to the library.
  /// This is for a command whose work takes less time than the library needs to start (docs/decisions/0026).
  ///
  /// - Throws: as `perform()`.
  static func prepare(common arguments: [String]) throws -> PreparedWork?
}

/// A command that takes any number of files.
package protocol InputCommand: CameoCommand {
  /// The inputs among the arguments, in their order.
  var files: [String] { get set }
}

/// How a command ends; docs/exit-codes.md is the list for users.
package enum ExitStatus: Int32, Sendable {
  /// Everything was done, perhaps with notes.
  case success = 0
  /// At least one input failed; the others were done.
  case failure = 1
  /// A question could not be answered (`preview can`).
  case undecided = 2
  /// Everything was done, some of it with warnings.
  case warnings = 3
  /// The command line is not valid (`EX_USAGE` of sysexits.h); nothing was done.
  case usage = 64
  /// The reader of standard output has gone: the status that a shell reports for a process that SIGPIPE ends.
  case brokenPipe = 141

  /// What the help of commands for many files says.
  package static let help = """
    EXIT STATUS:
      0   all done
      1   at least one file failed; the others were done
      3   all done, some with warnings (0 with --warning-exit-0)
      64  the command line is not valid; nothing was done
    """
}

/// How a command ends, and what the process prints at its end.
struct Ending {
  /// Help that was asked for.
  var output: String?
  /// The line on standard error about the error that stopped all work, without the program's name.
  var line: String?
  var status: ExitStatus
}

/// The suite's version.
package enum Version {
  package static let number = "0.1.0"

  /// What `--version` prints for a command: `thumb (Cameo) 0.1.0`.
  package static func line(_ command: String) -> String { "\(command) (Cameo) \(number)" }
}

extension CameoCommand {
  package static func arranged(_ arguments: [String]) throws -> [String] { arguments }

  package static func subcommand(_ name: String) -> (any CameoCommand.Type)? { nil }

  package static var program: String? { nil }

  package static var formerNames: [String: String] { [:] }

  package static var otherWork: KeyValuePairs<String, Set<String>> { [:] }

  package static var takesDefaults: Bool { true }

  package static var commonOptions: [String: CommonOption] { [:] }

  package static var shortHelp: (options: [String], arguments: String) { ([], "") }

  package static func prepare(common arguments: [String]) throws -> PreparedWork? { nil }

  /// Reads the command line, does the work and ends the process.
  package static func main() {
    Glibc.exit(run(arguments))
  }

  /// The arguments, encoded as by `PathText`. The standard library would replace bytes that are not UTF-8, and the file
  /// of that name would not be found.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in CommandLine.unsafeArgv[index].map { PathText.text($0) } }
  }

  /// Reads arguments and does the work. A mistake in the arguments gives one line on standard error and status 64.
  private static func run(_ arguments: [String]) -> Int32 {
    let ending = ending(of: arguments, isProcess: true)
    let console = Console(program: program ?? _commandName)
    if let text = ending.output { return show(text, console) }
    if let line = ending.line { console.line(line) }
    return ending.status.rawValue
  }

  /// Reads arguments and does the work.
  ///
  /// - Parameters:
  ///   - isProcess: whether the process does this work alone, and confines itself.
  ///   - parent: the program of a subcommand.
  static func ending(
    of arguments: [String], isProcess: Bool = false, in parent: (any CameoCommand.Type)? = nil
  ) -> Ending {
    if let name = arguments.first, let command = subcommand(name) {
      return command.ending(of: Array(arguments.dropFirst()), isProcess: isProcess, in: self)
    }
    // The argument library's help refers to `help SUBCOMMAND`.
    if arguments.first == "help", arguments.count == 2, let command = subcommand(arguments[1]) {
      return command.ending(of: ["--help"])
    }
    if ShortHelp.isAsked(arguments, of: self) { return Ending(output: ShortHelp.text(of: self), status: .success) }
    do {
      if concernsConfiguration(arguments) {
        return try endingWithDefaults(arguments, isProcess: isProcess, in: parent)
      }
      return Ending(status: try perform(arguments, isProcess))
    } catch let error as ImageError {
      if BatchRunner.hasLostReader(error) { return Ending(status: .brokenPipe) }
      return Ending(line: Console.line(of: error), status: error.kind == .usage ? .usage : .failure)
    } catch {
      if exitCode(for: error) == .success { return Ending(output: fullMessage(for: error), status: .success) }
      let fullName = (program.map { $0 + " " } ?? "") + _commandName
      return Ending(line: usageLine(message(for: error)) + " (see '\(fullName) --help')", status: .usage)
    }
  }

  /// - Parameter defaults: those whose words are at the beginning of the arguments.
  static func perform(
    _ arguments: [String], _ isProcess: Bool, _ defaults: OptionDefaults? = nil
  ) throws -> ExitStatus {
    if let work = try prepare(common: arguments) { return try work.perform(isProcess ? .on : .off) }
    let arguments = FormerNames.replaced(arguments, of: self)
    let command = try parsed(arguments)
    if let own = command as? Self {
      let confinement = (own as? any ConfinedCommand)?.confinement.confine ?? .on
      return try prepare(own, arguments, defaults).perform(isProcess ? confinement : .off)
    }
    var other = command
    try other.run()
    return .success
  }

  private static func prepare(
    _ command: Self, _ arguments: [String], _ defaults: OptionDefaults?
  ) throws -> PreparedWork {
    let confined = command as? any ConfinedCommand
    if let command = command as? any JobCommand, command.jobs.jobs != nil {
      // Names come while jobs are done. Programs and processes of their own see less.
      var access = FileAccess.everywhere
      access.startsPrograms = command.startsPrograms
      return PreparedWork(confined == nil ? nil : access, command.preparedRun(arguments, defaults))
    }
    return try confined?.prepare() ?? PreparedWork(nil) { try command.perform() }
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
