internal import ByteStreams
internal import Confinement
package import ImageModel

/// Bar codes and QR codes on pages. `zbarimg` finds them, in a process that sees the picture of the page alone.
extension PDFFile {
  /// The time for one page.
  private static let seconds = 60.0

  /// Whether a page, counted from 0, has a code.
  ///
  /// - Parameter text: that of the code, which may have several lines; nil for any.
  /// - Throws: `unsupported` where zbarimg or cameo-launcher is missing; as `PopplerProgram.run`.
  package func hasBarCode(_ text: String?, onPage index: Int) throws(ImageError) -> Bool {
    guard let program = PopplerProgram.path(of: "zbarimg") else {
      throw ImageError(.unsupported, "zbarimg, which reads bar codes, is not installed (package zbar-tools)")
    }
    let picture = try TemporaryFile(try scan(ofPage: index).png)
    var process = try ConfinedProcess(
      program: [program, "-q", "--raw", "-"], memory: limits.maxMemory, temporaryFolder: try poppler().folderPath)
    (process.seconds, process.isSilent) = (Self.seconds, true)
    // With status 4 it has found none.
    let output = try process.output(of: "zbarimg", input: picture, statuses: [0, 4], path: name)
    func lines(_ text: String) -> String { "\n" + text.replacing("\r\n", with: "\n") }
    let read = lines(String(decoding: output, as: UTF8.self))
    // It prints a line feed after each text.
    return text.map { read.contains(lines($0) + "\n") } ?? (read != "\n")
  }
}

extension ConfinedProcess {
  /// What a program prints that reads a document or a picture.
  ///
  /// - Parameters:
  ///   - name: of the program, for messages.
  ///   - readable: the files that it sees besides its input.
  ///   - statuses: with which it ends if it could read its input.
  ///   - path: of the input, for messages.
  /// - Throws: `unsupported` where it cannot be confined; `invalidData` where it fails; `limitExceeded`; `io`.
  func output(
    of name: String, input: TemporaryFile, readable: [String] = [], statuses: Set<Int> = [0], path: String
  ) throws(ImageError) -> [UInt8] {
    let (output, end) = try run(input: input, readable: readable, writable: [])
    switch end {
    case .exited(let status) where statuses.contains(status): return output
    case .late, .memoryExceeded, .outputExceeded, .processesExceeded:
      throw ImageError(.limitExceeded, "\(name) needed more time or memory than it may (--max-memory)", path: path)
    case .notConfined: throw ImageError(.unsupported, "\(name) cannot be confined here", path: path)
    case .exited(let status), .signaled(let status):
      throw ImageError(.invalidData, "\(name) cannot read it (status \(status))", path: path)
    }
  }
}
