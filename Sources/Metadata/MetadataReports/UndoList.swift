internal import ByteStreams
internal import Glibc
package import ImageModel
internal import StructuredText
internal import Synchronization

/// A file of jobs that undo moves: `imgmeta --jobs FILE` plays it back.
///
/// A move is noted before it is made, so that no moved file is missing from the list. If the move then fails, its job
/// fails as well, because nothing is ever replaced.
package final class UndoList: Sendable {
  private let path: String
  private let descriptor: Int32
  private let lock = Mutex(())

  /// Opens a list, to which moves are appended.
  ///
  /// - Throws: `io`.
  package init(_ path: String) throws(ImageError) {
    self.path = path
    descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, mode: 0o666)
    guard descriptor >= 0 else { throw SystemCall.error("write", path: path) }
  }

  deinit { close(descriptor) }

  /// Notes moves. The folders of their targets exist.
  ///
  /// - Throws: `io`.
  func append(_ moves: [FileMoveJob.Move]) throws(ImageError) {
    var text = ""
    for move in moves {
      let job: JSONValue = .object([
        "input": .path(try Self.absolute(move.target)), "output": .path(try Self.absolute(move.path)),
        "move": .bool(true), "parents": .bool(true),
      ])
      text += JSONWriter.text(job, encoding: .ascii) + "\n"
    }
    let bytes = Array(text.utf8)
    guard lock.withLock({ _ in SystemCall.writeAll(bytes, to: descriptor) }) else {
      throw SystemCall.error("write", path: path)
    }
  }

  /// The list may be played back from another directory.
  private static func absolute(_ path: String) throws(ImageError) -> String {
    let (folder, name) = PathText.split(path)
    guard let real = SystemCall.resolved(folder) else { throw SystemCall.error("find", path: folder) }
    return (real == "/" ? "" : real) + "/" + name
  }
}
