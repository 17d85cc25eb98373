internal import Synchronization

/// How far the work on single files has come, for a line of progress.
package final class FileProgress: Sendable {
  private let fractions = Mutex<[Int: Double]>([:])

  package init() {}

  /// Notes how much of an input has been done, from 0 to 1.
  ///
  /// - Parameter number: the input's, counted from 0.
  package func set(_ fraction: Double, of number: Int) { fractions.withLock { $0[number] = fraction } }

  /// Forgets an input that is done.
  package func remove(_ number: Int) { fractions.withLock { _ = $0.removeValue(forKey: number) } }

  /// How much of an input has been done, in percent; nil where nothing is known.
  func percent(of number: Int) -> Int? { fractions.withLock { $0[number] }.map { Int($0 * 100) } }
}
