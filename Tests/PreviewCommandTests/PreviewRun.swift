internal import Glibc
internal import TestKit

/// A folder with a home directory in which `preview` is run, with the shipped providers and the examples.
struct PreviewRun {
  let folder: TemporaryDirectory

  /// Options for the shipped providers and the examples.
  static let providers = ["share/providers", "Examples/providers"].flatMap {
    ["--providers", "\(Fixtures.root)/\($0)"]
  }

  init() throws {
    folder = try TemporaryDirectory()
    // Where the tests run as root, workers run as another user.
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
  }

  func callAsFunction(_ arguments: String..., input: [UInt8] = []) async throws -> Tool.Result {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]) async throws -> Tool.Result
  {
    try await Tool.cameo(
      "preview", arguments, input: input, directory: folder.path, environment: try await self.environment(environment))
  }

  /// The environment of a run: this folder is its home.
  func environment(_ more: [String: String] = [:]) async throws -> [String: String] {
    var environment = ["HOME": folder.path, "CAMEO_LAUNCHER": try await Self.launcher.value]
    for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME"] { environment[name] = folder.file(".\(name)") }
    return environment.merging(more) { $1 }
  }

  /// Runs with the shipped providers and the examples, and with time enough for a busy machine.
  func shipped(_ arguments: String..., input: [UInt8] = []) async throws -> Tool.Result {
    try await run(Self.providers + ["--timeout", "120"] + arguments, input: input)
  }

  static let launcher = Task {
    if let named = getenv("CAMEO_LAUNCHER") { return String(cString: named) }
    let path = "\(Tool.products)/cameo-launcher"
    if access(path, X_OK) == 0 { return path }
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
    return path
  }

  /// Copies a fixture into the folder. Returns its name there.
  @discardableResult
  func add(_ fixture: String, as name: String? = nil) throws -> String {
    let name = name ?? String(fixture.split(separator: "/").last ?? "")
    let bytes = Fixtures.bytes(Fixtures.path(fixture))
    guard !bytes.isEmpty else { throw TestFailure("no fixture \(fixture)") }
    try folder.write(bytes, to: name)
    return name
  }

  /// Puts a provider written in Python into `providers/`.
  func add(provider program: String, id: String = "org.example.test", type: String = "public.plain-text") throws {
    let place = folder.file("providers/\(id)")
    for path in [folder.file("providers"), place] { mkdir(path, 0o755) }
    try folder.write(
      Array(
        """
        {"id": "\(id)", "version": "1.0", "protocol": [1], "exec": ["/usr/bin/python3", "./main.py"],
         "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["\(type)"]}
        """.utf8), to: "providers/\(id)/provider.json")
    try folder.write(Array(program.utf8), to: "providers/\(id)/main.py")
  }

  /// A provider in Python that answers `hello`.
  ///
  /// - Parameters:
  ///   - answers: what it does for an `order`, beginning with `elif`.
  ///   - preamble: the code before its loop, with its imports.
  static func greeting(_ answers: String, preamble: String) -> String {
    """
    \(preamble)
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            print(json.dumps({"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                              "capabilities": ["thumbnail", "preview"]}), flush=True)
    \(answers.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
    """
  }

  /// Format and size of a picture by ImageMagick: `PNG 256x192`.
  func picture(_ name: String) async throws -> String {
    try await Tool.run(
      "identify", ["-quiet", "-format", "%m %wx%h", "-"], input: Fixtures.bytes(folder.file(name))
    ).text
  }

  func json(_ filter: String, _ bytes: [UInt8]) async throws -> String {
    let result = try await Tool.run("jq", ["-cr", filter], input: bytes)
    guard result.status == 0 else { throw TestFailure("jq: \(result.errors)") }
    return result.text.split(separator: "\n").joined(separator: "\n")
  }
}
