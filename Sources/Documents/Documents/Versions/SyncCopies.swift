internal import ByteStreams

/// The copies that programs for synchronisation leave beside a document when two devices have changed it.
enum SyncCopies {
  /// The program that has made a file as a copy of a document, by the name.
  ///
  /// | program | name for `team.notes` |
  /// |---|---|
  /// | Syncthing | `team.sync-conflict-20240131-120000-ABCDEFG.notes` |
  /// | Nextcloud | `team (conflicted copy 2024-01-31 120000).notes`, before `team_conflict-20240131-120000.notes` |
  /// | Dropbox | `team (Ada's conflicted copy 2024-01-31).notes` |
  /// | Seafile | `team (SFConflict ada@example.com 2024-01-31-12-00-00).notes` |
  ///
  /// - Returns: nil for other files.
  static func maker(of name: String, copiedFrom document: String) -> String? {
    let (stem, end) = (PathText.withoutSuffix(document).utf8, PathText.suffix(of: document).utf8)
    let bytes = Array(name.utf8)
    guard bytes.count > stem.count + end.count, bytes.starts(with: stem), bytes.suffix(end.count).elementsEqual(end)
    else { return nil }
    let middle = String(decoding: bytes.dropFirst(stem.count).dropLast(end.count), as: UTF8.self)
    if middle.hasPrefix(".sync-conflict-"), middle.dropFirst(15).first?.isNumber == true { return "Syncthing" }
    if middle.hasPrefix("_conflict-"), middle.dropFirst(10).first?.isNumber == true { return "Nextcloud" }
    guard middle.hasPrefix(" ("), middle.hasSuffix(")") else { return nil }
    let inner = middle.dropFirst(2).dropLast()
    if inner.hasPrefix("SFConflict ") { return "Seafile" }
    if inner.hasPrefix("conflicted copy ") {
      // Nextcloud gives the time without colons after the date; Dropbox gives no time.
      let time = inner.split(separator: " ").last ?? ""
      return time.count == 6 && time.allSatisfy(\.isNumber) ? "Nextcloud" : "Dropbox"
    }
    return inner.contains("conflicted copy") ? "Dropbox" : nil
  }

  /// The copies of a document, by path.
  static func copies(of path: String) -> [(path: String, maker: String)] {
    let (folder, document) = PathText.split(path)
    return (SystemCall.entries(of: folder) ?? []).compactMap { name in
      maker(of: name, copiedFrom: document).map { ("\(folder)/\(name)", $0) }
    }
  }
}
