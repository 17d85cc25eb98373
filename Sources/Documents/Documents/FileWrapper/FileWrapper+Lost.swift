internal import ByteStreams
internal import Glibc

extension FileWrapper {
  /// Whether it has files whose bytes another program has overwritten or removed.
  var hasLost: Bool {
    switch node {
    case .file(let contents): contents.isLost
    case .directory(let children): children.values.contains { $0.hasLost }
    case .link: false
    }
  }

  /// The same contents without files whose bytes another program has overwritten or removed. The file that has the path
  /// now takes the place of each, if there is one that can be read: our side has not changed it.
  ///
  /// - Parameter present: what is at the place of the document now.
  func replacingLost(from present: FileWrapper) -> FileWrapper {
    guard case .directory(let children) = node else { return self }
    var copy = self
    copy.node = .directory(
      children.compactMapValues { child -> FileWrapper? in
        guard case .file(let contents) = child.node, contents.isLost else { return child.replacingLost(from: present) }
        return contents.place.flatMap { present.file(at: $0.below) }
      })
    return copy
  }

  /// The regular file at a path below this directory; nil without one, and for one that is lost, too.
  private func file(at below: String) -> FileWrapper? {
    let found = below.utf8.split(separator: UInt8(ascii: "/")).reduce(self as FileWrapper?) { folder, name in
      folder?[String(Substring(name))]
    }
    return found.flatMap { $0.isRegularFile && !$0.hasLost ? $0 : nil }
  }
}

extension DocumentLocation {
  /// Lets contents find their files in the folder to which the package was moved, or to which it has come back.
  func findMoved(to path: String) {
    let moved = other(at: path)
    for contents in contentsAnywhere where contents.isLost {
      guard let place = contents.place,
        SystemCall.linkStatus(of: moved.path(below: place.below)).map({ FileStamp($0) }) == place.stamp
      else { continue }
      contents.settle(at: .init(location: moved, below: place.below, stamp: place.stamp))
    }
  }
}

extension VersionStore {
  /// Lets contents whose files another program has changed find their bytes in the versions of the document, where
  /// these have them.
  func findLost(of location: DocumentLocation) {
    var lost: [FileStamp: [FileContents]] = [:]
    for contents in location.contents where contents.isLost {
      if let stamp = contents.place?.stamp { lost[stamp, default: []].append(contents) }
    }
    guard !lost.isEmpty else { return }
    for (version, record) in list(location.path) {
      let objects = DocumentLocation("\(PathText.split(version.id).directory)/objects")
      for case .file(let hash, let stamp?) in record.items.map(\.kind) {
        guard let status = SystemCall.linkStatus(of: objects.path(below: hash)), Int64(status.st_size) == stamp.size,
          let found = lost.removeValue(forKey: stamp)
        else { continue }
        for contents in found {
          contents.settle(at: .init(location: objects, below: hash, stamp: FileStamp(status)))
        }
      }
    }
  }
}
