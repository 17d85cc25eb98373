internal import ByteStreams
internal import ProviderProtocol
internal import Synchronization

/// The right to start a process: held until its pipes are there.
///
/// Where descriptors run out between two pipes of one process, swift-subprocess ends the host (a descriptor that nobody closed is a
/// fatal error to it). No process is begun, then, unless there is room for its pipes and for those of all that start at the same time.
final class ProcessStart: Sendable {
  /// Descriptors that stay free for all else.
  static let reserve = 32
  /// What a process takes while it starts: three pipes, the one by which it says that it runs, and its identifier's descriptor.
  private static let each = 12
  /// The limit is the process's, and so is this.
  private static let starting = Atomic<Int>(0)
  private let isHeld = Atomic<Bool>(true)

  private init() {}

  /// - Throws: `overloaded`.
  static func begin() throws(ProviderError) -> ProcessStart {
    let others = starting.add(1, ordering: .acquiringAndReleasing).oldValue
    guard DescriptorLimit.available >= reserve + each * others else {
      starting.subtract(1, ordering: .acquiringAndReleasing)
      throw ProviderError(.overloaded, "too few file descriptors: the limit of open files is reached")
    }
    return ProcessStart()
  }

  /// The process runs, or never will. Nothing happens the second time.
  func end() {
    if isHeld.exchange(false, ordering: .acquiringAndReleasing) {
      Self.starting.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  deinit { end() }
}
