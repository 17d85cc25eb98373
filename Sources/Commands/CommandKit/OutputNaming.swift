internal import ArgumentParser
internal import ByteStreams
internal import ImageModel
package import Templates

/// What a command knows of the names of its outputs before any work.
package struct OutputNaming: Sendable {
  /// The name in the directory of `-d`; beside the input where no place is given.
  package var fileName: OutputTemplate
  /// Whether an output may go beside its input without being asked for.
  package var goesBesideInput: Bool
  /// Whether the name shows that a file is an output of this command: with `-r` such files are then no inputs.
  package var isRecognisable: Bool
  /// The extensions that an output may get before its input has been looked at.
  package var extensions: [String]
  /// Looks at an input and says which extension its output gets; nil where it cannot be read, or only once.
  package var extensionOfOutput: @Sendable (InputFile) -> String?

  /// The extensions by which outputs of earlier runs are known.
  package var earlierExtensions = FormatOptions.extensions
  /// Other names that the command gives to outputs by default.
  package var otherNames: [OutputTemplate] = []
  /// The fields that a user's pattern may have.
  package var fields = OutputTemplate.Field.allCases
  /// Whether the command has `-d`, which messages may then name.
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

  /// The pattern of the outputs' paths.
  ///
  /// - Throws: `ValidationError` where there is no place for outputs.
  package func template(_ output: OutputSettings) throws -> OutputTemplate {
    if let directory = output.directory { return OutputTemplate(literal: directory).appending(fileName) }
    if let text = output.output {
      let template: OutputTemplate
      do { template = try OutputTemplate(text, fields: fields) } catch { throw ValidationError(error.reason) }
      let isDirectory = template.literalPath.flatMap(SystemCall.status(of:))?.isDirectory ?? false
      return isDirectory || text.hasSuffix("/") ? template.appending(fileName) : template
    }
    if goesBesideInput { return try OutputTemplate("{dir}").appending(fileName) }
    guard output.inPlace else {
      throw ValidationError("no output: give -o TEMPLATE\(hasDirectory ? " or -d DIR" : "")")
    }
    return try OutputTemplate("{dir}/{name}")
  }
}
