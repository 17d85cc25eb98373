internal import ByteStreams
internal import ImageModel
package import StructuredText

/// One line of jobs.
package struct Job: Sendable {
  /// A member that is an option of the command.
  struct Field: Sendable {
    var name: String
    var value: StructuredValue.Content
  }

  /// The line, counted from 1.
  let line: Int
  /// The line, for a process of its own; else empty.
  let text: [UInt8]
  /// The job's id as JSON; the number of the line if it has none.
  package private(set) var id: String
  private var hasID = false
  /// Why the line is not a job.
  private(set) var error: ImageError?
  /// Paths.
  private(set) var inputs: [String] = []
  /// What is read instead of a file.
  private(set) var bytes: [UInt8]?
  /// A path.
  private(set) var output: String?
  private(set) var fields: [Field] = []

  /// What `--shard` divides jobs by: the id, else the path, else the number of the line.
  var key: [UInt8] { hasID ? Array(id.utf8) : inputs.first.map { PathText.bytes($0) } ?? Array(id.utf8) }

  private static let limits = StructuredLimits(maxBytes: JobReader.longestLine, maxDepth: 8, maxValues: 100_000)

  /// - Parameters:
  ///   - takesSeveral: whether a job may have several inputs.
  ///   - keepsText: whether another process does the job.
  package init(_ line: JobReader.Line, takesSeveral: Bool, keepsText: Bool) {
    self.line = line.number
    text = keepsText ? line.bytes ?? [] : []
    id = String(line.number)
    do throws(ImageError) {
      guard let bytes = line.bytes else {
        throw ImageError(.limitExceeded, "the line is longer than \(JobReader.longestLine >> 20) MiB")
      }
      guard !bytes.allSatisfy(JSONParser.isSpace) else { throw ImageError(.invalidData, "the line is blank") }
      var parser = JSONParser(bytes, limits: Self.limits, firstLine: line.number, textsArePaths: true)
      guard case .object(let object) = try parser.parse().content else {
        throw ImageError(.invalidData, "a job is an object, as in {\"input\": \"a.jpg\"}")
      }
      // The error has the id and the inputs, wherever they are.
      var failure: ImageError?
      for member in object.members {
        do throws(ImageError) { try take(member, takesSeveral) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
      let sources = object.members.count { ["input", "inputs", "bytes"].contains($0.name) }
      guard sources == 1 else {
        let names = takesSeveral ? "input, inputs or bytes" : "input or bytes"
        throw ImageError(.usage, sources == 0 ? "the job has no \(names)" : "a job has either \(names)")
      }
    } catch {
      self.error = error
    }
  }

  /// The id in a line of results; nil for any other line, and for one that was cut off.
  package static func id(ofResult line: JobReader.Line) -> String? {
    if line.isComplete, let id = ownID((line.bytes ?? line.head).prefix(JobReader.headLength)) { return id }
    // Another program may have written the line again.
    guard let bytes = line.bytes, let value = result(bytes) else { return nil }
    return value.member("id").flatMap { text(ofID: $0.content) }
  }

  /// A line of results as JSON; nil for any other line.
  package static func result(_ line: [UInt8]) -> StructuredValue? {
    guard line.first == UInt8(ascii: "{") else { return nil }
    let limits = StructuredLimits(maxBytes: line.count, maxDepth: 512, maxValues: 10_000_000)
    var parser = JSONParser(line, limits: limits, textsArePaths: true)
    guard let value = try? parser.parse(), value.member("status") != nil else { return nil }
    return value
  }

  /// The id in the beginning of a line as `JobResult` writes it. In a text, the quotes after it would be escaped.
  private static func ownID(_ head: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    let begin = "{\"id\": "
    guard text.hasPrefix(begin), let end = text.firstRange(of: ", \"status\": \"") else { return nil }
    return String(text[text.index(text.startIndex, offsetBy: begin.count)..<end.lowerBound])
  }

  private static func text(ofID value: StructuredValue.Content) -> String? {
    switch value {
    case .string(let text): JSONWriter.text(.path(text), encoding: .ascii)
    case .number(_, let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .bytes, .array, .object: nil
    }
  }

  private mutating func takeID(_ value: StructuredValue.Content) throws(ImageError) {
    if case .null = value { return }
    guard let text = Self.text(ofID: value) else {
      throw ImageError(.usage, "id: expected a text, a number, true or false")
    }
    (id, hasID) = (text, true)
  }

  private mutating func take(_ member: StructuredObject.Member, _ takesSeveral: Bool) throws(ImageError) {
    switch member.name {
    case "id": try takeID(member.value.content)
    case "input": inputs.append(try Self.path(member.value.content, "input"))
    case "inputs" where takesSeveral:
      guard case .array(let values) = member.value.content, !values.isEmpty else {
        throw ImageError(.usage, "inputs: expected a list of paths")
      }
      for value in values { inputs.append(try Self.path(value.content, "inputs")) }
    case "bytes":
      guard case .string(let text) = member.value.content, let bytes = Base64.bytes(text.utf8) else {
        throw ImageError(.usage, "bytes: expected a text in base64")
      }
      self.bytes = bytes
    case "output": output = try Self.path(member.value.content, "output")
    default: fields.append(Field(name: member.name, value: member.value.content))
    }
  }

  private static func path(_ value: StructuredValue.Content, _ name: String) throws(ImageError) -> String {
    guard case .string(let text) = value, !text.isEmpty, !text.utf8.contains(0) else {
      throw ImageError(.usage, "\(name): expected a path")
    }
    guard text != "-" else { throw ImageError(.usage, "\(name): a job has no standard input and output") }
    return text
  }
}
