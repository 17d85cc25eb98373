internal import ByteStreams
internal import Glibc
package import ProviderProtocol
internal import Synchronization

extension Spool {
  /// Copies a document into the spool: a file, or a package with all its files.
  ///
  /// A link that is named is followed, as the caller means what it leads to; links within a package are left out, so that nothing
  /// comes in that lies outside it, and so is what is neither file nor folder.
  ///
  /// - Parameter name: what people call the document, where the path's own name is another; programs know types by its extension.
  /// - Returns: the path at which the worker finds it: a number, with the extension where that is a plain one.
  package func add(document path: String, name: String? = nil) throws(ProviderError) -> String {
    let name = name ?? PathText.split(path).name
    let suffix = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    let target = "\(inFolder)/\(nextName(extension: suffix))"
    // Without waiting for a writer, should it be a fifo.
    let source = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard source >= 0 else { throw Self.failure("open the document", code: .sourceUnavailable) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Self.failure("read the document", code: .sourceUnavailable) }
    var copy = DocumentCopy(spool: self)
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
    return target
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
