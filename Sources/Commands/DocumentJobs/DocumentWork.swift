internal import ByteStreams
internal import CommandKit
package import Documents
package import ImageModel

/// Runs the asynchronous work of one command on a document.
package enum DocumentWork {
  /// Waits for the work. Must not be called from asynchronous code.
  ///
  /// - Parameter path: the document, as the user named it: messages name it so.
  /// - Throws: `ImageError` with the path.
  package static func wait<Value: Sendable>(
    on path: String, _ work: @escaping @Sendable () async throws -> Value
  ) throws(ImageError) -> Value {
    let result = Blocking.wait { () -> Result<Value, ImageError> in
      do {
        return .success(try await work())
      } catch let error as ImageError {
        return .failure(error.at(path: path))
      } catch var error as DocumentError {
        error.path = shown(error.path, path)
        return .failure(ImageError(error))
      } catch is CancellationError {
        return .failure(ImageError(.cancelled, "cancelled", path: path))
      } catch {
        return .failure(ImageError(.invalidData, "\(error)", path: path))
      }
    }
    return try result.get()
  }

  /// The path of a document, or of a file in it, as the user named the document. The library names it without links.
  /// Another file at fault keeps its name.
  private static func shown(_ found: String?, _ path: String) -> String {
    guard let found, PathText.split(found).name != PathText.split(path).name else { return path }
    guard let real = SystemCall.resolved(path) else { return found }
    if found == real { return path }
    guard found.utf8.starts(with: "\(real)/".utf8) else { return found }
    let below = String(Substring(found.utf8.dropFirst(real.utf8.count + 1)))
    return path.utf8.last == UInt8(ascii: "/") ? path + below : "\(path)/\(below)"
  }
}

extension ImageError {
  /// The error as commands report it.
  package init(_ error: DocumentError) {
    let kind: ImageError.Kind =
      switch error.kind {
      case .invalidContents, .unsafePackage: .invalidData
      case .unsupportedType: .unsupported
      case .limitExceeded: .limitExceeded
      case .cancelled: .cancelled
      case .missing, .exists, .notPermitted, .diskFull, .io, .changed, .conflict, .timedOut, .closed: .io
      }
    self.init(kind, error.message, path: error.path, systemError: error.systemError)
  }
}
