internal import ByteStreams
internal import Digests
internal import Glibc
internal import ImageModel
internal import NIOCore
internal import ProviderHost
internal import Synchronization

/// Keeps rendered replies, so that the same document is not rendered twice. What is found here needs no turn and no
/// worker.
///
/// Replies are files (`ResultFolder`) that all processes of the user share. Small ones that were used lately are in
/// memory, too. An entry is named by a digest of the document's content and of everything else that the reply depends
/// on (`ResultKey`), so it never has to be replaced.
final class ResultCache: Sendable {
  private let folder: ResultFolder
  private let log: ServiceLog
  private let metrics: ServiceMetrics
  /// By the names of their files.
  private let replies = Mutex(RecentValues<String, Answer>(capacity: 16 << 20))
  /// Large replies that were checked lately, without their content.
  private let checked = Mutex(RecentValues<String, CheckedReply>(capacity: 4_096))
  /// The digests of files, by their states.
  private let digests = Mutex(RecentValues<String, String>(capacity: 16_384))
  /// When a failure was logged.
  private let lastFailure = Mutex<ContinuousClock.Instant?>(nil)
  /// Files of more bytes are known by their state alone: reading them would take longer than a tenth of a second.
  private static let largestHashed = 64 << 20
  /// The coarsest tick that a file system's clock has.
  private static let settlingSeconds = 2

  /// A reply, and its content where that is in memory: all answers with it share these bytes. Otherwise the reply has
  /// its content itself.
  struct Answer: Sendable {
    var reply: RenderReply
    var content: ByteBuffer?
  }

  private struct CheckedReply: Sendable {
    var reply: RenderReply
    var size: Int
    /// The state of its file.
    var state: String
  }

  init(_ folder: ResultFolder, log: ServiceLog, metrics: ServiceMetrics) {
    (self.folder, self.log, self.metrics) = (folder, log, metrics)
  }

  // MARK: Documents

  /// What names a document's content.
  struct Content: Sendable {
    /// The digest of a body or a file, or the state of a large file.
    let name: String
    /// Whether another content would have another fingerprint. A file that changed just now may change again within one
    /// tick of the file system's clock.
    let isSettled: Bool
  }

  /// The content of a document; nil for one whose replies are not kept: a package, a file that is changing, and a large
  /// file that changed just now.
  func content(of document: DocumentReference) -> Content? {
    guard let fingerprint = document.fingerprint else { return nil }
    if fingerprint.hasPrefix(BodyWriter.fingerprintPrefix) { return Content(name: fingerprint, isSettled: true) }
    guard let status = status(of: document) else { return nil }
    let isSettled = status.st_ctim.tv_sec <= time(nil) - Self.settlingSeconds
    if status.st_size > Self.largestHashed { return isSettled ? Content(name: fingerprint, isSettled: true) : nil }
    if isSettled, let known = digests.withLock({ $0.use(fingerprint) }) { return Content(name: known, isSettled: true) }
    guard let digest = Self.digest(of: document), self.status(of: document) != nil else { return nil }
    if isSettled { digests.withLock { $0.insert(digest, cost: 1, for: fingerprint) } }
    return Content(name: digest, isSettled: isSettled)
  }

  /// Whether the document still has a content that it had before it was rendered.
  func isUnchanged(_ document: DocumentReference, since content: Content) -> Bool {
    if document.fingerprint?.hasPrefix(BodyWriter.fingerprintPrefix) ?? false { return true }
    guard status(of: document) != nil else { return false }
    return content.isSettled || Self.digest(of: document) == content.name
  }

  /// The status of a file in the state of the document's fingerprint; nil for anything else.
  private func status(of document: DocumentReference) -> stat? {
    guard let status = SystemCall.status(of: document.path), status.isRegularFile,
      document.fingerprint == ServedRoots.fingerprint(ofFile: status)
    else { return nil }
    return status
  }

  private static func digest(of document: DocumentReference) -> String? {
    guard let source = try? FileByteSource(path: document.path), let digest = try? SHA256.digest(of: source) else {
      return nil
    }
    return BodyWriter.fingerprintPrefix + Hexadecimal.text(digest)
  }

  // MARK: Replies

  /// nil where there is none.
  func answer(_ name: String) -> Answer? {
    if let answer = replies.withLock({ $0.use(name) }) {
      // The file may have been removed: by this process, by another one, or by the user who empties the cache.
      if folder.touch(name) { return answer }
      replies.withLock { $0.remove(name) }
      return nil
    }
    if let known = checked.withLock({ $0.use(name) }),
      let reply = folder.trusted(name, known.reply, size: known.size, state: known.state)
    {
      return Answer(reply: reply)
    }
    switch folder.find(name) {
    case .nothing: return nil
    case .damage:
      metrics.foundDamage()
      log.write("a damaged file of the result cache was removed: \(name)")
      return nil
    case .reply(let reply, let state): return kept(reply, name, state)
    }
  }

  private func kept(_ reply: RenderReply, _ name: String, _ state: String) -> Answer {
    if let file = reply.file {
      var description = reply
      description.file = nil
      let known = CheckedReply(reply: description, size: file.size, state: state)
      checked.withLock { $0.insert(known, cost: 1, for: name) }
      return Answer(reply: reply)
    }
    var answer = Answer(reply: reply, content: ByteBuffer(bytes: reply.bytes))
    answer.reply.bytes = []
    // Besides the content: texts, and the dictionary.
    replies.withLock { $0.insert(answer, cost: reply.bytes.count + 1_024, for: name) }
    return answer
  }

  /// Stores a reply. A failure is logged, at most once a minute.
  func store(_ reply: RenderReply, as name: String) async {
    guard let entry = ResultEntry(reply) else { return }
    do throws(ImageError) {
      try await folder.store(entry, as: name)
    } catch {
      let isDue = lastFailure.withLock { last in
        if let last, last + .seconds(60) > .now { return false }
        last = .now
        return true
      }
      if isDue { log.write("an answer was not kept in the result cache: \(error)") }
    }
  }
}

/// Names the entries of one document and one tenant.
struct ResultKey: Sendable {
  let cache: ResultCache
  let content: ResultCache.Content
  /// Who asks. Tenants do not get each other's replies: a document that took over a worker can falsify the replies of
  /// its own tenant.
  let tenant: String
  /// Names the installed providers and their limits.
  let generation: String

  /// The name of the entry for a request for this document.
  func name(_ request: RenderRequest, _ kind: PreviewKind) -> String {
    let parts = EntityTag.parts(request, kind, document: content.name, generation: generation)
    return Hexadecimal.text(EntityTag.digest([tenant] + parts))
  }

  /// Whether a reply for the document, which was rendered just now, may be stored.
  func isValid(for document: DocumentReference) -> Bool { cache.isUnchanged(document, since: content) }
}
