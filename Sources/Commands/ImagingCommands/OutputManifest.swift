package import ByteStreams
internal import CommandKit
internal import ContentTypes
package import ImageModel
package import Imaging
internal import StructuredText
internal import Synchronization

/// A file in JSON that lists the outputs of all inputs of a run, for a program that builds web pages of them.
///
/// It has the files that exist after the run, whether the run wrote them or left them alone. A run that changes nothing
/// leaves it as it is. An input without outputs is not in it.
package final class OutputManifest: Sendable {
  private static let version = 1
  private static let limits = StructuredLimits()

  package let path: String
  private let entries = Mutex<[Int: JSONValue]>([:])
  /// The bytes of an earlier manifest; empty without one.
  private let earlier: [UInt8]
  private let placeholders: [String: String]

  /// - Parameter path: of a file, which may exist. What is no manifest is replaced like one.
  /// - Throws: `io`.
  package init(path: String) throws(ImageError) {
    self.path = path
    guard SystemCall.status(of: path)?.isRegularFile ?? false else {
      (earlier, placeholders) = ([], [:])
      return
    }
    earlier = try FileByteSource(path: path).bytes(at: 0, count: Self.limits.maxBytes)
    placeholders = Self.placeholders(of: earlier)
  }

  /// The placeholder of an input in the earlier manifest.
  package func earlierPlaceholder(of input: String) -> String? { placeholders[input] }

  private static func placeholders(of bytes: [UInt8]) -> [String: String] {
    var parser = JSONParser(bytes, limits: limits, textsArePaths: true)
    guard let file = try? parser.parse(), case .object(let members) = file.content,
      case .array(let files)? = members["files"]?.content
    else { return [:] }
    var found: [String: String] = [:]
    for entry in files {
      if case .object(let members) = entry.content, case .string(let input)? = members["input"]?.content,
        case .string(let placeholder)? = members["placeholder"]?.content
      {
        found[input] = placeholder
      }
    }
    return found
  }

  /// Checks that no input is replaced.
  ///
  /// - Throws: `usage`.
  package func begin(replacing inputs: Set<FileIdentity>) throws(ImageError) {
    guard let own = FileIdentity(path: path), inputs.contains(own) else { return }
    throw ImageError(.usage, "the file of --manifest is an input", path: path)
  }

  /// Adds the outputs of an input.
  ///
  /// - Parameter number: its position.
  /// - Throws: as `JobReport.Output.sha256`.
  package func add(_ report: JobReport, at number: Int) throws(ImageError) {
    guard !report.outputs.isEmpty else { return }
    var outputs: [JSONValue] = []
    for output in report.outputs {
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
    entries.withLock { $0[number] = .object(members) }
  }

  /// Writes the file, if it changes.
  ///
  /// - Throws: `io`.
  package func write(_ names: TemporaryNames, sync: Bool) throws(ImageError) {
    let files = entries.withLock { $0.sorted { $0.key < $1.key }.map { "\n" + JSONWriter.text($0.value) } }
    let text = "{\"version\": \(Self.version), \"files\": [\(files.joined(separator: ","))\n]}\n"
    let bytes = Array(text.utf8)
    guard bytes != earlier else { return }
    let file = try AtomicFile(path: path, options: .init(sync: sync), names: names)
    try file.append(bytes)
    try file.commit()
  }
}
