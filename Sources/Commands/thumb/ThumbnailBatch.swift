internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// Makes the thumbnails of all inputs of a run.
struct ThumbnailBatch {
  var input = InputSettings()
  var output = OutputSettings()
  var run = RunSettings()
  var limits = Limits.standard
  /// Names of the formats that may be read; nil allows all.
  var allowedFormats: Set<String>?
  /// The job of each input, but for its input and output; its format is that of `-f`.
  var prototype = ThumbnailJob(input: .standardInput, output: .standardOutput)

  /// The quality that was asked for, which only JPEG has a use for.
  var quality: Int?

  init() {}

  /// The options with a value that plain lines may hold.
  static let plainOptions = Set("dfoqs")

  /// What a plain line says; nil where a value is wrong, which the argument library words.
  init?(_ line: PlainCommandLine) {
    input.files = line.files
    run.json = line.json
    do {
      output.output = line.values["o"]
      output.directory = line.values["d"]
      try output.check()
      if let text = line.values["f"] { prototype.format = try FormatOptions.format(text, or: ["same"]) }
      if let text = line.values["q"] { quality = try OptionText.number(text, in: 1...100) }
      if let text = line.values["s"] { prototype.thumbnail.size = try OptionText.size(text) }
    } catch {
      return nil
    }
  }

  /// - Throws: as `CameoCommand.perform()`.
  func perform() throws -> ExitStatus {
    var prototype = prototype
    var naming = try ThumbnailNaming.standard
    if output.output != "-" {
      prototype.format = try OutputFormat.chosen(format: prototype.format, template: naming.template(output))
    }
    if let quality {
      if let format = prototype.format, format != "jpeg", format != "same" {
        throw ValidationError("--quality does not apply to \(format.uppercased())")
      }
      prototype.quality = quality
    }
    ThumbnailNaming.setExtensions(of: &naming, for: prototype, allowed: allowedFormats, limits)
    let run = ImagingRun(
      program: "thumb", input: input, output: output, allowedFormats: allowedFormats, limits: limits, run: run)
    return try run.perform(naming: naming) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, output)
      return try job.run(in: environment)
    }
  }
}
