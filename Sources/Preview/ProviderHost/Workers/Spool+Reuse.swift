internal import ByteStreams

extension Spool {
  /// Removes all documents and results, for the next order of the same worker.
  package func clear() {
    for folder in [inFolder, outFolder] {
      for name in SystemCall.entries(of: folder) ?? [] {
        // Neither call follows a link, and the worker cannot replace the folders themselves.
        let path = "\(folder)/\(name)"
        if !SystemCall.remove(path) { FolderRemoval.remove(path) }
      }
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
