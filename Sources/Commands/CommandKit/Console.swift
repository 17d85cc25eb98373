internal import ByteStreams
internal import Confinement
internal import Glibc
package import ImageModel

/// The two streams of a command: data on standard output, diagnostics on standard error.
///
/// Text for standard output is collected and written in large pieces; diagnostics are written line by line.
package final class Console {
  private let program: String
  private let quiet: Bool
  private var pending: [UInt8] = []
  private var progressShown = false
  /// Whether standard error is a terminal, where progress may be shown.
  package let showsProgress: Bool

  package init(program: String, quiet: Bool = false) {
    self.program = program
    self.quiet = quiet
    showsProgress = !quiet && isatty(STDERR_FILENO) == 1
  }

  /// Appends text to standard output.
  ///
  /// - Parameter asNameBytes: whether names in the text are written with their own bytes, even if those are not UTF-8.
  /// - Throws: `io` when it cannot be written.
  package func print(_ text: String, asNameBytes: Bool = false) throws(ImageError) {
    if asNameBytes { try print(bytes: PathText.bytes(text)) } else { try print(bytes: text.utf8) }
  }

  /// Appends bytes to standard output.
  package func print(bytes: some Collection<UInt8>) throws(ImageError) {
    pending += bytes
    if pending.count >= 1 << 16 { try flush() }
  }

  /// Writes the collected text.
  package func flush() throws(ImageError) {
    defer { pending.removeAll(keepingCapacity: true) }
    guard SystemCall.writeAll(pending, to: STDOUT_FILENO) else {
      throw SystemCall.error("write", path: "standard output")
    }
  }

  /// Prints an error.
  package func report(_ error: ImageError) { line(Self.line(of: error)) }

  /// The line about an error, without the program's name.
  static func line(of error: ImageError) -> String {
    (error.path.map { "\(shown($0)): " } ?? "") + error.reason + ConfinementHint.text(for: error)
  }

  /// How messages name an input.
  private static func shown(_ input: String) -> String { input == "-" ? "standard input" : input }

  /// Prints a note or warning, unless `--quiet` was given.
  package func report(_ diagnostic: Diagnostic, of input: String) {
    let name = Self.shown(diagnostic.input ?? input)
    if !quiet { line("\(name): \(diagnostic.severity.rawValue): \(diagnostic.message)") }
  }

  /// Prints a note about the whole run, unless `--quiet` was given.
  package func note(_ message: String) {
    if !quiet { line("note: \(message)") }
  }

  /// Prints a line on standard error, after the program's name.
  package func line(_ message: String) {
    clearProgress()
    // There is no other place for a diagnostic that cannot be written.
    _ = SystemCall.writeAll(Array(Self.line(message, of: program).utf8), to: STDERR_FILENO)
  }

  /// A line for standard error, with the program's name and a line feed.
  static func line(_ message: String, of program: String) -> String {
    "\(program): \(PrintableText.escaped(message))\n"
  }

  /// Shows a line of progress, which the next line replaces.
  package func progress(_ text: String) {
    progressShown = true
    _ = SystemCall.writeAll(Array("\r\(program): \(PrintableText.escaped(text))\u{1B}[K".utf8), to: STDERR_FILENO)
  }

  package func clearProgress() {
    guard progressShown else { return }
    progressShown = false
    _ = SystemCall.writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
  }
}
