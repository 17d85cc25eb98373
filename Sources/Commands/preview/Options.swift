internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost

/// Which documents are shown.
struct InputDocumentOptions: ParsableArguments {
  @Argument(
    help: "Documents: files, directories that act as one document, or - for standard input.", completion: .file())
  var files: [String] = []

  @OptionGroup var list: ListOptions

  @Flag(
    name: .shortAndLong,
    help:
      "Read the files in directories, and in the directories in them, whose suffix is that of a type with a provider.")
  var recursive = false

  @OptionGroup var walk: WalkOptions

  var settings: InputSettings {
    InputSettings(files: files, filesFrom: list.filesFrom, recursive: recursive, filter: walk.filter)
  }
}

/// Where providers are looked for.
struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("providers"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Look for providers in this directory first. May be given several times.", valueName: "DIR"),
    completion: .directory)
  var folders: [String] = []

  @Option(help: ArgumentHelp("Use this provider only.", valueName: "ID"))
  var provider: String?

  @Flag(help: "Ignore the thumbnailers of the desktop (*.thumbnailer files).")
  var noThumbnailers = false

  /// The parts of the host.
  var assembly: HostAssembly {
    var assembly = HostAssembly()
    assembly.providerFolders = folders
    assembly.provider = provider
    assembly.usesThumbnailers = !noThumbnailers
    return assembly
  }

  /// The same with the options of the sandbox.
  func assembly(_ sandbox: SandboxOptions) -> HostAssembly {
    var assembly = assembly
    assembly.tier = sandbox.tier
    if let seconds = sandbox.timeout {
      assembly.limits.thumbnailSeconds = seconds
      assembly.limits.previewSeconds = seconds
    }
    return assembly
  }

  /// - Throws: `usage` for a path that is not a directory: otherwise no provider would be found, and no message would
  ///   say why.
  static func checkFolders(_ folders: [String]) throws(ImageError) {
    for folder in folders {
      guard let status = SystemCall.status(of: folder) else {
        throw ImageError(.usage, "--providers: \(SystemCall.message(errno))", path: folder)
      }
      if !status.isDirectory { throw ImageError(.usage, "--providers: is not a directory", path: folder) }
    }
  }

  func validate() throws {
    if folders.contains("") || provider == "" { throw ValidationError("--providers and --provider need a value") }
  }
}

/// How providers are run.
struct SandboxOptions: ParsableArguments {
  @Option(
    name: .customLong("sandbox"),
    help: ArgumentHelp(
      "A (bubblewrap), B (Landlock and seccomp alone) or none (limits only: for providers that you trust). "
        + "(default: the strongest that works here)", valueName: "TIER"),
    completion: .list(SandboxTier.allCases.map(\.rawValue)), transform: { try Self.tier($0) })
  var tier: SandboxTier?

  @Option(
    help: ArgumentHelp(
      "The time for one document, in seconds, unless its provider asks for less. (default: 10, previews 30)",
      valueName: "SECONDS"),
    transform: { try Self.seconds($0) })
  var timeout: Double?

  @Flag(help: "Neither read nor write the desktop's cache of thumbnails.")
  var noCache = false

  private static func tier(_ text: String) throws -> SandboxTier {
    guard let tier = SandboxTier(name: text) else { throw ValidationError("expected A, B or none") }
    return tier
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let value = Double(decimal: text), value > 0, value <= 3_600 else {
      throw ValidationError("expected a number of seconds above 0, at most 3600")
    }
    return value
  }
}
