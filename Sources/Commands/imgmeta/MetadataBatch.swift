internal import CommandKit
internal import ImageModel
internal import MetadataReading

/// Reads the metadata of all inputs of a run.
struct MetadataBatch {
  var run: RunSettings
  var limits: Limits
  /// Names of the formats that may be read; nil allows all.
  var allowedFormats: Set<String>?
  /// Only these properties are shown; all where empty.
  var tags: [String] = []

  func perform(_ inputs: [InputFile]) -> ExitStatus {
    var prototype = MetadataJob(input: .standardInput, limits: limits)
    prototype.allowedFormats = allowedFormats
    prototype.detail = run.json ? .values : .readable
    let report = MetadataReport(tags: tags, isJSON: run.json, inputCount: inputs.count)
    let runner = BatchRunner(program: "imgmeta", options: run, limits: limits, temporaryNames: nil)
    return runner.run(inputs) { [prototype] number, input throws(ImageError) in
      var job = prototype
      job.input = input
      return report.record(try job.run(), of: input, number: number)
    }
  }
}
