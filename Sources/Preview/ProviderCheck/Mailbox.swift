/// A queue with one reader, who waits for a bounded time.
actor Mailbox<Letter: Sendable> {
  private var letters: [Letter] = []
  private var waiting: CheckedContinuation<Letter?, Never>?
  private var waits = 0

  /// Letters that nobody has read.
  var count: Int { letters.count }

  func post(_ letter: Letter) {
    if let waiting {
      self.waiting = nil
      waiting.resume(returning: letter)
    } else {
      letters.append(letter)
    }
  }

  /// The next letter; nil where none comes in time.
  func next(within seconds: Double) async -> Letter? {
    if !letters.isEmpty { return letters.removeFirst() }
    guard seconds > 0 else { return nil }
    waits += 1
    let wait = waits
    let timer = Task {
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { self.expire(wait) }
    }
    let letter = await withCheckedContinuation { waiting = $0 }
    timer.cancel()
    return letter
  }

  private func expire(_ wait: Int) {
    guard wait == waits, let waiting else { return }
    self.waiting = nil
    waiting.resume(returning: nil)
  }
}
