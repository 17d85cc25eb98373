internal import ByteStreams
internal import Confinement
internal import Glibc
internal import ProviderCheck
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit

/// Checks providers as `preview check` does.
enum CheckRig {
  /// - Parameter quick: fewer requests in a row, for providers that fail in other checks.
  static func options(samples: [String] = [], requests: Int = 100, tier: SandboxTier? = nil) async throws
    -> CheckOptions
  {
    var options = CheckOptions()
    options.samples = samples
    options.requests = requests
    options.tier = tier
    // These tests are not about time, and the machine may be busy with other tests.
    options.limits.thumbnailSeconds = 60
    options.limits.previewSeconds = 60
    options.launcher = try await launcher.value
    options.bubblewrap = "/usr/bin/bwrap"
    // Development builds of the shipped providers load Swift's runtime from the same folder as this
    // program.
    if let runtime = DeveloperRuntime.folder { options.readableFolders = [runtime] }
    options.programs = ProgramLookup(besides: [Tool.products], path: ["/usr/bin", "/bin"])
    return options
  }

  /// For providers that should pass without a warning: how soon they answer a cancellation or leave depends on the
  /// machine, which is busy with other tests.
  static func patientOptions(samples: [String] = [], requests: Int = 100) async throws -> CheckOptions {
    var options = try await options(samples: samples, requests: requests)
    options.policy.cancelSeconds = 20
    options.policy.killSeconds = 20
    return options
  }

  private static let launcher = Task {
    if let named = getenv("CAMEO_LAUNCHER") { return String(cString: named) }
    let path = "\(Tool.products)/cameo-launcher"
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
    return path
  }

  /// A provider in a folder of its own.
  ///
  /// - Parameter program: its program: an absolute path, or a path of Python in the source tree, which is copied.
  static func provider(
    in folder: TemporaryDirectory, id: String, program: String, arguments: [String] = [], limits: String = ""
  ) throws -> String {
    // Workers run as a user of their own where the tests run as root.
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
    let provider = folder.file(id)
    guard SystemCall.makeDirectory(provider), SystemCall.makeDirectory("\(provider)/samples") else {
      throw TestFailure("mkdir")
    }
    var command = [program]
    if !program.hasPrefix("/") {
      command = ["python3", "./program.py"]
      let source = try FileByteSource(path: "\(Fixtures.root)/\(program)")
      _ = try folder.write(try source.bytes(at: 0, count: Int(source.size)), to: "\(id)/program.py")
    }
    let words = (command + arguments).map { "\"\($0)\"" }.joined(separator: ", ")
    let manifest = """
      { "id": "\(id)", "version": "1.0", "protocol": [1], "exec": [\(words)],
        "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["public.plain-text"]\(limits) }
      """
    _ = try folder.write(Array(manifest.utf8), to: "\(id)/provider.json")
    _ = try folder.write(Array("A text\nof a few\nlines\n".utf8), to: "\(id)/samples/a.txt")
    return provider
  }
}

extension CheckReport {
  /// The failed checks, for the messages of tests.
  var faults: String {
    results.filter { $0.verdict == .failed }.map { "\($0.name): \($0.seen)" }.joined(separator: "\n")
  }
}
