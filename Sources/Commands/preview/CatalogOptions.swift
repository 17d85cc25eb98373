internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost

/// Which providers there are.
struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("providers"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Look for providers in this directory first. May be given several times.", valueName: "DIR"),
    completion: .directory)
  var folders: [String] = []

  @Option(help: ArgumentHelp("Ask this provider only.", valueName: "ID"))
  var provider: String?

  @Flag(help: "Leave out what *.thumbnailer files of the desktop bring.")
  var noThumbnailers = false

  /// The host to be, as far as these options say.
  var assembly: HostAssembly {
    var assembly = HostAssembly()
    assembly.providerFolders = folders
    assembly.provider = provider
    assembly.usesThumbnailers = !noThumbnailers
    return assembly
  }

  /// The same with what the options of the sandbox say.
  func assembly(_ sandbox: SandboxOptions) -> HostAssembly {
    var assembly = assembly
    assembly.tier = sandbox.tier
    if let seconds = sandbox.timeout {
      assembly.limits.thumbnailSeconds = seconds
      assembly.limits.previewSeconds = seconds
    }
    return assembly
  }

  /// - Throws: `usage` for what is no directory: nobody would be found there, and nothing would say why.
  static func checkFolders(_ folders: [String]) throws(ImageError) {
    for folder in folders {
      guard let status = SystemCall.status(of: folder) else {
        throw ImageError(.usage, "--providers: \(SystemCall.message(errno))", path: folder)
      }
      if !status.isDirectory { throw ImageError(.usage, "--providers: this is no directory", path: folder) }
    }
  }

  func validate() throws {
    if folders.contains("") || provider == "" { throw ValidationError("--providers and --provider need a value") }
  }
}
