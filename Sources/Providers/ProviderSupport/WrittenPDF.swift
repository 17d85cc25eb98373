internal import ByteStreams
internal import Glibc
package import ProviderKit
internal import ProviderProtocol

/// A PDF of one page that a program has written into the request's folder: it becomes the preview by being renamed.
package struct WrittenPDF: PreviewDocument {
  package var path: String
  package var pageCount: Int { 1 }

  package init(path: String) { self.path = path }

  package func writePreview(to output: String) throws {
    guard SystemCall.rename(path, to: output) else {
      throw ProviderError(.resourceExhausted, "cannot write the output file: \(SystemCall.message(errno))")
    }
  }
}
