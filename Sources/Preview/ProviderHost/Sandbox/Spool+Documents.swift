internal import ByteStreams
internal import Glibc
package import ProviderProtocol
internal import Synchronization

extension Spool {
  package typealias Copied = (path: String, omissions: [String])

  /// What is copied at once, in bytes: it takes some milliseconds.
  private static let copiedAtOnce = 16 << 20

  /// Copies a document as `add` does; a large one on a thread of its own, for there are as many of the host's as processors, and others
  /// wait for them.
  package func copy(document path: String, name: String?) async throws(ProviderError) -> Copied {
    if let status = SystemCall.status(of: path), status.isRegularFile, status.st_size <= Self.copiedAtOnce {
      return try add(document: path, name: name)
    }
    let isCancelled = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Copied, ProviderError>, Never>) in
        let work = { @Sendable in
          do throws(ProviderError) {
            let copied = try self.add(document: path, name: name) { isCancelled.value.load(ordering: .relaxed) }
            continuation.resume(returning: .success(copied))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
        if !DetachedThread.start(work) { work() }
      }
    } onCancel: {
      isCancelled.value.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  /// Whether the task that a thread works for is cancelled.
  private final class CancellationFlag: Sendable {
    let value = Atomic(false)
  }

  /// Copies a document into the spool: a file, or a package with all its files.
  ///
  /// A link that is named is followed, as the caller means what it leads to; links within a package are left out, so that nothing
  /// comes in that lies outside it, and so is what is neither file nor folder.
  ///
  /// - Parameters:
  ///   - name: what people call the document, where the path's own name is another; programs know types by its extension.
  ///   - isCancelled: asked between pieces.
  /// - Returns: the path at which the worker finds it: a number, with the extension where that is a plain one; and a line for each of the
  ///   first files of a package that may not be read.
  /// - Throws: `cancelled`, between pieces of a large document, besides what reading and writing throw.
  package func add(
    document path: String, name: String? = nil, isCancelled: @escaping () -> Bool = { Task.isCancelled }
  ) throws(ProviderError) -> Copied {
    let name = name ?? PathText.split(path).name
    let suffix = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    let target = "\(inFolder)/\(nextName(extension: suffix))"
    // Without waiting for a writer, should it be a fifo.
    let source = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard source >= 0 else { throw Self.failure("open the document", code: .sourceUnavailable) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Self.failure("read the document", code: .sourceUnavailable) }
    var copy = DocumentCopy(spool: self, isCancelled: isCancelled)
    if status.isDirectory {
      guard SystemCall.makeDirectory(target, mode: 0o700) else { throw Self.failure("write the spool") }
      let folder = SystemCall.open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { throw Self.failure("write the spool") }
      defer { close(folder) }
      try copy.folder(source, to: folder, depth: 0)
    } else if status.isRegularFile {
      try add(file: source, at: target, with: &copy)
    } else {
      throw ProviderError(.sourceUnavailable, "the document is neither a file nor a folder")
    }
    return (target, copy.omissions)
  }

  /// Copies an open file, over the spare one where there is one.
  private func add(file source: Int32, at target: String, with copy: inout DocumentCopy) throws(ProviderError) {
    var document: SpareDocument
    if let spare = takeSpare(for: target) {
      document = spare
    } else {
      let file = SystemCall.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
      guard file >= 0 else { throw Self.failure("write the spool") }
      document = SpareDocument(descriptor: file, path: target)
    }
    document.isFree = false
    try copy.file(source, to: document.descriptor)
    var whole: SpareDocument? = consume document
    spare.withLock { spare in
      // Of several documents at a time one is enough.
      if spare == nil { spare = whole.take() }
    }
  }

  private func takeSpare(for target: String) -> SpareDocument? {
    spare.withLock { spare in
      guard var free = spare.take() else { return nil }
      if free.isFree, lseek(free.descriptor, 0, SEEK_SET) == 0, free.rename(to: target) { return free }
      spare = consume free
      return nil
    }
  }

  /// Puts bytes into the spool as a document.
  ///
  /// - Returns: the path at which the worker finds it.
  package func add(bytes: [UInt8], extension suffix: String?) throws(ProviderError) -> String {
    let target = "\(inFolder)/\(nextName(extension: suffix))"
    let file = SystemCall.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
    guard file >= 0 else { throw Self.failure("write the spool") }
    defer { close(file) }
    guard SystemCall.writeAll(bytes, to: file) else { throw Self.failure("write the spool") }
    guard hand(over: file, mode: 0o440) else { throw Self.failure("write the spool") }
    return target
  }
}
