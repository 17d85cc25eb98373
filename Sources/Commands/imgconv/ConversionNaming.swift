internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

/// The names of converted files: those of `-o`, or `photo.png` in the directory of `-d`.
enum ConversionNaming {
  /// The naming before the format is known.
  static var standard: OutputNaming {
    get throws {
      OutputNaming(
        fileName: try OutputTemplate("{stem}.{ext}"), goesBesideInput: false, isRecognisable: false,
        extensions: FormatOptions.extensions, extensionOfOutput: { _ in nil })
    }
  }

  /// The inputs and the output of a run. Of two names without an option for the output, the second is the output:
  /// `imgconv a.jpg b.png`, `imgconv a.gif 'b_{page}.png'`. Braces around anything but fields are part of the name.
  ///
  /// - Throws: `ValidationError` if that file exists, so that an input is never overwritten by mistake, and if it has
  ///   the suffix of another format and does not exist.
  static func settings(_ input: InputSettings, _ output: OutputSettings) throws -> (InputSettings, OutputSettings) {
    guard input.files.count == 2, !input.recursive, input.filesFrom == nil, output.output == nil,
      output.directory == nil, !output.files.inPlace, let name = input.files.last
    else { return (input, output) }
    let exists = SystemCall.linkStatus(of: name) != nil
    let fields = OutputTemplate.Field.allCases
    if !exists, let template = try? OutputTemplate(name, fields: fields, hasProperties: true),
      !template.fields.isEmpty || template.hasProperties
    {
      var (input, output) = (input, output)
      input.files.removeLast()
      output.output = name
      return (input, output)
    }
    guard let suffix = OutputTemplate(literal: name).literalExtension else { return (input, output) }
    guard FormatOptions.format(ofExtension: suffix) != nil else {
      if !exists { throw OutputFormat.cannotWrite(suffix) }
      return (input, output)
    }
    guard !exists else {
      throw ValidationError(
        "no output: '\(name)' exists; to overwrite it give -o '\(name)', to convert both give -d DIR")
    }
    var (input, output) = (input, output)
    input.files.removeLast()
    output.output = name.replacing("{", with: "{{").replacing("}", with: "}}")
    return (input, output)
  }

  /// Gives each page a name of its own.
  static func separatePages(of naming: inout OutputNaming) throws {
    naming.fileName = try OutputTemplate("{stem}_{page}.{ext}")
  }

  /// Checks that the outputs' names and format fit together.
  ///
  /// - Parameter template: nil for standard output.
  /// - Throws: `ValidationError`.
  static func check(_ template: OutputTemplate?, format: String?, _ output: OutputSettings) throws {
    guard let template else { return }
    if output.files.inPlace, output.output == nil, output.directory == nil {
      guard format == nil else {
        throw ValidationError("--in-place keeps the file's name and format, so -f cannot change it")
      }
      return
    }
    // A name with a suffix determines the format, `{ext}` is filled from it, and a device has no format.
    if format != nil || template.fields.contains(.ext) || template.isDevice { return }
    throw ValidationError("the output's name has no suffix that names its format; add one, {ext}, or -f FORMAT")
  }

  /// Sets the extensions that converted files may get.
  static func setExtensions(
    of naming: inout OutputNaming, format: String?, allowed: Set<String>?, _ limits: Limits
  ) {
    if let format {
      naming.extensions = [FormatOptions.fileExtension(ofFormat: format)]
      return
    }
    naming.extensionOfOutput = { input in
      OutputFormat.look(input, allowed: allowed, limits: limits) { source in source.format }
        .map(FormatOptions.fileExtension(ofFormat:))
    }
  }

  /// The output for a job. A job whose format does not depend on the output's name gets a literal name.
  static func output(_ output: JobOutput, format: String?) -> JobOutput {
    guard format == nil, case .path(let path) = output else { return output }
    return .named(OutputName(literal: path))
  }
}
