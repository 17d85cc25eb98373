internal import ByteStreams
internal import ImageModel

/// How much of the work of a run fits into the file descriptors that the process may open.
struct DescriptorBudget {
  /// Documents at a time.
  let jobs: Int
  /// Used workers of each provider that may wait for the next document.
  let keptWorkers: Int

  /// What waits for timers and processes.
  private static let fixed = 16
  /// A worker, the one that decodes its picture, the start of one of them, the document and the output.
  private static let forJob = 22
  /// The pipes of a worker, its process and its folder.
  private static let forWorker = 6
  /// More would save nothing.
  private static let mostKept = 16

  /// Raises the limit as far as it goes.
  ///
  /// - Parameter providers: those that a run may ask.
  /// - Throws: `io` where there are too few for one document.
  init(jobs wanted: Int = 1, providers: Int = 1) throws(ImageError) {
    DescriptorLimit.raise()
    let available = DescriptorLimit.available
    guard available >= Self.fixed + Self.forJob else {
      throw ImageError(
        .io, "only \(available) more files can be opened here, and \(Self.fixed + Self.forJob) are needed (ulimit -n)")
    }
    jobs = max(1, min(wanted, (available - Self.fixed) / Self.forJob))
    let left = available - Self.fixed - jobs * Self.forJob
    keptWorkers = max(0, min(Self.mostKept, left / (Self.forWorker * max(1, providers))))
  }
}
