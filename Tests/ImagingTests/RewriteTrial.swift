internal import ImageModel
internal import Imaging
internal import TestKit

/// A suite whose tests build files, rewrite them, and examine them with exiftool.
protocol RewriteTrial {
  var directory: TemporaryDirectory { get }
}

extension RewriteTrial {
  var environment: JobEnvironment { JobEnvironment(limits: .standard) }

  /// Writes the bytes to a file and rewrites it with a job that the test configures.
  func rewrite(
    _ bytes: [UInt8], _ suffix: String, _ change: (inout MetadataRewriteJob) -> Void
  ) throws -> (path: String, bytes: [UInt8], report: JobReport) {
    // A name for each job: two jobs must not write one file.
    let number = directory.names.count
    let output = directory.file("out\(number).\(suffix)")
    var job = MetadataRewriteJob(
      input: .path(try directory.write(bytes, to: "in\(number).\(suffix)")), output: .path(output))
    change(&job)
    let report = try job.run(in: environment)
    return (output, Fixtures.bytes(output), report)
  }

  /// The lines that exiftool prints about a file.
  func exiftool(_ arguments: [String], _ path: String) async throws -> [String] {
    try await Tool.run("exiftool", arguments + [path]).text.split(separator: "\n").map(String.init)
  }
}
