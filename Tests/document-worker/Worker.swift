internal import Documents
internal import Glibc
internal import Synchronization
internal import TestDocuments

/// What tests let other processes do with documents. Prints what went wrong and ends with 1 then.
@main
enum Worker {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "churn":
        var churn = Churn(words[1], kind: words[2], seed: UInt64(words[3]) ?? 0)
        try await churn.run(Int(words[4]) ?? 0)
      case "check": try await Churn(words[1], kind: words[2], seed: 0).check()
      case "create": try await Creation.run(words[1], kind: words[2], dyingAfter: Int(words[3]) ?? 0)
      case "created": try await Creation.check(words[1], kind: words[2])
      case "recovery": try await Recovery.run(words[1], dyingAfter: Int(words[2]) ?? 0)
      case "compete": try await compete(words[1], name: words[2], seconds: Double(words[3]) ?? 1)
      case "grow": try await grow(words[1])
      case "refused": try await refused(words[1])
      case "recovered": try await recovered(words[1])
      case "measure": try await Measuring.run(words[1], rounds: Int(words[2]) ?? 5, syncs: words[3] == "sync")
      case "hold": try await hold(words[1])
      case "atomic": try AtomicWriting.run(words[1], words[2])
      case "present": try await present(words[1])
      default: fail("unknown work")
      }
    } catch {
      fail("\(error)")
    }
  }

  static func fail(_ reason: String) -> Never {
    print(reason)
    exit(1)
  }

  /// Kills this process after a time, whatever it does then.
  static func die(after microseconds: Int) {
    let thread = Mutex<pthread_t>(0)
    let time = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    time.initialize(to: microseconds)
    thread.withLock {
      _ = pthread_create(
        &$0, nil,
        { argument in
          usleep(UInt32(argument?.load(as: Int.self) ?? 0))
          kill(getpid(), SIGKILL)
          return nil
        }, time)
    }
  }

  /// Adds to a document again and again, and prints how often it was saved.
  private static func compete(_ path: String, name: String, seconds: Double) async throws {
    var options = DocumentOptions()
    (options.autosaves, options.watches, options.keepsVersions, options.syncs) = (false, false, false, false)
    options.deadline = .seconds(60)
    let end = ContinuousClock.now + .seconds(seconds)
    var saved = 0
    while ContinuousClock.now < end {
      let session = try await DocumentSession<Ledger>.open(at: path, options: options)
      await session.update { $0.counts[name, default: 0] += 1 }
      try await session.close()
      saved += 1
      let count = try Ledger(path: path).counts[name] ?? 0
      guard count == saved else { fail("\(name) has written \(saved) times, the document says \(count)") }
    }
    print(saved)
  }

  /// Saves more than the process may write, and prints the number of the system's error.
  private static func grow(_ path: String) async throws {
    if path.hasSuffix(".album") {
      try await grow(path) { (album: inout Album) in album.setItem("item-1", number: 1, size: 100_000) }
    } else {
      try await grow(path) { (ledger: inout Ledger) in ledger.size = 100_000 }
    }
  }

  private static func grow<Document: FileDocument>(
    _ path: String, _ change: @escaping @Sendable (inout Document) -> Void
  ) async throws {
    let session = try await DocumentSession<Document>.open(at: path)
    await session.update { change(&$0) }
    do {
      try await session.save()
      fail("saved")
    } catch {
      guard error.kind == .diskFull, await session.hasUnsavedChanges else { fail("\(error)") }
      print(error.systemError ?? 0)
    }
  }

  /// Changes a document that this user may not save, and leaves the change in the recovery copy.
  private static func refused(_ path: String) async throws {
    let session = try await DocumentSession<Ledger>.open(at: path)
    guard await session.state.contains(.editingDisabled) else { fail("the document can be edited") }
    await session.update { $0.size = 70_000 }
    do {
      try await session.save()
      fail("saved")
    } catch {
      guard error.kind == .notPermitted, await session.document.size == 70_000 else { fail("\(error)") }
    }
    do {
      try await session.autosave()
      fail("autosaved")
    } catch {
      guard error.kind == .notPermitted else { fail("\(error)") }
    }
  }

  /// Saves the change that `refused` has left.
  private static func recovered(_ path: String) async throws {
    let session = try await DocumentSession<Ledger>.open(at: path)
    guard await session.recovery != nil else { fail("nothing to recover") }
    try await session.restoreRecovery()
    try await session.close()
  }

  /// Keeps the lock of a document until it is killed.
  private static func hold(_ path: String) async throws {
    try await FileCoordinator().coordinate(writingAt: path) {
      _ = write(STDOUT_FILENO, "held\n", 5)
      try await Task.sleep(for: .seconds(3_600))
    }
  }

  /// Has a document open with a change that is not saved, until it is killed.
  private static func present(_ path: String) async throws {
    var options = DocumentOptions()
    options.autosaves = false
    let session = try await DocumentSession<Ledger>.open(at: path, options: options)
    await session.update { $0.counts["present"] = 1 }
    _ = write(STDOUT_FILENO, "held\n", 5)
    try await Task.sleep(for: .seconds(3_600))
    withExtendedLifetime(session) {}
  }
}
