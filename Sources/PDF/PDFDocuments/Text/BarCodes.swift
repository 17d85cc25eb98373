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
      program: [program, "-q", "-"], memory: limits.maxMemory, temporaryFolder: try poppler().folderPath)
    (process.seconds, process.isSilent) = (Self.seconds, true)
    // With status 4 it has found none.
    let output = try process.output(of: "zbarimg", input: picture, statuses: [0, 4], path: name)
    guard let text else { return !output.isEmpty }
    func normal(_ text: String) -> String { text.replacing("\r\n", with: "\n") }
    return Self.codes(in: normal(String(decoding: output, as: UTF8.self))).contains(normal(text))
  }

  /// What zbarimg calls the kinds of codes (`zbar_get_symbol_name`).
  private static let codeKinds = [
    "EAN-2", "EAN-5", "EAN-8", "EAN-13", "UPC-A", "UPC-E", "ISBN-10", "ISBN-13", "Composite", "I2/5", "DataBar",
    "DataBar-Exp", "Codabar", "CODE-39", "CODE-93", "CODE-128", "PDF417", "QR-Code", "SQ-Code",
  ]

  /// The texts of codes as zbarimg prints them: `QR-Code:`, the text, which may have several lines, and a line feed.
  ///
  /// Its XML has no texts of which UTF-8 has bytes from 0x80 to 0x9F (`Ä`): they are in a wrong Base64 there.
  private static func codes(in output: String) -> [String] {
    var codes: [String] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let kind = codeKinds.first(where: { line.hasPrefix($0 + ":") }) {
        codes.append(String(line.dropFirst(kind.count + 1)))
      } else if let last = codes.popLast() {
        codes.append(last + "\n" + line)
      }
    }
    return codes
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
