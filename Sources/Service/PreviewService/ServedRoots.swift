internal import ByteStreams
internal import Glibc
package import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// The folders whose files may be asked for.
package final class ServedRoots: Sendable {
  private struct Root {
    var path: String
    var descriptor: Int32
  }

  private let roots: [Root]

  /// Opens the folders: later, whatever their names lead to, it is these that are meant.
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
  /// - Throws: `sourceUnavailable` for whatever is no file there: callers do not learn what lies elsewhere; `overloaded` where too many
  ///   files are open.
  func open(_ path: String, type: String?, name: String?) throws(ServiceProblem) -> ServedDocument {
    guard !path.isEmpty, path.utf8.count < Int(PATH_MAX), !path.utf8.contains(0) else { throw Self.missing }
    for root in roots {
      // By bytes: the same text to Unicode may be another path to the kernel.
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
      return ServedDocument(
        descriptor: found.descriptor, status: found.status,
        name: name ?? PathNames.of(path).last.map(PathText.readable) ?? "document",
        typeIdentifier: type)
    }
    throw Self.missing
  }

  private static let missing = ServiceProblem.missingSource
}

extension ServiceProblem {
  /// Nothing that could be shown lies at a path. One message for all reasons: the difference would tell about files elsewhere.
  static var missingSource: ServiceProblem {
    ServiceProblem(.init(.sourceUnavailable, "there is no such document below the roots"))
  }
}
