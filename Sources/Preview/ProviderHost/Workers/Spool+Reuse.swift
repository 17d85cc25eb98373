internal import ByteStreams
internal import Glibc
internal import Synchronization

extension Spool {
  /// Removes all documents and results, for the next order of the same worker.
  ///
  /// - Parameter keepsDocument: whether the file of one document stays, to be written over by the next one: where the same process
  ///   gets that, which has seen this one.
  /// - Returns: whether nothing else is left.
  @discardableResult
  package func clear(keepsDocument: Bool = true) -> Bool {
    if !keepsDocument { spare.withLock { $0 = nil } }
    let kept = freeSpare()
    for folder in [inFolder, outFolder] {
      for name in SystemCall.entries(of: folder) ?? [] {
        // Neither call follows a link, and the worker cannot replace the folders themselves.
        let path = "\(folder)/\(name)"
        if path != kept, !SystemCall.remove(path) { FolderRemoval.remove(path) }
      }
    }
    return [inFolder, outFolder].allSatisfy { folder in
      SystemCall.entries(of: folder)?.allSatisfy { "\(folder)/\($0)" == kept } ?? false
    }
  }

  /// Gives the spare document free for the next order.
  ///
  /// - Returns: its path; nil where there is none.
  private func freeSpare() -> String? {
    spare.withLock { spare in
      guard var free = spare.take() else { return nil }
      var status = stat()
      guard fstat(free.descriptor, &status) == 0, status.st_size <= SpareDocument.mostBytes else { return nil }
      free.isFree = true
      let path = free.path
      spare = consume free
      return path
    }
  }
}

extension SandboxLimits {
  /// What a provider may use up, as the launcher watches it.
  package init(_ limits: ProviderLimits) {
    self.init(
      memoryMiB: limits.memoryMiB, outputMiB: limits.outputMiB, processes: limits.processes,
      openFiles: limits.openFiles)
  }
}
