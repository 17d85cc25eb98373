internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import Imaging
internal import StructuredText
internal import Synchronization

/// The pictures of the documents among the inputs of a run, or of a job.
///
/// `preview` draws them in its sandbox. For a run it is started before the command confines itself, and gets a list of
/// all documents. Afterwards the command only reads its results: a hostile input that takes the command over cannot ask
/// `preview` for anything. `preview` waits while the results are not read. Jobs share a `JobDocuments`.
final class DocumentPictures: Sendable {
  /// A document of the list.
  private struct Document {
    /// The name of its format: `svg`, `pdf`.
    var format: String
    var byteCount: UInt64
    /// The job of `preview` that draws it.
    var job: [UInt8] = []
  }

  /// What `preview` made of a document.
  struct Drawn {
    var picture: Result<[UInt8], ImageError>
    /// Counted in pages; nil for a document without pages.
    var pageCount: Int?
    var diagnostics: [Diagnostic]
  }

  struct State {
    /// nil if `preview` was not started, or has ended.
    var running: (process: pid_t, results: JobReader)?
    /// The results that were read, by their lines in the list.
    var drawn: [String: Drawn] = [:]
    /// Why there are no other results; nil where `preview` has no provider or no sandbox.
    var failure: ImageError?

    /// Waits for the end of `preview`, and reads no further result.
    ///
    /// - Returns: its exit status; nil if it was not running.
    mutating func end() -> Int32? {
      guard let process = running?.process else { return nil }
      // It cannot wait for a reader then.
      running = nil
      var status: Int32 = 0
      _ = SystemCall.retrying { Int(waitpid(process, &status, 0)) }
      return ChildProcess.exitStatus(status)
    }

    /// Reads the next result, or learns that there is none.
    mutating func readResult() {
      guard let line = running?.results.next() else {
        guard let status = end() else { return }
        // Without a provider or a sandbox, it does none of its jobs.
        if status != ExitStatus.failure.rawValue || !drawn.isEmpty {
          failure = ImageError(.io, "preview ended with status \(status)")
        }
        return
      }
      guard let id = Job.id(ofResult: line) else { return }
      guard let value = line.bytes.flatMap({ Job.result($0) }) else {
        let error = ImageError(.limitExceeded, "the picture of the document is too large; a smaller size helps")
        drawn[id] = Drawn(picture: .failure(error), diagnostics: [])
        return
      }
      drawn[id] = Drawn(value)
    }
  }

  private static let types = ["public.svg-image", "com.adobe.pdf"]

  let request: DocumentRequest
  /// Whether the picture of the document at a path may be asked for again.
  private let keeps: @Sendable (String) -> Bool
  /// What draws them; nil for a `preview` of their own.
  private let session: JobDocuments?
  private let documents: [PathKey: (line: String, document: Document)]
  private let state: Mutex<State>

  /// Starts `preview` for the documents among some inputs; nil if there are none, or if `preview` is not installed. If
  /// it cannot be started, each document has this error.
  ///
  /// - Parameters:
  ///   - keeps: whether the picture of the document at a path may be asked for again.
  ///   - workers: the number of documents that are drawn at a time; nil for that of `preview`.
  ///   - session: what draws them instead.
  init?(
    among inputs: [InputFile], _ request: DocumentRequest, keeps: @escaping @Sendable (String) -> Bool,
    workers: Int? = nil, session: JobDocuments? = nil
  ) {
    let registry = ContentTypeRegistry()
    var documents: [PathKey: (line: String, document: Document)] = [:]
    var list: [UInt8] = []
    for path in inputs.compactMap(\.path) {
      guard documents[PathKey(path)] == nil, var document = Self.document(path, registry) else { continue }
      let number = session?.nextNumber() ?? documents.count + 1
      var members: [JSONMember] = [
        JSONMember("id", .int(Int64(number))), JSONMember("input", .path(path)),
        JSONMember("size", .string(request.box.text)),
      ]
      if let page = request.page { members.append(JSONMember("page", .int(Int64(page)))) }
      document.job = Array((JSONWriter.text(.object(members), encoding: .ascii) + "\n").utf8)
      documents[PathKey(path)] = ("\(number)", document)
      list += document.job
    }
    guard !documents.isEmpty, let program = LauncherLocation.sibling("preview") else { return nil }
    self.session = session
    self.request = request
    self.keeps = keeps
    self.documents = documents
    var state = State()
    // Where all pages are asked for, none is drawn.
    if session == nil, !request.takesAllPages {
      do throws(ImageError) {
        let jobs = try TemporaryFile(list)
        defer { withExtendedLifetime(jobs) {} }
        lseek(jobs.descriptor, 0, SEEK_SET)
        state.running = try Self.start([program] + Self.options(workers: workers), input: jobs.descriptor)
      } catch {
        state.failure = ImageError(.io, "preview was not started: \(error)")
      }
    }
    self.state = Mutex(state)
  }

  /// Starts `preview`. Its messages about errors that stop all of its work go to standard error.
  ///
  /// - Parameters:
  ///   - input: the lines of its jobs.
  ///   - hasOwnGroup: whether the terminal's signals do not reach it.
  /// - Throws: `io`; `limitExceeded` for an environment of more than 1 MiB.
  static func start(
    _ command: [String], input: Int32, hasOwnGroup: Bool = false
  ) throws(ImageError) -> (process: pid_t, results: JobReader) {
    let variables = try SmallFile.bytes("/proc/self/environ").split(separator: 0).map { PathText.text($0) }
    guard let (source, output) = SystemCall.pipe() else { throw SystemCall.error("make a pipe", path: nil) }
    var child = ChildProcess(command, environment: variables)
    (child.input, child.output, child.hasOwnGroup) = (.descriptor(input), .descriptor(output), hasOwnGroup)
    let started = child.start()
    let number = errno
    close(output)
    guard let process = started else {
      close(source)
      throw SystemCall.error("start", path: command.first, number: number)
    }
    return (process, JobReader(descriptor: source, name: "preview"))
  }

  /// The options of all jobs. Each has its own size and page.
  static func options(workers: Int?) -> [String] {
    // A cached thumbnail may have metadata of its own, which imgconv would keep.
    // A signal that ends the command reaches it, too, and nobody waits for its results then.
    ["--jobs", "-", "--kind", "thumbnail", "--format", "png", "--no-cache", "--grace", "0"]
      + (workers.map { ["--workers", "\($0)"] } ?? [])
  }

  /// The document at a path; nil for any other file. Only files whose names are those of documents are opened.
  private static func document(_ path: String, _ registry: ContentTypeRegistry) -> Document? {
    func isWanted(_ type: ContentType) -> Bool { types.contains(type.identifier) }
    guard let named = registry.type(fileName: path), isWanted(named), let status = SystemCall.status(of: path),
      status.isRegularFile, let type = try? registry.identify(path: path).type, isWanted(type)
    else { return nil }
    return Document(format: registry.formatName(of: type), byteCount: UInt64(max(0, status.st_size)))
  }

  /// The identities of the documents, which no output replaces.
  var identities: [FileIdentity] { documents.keys.compactMap { FileIdentity(path: $0.path) } }

  /// The picture of the document at a path as a PNG file; nil for a file that is not among the documents, and where
  /// `preview` has no provider or no sandbox.
  ///
  /// - Throws: why the document could not be drawn, with the path; `usage` where all pages are asked for.
  func picture(of path: String) throws(ImageError) -> [UInt8]? {
    guard let (line, document) = documents[PathKey(path)] else { return nil }
    if request.takesAllPages {
      throw ImageError(.usage, "of a document one page is drawn: --page N says which", path: path)
    }
    let picture = state.withLock { state -> Result<[UInt8], ImageError>? in
      while state.drawn[line] == nil, state.running != nil { state.readResult() }
      if let session, state.drawn[line] == nil {
        // Not before: `preview` stops while results are not read, and a job that fails would never read its own.
        session.send(document.job)
        switch session.result(line) {
        case .success(let drawn)?: state.drawn[line] = drawn
        case .failure(let error)?: state.failure = error
        case nil: break
        }
      }
      defer { if !keeps(path) { state.drawn[line]?.picture = .success([]) } }
      return state.drawn[line]?.picture ?? state.failure.map { .failure($0) }
    }
    do throws(ImageError) {
      return try picture?.get()
    } catch {
      throw error.at(path: path)
    }
  }

  /// Whether `preview` drew the document of an input, or said why it cannot.
  func hasResult(of input: InputFile) -> Bool {
    guard let path = input.path, let (line, _) = documents[PathKey(path)] else { return false }
    return state.withLock { $0.drawn[line] != nil }
  }

  /// Adds what only the documents tell to the report of a job that has read their pictures.
  func complete(_ report: inout JobReport) {
    for (number, name) in ([report.input] + report.furtherInputs).enumerated() {
      guard let (line, document) = documents[PathKey(name)],
        let (pageCount, known) = state.withLock({ state in
          state.drawn[line].map { ($0.pageCount, $0.diagnostics) }
        })
      else { continue }
      var diagnostics = known
      if request.notesFurtherPages, request.page == nil, let pageCount, pageCount > 1 {
        diagnostics.append(.note("only page 1 of \(pageCount) is drawn; --page N chooses another one"))
      }
      if number == 0 {
        (report.inputFormat, report.inputByteCount) = (document.format, document.byteCount)
      } else {
        for index in diagnostics.indices { diagnostics[index].input = name }
      }
      report.diagnostics += diagnostics
    }
  }

  /// Waits for the end of `preview` if all results were read. Otherwise it ends when it cannot write the next one.
  func finish() {
    state.withLock { if $0.drawn.count == documents.count { _ = $0.end() } }
  }
}

extension DocumentPictures.Drawn {
  /// A result as docs/job-result.schema.json describes it.
  fileprivate init(_ value: StructuredValue) {
    func text(_ value: StructuredValue?) -> String? {
      if case .string(let text)? = value?.content { text } else { nil }
    }
    func messages(_ name: String, _ severity: Diagnostic.Severity) -> [Diagnostic] {
      guard case .array(let values)? = value.member(name)?.content else { return [] }
      return values.compactMap { text($0) }.map { Diagnostic(severity, $0) }
    }
    diagnostics = messages("warnings", .warning) + messages("notes", .note)
    if case .number(let count, _)? = value.member("pageCount")?.content { pageCount = Int(exactly: count) }
    if let bytes = text(value.member("bytes")).flatMap({ Base64.bytes($0.utf8) }) {
      picture = .success(bytes)
      return
    }
    let error = value.member("error")
    let kind = text(error?.member("kind")).flatMap { ImageError.Kind(rawValue: $0) } ?? .invalidData
    // The --timeout of thumb and imgconv is that of their jobs.
    let message = text(error?.member("message"))?.replacing(
      "(--timeout gives it more time)", with: "(the timeout of preview in the configuration file gives it more time)")
    picture = .failure(ImageError(kind, message ?? "the document cannot be drawn"))
  }
}
