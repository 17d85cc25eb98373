internal import ArgumentParser
internal import ByteStreams
internal import ImageModel
package import Templates

/// How a command names its outputs, as far as that is known before the work.
package struct OutputNaming: Sendable {
  /// The name in the directory of `-d`, or beside the input. Inputs that would get the same output by it keep their
  /// extensions: `a.png` and `a.jpg` become `a.png_thumb.jpg` and `a.jpg_thumb.jpg`, not `a_thumb.jpg`.
  package var fileName: OutputTemplate
  /// Whether an output goes beside its input if neither `-o` nor `-d` is given.
  package var goesBesideInput: Bool
  /// Whether the name shows that a file is an output of this command. With `-r` such files are then not inputs.
  package var isRecognisable: Bool
  /// The extensions that outputs of this run can have. If there is only one, each name is known before its input is
  /// opened.
  package var extensions: [String]
  /// Opens an input to find the extension of its output. nil for an input that cannot be read, or that can be read only
  /// once, such as a pipe.
  package var extensionOfOutput: @Sendable (InputFile) -> String?

  /// Whether an input gets several files, whose names differ by sizes, pages or formats.
  package var makesSeveral = false
  /// The extensions by which outputs of earlier runs are known.
  package var earlierExtensions = FormatOptions.extensions
  /// Other default names of outputs.
  package var otherNames: [OutputTemplate] = []
  /// All default names. Outputs of earlier runs are recognised by them.
  var allNames: [OutputTemplate] { ([fileName] + otherNames).flatMap { [$0, $0.keepingExtension] } }
  /// The naming of inputs that keep their extensions.
  package var keepingExtension: OutputNaming {
    var longer = self
    longer.fileName = fileName.keepingExtension
    return longer
  }
  /// The fields that a user's template may contain.
  package var fields = OutputTemplate.Field.standard
  /// Fills what the metadata of an input says into the template of its output. nil for a command whose names have no
  /// properties; such names have no `{_n}` either. It throws an `ImageError`.
  package var fill: (@Sendable (InputFile, OutputTemplate) throws -> OutputTemplate)?
  /// Whether an input may keep its name: it is moved.
  package var movesInputs = false
  /// The files that go along with an input, and the paths that they get if it gets a path. With `{_n}` these are free
  /// as well.
  package var companions: @Sendable (InputFile, String) -> [(path: String, target: String)] = { _, _ in [] }
  /// Whether the command has `-d`, so that messages can mention it.
  package var hasDirectory = true

  package init(
    fileName: OutputTemplate, goesBesideInput: Bool, isRecognisable: Bool, extensions: [String],
    extensionOfOutput: @escaping @Sendable (InputFile) -> String?
  ) {
    self.fileName = fileName
    self.goesBesideInput = goesBesideInput
    self.isRecognisable = isRecognisable
    self.extensions = extensions
    self.extensionOfOutput = extensionOfOutput
  }

  /// The template of the outputs' paths.
  ///
  /// - Parameter below: the folder that an output goes into, relative to the directory of `-d`, with a slash at its
  ///   end.
  /// - Throws: `ValidationError` if the user has to say where outputs go.
  package func template(_ output: OutputSettings, below: String = "") throws -> OutputTemplate {
    if let directory = output.directory {
      return OutputTemplate(literal: Self.folder(directory, below: below)).appending(fileName)
    }
    if let text = output.output {
      let template: OutputTemplate
      do { template = try parsed(text) } catch { throw ValidationError(error.reason) }
      let isDirectory = template.literalPath.flatMap(SystemCall.status(of:))?.isDirectory ?? false
      if !isDirectory { try Self.checkName(text) }
      return isDirectory || text.hasSuffix("/") ? template.appending(fileName) : template
    }
    if goesBesideInput { return try OutputTemplate("{dir}").appending(fileName) }
    guard output.files.inPlace else {
      throw ValidationError("no output: give -o TEMPLATE\(hasDirectory ? " or -d DIR" : "")")
    }
    return try OutputTemplate("{dir}/{name}")
  }

  /// A user's template with the fields of the command.
  ///
  /// - Throws: `usage`.
  private func parsed(_ text: String) throws(ImageError) -> OutputTemplate {
    guard fill != nil else { return try OutputTemplate(text, fields: fields) }
    let template = try OutputTemplate(text, fields: fields + [.clash], hasProperties: true)
    if template.fields.contains(.clash), template.isOpen {
      throw ImageError(.usage, "{_n} needs a name that is known before the work, without sizes, {page} and {hash}")
    }
    return template
  }

  /// Refuses names that are most likely meant as something else: a format alone, as in `-ojpg`, and the fields of vips
  /// and printf(3), as in `%s_thumb.jpg` and `%03d.png`.
  private static func checkName(_ text: String) throws {
    if text.hasPrefix("./") || text.contains("/./") { return }
    if FormatOptions.format(ofExtension: text) != nil || ["pdf", "html"].contains(text) {
      throw ValidationError(
        "-o \(text): that is a format, which a name has as its suffix; a file of that name is './\(text)'")
    }
    // Most names have none. Jobs come here for each output.
    guard text.contains("%") else { return }
    // Fields have formats with percent signs: {date:%Y-%m-%d}.
    let plain = text.replacing(/\{[^}]*\}/, with: "")
    for part in plain.split(separator: "%", omittingEmptySubsequences: false).dropFirst() {
      let digits = part.first == "0" ? part.prefix { $0.isASCII && $0.isNumber } : ""
      let rest = part.dropFirst(digits.count)
      guard rest.first == "s" || rest.first == "d", rest.dropFirst().first?.isLetter != true else { continue }
      let field = "%\(digits)\(rest.prefix(1))"
      throw ValidationError(
        "-o \(text): '\(field)' is not a field; {stem} is the name of the input, {n:3} its number in three digits (a "
          + "name with '\(field)' begins with ./)")
    }
  }

  static func folder(_ directory: String, below: String) -> String {
    below.isEmpty || directory.hasSuffix("/") ? directory + below : "\(directory)/\(below)"
  }
}
