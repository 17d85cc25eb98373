internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import MetadataReports

/// `-o` without `--extract`, `--move` and `--copy`: the report of each input goes into a file of its own.
extension ImgmetaRun {
  /// Whether reports go into files.
  var writesReports: Bool { output.output != nil && output.output != "-" && extraction == nil && moving == nil }

  /// Writes the report of each input, which is the one that this input alone would have on standard output; in CSV, all
  /// have the same columns. There is none of a file that cannot be read, and of one that does not meet the condition.
  ///
  /// - Throws: `ValidationError`.
  func write(_ inputs: [InputFile], _ job: MetadataJob, _ formatter: any MetadataFormatter) throws -> ExitStatus {
    let plan = try OutputPlan(
      inputs, input: input, output: output, json: false, naming: try Self.naming(format.fileExtension))
    let names = TemporaryNames()
    let report = report(job, formatter)
    let status = run(plan.inputs, .plain, temporaryNames: names) { number, input throws(ImageError) in
      var record = try report(number, input)
      guard !record.isOmitted else { return record }
      if let file = try open(plan.targets[number], for: input, names, StandardStreams()) {
        let text = formatter.opening + record.text + formatter.closing()
        try file.append(formatter.writesNameBytes ? PathText.bytes(text) : Array(text.utf8))
        try file.commit()
      }
      record.text = ""
      return record
    }
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status
  }
}
