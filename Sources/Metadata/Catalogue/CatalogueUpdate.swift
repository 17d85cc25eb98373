internal import ByteStreams
internal import Glibc
package import ImageModel

/// The work that makes a catalogue agree with the disk.
package struct CatalogueUpdate: Sendable {
  /// The files that are new or were changed, as positions in the list of those that were found.
  package fileprivate(set) var changed: [Int] = []
  /// The number of files that have not changed.
  package fileprivate(set) var unchanged = 0
  /// Files that are not there any more.
  fileprivate var removed: [(id: Int64, path: String)] = []
  /// Files that only have another path than before.
  fileprivate var renamed: [(number: Int, id: Int64, revision: Int64, path: String)] = []

  package var removedCount: Int { removed.count }
  package var renamedCount: Int { renamed.count }
}

extension Catalogue {
  private struct KnownFile {
    var id: Int64
    var stamp: FileStamp
    var isSettled: Bool
    var parts: CataloguePicture.Parts
  }

  /// Compares a catalogue with files on the disk. The rows are read in one pass, and each file needs one `stat`.
  ///
  /// - Parameters:
  ///   - paths: the files that were found; nil at the place of something that cannot be read.
  ///   - folders: where they were looked for. Files of the catalogue below them, and not among `paths`, are removed
  ///     from it if they are not there.
  ///   - parts: the parts of pictures that the catalogue must have. A file without them is read again.
  package func compare(
    _ paths: [String?], below folders: [String], parts: CataloguePicture.Parts
  ) throws(ImageError) -> CatalogueUpdate {
    try read { database throws(ImageError) in
      var rows = try Self.rows(database, below: folders)
      var update = CatalogueUpdate()
      var moved = Set<Int64>()
      for (number, path) in paths.enumerated() {
        guard let path else { continue }
        let stamp = Self.stamp(of: path, parts)
        if let row = rows.removeValue(forKey: PathKey(path)) {
          if row.stamp == stamp, row.isSettled, row.parts.isSuperset(of: parts) {
            update.unchanged += 1
            continue
          }
        } else if let stamp {
          // A link has the identity of another path that is still there, or was moved as well.
          var known: (id: Int64, revision: Int64)?
          try database.forEach(
            "SELECT id, revision, path FROM file"
              + " WHERE inode = ? AND device = ? AND size = ? AND mtime_ns = ? AND settled AND parts & ? = ?",
            [
              .integer(Int64(bitPattern: stamp.identity.inode)), .integer(Int64(bitPattern: stamp.identity.device)),
              .integer(stamp.size), .integer(stamp.changed), SQLValue(parts.rawValue), SQLValue(parts.rawValue),
            ]
          ) { row in
            if known == nil, !moved.contains(row.integer(0)), FileIdentity(path: row.text(2) ?? "") != stamp.identity {
              known = (row.integer(0), row.integer(1))
            }
          }
          if let known {
            moved.insert(known.id)
            update.renamed.append((number, known.id, known.revision, path))
            continue
          }
        }
        update.changed.append(number)
      }
      for (key, row) in rows where !moved.contains(row.id) {
        // A file that was left out of the search, or is in a folder that cannot be read, stays.
        if Self.isGone(key.path) { update.removed.append((row.id, key.path)) }
      }
      return update
    }
  }

  /// What tells whether a file was changed. With sidecar files, the time is that of the last change of the picture or
  /// of the inode of its sidecar file, which no program can set back.
  ///
  /// - Returns: nil with `errno` set.
  static func stamp(of path: String, _ parts: CataloguePicture.Parts) -> FileStamp? {
    guard let status = SystemCall.status(of: path) else { return nil }
    var stamp = FileStamp(status)
    if parts.contains(.sidecar), let sidecar = SidecarPath.existing(of: path),
      let other = SystemCall.status(of: sidecar)
    {
      stamp.changed = max(stamp.changed, Int64(other.st_ctim.tv_sec) * 1_000_000_000 + Int64(other.st_ctim.tv_nsec))
    }
    return stamp
  }

  private static func isGone(_ path: String) -> Bool {
    SystemCall.status(of: path) == nil && (errno == ENOENT || errno == ENOTDIR)
  }

  private static func rows(
    _ database: Database, below folders: [String]
  ) throws(ImageError) -> [PathKey: KnownFile] {
    var rows: [PathKey: KnownFile] = [:]
    for folder in folders {
      // All paths that begin with the folder and a slash; the byte after the slash is 0.
      let start = folder.hasSuffix("/") ? folder : folder + "/"
      try database.forEach(
        "SELECT path, id, device, inode, size, mtime_ns, settled, parts FROM file"
          + " WHERE path = ? OR path >= ? AND path < ?",
        [.text(folder), .text(start), .text(start.dropLast() + "0")]
      ) { row in
        let identity = FileIdentity(
          device: UInt64(bitPattern: row.integer(2)), inode: UInt64(bitPattern: row.integer(3)))
        rows[PathKey(row.text(0) ?? "")] = KnownFile(
          id: row.integer(1), stamp: FileStamp(identity: identity, size: row.integer(4), changed: row.integer(5)),
          isSettled: row.integer(6) != 0, parts: .init(rawValue: Int(row.integer(7))))
      }
    }
    return rows
  }

  /// Removes and renames rows, where another writer has not changed them: then the file of a rename is to be read. The
  /// files that were changed are still to be read.
  package func apply(_ update: inout CatalogueUpdate) throws(ImageError) {
    let (removed, renamed) = (update.removed, update.renamed)
    if removed.isEmpty, renamed.isEmpty { return }
    let skipped: Set<Int> = try write { database throws(ImageError) in
      let revision = try Self.nextRevision(database)
      for (id, path) in removed where Self.isGone(path) {
        let current = try database.first("SELECT path FROM file WHERE id = ?", [.integer(id)]) { $0.text(0) ?? "" }
        guard current.map({ PathKey($0) }) == PathKey(path) else { continue }
        try Self.remove(id, database)
      }
      // The number of a row stays when the file at its path becomes another one; its revision does not.
      var skipped = Set<Int>()
      for (number, id, known, path) in renamed {
        let unchanged = "SELECT 1 FROM file WHERE id = ? AND revision = ?"
        guard try database.integer(unchanged, [.integer(id), .integer(known)]) != nil else {
          skipped.insert(number)
          continue
        }
        // Another writer may have added the path.
        try Self.remove(path: path, database)
        try database.execute(
          "UPDATE file SET path = ?, revision = ? WHERE id = ?", [.text(path), .integer(revision), .integer(id)])
      }
      return skipped
    }
    update.renamed.removeAll { skipped.contains($0.number) }
    update.changed += skipped
  }
}
