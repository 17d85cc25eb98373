internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import StructuredText
internal import Synchronization

/// What `--validate` writes: a line for each finding, or a record for each file in JSON.
package final class FindingFormatter: FramedFormatter {
  package let json: JSONFormatter?
  private let found = Mutex(false)

  /// - Parameter json: JSON's frame; nil writes lines.
  package init(json: JSONFormatter?) { self.json = json }

  /// Whether a file has a finding that is more than a note.
  package var hasFound: Bool { found.withLock { $0 } }

  package func text(of file: FileMetadata) -> String {
    if file.findings.contains(where: { $0.severity == .warning }) { found.withLock { $0 = true } }
    if let json { return json.text { write(file, to: &$0) } }
    return file.findings.map { finding in
      let line = "\(file.name): \(finding.severity.rawValue): \(finding.place): \(finding.message)"
      return "\(PrintableText.escaped(line)) [\(finding.rule.rawValue); \(finding.rule.clause)]\n"
    }.joined()
  }

  private func write(_ file: FileMetadata, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema")
    writer.write(MetadataRecord.version)
    writer.member("input")
    writer.write(path: file.name)
    writer.member("format")
    writer.write(file.metadata.format)
    writer.member("findings")
    writer.beginArray()
    for finding in file.findings {
      writer.element()
      writer.beginObject()
      let members = [
        ("severity", finding.severity.rawValue), ("place", finding.place), ("rule", finding.rule.rawValue),
        ("clause", finding.rule.clause), ("message", finding.message),
      ]
      for (name, text) in members {
        writer.member(name)
        writer.write(path: text)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
