/// What a worker and all that it starts may take.
package struct SandboxLimits: Hashable, Sendable {
  /// Memory of all processes together, anonymous and shared, shared pages counted once. Measured up to every 20 ms: a fast
  /// program gets further before it is ended.
  package var memoryMiB: Int
  /// One file that is written (`RLIMIT_FSIZE`); all files in the spool together may have four times as much.
  package var outputMiB: Int
  /// Processes at a time. Threads and processes together may be four times as many (`RLIMIT_NPROC`).
  package var processes: Int
  /// Open files of one process.
  package var openFiles: Int

  package init(memoryMiB: Int = 512, outputMiB: Int = 64, processes: Int = 64, openFiles: Int = 1024) {
    self.memoryMiB = memoryMiB
    self.outputMiB = outputMiB
    self.processes = processes
    self.openFiles = openFiles
  }
}
