internal import ByteStreams
internal import Glibc
internal import ProviderHost

/// An open file or folder below a root.
struct BrowseTarget: Sendable {
  let root: ServedRoots.Root
  /// Below the root, as `PathText` writes it; empty for the root.
  let path: String
  let name: String
  let status: stat
  /// Open for reading. A path through /proc leads to what was opened, even if it is renamed or replaced meanwhile.
  let descriptor: OpenDescriptor

  var isFolder: Bool { status.isDirectory }

  /// The path of the descriptor.
  var openPath: String { "/proc/self/fd/\(descriptor.descriptor)" }

  /// The path that people and other programs know. Another file may be there now: it is for the names of locks and of
  /// files in the trash, and nothing is opened by it.
  var realPath: String { path.isEmpty ? (root.path.isEmpty ? "/" : root.path) : "\(root.path)/\(path)" }

  /// The same file, opened once more: it is read from the start.
  ///
  /// - Throws: `overloaded` where too many files are open; `notFound`.
  func reopened() throws(ServiceProblem) -> BrowseTarget {
    let again = SystemCall.open(openPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard again >= 0 else {
      throw SystemCall.lacksDescriptors() ? ServiceProblem(.tooManyFiles) : BrowseAddress.missing
    }
    return BrowseTarget(root: root, path: path, name: name, status: status, descriptor: OpenDescriptor(again))
  }

  /// The document for the host.
  ///
  /// - Throws: `overloaded` where too many files are open.
  func document() throws(ServiceProblem) -> DocumentReference {
    let copy = fcntl(descriptor.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw ServiceProblem(.tooManyFiles) }
    return BeneathWalk.Found(descriptor: copy, status: status).document(name: PathText.readable(name))
  }
}

extension ServedRoots {
  /// The names of the roots at `/browse/`: the last name of each path. A name that is taken gets a number.
  var names: [String] {
    var names = UniqueNames()
    return roots.map { root in
      let own = PathText.split(root.path).name
      // A root may be hidden, and still has to have an address.
      let visible = String(own.drop { $0 == "." })
      return names.add(visible.isEmpty || visible == BrowseAddress.own ? "root" : visible)
    }
  }

  /// Opens what an address names.
  ///
  /// - Throws: `notFound`; `overloaded` where too many files are open.
  func target(_ address: BrowseAddress) throws(ServiceProblem) -> BrowseTarget {
    try target(in: try root(of: address), address.path)
  }

  /// - Throws: `notFound` for an address of no root.
  func root(of address: BrowseAddress) throws(ServiceProblem) -> Root {
    guard let first = address.names.first, let index = names.firstIndex(of: first) else { throw BrowseAddress.missing }
    return roots[index]
  }

  /// - Parameter path: below the root; empty for the root itself. With a slash at its end, only a folder is opened.
  /// - Throws: as `target`.
  func target(in root: Root, _ path: String) throws(ServiceProblem) -> BrowseTarget {
    let found = try found(in: root, path)
    var path = path
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let name = path.isEmpty ? PathText.split(root.path).name : PathText.split(path).name
    return BrowseTarget(
      root: root, path: path, name: name, status: found.status, descriptor: OpenDescriptor(found.descriptor))
  }

  private func found(in root: Root, _ path: String) throws(ServiceProblem) -> BeneathWalk.Found {
    if path.isEmpty || path == "/" {
      let descriptor = SystemCall.open("/proc/self/fd/\(root.descriptor)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      var status = stat()
      guard descriptor >= 0 else {
        throw SystemCall.lacksDescriptors() ? ServiceProblem(.tooManyFiles) : BrowseAddress.missing
      }
      guard fstat(descriptor, &status) == 0 else {
        close(descriptor)
        throw BrowseAddress.missing
      }
      return BeneathWalk.Found(descriptor: descriptor, status: status)
    }
    guard var walk = BeneathWalk(root: root.descriptor) else { throw ServiceProblem(.tooManyFiles) }
    guard let found = walk.open(path) else {
      throw walk.isOutOfDescriptors ? ServiceProblem(.tooManyFiles) : BrowseAddress.missing
    }
    return found
  }
}
