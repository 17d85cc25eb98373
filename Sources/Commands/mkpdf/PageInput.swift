internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PDFDocuments

/// One input and what is wanted of it.
struct PageInput: Sendable {
  var file: InputFile
  /// nil for all pages.
  var pages: PageRanges?
  /// Where the password comes from, as the option says it.
  var password: String?

  /// How messages and reports call it.
  var name: String { file.name }
}

/// The inputs as the command line names them: options that belong to one file come as marked words among the names, for
/// the argument library does not tell which file an option follows.
struct PageInputList {
  /// Begins a word that is no name: no argument of a process holds it.
  private static let mark = "\u{0}"
  private static let owned = ["--pages", "--password"]

  /// Options whose value is a number: one that begins with a minus is still theirs, and wrong, and no option.
  private static let measured: Set<String> = [
    "--margin", "--gap", "--page", "--font-size", "--dpi", "--force-dpi", "--rotate", "--downsample",
  ]

  private static func isNegative(_ text: String?) -> Bool {
    guard let text, text.hasPrefix("-"), let second = text.dropFirst().first else { return false }
    return second.isNumber || second == "."
  }

  /// The arguments with each option that belongs to the file before it turned into a word among the names.
  static func marked(_ arguments: [String]) throws -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      if measured.contains(argument), isNegative(rest.first), let value = rest.popFirst() {
        result.append("\(argument)=\(value)")
        continue
      }
      guard let option = owned.first(where: { argument == $0 || argument.hasPrefix($0 + "=") }) else {
        result.append(argument)
        continue
      }
      if argument == option {
        guard let value = rest.popFirst() else { throw ValidationError("missing value for '\(option)'") }
        result.append("\(mark)\(option)=\(value)")
      } else {
        result.append(mark + argument)
      }
    }
    return result
  }

  private var inputs: [PageInput] = []
  /// What lists name, with directories replaced already: they are long, and each look at a name is a system call.
  private var listed: [PageInput] = []
  private var passwordOfAll: String?

  /// - Throws: `ValidationError` for an option that follows no file, or has no sense.
  init(tokens: [String]) throws {
    for token in tokens {
      guard token.hasPrefix(Self.mark), let equals = token.firstIndex(of: "=") else {
        inputs.append(try Self.input(token))
        continue
      }
      let option = token[token.index(after: token.startIndex)..<equals]
      let value = String(token[token.index(after: equals)...])
      let last = inputs.indices.last
      if option == "--password" {
        if let last { inputs[last].password = value } else { passwordOfAll = value }
        continue
      }
      guard let last else { throw ValidationError("--pages follows the file that it is about") }
      guard inputs[last].pages == nil else { throw ValidationError("'\(inputs[last].name)' has two lists of pages") }
      inputs[last].pages = try Self.ranges(value)
    }
    guard inputs.count(where: { $0.file == .standardInput }) <= 1 else {
      throw ValidationError("standard input (-) can be read only once")
    }
  }

  /// A name, `-`, or a name with pages in brackets; a file that has that very name wins.
  private static func input(_ token: String) throws -> PageInput {
    if token == "-" { return PageInput(file: .standardInput) }
    guard token.hasSuffix("]"), let bracket = token.lastIndex(of: "["), bracket != token.startIndex,
      SystemCall.status(of: token) == nil
    else { return PageInput(file: .path(token)) }
    let content = String(token[token.index(after: bracket)...].dropLast())
    return PageInput(file: .path(String(token[..<bracket])), pages: try ranges(content))
  }

  private static func ranges(_ text: String) throws -> PageRanges {
    guard let ranges = PageRanges(text) else {
      throw ValidationError("'\(text)' is no list of pages; an example: 1-3,7,z-5 (z is the last page)")
    }
    return ranges
  }

  /// The password that stands before all files: it is for every PDF, that of `--stamp` included.
  var commonPassword: String? { passwordOfAll }

  var readsStandardInput: Bool { inputs.contains { $0.file == .standardInput } }

  /// Adds files that are no directories.
  mutating func append(_ files: [InputFile]) { listed += files.map { PageInput(file: $0) } }

  /// The inputs with directories replaced by what is in them.
  ///
  /// - Throws: `ValidationError` where there is nothing.
  func expanded(recursive: Bool, filter: WalkFilter, limits: Limits) throws -> [PageInput] {
    guard !inputs.isEmpty || !listed.isEmpty else { throw ValidationError("no input files") }
    guard recursive || filter == WalkFilter() else { throw ValidationError("--ext and --exclude choose what -r reads") }
    return try inputs.flatMap { input -> [PageInput] in
      guard case .path(let path) = input.file, SystemCall.status(of: path)?.isDirectory ?? false else {
        return [with(input, input.file)]
      }
      var settings = InputSettings()
      settings.files = [path]
      settings.recursive = recursive
      settings.filter = filter
      return try settings.expand(limits: limits).map { with(input, $0) }
    } + listed.map { with($0, $0.file) }
  }

  private func with(_ input: PageInput, _ file: InputFile) -> PageInput {
    var input = input
    input.file = file
    input.password = input.password ?? passwordOfAll
    return input
  }
}
