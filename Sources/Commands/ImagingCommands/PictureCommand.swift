package import CommandKit

/// A command that writes images: `thumb` and `imgconv`. The groups of options that both have say how it runs.
package protocol PictureCommand: JobCommand, ConfinedCommand {
  var input: InputOptions { get set }
  var run: RunOptions { get }
  var jobOptions: PictureJobOptions { get }
  var limits: LimitOptions { get }

  /// What the options ask for.
  ///
  /// - Throws: `ValidationError`; `ImageError` of kind `usage`.
  func imagingRun() throws -> ImagingRun
}

extension PictureCommand {
  package var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  package var confinement: ConfinementOption { limits.confinement }
  package var jobs: JobOptions { jobOptions.timed.jobs }
  package var jobTimeout: Double? { jobOptions.timed.timeout }
  package var isolatedMemory: Int? { jobOptions.timed.isolatedMemory(limits) }
  package var workerCount: Int? { run.count.workers }
  package var jobMemory: Int? { jobOptions.memory }

  package func preparedJobs() -> PreparedJobs<Self> {
    // The process of one job (--isolate) sees no other program.
    let session = jobs.isPartOfRun || isolatedMemory != nil ? nil : JobDocuments(workers: workerCount)
    return { body in
      defer { session?.finish() }
      return try body(JobPreparation { try $0.imagingRun().jobWork(session) })
    }
  }

  package func withJobs(_ body: (JobPreparation<Self>) throws -> ExitStatus) throws -> ExitStatus {
    try preparedJobs()(body)
  }
}
