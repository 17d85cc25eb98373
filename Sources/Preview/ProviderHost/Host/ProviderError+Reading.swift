internal import ByteStreams
internal import Glibc
package import ProviderProtocol

extension ProviderError {
  /// Why a document cannot be opened or read, by `errno`: `overloaded` where it is this process that has too many files open.
  package static func unreadable(_ number: Int32 = errno) -> ProviderError {
    SystemCall.lacksDescriptors(number)
      ? tooManyFiles
      : ProviderError(.sourceUnavailable, "the document cannot be read: \(SystemCall.message(number))")
  }

  /// The process has as many files open as it may.
  package static var tooManyFiles: ProviderError { ProviderError(.overloaded, "too many files are open now") }
}
