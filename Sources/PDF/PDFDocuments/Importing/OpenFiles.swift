/// The files that are read in turns: more than a few are not held open.
final class OpenFiles {
  /// Pages of a few files may take turns without being opened anew each time.
  private static let most = 8

  /// The latest last.
  private var files: [PDFFile] = []

  /// Says that a file was read, and closes the one that was not for longest where there are too many.
  func use(_ file: PDFFile) {
    guard files.last !== file else { return }
    files.removeAll { $0 === file }
    files.append(file)
    if files.count > Self.most { files.removeFirst().suspend() }
  }

  func suspendAll() {
    for file in files { file.suspend() }
    files = []
  }
}
