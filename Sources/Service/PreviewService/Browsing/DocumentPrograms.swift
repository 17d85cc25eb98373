internal import ByteStreams
internal import Confinement
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// Programs that say more about documents than providers do: imgmeta, imgindex, and those of poppler.
///
/// Each runs under cameo-launcher, as providers do (tier B of docs/sandbox.md). It gets the document as its standard
/// input, so it cannot open any file below the roots.
final class DocumentPrograms: Sendable {
  /// Where temporary folders are made.
  private let parent: String
  /// Catalogues of imgindex.
  let catalogues: [String]
  /// Of programs and searches.
  private let turns = ClientTurns(most: 8, mostOfClient: 4)

  private static let seconds = 15.0
  private static let memory = 512 << 20
  private static let waitSeconds = 5.0

  init(in folder: String?, catalogues: [String]) {
    parent = folder ?? BodyFolder.usualParent
    self.catalogues = catalogues
  }

  /// What a program has written, and how it ended.
  struct Outcome: Sendable {
    var output: [UInt8]
    var status: Int
    /// The last line of its standard error.
    var message: String
  }

  /// Runs a program with a limited time and memory.
  ///
  /// - Parameters:
  ///   - document: its standard input; nil for none.
  ///   - files: files that it may read, and folders that it may write.
  ///   - client: for whom it runs.
  /// - Throws: `overloaded`, `timeout`, `crashed`, `resourceExhausted`, `sandboxUnavailable`; `providerUnavailable` if
  ///   the program is not installed.
  func run(
    _ name: String, _ arguments: [String], on document: BrowseTarget?,
    files: (readable: [String], writable: [String]) = ([], []), for client: String
  ) async throws(ServiceProblem) -> Outcome {
    guard let path = ProgramLookup().find(name, folder: "") else {
      throw ServiceProblem(ProviderError(.providerUnavailable, "\(name) is not installed"))
    }
    try await begin(client)
    defer { end(client) }
    let parent = parent
    return try await DetachedThread.run { () throws(ServiceProblem) in
      try Self.run([path] + arguments, on: document, files: files, in: parent)
    }
  }

  private static func run(
    _ command: [String], on document: BrowseTarget?, files: (readable: [String], writable: [String]), in parent: String
  ) throws(ServiceProblem) -> Outcome {
    guard let folder = LockedFolder(in: parent, prefix: "previewd-program-") else {
      throw ServiceProblem(.internalError, "there is no folder for temporary files")
    }
    defer { folder.remove() }
    let (output, end): ([UInt8], ConfinedProcess.End)
    let errors: TemporaryFile
    do throws(ImageError) {
      var process = try ConfinedProcess(program: command, memory: memory, temporaryFolder: folder.path)
      errors = try TemporaryFile(in: folder.path)
      process.errors = errors
      process.seconds = seconds
      process.inputDescriptor = document?.descriptor.descriptor
      (output, end) = try process.run(input: nil, readable: files.readable, writable: files.writable)
    } catch {
      throw ServiceProblem(ProviderError(.sandboxUnavailable, "documents cannot be read now: \(error.reason)"))
    }
    // The document's descriptor has to stay open until here.
    withExtendedLifetime(document) {}
    switch end {
    case .exited(let status):
      let bytes = (try? errors.bytes(at: 0, count: 16 << 10)) ?? []
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last ?? ""
      return Outcome(output: output, status: status, message: String(line))
    case .late: throw ServiceProblem(ProviderError(.timeout, "it took longer than \(Int(seconds)) seconds"))
    case .signaled: throw ServiceProblem(ProviderError(.crashed, "the program that reads it has crashed"))
    case .memoryExceeded, .processesExceeded, .outputExceeded:
      throw ServiceProblem(ProviderError(.resourceExhausted, "it needs more memory than it may have"))
    case .notConfined: throw ServiceProblem(ProviderError(.sandboxUnavailable, "there is no sandbox to read it in"))
    }
  }

  // MARK: Turns

  /// Waits for a turn: to run a program, or to go through folders. Each has to be ended.
  ///
  /// - Throws: `overloaded` if there is none within some seconds.
  func begin(_ client: String) async throws(ServiceProblem) {
    let end = SystemCall.monotonicSeconds + Self.waitSeconds
    while !turns.take(client) {
      guard SystemCall.monotonicSeconds < end, !Task.isCancelled else {
        throw ServiceProblem(ProviderError(.overloaded, "too many documents are being read"))
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  func end(_ client: String) { turns.giveBack(client) }
}

// MARK: PDF

extension DocumentPrograms {
  /// The number of pages of a PDF document, their sizes in points, and its outline.
  ///
  /// - Throws: `corruptInput`, `passwordRequired`; as `run`.
  func parts(of document: BrowseTarget, for client: String) async throws(ServiceProblem) -> JSONValue {
    let mostPages = 10_000
    let facts = try await run(
      "pdfinfo", ["-enc", "UTF-8", "-f", "1", "-l", "\(mostPages)", "-"], on: document, for: client)
    try Self.check(facts)
    var members = try PopplerText.pages(facts.output)
    members.append(JSONMember("words", true))
    // The program is only asked for the outline, which it writes after the first page. It reads from where the one
    // before has stopped.
    let again = try document.reopened()
    let outline = try? await run(
      "pdftohtml", ["-xml", "-i", "-stdout", "-f", "1", "-l", "1", "-", "page"], on: again, for: client)
    if let outline, outline.status == 0 {
      members.append(JSONMember("outline", .array(PopplerText.outline(outline.output))))
    }
    return .object(members)
  }

  /// The words of a page and their places, in points from the top left corner.
  ///
  /// - Throws: as `parts`; `requestInvalid` for a page that the document does not have.
  func words(
    onPage page: Int, of document: BrowseTarget, for client: String
  ) async throws(ServiceProblem) -> JSONValue {
    let found = try await run(
      "pdftotext", ["-bbox", "-cropbox", "-enc", "UTF-8", "-f", "\(page)", "-l", "\(page)", "-", "-"], on: document,
      for: client)
    // poppler's status for a wrong range of pages.
    if found.status == 99 { throw .invalid("the document has no page \(page)") }
    try Self.check(found)
    return PopplerText.words(found.output)
  }

  private static func check(_ outcome: Outcome) throws(ServiceProblem) {
    guard outcome.status != 0 else { return }
    if outcome.message.contains("Incorrect password") {
      throw ServiceProblem(ProviderError(.passwordRequired, "the document is protected by a password"))
    }
    throw ServiceProblem(ProviderError(.corruptInput, "the file is damaged, or is not a PDF"))
  }
}

// MARK: Metadata

extension DocumentPrograms {
  /// What imgmeta says about a picture: groups of properties, those of the file and of its first image.
  ///
  /// - Throws: `corruptInput`; as `run`.
  func metadata(of document: BrowseTarget, for client: String) async throws(ServiceProblem) -> JSONValue {
    let found = try await run("imgmeta", ["--jsonl", "--value", "readable", "-"], on: document, for: client)
    var parser = JSONParser(
      found.output, limits: StructuredLimits(maxBytes: 32 << 20, maxDepth: 64, maxValues: 500_000))
    guard let record = try? parser.parse() else {
      throw ServiceProblem(ProviderError(.corruptInput, "nothing is known about it"))
    }
    if let error = record.member("error") {
      guard case .string(let reason) = error.member("message")?.content else {
        throw ServiceProblem(ProviderError(.corruptInput, "it cannot be read"))
      }
      throw ServiceProblem(ProviderError(.corruptInput, reason))
    }
    var groups: [JSONMember] = []
    for part in [record.member("properties"), record.member("images")?.element(0)] {
      guard case .object(let object) = part?.content else { continue }
      for group in object.members {
        guard case .object(let properties) = JSONValue(group.value) else { continue }
        if let index = groups.firstIndex(where: { $0.name == group.name }),
          case .object(let known) = groups[index].value
        {
          let names = Set(known.map(\.name))
          groups[index].value = .object(known + properties.filter { !names.contains($0.name) })
        } else {
          groups.append(JSONMember(group.name, .object(properties)))
        }
      }
    }
    return .object(groups)
  }
}

extension JSONValue {
  /// The same value, to be written.
  fileprivate init(_ value: StructuredValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number, let text): self = Int64(text).map { .int($0) } ?? .double(number)
    case .string(let text): self = .string(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let object): self = .object(object.members.map { JSONMember($0.name, JSONValue($0.value)) })
    }
  }
}
