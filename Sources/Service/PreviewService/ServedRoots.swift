internal import ByteStreams
internal import DesktopCache
internal import Glibc
package import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// The folders whose files clients may ask for.
package final class ServedRoots: Sendable {
  struct Root: Sendable {
    /// Absolute, without links; empty for `/`.
    var path: String
    var descriptor: Int32
  }

  let roots: [Root]

  /// Opens the folders. They stay the same folders even if their names later refer to others.
  ///
  /// - Throws: `io` for one that cannot be opened.
  package init(_ paths: [String]) throws(ImageError) {
    var roots: [Root] = []
    for path in paths {
      let descriptor = SystemCall.open(path, BeneathWalk.place | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0, let real = SystemCall.resolved(path) else {
        let error = SystemCall.error("open", path: path)
        for root in roots { close(root.descriptor) }
        throw error
      }
      roots.append(Root(path: real == "/" ? "" : real, descriptor: descriptor))
    }
    self.roots = roots
  }

  deinit {
    for root in roots { close(root.descriptor) }
  }

  /// Opens a file or folder below a root.
  ///
  /// - Parameter path: relative to a root (the first that has it), or absolute below one.
  /// - Throws: `sourceUnavailable` for anything that is not a file or folder there; `overloaded` where too many
  ///   files are open.
  func open(_ path: String, name: String?) throws(ServiceProblem) -> DocumentReference {
    guard !path.isEmpty, path.utf8.count < Int(PATH_MAX), !path.utf8.contains(0) else { throw Self.missing }
    for root in roots {
      // Compares bytes: the kernel can tell two paths apart that are equal in Unicode.
      var relative = path.utf8[...]
      if relative.first == UInt8(ascii: "/") {
        guard relative.starts(with: (root.path + "/").utf8) else { continue }
        relative = relative.dropFirst(root.path.utf8.count + 1)
      }
      guard var walk = BeneathWalk(root: root.descriptor) else { throw ServiceProblem(.tooManyFiles) }
      guard let found = walk.open(String(Substring(relative))) else {
        if walk.isOutOfDescriptors { throw ServiceProblem(.tooManyFiles) }
        continue
      }
      return found.document(name: name ?? PathNames.of(path).last.map(PathText.readable) ?? "document")
    }
    throw Self.missing
  }

  /// The fingerprint of a document in a file, by the file's state.
  static func fingerprint(ofFile status: stat) -> String { "file:\(FileState.text(status))" }

  /// The same message for all reasons: a difference would reveal whether a file exists elsewhere.
  private static var missing: ServiceProblem {
    ServiceProblem(ProviderError(.sourceUnavailable, "there is no such document below the roots"))
  }
}

extension BeneathWalk.Found {
  /// The document, which keeps the descriptor open while it is in use. Its path is the descriptor's name in /proc, so
  /// it always leads to the file that was checked, even if that file is renamed or replaced.
  func document(name: String) -> DocumentReference {
    let path = "/proc/self/fd/\(descriptor)"
    var document = DocumentReference(path: path, name: name)
    document.fingerprint =
      ServedRoots.fingerprint(ofFile: status) + (status.isDirectory ? FileState.text(ofFolder: path) : "")
    document.holder = OpenDescriptor(descriptor)
    // The time of the last status change is compared, too: an older file may have replaced a newer one.
    if status.isRegularFile { document.modified = max(status.st_mtim.tv_sec, status.st_ctim.tv_sec) }
    return document
  }
}

/// Closes a descriptor when its last user releases it.
final class OpenDescriptor: Sendable {
  let descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }
}
