internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// Finds the program of a provider.
struct ProviderProgram {
  /// The argument list, with the program's absolute path first.
  var arguments: [String]
  /// Folders that the sandbox must show: the provider's, and the program's.
  var readable: [String]

  /// - Parameter companions: the folder of our own executables.
  /// - Throws: `providerUnavailable`.
  init(of provider: ProviderDescription, companions: String) throws(ProviderError) {
    guard let name = provider.command.first, !name.isEmpty else {
      throw ProviderError(.providerUnavailable, "the provider names no program", provider: provider.id)
    }
    var places: [String] = []
    if name.hasPrefix("/") {
      places = [name]
    } else {
      if !provider.folder.isEmpty { places.append("\(provider.folder)/\(name)") }
      if !name.contains("/") {
        places.append("\(companions)/\(name)")
        let path = getenv("PATH").map { PathText.text($0) } ?? "/usr/local/bin:/usr/bin:/bin"
        places += path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      }
    }
    guard let program = places.first(where: Self.isExecutable) else {
      throw ProviderError(.providerUnavailable, "the provider's program '\(name)' is missing", provider: provider.id)
    }
    arguments = [program] + provider.command.dropFirst()
    readable = provider.readableFolders
    let folders = [provider.folder, PathText.split(program).directory]
    for folder in folders where !folder.isEmpty && !readable.contains(folder) { readable.append(folder) }
  }

  private static func isExecutable(_ path: String) -> Bool {
    guard SystemCall.status(of: path)?.isRegularFile == true else { return false }
    return PathText.withCString(path) { access($0, X_OK) } == 0
  }
}
