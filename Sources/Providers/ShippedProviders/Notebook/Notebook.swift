internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// A Jupyter notebook: text, code and what the code printed and drew (nbformat 4, and 3 before it).
struct Notebook {
  enum Output {
    /// What was printed, or a result as text.
    case text(String)
    case html(SafeMarkup)
    /// A picture file.
    case picture([UInt8])
    /// An error with its trace.
    case error(String)
  }

  struct Cell {
    enum Kind: Hashable { case markdown, code, raw }

    var kind: Kind
    var source: String
    /// The number of the execution; nil for code that was not run.
    var number: Int?
    var outputs: [Output] = []
    /// Pictures that the text carries.
    var attachments: [[UInt8]] = []
  }

  private(set) var cells: [Cell] = []
  let language: SourceLanguage
  /// `python`
  let languageName: String
  /// Whether there is more than was read.
  private(set) var isCut = false
  private var byteCount = 0

  private static let maxBytes = 16 << 20
  private static let maxCells = 1_000
  private static let maxOutputs = 100
  private static let longestText = 64 << 10
  /// The text of all cells and outputs.
  private static let maxTextBytes = 4 << 20

  /// - Throws: `corruptInput` for what is not JSON, or not a notebook; `limitExceeded`.
  init(path: String) throws {
    let value = try ValueFile.read(path, atMost: Self.maxBytes)
    // Before nbformat 4 cells were in worksheets.
    guard
      let cells = value.member("cells")?.elements ?? value.member("worksheets")?.element(0)?.member("cells")?.elements
    else { throw ProviderError(.corruptInput, "the file is not a notebook: it has no list 'cells'") }
    let metadata = value.member("metadata")
    let information = metadata?.member("language_info")
    languageName =
      information?.member("name")?.text ?? metadata?.member("kernelspec")?.member("language")?.text ?? "python"
    let suffix = information?.member("file_extension")?.text.map { String($0.drop { $0 == "." }) }
    let known = ["python": "py", "r": "r", "julia": "jl", "javascript": "js", "rust": "rs", "c++": "cpp"]
    language =
      suffix.flatMap { SourceLanguage.bySuffix[$0] } ?? SourceLanguage.bySuffix[
        known[languageName.lowercased()] ?? languageName]
      ?? SourceLanguage()
    for cell in cells {
      try Task.checkCancellation()
      guard self.cells.count < Self.maxCells, byteCount < Self.maxTextBytes else {
        isCut = true
        break
      }
      if let cell = read(cell) { self.cells.append(cell) }
    }
  }

  private mutating func read(_ value: StructuredValue) -> Cell? {
    let type = value.member("cell_type")?.text
    var source = text(value.member("source") ?? value.member("input"))
    switch type {
    case "code":
      let number = (value.member("execution_count") ?? value.member("prompt_number"))?.text.flatMap { Int($0) }
      var cell = Cell(kind: .code, source: source, number: number)
      for output in (value.member("outputs")?.elements ?? []).prefix(Self.maxOutputs) {
        if let output = read(output: output) { cell.outputs.append(output) }
      }
      return cell
    case "heading":
      // A kind of nbformat 3.
      let level = value.member("level")?.text.flatMap { Int($0) } ?? 1
      source = String(repeating: "#", count: min(max(level, 1), 6)) + " " + source
      return Cell(kind: .markdown, source: source)
    case "markdown":
      var cell = Cell(kind: .markdown, source: source)
      if case .object(let files)? = value.member("attachments")?.content {
        for file in files.members.prefix(20) {
          if let picture = picture(file.value) { cell.attachments.append(picture) }
        }
      }
      return cell
    case nil: return nil
    default: return Cell(kind: .raw, source: source)
    }
  }

  /// A text, or a list of its lines.
  private mutating func text(_ value: StructuredValue?) -> String {
    guard let value else { return "" }
    var text = ""
    for line in value.elements ?? [value] where text.utf8.count < Self.longestText { text += line.text ?? "" }
    if text.utf8.count > Self.longestText {
      text = text.shortened(to: Self.longestText)
      isCut = true
    }
    byteCount += text.utf8.count
    return text
  }

  private mutating func read(output value: StructuredValue) -> Output? {
    switch value.member("output_type")?.text {
    case "stream": return .text(Self.plain(text(value.member("text"))))
    case "error", "pyerr":
      let trace = (value.member("traceback")?.elements ?? []).prefix(100).compactMap(\.text).joined(separator: "\n")
      let name = "\(value.member("ename")?.text ?? "Error"): \(value.member("evalue")?.text ?? "")"
      return .error(Self.plain(String((trace.isEmpty ? name : trace).prefix(Self.longestText))))
    default:
      // In nbformat 3 the types are members of the output.
      let data = value.member("data") ?? value
      if let picture = picture(data) { return .picture(picture) }
      if let html = data.member("text/html") ?? data.member("html") {
        let markup = SafeMarkup(text(html))
        if !markup.isEmpty { return .html(markup) }
      }
      for name in ["text/markdown", "text/plain", "text/latex", "text"] {
        if let value = data.member(name) { return .text(Self.plain(text(value))) }
      }
      return nil
    }
  }

  private func picture(_ data: StructuredValue) -> [UInt8]? {
    for name in ["image/png", "image/jpeg", "image/gif", "image/webp", "png", "jpeg"] {
      guard let value = data.member(name) else { continue }
      let text = value.elements.map { $0.compactMap(\.text).joined() } ?? value.text
      if let bytes = text.flatMap({ Base64.bytes($0.utf8) }) { return bytes }
    }
    return nil
  }

  /// Text without the escape sequences by which a terminal shows colours (ECMA-48, 5.4).
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        bytes.append(byte)
        continue
      }
      guard rest.first == UInt8(ascii: "[") else { continue }
      let end = rest.dropFirst().prefix(64).firstIndex { (0x40...0x7E).contains($0) }
      rest = end.map { rest[($0 + 1)...] } ?? rest.dropFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
