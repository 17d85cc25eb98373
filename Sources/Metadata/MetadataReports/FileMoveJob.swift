package import ByteStreams
package import ImageModel

/// Moves or copies files to other paths. Their bytes stay as they are, and nothing is replaced.
package struct FileMoveJob: Sendable {
  package struct Move: Hashable, Sendable {
    package var path: String
    package var target: String
  }

  /// Whether the files stay where they are, and copies are made.
  package var copies = false
  /// Whether missing folders are made.
  package var parents = false
  /// Whether a file stays where it is, without an error, if something is at its new path.
  package var noClobber = false
  /// Whether nothing is done.
  package var dryRun = false
  /// Whether sidecar files and the videos of Live Photos go with their pictures.
  package var takesCompanions = false
  /// Where moves are noted before they are made.
  package var undoList: UndoList?
  package var names = TemporaryNames()

  package init() {}

  /// Moves or copies one file, with its companions. Either all of them are moved or none.
  ///
  /// - Returns: what was done, or would be done; nothing for a file that is at its path already, or that stays.
  /// - Throws: `io`, also if there is something at a new path; `unsupported` for what is not a regular file.
  package func run(_ path: String, to target: String) throws(ImageError) -> [Move] {
    if let identity = FileIdentity(path: path), FileIdentity(path: target) == identity {
      if copies { throw ImageError(.usage, "the output is the input itself", path: target) }
      return []
    }
    var moves = [Move(path: path, target: target)]
    if takesCompanions {
      moves += CompanionFiles.all(of: path).map { Move(path: $0.path, target: $0.path(besides: target)) }
    }
    if let taken = moves.first(where: { SystemCall.linkStatus(of: $0.target) != nil }) {
      if noClobber { return [] }
      let reason = "\(taken.target) exists, and nothing is replaced ({_n} in -o numbers such names)"
      throw ImageError(.io, reason, path: path)
    }
    if dryRun {
      for move in moves { try OutputFolder.check(for: move.target, parents: parents) }
      return moves
    }
    for move in moves { try OutputFolder.prepare(for: move.target, parents: parents) }
    if !copies, let undoList { try undoList.append(moves) }
    try perform(moves)
    return moves
  }

  private func perform(_ moves: [Move]) throws(ImageError) {
    var done: [Move] = []
    for move in moves {
      do throws(ImageError) {
        if copies {
          try FileMove.copy(move.path, to: move.target, names: names)
        } else {
          try FileMove.move(move.path, to: move.target, names: names)
        }
        done.append(move)
      } catch {
        for move in done.reversed() {
          if copies {
            SystemCall.remove(move.target)
          } else {
            try? FileMove.move(move.target, to: move.path, names: names)
          }
        }
        throw error
      }
    }
  }
}
