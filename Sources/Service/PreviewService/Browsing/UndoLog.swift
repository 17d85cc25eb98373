internal import ByteStreams
internal import ImageModel
internal import Synchronization

/// What each client has changed, so that it can be undone. It is forgotten when the service ends.
final class UndoLog: Sendable {
  /// A change; paths are below the root. The identity is that of what was changed: only that is changed back.
  enum Step: Sendable {
    case trashed(ServedRoots.Root, name: String, path: String, FileIdentity?)
    case moved(ServedRoots.Root, from: String, to: String, FileIdentity?)
    /// Something new.
    case made(ServedRoots.Root, path: String, FileIdentity?)
  }

  private let steps = Mutex<[String: [Step]]>([:])
  private static let most = 100

  func add(_ step: Step, of client: String) {
    steps.withLock { steps in
      steps[client, default: []].append(step)
      if let count = steps[client]?.count, count > Self.most { steps[client]?.removeFirst() }
    }
  }

  /// Whether one of the client's steps has made a folder above a path below the root.
  func hasMadeFolder(around path: String, in root: ServedRoots.Root, _ client: String) -> Bool {
    steps.withLock { steps in
      steps[client, default: []].contains { step in
        guard case .made(let other, let folder, _) = step else { return false }
        return other.path == root.path && path.utf8.starts(with: "\(folder)/".utf8)
      }
    }
  }

  /// Takes the last step of a client; nil where there is none.
  func take(of client: String) -> Step? { steps.withLock { $0[client]?.popLast() } }
}
