internal import Synchronization

/// Which of a run's questions for properties some file had an answer to: a name with a slip of the pen has none anywhere.
final class AnsweredQuestions: Sendable {
  private let places = Mutex<Set<Int>>([])

  /// Notes an answer.
  ///
  /// - Parameter place: the question's place among all.
  func add(_ place: Int) {
    places.withLock { _ = $0.insert(place) }
  }

  func contains(_ place: Int) -> Bool { places.withLock { $0.contains(place) } }
}
