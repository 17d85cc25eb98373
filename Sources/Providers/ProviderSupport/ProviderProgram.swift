internal import Glibc
package import ProviderKit

/// Runs one of several providers in one program. Separate programs would be much larger, because each would contain the
/// Swift runtime.
package enum ProviderProgram {
  /// Runs the provider that the first argument names; the other arguments are the provider's own (`ProviderMain`).
  ///
  /// - Parameter name: the program's, for its usage message.
  package static func run(_ name: String, _ providers: KeyValuePairs<String, ProviderDefinition>) -> Never {
    let arguments = CommandLine.arguments.dropFirst()
    guard let first = arguments.first, let provider = providers.first(where: { $0.key == first }) else {
      let names = providers.map(\.key).joined(separator: ", ")
      let usage = Array("usage: \(name) NAME [--help]; NAME is one of \(names)\n".utf8)
      _ = write(STDERR_FILENO, usage, usage.count)
      _exit(64)
    }
    _exit(ProviderMain.run(provider.value, arguments: Array(arguments.dropFirst())))
  }
}
