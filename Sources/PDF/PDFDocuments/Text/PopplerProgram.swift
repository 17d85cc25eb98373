internal import ByteStreams
internal import Confinement
internal import Glibc
internal import ImageModel

/// Runs one of poppler's programs on a document: `pdftotext`, `pdftocairo`. poppler is under the GPL, so it is not
/// linked. The program is confined (`ConfinedProcess`): it sees the document alone.
final class PopplerProgram {
  private static let prefix = "cameo-poppler-"
  /// The time of one run.
  private static let seconds = 300.0

  private unowned let file: PDFFile
  private let folder: LockedFolder
  /// The document without encryption, on which programs read standard input.
  private var copy: TemporaryFile?

  /// - Throws: `io` where no temporary folder can be made.
  init(_ file: PDFFile) throws(ImageError) {
    self.file = file
    folder = try Self.makeFolder(prefix: Self.prefix)
  }

  /// A folder in which programs may write, and which goes with the object that has it.
  static func makeFolder(prefix: String) throws(ImageError) -> LockedFolder {
    let outer = getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    LockedFolder.sweep(outer, prefix: prefix)
    guard let folder = LockedFolder(in: outer, prefix: prefix) else {
      throw SystemCall.error("make a folder", path: outer)
    }
    return folder
  }

  /// A folder in which programs may write.
  var folderPath: String { folder.path }

  /// What a program prints. `-` among the arguments is the document.
  ///
  /// - Throws: `unsupported` where the program or cameo-launcher is missing; `invalidData` where it fails;
  ///   `limitExceeded`; `io`.
  func run(_ name: String, _ arguments: [String]) throws(ImageError) -> [UInt8] {
    guard let program = Self.path(of: name) else {
      throw ImageError(.unsupported, "\(name) is not installed (package poppler-utils)", path: file.name)
    }
    var process = try ConfinedProcess(
      program: [program] + arguments, memory: file.limits.maxMemory, temporaryFolder: folder.path)
    process.seconds = Self.seconds
    process.isSilent = true
    return try process.output(of: name, input: try input(), path: file.name)
  }

  private func input() throws(ImageError) -> TemporaryFile {
    if let copy { return copy }
    let made = try file.plainCopy()
    copy = made
    return made
  }

  /// The path of a program; nil where it is not installed.
  static func path(of name: String) -> String? {
    let folders = getenv("PATH").map { PathText.text($0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { path in
      path.hasPrefix("/") && SystemCall.status(of: path)?.isRegularFile ?? false
        && PathText.withCString(path) { access($0, X_OK) } == 0
    }
  }
}
