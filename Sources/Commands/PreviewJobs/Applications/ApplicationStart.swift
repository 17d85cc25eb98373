internal import ByteStreams
internal import Glibc
package import ImageModel
internal import ProviderHost

/// Starts a program of the desktop with a document. No shell runs.
package struct ApplicationStart {
  /// The absolute path of the program, and its arguments.
  package let command: [String]
  private let program: DesktopApplication

  /// - Parameter file: the document, which exists.
  /// - Throws: `invalidData` for an invalid command of the program, `io`.
  package init(_ program: DesktopApplication, with file: String) throws(ImageError) {
    let (directory, name) = PathText.split(file)
    guard let folder = SystemCall.resolved(directory) else { throw SystemCall.error("open", path: file) }
    var words = try program.command(for: name == "/" ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    guard let path = ProgramLookup().findForUser(words[0]) else {
      throw ImageError(.io, "the program '\(words[0])' is not installed", path: program.path)
    }
    words[0] = path
    (command, self.program) = (words, program)
  }

  /// Starts the program, and waits for its end if that is asked for or if it runs in this terminal.
  ///
  /// - Returns: the exit status; nil if the program goes on.
  /// - Throws: `io` where it cannot be started, and for a program that needs a terminal where there is none.
  package func run(waits: Bool) throws(ImageError) -> Int32? {
    if program.isTerminal, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
      throw ImageError(.io, "\(program.id) runs in a terminal, and there is none")
    }
    // This process ends soon, so it may change its own directory.
    if let directory = program.directory, PathText.withCString(directory, { chdir($0) }) != 0 {
      throw SystemCall.error("open", path: directory)
    }
    var child = ChildProcess(command, environment: try Self.environment())
    if program.isTerminal {
      child.input = .inherited
    } else if !waits {
      // A program of the desktop goes on when this terminal is closed, and prints nothing into it.
      (child.output, child.errors, child.hasOwnGroup) = (.nothing, .nothing, true)
    }
    guard let process = child.start() else { throw SystemCall.error("start", path: command[0]) }
    guard waits || program.isTerminal else { return nil }
    var status: Int32 = 0
    _ = SystemCall.retrying { waitpid(process, &status, 0) }
    return ChildProcess.exitStatus(status)
  }

  /// All variables of this process.
  private static func environment() throws(ImageError) -> [String] {
    try SmallFile.bytes("/proc/self/environ").split(separator: 0).map { PathText.text($0) }
  }
}
