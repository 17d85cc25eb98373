internal import ByteStreams
internal import Glibc
internal import Synchronization

/// Writes lines to a descriptor, on a thread of its own: where nobody reads the log, no request waits for it.
///
/// Lines that wait take a limited space. Further ones are dropped; their number is written after the lines that waited.
final class LogWriter: Sendable {
  private struct Backlog: Sendable {
    var lines: [String] = []
    /// The bytes of the lines.
    var size = 0
    /// The number of lines that were dropped since the thread took the backlog.
    var dropped = 0
    /// Whether the thread has work. It waits for lines otherwise.
    var isBusy = false
  }

  private let backlog = Monitor(Backlog())
  /// Bytes that were written.
  private let written = Atomic(0)
  private let descriptor: Int32
  private let limit: Int
  private let droppedLine: @Sendable (Int) -> String

  /// The thread lives as long as the process, and so does this object.
  ///
  /// - Parameters:
  ///   - limit: the bytes that may wait, besides those that are being written.
  ///   - droppedLine: the line that tells how many lines were dropped.
  init(_ descriptor: Int32, limit: Int, droppedLine: @escaping @Sendable (Int) -> String) {
    self.descriptor = descriptor
    self.limit = limit
    self.droppedLine = droppedLine
    // A process that can start no thread cannot serve either.
    _ = DetachedThread.start {
      while true { for line in self.next() { self.write(line) } }
    }
  }

  /// Adds a line, without its line ending. Does not wait.
  func add(_ line: String) {
    let wasBusy = backlog.withLock { backlog in
      if backlog.dropped > 0 || backlog.size + line.utf8.count > limit {
        backlog.dropped += 1
      } else {
        backlog.lines.append(line)
        backlog.size += line.utf8.count
      }
      defer { backlog.isBusy = true }
      return backlog.isBusy
    }
    if !wasBusy { backlog.notify() }
  }

  /// Waits until all lines are written. A process must end even where nobody reads its log: if the descriptor takes
  /// nothing for a second, the lines are lost. On a busy machine the thread may just not have run in this second; then
  /// the descriptor would take something.
  func finish() {
    var before = written.load(ordering: .relaxed)
    for _ in 0..<Self.mostSeconds {
      if backlog.wait(seconds: 1, for: { $0.isBusy ? nil : true }) != nil { return }
      let now = written.load(ordering: .relaxed)
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard now != before || poll(&ready, 1, 0) == 1 else { return }
      before = now
    }
  }

  private static let mostSeconds = 10

  /// Takes the lines that wait, as soon as there are some.
  private func next() -> [String] {
    backlog.wait { backlog -> [String]? in
      var lines = backlog.lines
      if backlog.dropped > 0 { lines.append(droppedLine(backlog.dropped)) }
      let wasBusy = backlog.isBusy
      backlog = Backlog(isBusy: !lines.isEmpty)
      if wasBusy, lines.isEmpty { self.backlog.notify() }
      return lines.isEmpty ? nil : lines
    }
  }

  /// Writes a line in one call, so that lines of several processes do not mix, and the rest of it where the system took
  /// only a part. A line that cannot be written is lost: there is no other place to report it.
  private func write(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = SystemCall.retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
        if count > 0 {
          written.add(count, ordering: .relaxed)
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if count < 0, errno == EAGAIN {
          // Another process that has the same terminal or pipe has made it non-blocking.
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&ready, 1, -1)
        } else {
          return
        }
      }
    }
  }
}
