internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Turns names into inputs: directories become the images in them.
struct InputExpansion {
  let recursive: Bool
  let filter: WalkFilter
  private let documents: WalkDocuments

  init(recursive: Bool, filter: WalkFilter = WalkFilter(), documents: WalkDocuments? = nil) {
    self.recursive = recursive
    self.filter = filter
    self.documents = documents ?? .images
  }

  /// The inputs that a name stands for.
  func inputs(_ path: String) -> [InputFile] {
    // What a script makes of a variable without a value.
    if path.isEmpty { return [.unusable(name: "''", ImageError(.io, "the name is empty", systemError: ENOENT))] }
    guard let status = SystemCall.status(of: path), status.isDirectory else { return [.path(path)] }
    if documents.isPackage(path) { return [.path(path)] }
    guard recursive else {
      return [.unusable(name: path, ImageError(.io, "is a directory (-r reads what is in it)", systemError: EISDIR))]
    }
    var found: [InputFile] = []
    walk(Walk(start: path), path, below: "", into: &found)
    return found
  }

  /// Where a walk began.
  private struct Walk {
    /// The directory without links, with a slash at its end.
    let root: String

    init(start: String) {
      let real = SystemCall.resolved(start) ?? start
      root = real.hasSuffix("/") ? real : real + "/"
    }

    /// Whether a link leads to a file inside the tree.
    func contains(linkedFile path: String) -> Bool {
      guard SystemCall.status(of: path)?.isRegularFile ?? false, let real = SystemCall.resolved(path) else {
        return false
      }
      return real.utf8.starts(with: root.utf8)
    }
  }

  /// Collects the images of a directory and of the directories in it, sorted by name.
  ///
  /// Links to directories are not followed, so that no walk leaves its tree or runs in circles; links to files are read
  /// where they lead to a file in the tree. Fifos, sockets and devices are passed over. A directory that cannot be read or
  /// entered becomes an input that fails.
  ///
  /// - Parameter below: the directory's path below the start, with a slash at its end, or nothing.
  private func walk(_ walk: Walk, _ directory: String, below: String, into found: inout [InputFile]) {
    guard let names = SystemCall.entries(of: directory) else {
      found.append(.unusable(name: directory, SystemCall.error("read the directory", path: nil)))
      return
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names where !filter.excludes(name, path: below + name) {
      let path = prefix + name
      guard let status = SystemCall.linkStatus(of: path) else {
        // A file may be gone by now; a directory that may be listed but not entered hides all of them.
        if errno == ENOENT { continue }
        found.append(.unusable(name: directory, SystemCall.error("enter the directory", path: nil)))
        return
      }
      if status.isDirectory {
        if documents.isPackage(path) {
          if filter.reads(name, documents, isPackage: true) { found.append(.path(path)) }
        } else {
          self.walk(walk, path, below: below + name + "/", into: &found)
        }
      } else if filter.reads(name, documents), status.isRegularFile || status.isLink && walk.contains(linkedFile: path)
      {
        found.append(.path(path))
      }
    }
  }
}
