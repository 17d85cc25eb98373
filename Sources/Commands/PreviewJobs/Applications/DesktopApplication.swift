internal import ByteStreams
internal import ContentTypes
internal import DesktopCache
package import ImageModel
internal import ProviderHost

/// A program of the desktop: `NAME.desktop` in the folder `applications` of a data folder (Desktop Entry Specification
/// 1.5).
package struct DesktopApplication: Hashable, Sendable {
  /// `org.gnome.gedit.desktop`; of a file in a subfolder, the path with hyphens.
  package var id: String
  /// The file, an absolute path.
  package var path: String
  package var name: String
  /// The program and its arguments, with field codes in them.
  package var exec: [String]
  package var icon: String?
  /// The program's working directory.
  package var directory: String?
  /// Whether it runs in a terminal.
  package var isTerminal = false
  package var mimeTypes: Set<String>

  static let group = "Desktop Entry"
  static let maximumBytes = 256 << 10
  private static let maximumMIMETypes = 2_000

  /// - Returns: nil for an entry that is not a program, is marked as deleted, or whose program is not installed.
  /// - Throws: `invalidData`, `limitExceeded`.
  init?(_ bytes: [UInt8], id: String, path: String, programs: ProgramLookup) throws(ImageError) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw ImageError(.invalidData, "is not UTF-8 text")
    }
    let values = try DesktopEntry.values(text, group: Self.group)
    func value(_ key: String) -> String? {
      values[key].map(DesktopEntry.unescaped).flatMap { $0.isEmpty ? nil : $0 }
    }
    guard value("Type") == "Application", value("Hidden") != "true", let line = value("Exec") else { return nil }
    exec = try ExecLine.words(line)
    guard let program = exec.first, programs.findForUser(program) != nil else { return nil }
    if let needed = value("TryExec"), programs.findForUser(needed) == nil { return nil }
    (self.id, self.path) = (id, path)
    name = value("Name") ?? id
    (icon, directory, isTerminal) = (value("Icon"), value("Path"), value("Terminal") == "true")
    mimeTypes = []
    for type in (value("MimeType") ?? "").split(separator: ";").prefix(Self.maximumMIMETypes) {
      mimeTypes.insert(MIMEName.normalized(String(type)))
    }
  }

  /// The program and its arguments for a document.
  ///
  /// The field codes are `%f` and `%F` (the path), `%u` and `%U` (the URI), `%i` (the icon), `%c` (the name), `%k`
  /// (this file) and `%%`; the deprecated ones are empty. Without a code for documents, the path is the last argument,
  /// as in GLib. The standard does not say what a code within quotation marks means: there it is quoted for a shell.
  ///
  /// - Parameter document: an absolute path.
  /// - Throws: `invalidData` for other codes, and for a code within a word that stands for several words.
  package func command(for document: String) throws(ImageError) -> [String] {
    var (words, hasDocument) = ([String](), false)
    for word in exec {
      switch word {
      case "%F", "%f": (words, hasDocument) = (words + [document], true)
      case "%U", "%u": (words, hasDocument) = (words + [FileURI.text(path: document)], true)
      case "%i": words += icon.map { ["--icon", $0] } ?? []
      case "%d", "%D", "%n", "%N", "%v", "%m": break
      default: words.append(try expanded(word, document, &hasDocument))
      }
    }
    return hasDocument ? words : words + [document]
  }

  private func expanded(_ word: String, _ document: String, _ hasDocument: inout Bool) throws(ImageError) -> String {
    var result = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "%": result += "%"
      case "f": (result, hasDocument) = (result + (try inserted(document, in: word)), true)
      case "u": (result, hasDocument) = (result + (try inserted(FileURI.text(path: document), in: word)), true)
      case "c": result += name
      case "k": result += path
      case "d", "D", "n", "N", "v", "m": break
      default: throw ImageError(.invalidData, "Exec has an invalid field code: '\(word)'", path: path)
      }
    }
    return result
  }

  /// What the code of the document becomes in a word.
  ///
  /// - Throws: `invalidData` where a shell's command has quotation marks of its own, so that more of them would protect
  ///   nothing, and the name has other characters than plain ones.
  private func inserted(_ value: String, in word: String) throws(ImageError) -> String {
    let quoted = ExecLine.value(value, in: word)
    if quoted == value || !word.contains(where: { "'\"`".contains($0) }) { return quoted }
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+,@%:".unicodeScalars.contains($0)
    }
    if isPlain { return value }
    throw ImageError(.invalidData, "its command for a shell cannot take the name of this document", path: path)
  }
}
