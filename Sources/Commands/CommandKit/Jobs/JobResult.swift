internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import StructuredText

/// The result of a job, as docs/job-result.schema.json describes it.
package struct JobResult: Sendable {
  enum Status: String, Sendable {
    case ok, warning, error
  }

  let status: Status
  /// One line of ASCII with its line feed.
  package let line: String
  /// The kind of the error.
  let errorKind: String?
  let inputBytes: UInt64
  /// Of the outputs that were written.
  let outputBytes: UInt64
  /// The number of outputs that were left alone.
  let skippedOutputs: Int
  /// Whether another attempt may succeed.
  let isTransient: Bool

  /// - Parameter output: the bytes of a job without an output.
  package init(_ job: Job, _ record: BatchRecord, output: [UInt8]?, attempts: Int) {
    let hasWarning = record.diagnostics.contains { $0.severity == .warning }
    status = record.error != nil ? .error : hasWarning ? .warning : .ok
    errorKind = record.error?.kind.rawValue
    isTransient = record.error?.isTransient ?? false
    inputBytes = Self.count("bytes", record.members)
    var written: UInt64 = 0
    var skipped = 0
    for member in record.members where ["outputs", "output"].contains(member.name) {
      for case .object(let members) in member.value.elements {
        if case .string? = members.first(where: { $0.name == "skipped" })?.value {
          skipped += 1
        } else {
          written += Self.count("bytes", members)
        }
      }
    }
    outputBytes = written
    skippedOutputs = skipped
    var begin = "{\"id\": \(job.id), \"status\": \"\(status.rawValue)\", "
    if attempts > 1 { begin += "\"attempts\": \(attempts), " }
    if record.error != nil { begin += "\"line\": \(job.line), " }
    // A command may have written the report itself: an object, and a line feed.
    var report = record.text
    if report.isEmpty {
      var record = record
      if record.isOmitted { record.members.append(JSONMember("omitted", true)) }
      if let output {
        record.members = record.members.map { $0.name == "bytes" ? JSONMember("inputBytes", $0.value) : $0 }
        record.members.append(JSONMember("bytes", .string(Base64.text(output))))
      }
      report = JSONWriter.text(record.json(input: job.inputs.first ?? "-"), encoding: .ascii) + "\n"
    }
    line = begin + report.dropFirst()
  }

  /// The result that another process has written for a job; nil if that is not one line with this job's result.
  package init?(_ job: Job, line: [UInt8], attempts: Int) {
    let reader = JobReader.Line(number: 1, bytes: line.dropLast(), start: 0, isComplete: true)
    guard line.last == UInt8(ascii: "\n"), !line.dropLast().contains(UInt8(ascii: "\n")),
      line.allSatisfy({ $0 < 0x80 }), Job.id(ofResult: reader) == job.id, let value = Job.result(line.dropLast()),
      let status = value.member("status")?.text.flatMap(Status.init)
    else { return nil }
    self.status = status
    let text = String(decoding: line, as: UTF8.self)
    let begin = "{\"id\": \(job.id), \"status\": \"\(status.rawValue)\", "
    self.line = attempts > 1 ? begin + "\"attempts\": \(attempts), " + text.dropFirst(begin.count) : text
    let error = value.member("error")
    errorKind = error?.member("kind")?.text
    let isPermanent = ImageError.isPermanent(error?.member("message")?.text)
    isTransient = errorKind == "cancelled" || errorKind == "io" && !isPermanent
    inputBytes = value.member("bytes")?.count ?? value.member("inputBytes")?.count ?? 0
    var written: UInt64 = 0
    var skipped = 0
    for name in ["outputs", "output"] {
      guard let value = value.member(name) else { continue }
      let outputs = if case .array(let values) = value.content { values } else { [value] }
      for output in outputs {
        if output.member("skipped")?.text != nil {
          skipped += 1
        } else {
          written &+= output.member("bytes")?.count ?? 0
        }
      }
    }
    outputBytes = written
    skippedOutputs = skipped
  }

  private static func count(_ name: String, _ members: [JSONMember]) -> UInt64 {
    switch members.first(where: { $0.name == name })?.value {
    case .uint(let value)?: value
    case .int(let value)?: UInt64(clamping: value)
    default: 0
    }
  }
}

extension StructuredValue {
  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
  fileprivate var count: UInt64? { if case .number(_, let text) = content { UInt64(text) } else { nil } }
}

extension JSONValue {
  /// The elements of a list; any other value is its only element.
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [self] } }
}

/// What `--summary` writes.
struct JobSummary {
  /// How each summary begins, by which it is known.
  static let beginning = "{\n  \"version\": 1,\n  \"command\": \""

  private let command: String
  private let start = SystemCall.monotonicSeconds
  private var statuses: [JobResult.Status: Int] = [:]
  private var kinds: [String: Int] = [:]
  private var inputBytes: UInt64 = 0
  private var outputBytes: UInt64 = 0
  private var skippedOutputs = 0
  /// Jobs that an earlier run has done.
  var skipped = 0

  init(command: String) { self.command = command }

  mutating func add(_ result: JobResult) {
    statuses[result.status, default: 0] += 1
    if let kind = result.errorKind { kinds[kind, default: 0] += 1 }
    inputBytes &+= result.inputBytes
    outputBytes &+= result.outputBytes
    skippedOutputs += result.skippedOutputs
  }

  var errors: Int { statuses[.error] ?? 0 }
  private var jobs: Int { statuses.values.reduce(0, +) }

  /// Whether no job was done because the options of all were wrong.
  var isMisuse: Bool { jobs > 0 && kinds[ImageError.Kind.usage.rawValue] == jobs }

  /// Whether more than a part of the jobs failed.
  func exceeds(percent: Double?) -> Bool {
    guard let percent else { return false }
    return Double(errors) * 100 > percent * Double(jobs)
  }

  /// - Throws: `io`.
  func write(to path: String, names: TemporaryNames) throws(ImageError) {
    let seconds = SystemCall.monotonicSeconds - start
    let kinds = kinds.sorted { $0.key < $1.key }.map { JSONMember($0.key, .int(Int64($0.value))) }
    let value = JSONValue.object([
      "version": 1, "command": .string(command), "jobs": .int(Int64(jobs)),
      "ok": .int(Int64(statuses[.ok] ?? 0)), "warnings": .int(Int64(statuses[.warning] ?? 0)),
      "errors": .int(Int64(errors)), "skipped": .int(Int64(skipped)), "inputBytes": .uint(inputBytes),
      "outputBytes": .uint(outputBytes), "skippedOutputs": .int(Int64(skippedOutputs)),
      "seconds": .double((seconds * 1_000).rounded() / 1_000),
      "errorsByKind": .object(kinds),
    ])
    let file = try AtomicFile(path: path, names: names)
    try file.append(Array((JSONWriter.text(value, layout: .indented) + "\n").utf8))
    try file.commit()
  }
}

/// The jobs that a log of results says are done. The last line may have been cut off when its writer was killed.
struct JobLog: Sendable {
  private var ids: Set<String> = []
  /// Whether results are appended to the log, and its last line lacks a line feed.
  private(set) var needsLineFeed = false

  /// A file that does not exist is an empty log.
  ///
  /// If standard output appends to the log, a last line that was cut off is removed from it.
  ///
  /// - Throws: `usage` for a file that has other lines only; `io`.
  init(_ path: String) throws(ImageError) {
    if SystemCall.status(of: path) == nil, errno == ENOENT { return }
    let reader = try JobReader(path)
    var hasLines = false
    while let line = reader.next() {
      let id = Job.id(ofResult: line)
      if let id { ids.insert(id) }
      hasLines = hasLines || line.isComplete
      guard !line.isComplete else { continue }
      var output = stat()
      guard fstat(STDOUT_FILENO, &output) == 0, FileIdentity(path: path) == FileIdentity(output) else { continue }
      needsLineFeed = id != nil
      if id == nil, ftruncate(STDOUT_FILENO, line.start) != 0 { throw SystemCall.error("shorten", path: path) }
    }
    if let failure = reader.failure { throw failure }
    if hasLines, ids.isEmpty { throw ImageError(.usage, "has no results of jobs (--resume)", path: path) }
  }

  func contains(_ id: String) -> Bool { ids.contains(id) }
}
