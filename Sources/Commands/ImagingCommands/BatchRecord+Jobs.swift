package import CommandKit
internal import ImageModel
package import Imaging
internal import StructuredText

extension BatchRecord {
  /// What a job did, as a report says it.
  package init(_ report: JobReport) {
    self.init()
    // Several steps may come upon the same flaw; it is told once.
    var told: Set<Diagnostic> = []
    diagnostics = report.diagnostics.filter { told.insert($0).inserted }
    error = report.error
    members = [
      JSONMember("format", .string(report.inputFormat)),
      JSONMember("width", .int(Int64(report.inputSize.width))),
      JSONMember("height", .int(Int64(report.inputSize.height))),
      JSONMember("bytes", .uint(report.inputByteCount)),
      JSONMember("outputs", .array(report.outputs.map(Self.json))),
    ]
    if !report.changes.isEmpty { members.append(JSONMember("changes", .array(report.changes.map { .string($0) }))) }
  }

  private static func json(_ output: JobReport.Output) -> JSONValue {
    .object([
      "path": .path(output.path),
      "format": .string(output.format),
      "width": .int(Int64(output.size.width)),
      "height": .int(Int64(output.size.height)),
      "bytes": .uint(output.byteCount),
      "images": .int(Int64(output.imageCount)),
      "skipped": output.skipped.map { .string($0.rawValue) } ?? .null,
    ])
  }
}
