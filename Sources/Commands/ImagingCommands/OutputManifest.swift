package import ByteStreams
internal import ContentTypes
package import ImageModel
package import Imaging
internal import StructuredText
internal import Synchronization

/// A file in JSON that lists the outputs of all inputs of a run, for a program that builds web pages of them.
///
/// It has the files that exist after the run, whether the run wrote them or left them alone, with a line for each
/// input. An input that fails keeps its line of the run before. A run that changes nothing leaves the file as it is.
package final class OutputManifest: Sendable {
  private struct Line {
    var text: String
    var placeholder: String?
  }

  package let path: String
  /// The lines of this run by the positions of their inputs.
  private let lines = Mutex<[Int: String]>([:])
  /// Whether an output is the file of the manifest, which is then left alone.
  private let isOutput = Mutex(false)
  /// The bytes of an earlier manifest; empty without one.
  private let earlier: [UInt8]
  private let earlierLines: [String: Line]

  /// - Parameter path: of a file, which may exist. A file that is no manifest is replaced, too.
  /// - Throws: `io`.
  package init(path: String) throws(ImageError) {
    self.path = path
    let limits = StructuredLimits()
    let exists = SystemCall.status(of: path)?.isRegularFile ?? false
    earlier = exists ? try FileByteSource(path: path).bytes(at: 0, count: limits.maxBytes) : []
    var found: [String: Line] = [:]
    for line in earlier.split(separator: UInt8(ascii: "\n")) {
      let bytes = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      var parser = JSONParser(Array(bytes), limits: limits, textsArePaths: true)
      guard let value = try? parser.parse(), case .object(let members) = value.content,
        case .string(let input)? = members["input"]?.content
      else { continue }
      found[input] = Line(text: String(decoding: bytes, as: UTF8.self))
      if case .string(let text)? = members["placeholder"]?.content { found[input]?.placeholder = text }
    }
    earlierLines = found
  }

  /// The outputs of an input in the earlier manifest, as far as they exist, for a page that still shows them; nil
  /// without such an input.
  package func earlierReport(of input: String) -> JobReport? {
    guard let line = earlierLines[input] else { return nil }
    var parser = JSONParser(Array(line.text.utf8), limits: StructuredLimits(), textsArePaths: true)
    guard let value = try? parser.parse(), case .object(let members) = value.content,
      case .array(let outputs)? = members["outputs"]?.content
    else { return nil }
    var report = JobReport(
      input: input, inputFormat: "", inputSize: PixelSize(width: 0, height: 0), inputByteCount: 0)
    report.placeholder = line.placeholder
    report.outputs = outputs.compactMap { output in
      guard case .object(let members) = output.content else { return nil }
      func number(_ name: String) -> Int? {
        guard case .number(let value, _)? = members[name]?.content else { return nil }
        return Int(exactly: value)
      }
      guard case .string(let path)? = members["path"]?.content, case .string(let format)? = members["format"]?.content,
        let width = number("width"), let height = number("height"), let bytes = number("bytes"),
        SystemCall.status(of: path) != nil
      else { return nil }
      return JobReport.Output(
        path: path, format: format, size: PixelSize(width: width, height: height), byteCount: UInt64(clamping: bytes))
    }
    return report
  }

  /// The placeholder of an input in the earlier manifest.
  package func earlierPlaceholder(of input: String) -> String? { earlierLines[input]?.placeholder }

  /// Begins with the earlier lines of the inputs, which remain where an input fails.
  ///
  /// - Parameters:
  ///   - inputs: their names, in their order.
  ///   - files: the files that the manifest must not replace.
  ///   - output: how outputs are written.
  /// - Throws: `usage` if it would replace one; `io` if its folder is missing.
  package func begin(_ inputs: [String], files: Set<FileIdentity>, _ output: FileOptions) throws(ImageError) {
    if let own = FileIdentity(path: path), files.contains(own) {
      throw ImageError(.usage, "the file of --manifest is an input", path: path)
    }
    if output.dryRun {
      try OutputFolder.check(for: path, parents: output.parents)
    } else {
      try OutputFolder.prepare(for: path, parents: output.parents)
    }
    lines.withLock { lines in
      for (number, input) in inputs.enumerated() { lines[number] = earlierLines[input]?.text }
    }
  }

  /// Adds the outputs of an input.
  ///
  /// - Parameter number: its position.
  /// - Throws: `usage` if the manifest is one of them; as `JobReport.Output.sha256`.
  package func add(_ report: JobReport, at number: Int) throws(ImageError) {
    var outputs: [JSONValue] = []
    let own = FileIdentity(path: path)
    for output in report.outputs {
      if let own, own == FileIdentity(path: output.path) {
        isOutput.withLock { $0 = true }
        throw ImageError(.usage, "the file of --manifest is an output, too", path: path)
      }
      let type = ContentTypeRegistry.format(named: output.format)?.mimeTypes.first
      outputs.append(
        .object([
          "path": .path(output.path), "format": .string(output.format), "type": type.map { .string($0) } ?? .null,
          "width": .int(Int64(output.size.width)), "height": .int(Int64(output.size.height)),
          "bytes": .uint(output.byteCount), "sha256": .string(try output.sha256()),
        ]))
    }
    var members = [JSONMember("input", .path(report.input))]
    if let placeholder = report.placeholder { members.append(JSONMember("placeholder", .string(placeholder))) }
    members.append(JSONMember("outputs", .array(outputs)))
    let text = JSONWriter.text(.object(members))
    lines.withLock { $0[number] = text }
  }

  /// Writes the file, if it changes and is none of the outputs.
  ///
  /// - Throws: `io`.
  package func write(_ names: TemporaryNames, sync: Bool) throws(ImageError) {
    if isOutput.withLock({ $0 }) { return }
    let lines = lines.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    let bytes = Array("{\"version\": 1, \"files\": [\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    guard bytes != earlier else { return }
    let file = try AtomicFile(path: path, options: .init(sync: sync), names: names)
    try file.append(bytes)
    try file.commit()
  }
}
