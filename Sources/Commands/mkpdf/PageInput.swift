internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs

/// What options say about one input, or about all.
struct OptionsOfInput: Sendable {
  /// nil for all pages.
  var pages: PageRanges?
  /// The source of the password, as the option names it.
  var password: String?
  /// The clockwise rotation in degrees.
  var rotation: Int?
  /// What is cut off the pages.
  var crop: PageMargins?
  /// The text that stands for a picture.
  var alternative: String?

  /// These options, where others do not replace them.
  func replaced(by own: OptionsOfInput) -> OptionsOfInput {
    OptionsOfInput(
      pages: own.pages ?? pages, password: own.password ?? password, rotation: own.rotation ?? rotation,
      crop: own.crop ?? crop, alternative: own.alternative ?? alternative)
  }
}

/// One input of the command line.
struct PageInput: Sendable {
  var file: InputFile
  var options = OptionsOfInput()

  /// The name in messages and reports.
  var name: String { file.name }

  /// The input as a job takes it.
  func jobInput(_ secrets: SecretReader) -> PDFInput {
    let source: PDFInput.Source =
      switch file {
      case .path(let path, _): .path(path)
      case .standardInput: .standardInput
      case .unusable(_, let error): .unusable(error)
      }
    var input = PDFInput(
      source, name: name, pages: options.pages, password: secrets.reading(options.password),
      rotation: options.rotation ?? 0)
    input.crop = options.crop
    input.alternative = options.alternative
    return input
  }
}

extension InputFile {
  init(_ input: PDFInput) {
    switch input.source {
    case .path(let path): self = .path(path)
    case .standardInput: self = .standardInput
    case .unusable(let error): self = .unusable(name: input.name, error)
    }
  }
}

/// The inputs in the order of the command line. An option of an input applies to the input before it; before all
/// inputs, it applies to all of them. Such options are marked words among the file names, because the argument library
/// does not tell which file an option follows.
struct PageInputList {
  /// The first character of a marked word. No argument of a process contains it.
  private static let mark = "\u{0}"
  private static let optionsOfInputs = ["--pages", "--password", "--rotate", "--crop", "--alt"]

  /// The arguments, where each option of an input is a marked word.
  static func marked(_ arguments: [String]) throws -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      guard let option = optionsOfInputs.first(where: { argument == $0 || argument.hasPrefix($0 + "=") }) else {
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
  /// The files of `--files-from`, with directories already expanded; nil without that option.
  private var listed: [PageInput]?
  /// The options before all inputs. The password also opens the PDFs of `--stamp` and `--underlay`.
  private(set) var common = OptionsOfInput()

  /// - Throws: `ValidationError` for an option that is not valid.
  init(tokens: [String]) throws {
    for token in tokens {
      guard token.hasPrefix(Self.mark), let equals = token.firstIndex(of: "=") else {
        inputs.append(try Self.input(token))
        continue
      }
      let option = token[token.index(after: token.startIndex)..<equals]
      let value = String(token[token.index(after: equals)...])
      if let last = inputs.indices.last {
        try Self.set(option, value, in: &inputs[last].options, of: "'\(inputs[last].name)'")
      } else {
        try Self.set(option, value, in: &common, of: "the command")
      }
    }
    guard inputs.count(where: { $0.file == .standardInput }) <= 1 else {
      throw ValidationError("standard input (-) can be read only once")
    }
  }

  private static func set(
    _ option: Substring, _ value: String, in options: inout OptionsOfInput, of owner: String
  ) throws {
    switch option {
    case "--password": options.password = value
    case "--alt": options.alternative = value
    case "--rotate":
      do {
        options.rotation = try OptionValues.rotation(value)
      } catch {
        throw ValidationError("the value '\(value)' is invalid for '--rotate <DEGREES>': \(error)")
      }
    case "--crop":
      do {
        options.crop = try OptionValues.margins(value)
      } catch {
        throw ValidationError("the value '\(value)' is invalid for '--crop <LENGTHS>': \(error)")
      }
    default:
      guard options.pages == nil else { throw ValidationError("\(owner) has two lists of pages") }
      options.pages = try OptionValues.pages(value)
    }
  }

  /// A file name, `-`, or a file name with pages in brackets. A file with exactly that name wins.
  static func input(_ token: String) throws -> PageInput {
    if token == "-" { return PageInput(file: .standardInput) }
    guard token.hasSuffix("]"), let bracket = token.lastIndex(of: "["), bracket != token.startIndex,
      SystemCall.status(of: token) == nil
    else { return PageInput(file: .path(token)) }
    let content = String(token[token.index(after: bracket)...].dropLast())
    return PageInput(
      file: .path(String(token[..<bracket])), options: OptionsOfInput(pages: try OptionValues.pages(content)))
  }

  var readsStandardInput: Bool { inputs.contains { $0.file == .standardInput } }

  /// Adds files, which are not directories.
  mutating func append(_ files: [InputFile]) { listed = files.map { PageInput(file: $0) } }

  /// The inputs, where the files in a directory replace the directory.
  ///
  /// - Throws: `ValidationError` where there are no inputs.
  func expanded(recursive: Bool, filter: WalkFilter, limits: Limits) throws -> [PageInput] {
    guard !inputs.isEmpty || listed != nil else { throw ValidationError("no input files") }
    guard recursive || filter == WalkFilter() else { throw ValidationError("--ext and --exclude need -r") }
    return try inputs.flatMap { input -> [PageInput] in
      guard let path = input.file.path, SystemCall.status(of: path)?.isDirectory ?? false else {
        return [with(input, input.file)]
      }
      return try InputSettings(files: [path], recursive: recursive, filter: filter)
        .expand(limits: limits).map { with(input, $0) }
    } + (listed ?? []).map { with($0, $0.file) }
  }

  private func with(_ input: PageInput, _ file: InputFile) -> PageInput {
    var input = input
    input.file = file
    input.options = common.replaced(by: input.options)
    return input
  }
}
