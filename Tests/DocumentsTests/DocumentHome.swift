@testable internal import Documents
internal import Glibc
internal import Synchronization
internal import TestKit
internal import Testing

/// Where the tests' versions, recovery copies, locks and sockets are.
enum DocumentHome {
  /// The tests that say how another program saved, or that count, need a home of their own; this one serves all.
  static let path: String = {
    var template = Array("/tmp/cameo-home-XXXXXX".utf8CString)
    let path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    Places.replacement.withLock { $0 = path }
    return path
  }()

  /// The variables by which a process gets a home of its own.
  static func environment(_ home: String) -> [String: String] {
    mkdir("\(home)/run", 0o700)
    return [
      "XDG_RUNTIME_DIR": "\(home)/run", "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
      "XDG_CACHE_HOME": "\(home)/cache",
    ]
  }
}

/// A folder for documents, with the tests' home ready.
struct Desk {
  let directory: TemporaryDirectory

  init() throws {
    _ = DocumentHome.path
    directory = try TemporaryDirectory()
  }

  func callAsFunction(_ name: String) -> String { directory.file(name) }

  func text(_ name: String) -> String { String(decoding: Fixtures.bytes(directory.file(name)), as: UTF8.self) }

  /// The state of a file as the system says it: inode and number of names.
  static func status(_ path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }
}

/// The error that a function throws; nil without one.
func documentError(_ body: () async throws -> Void) async -> DocumentError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? DocumentError
  }
}

/// The first event that fits, of those that come within ten seconds.
func next(
  _ events: AsyncStream<DocumentEvent>, where fits: @escaping @Sendable (DocumentEvent) -> Bool
) async throws -> DocumentEvent {
  try await withThrowingTaskGroup(of: DocumentEvent.self) { group in
    group.addTask {
      for await event in events where fits(event) { return event }
      throw TestFailure("the session ended")
    }
    group.addTask {
      try await Task.sleep(for: .seconds(10))
      throw TestFailure("no such event")
    }
    defer { group.cancelAll() }
    guard let event = try await group.next() else { throw TestFailure("no event") }
    return event
  }
}
