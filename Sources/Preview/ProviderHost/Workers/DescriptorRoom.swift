internal import ByteStreams

/// Lets processes be started only while there are file descriptors for that.
///
/// swift-subprocess ends the whole program where it gets the first of its pipes and not the last. So whoever starts a process asks
/// here first. There is one for all hosts of a process, as there is one table of descriptors.
actor DescriptorRoom {
  static let ofProcess = DescriptorRoom()

  /// What a start takes for a moment: three pipes, one for its error, the process's own, and what waits for processes.
  private static let forStart = 14
  /// How long descriptors that workers still hold at their end are waited for.
  private static let patience = Duration.seconds(5)

  private var starting: Set<Int> = []
  private var nextID = 0

  /// Waits for room. What comes back is to be given to `leave` as soon as the process runs, or does not.
  ///
  /// - Returns: nil where there is none; then nothing may be started.
  func enter() async -> Int? {
    let end = ContinuousClock.now + Self.patience
    while DescriptorLimit.available < (starting.count + 1) * Self.forStart {
      guard .now < end, !Task.isCancelled else { return nil }
      try? await Task.sleep(for: .milliseconds(20))
    }
    nextID += 1
    starting.insert(nextID)
    return nextID
  }

  /// Nothing happens the second time.
  func leave(_ id: Int) { starting.remove(id) }
}
