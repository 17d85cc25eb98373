internal import Glibc
internal import TestKit

/// A folder with a home directory of its own, in which `people` and `preview` are run.
struct PeopleRun {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // Where the tests run as root, workers run as another user.
    guard chmod(folder.path, 0o755) == 0, mkdir(folder.file("run"), 0o700) == 0 else { throw TestFailure("chmod") }
  }

  var environment: [String: String] {
    var environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.file("run"), "TZ": "UTC"]
    for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] { environment[name] = folder.file(".\(name)") }
    return environment
  }

  /// Runs `people` in the folder.
  func callAsFunction(_ arguments: String...) async throws -> Tool.Result { try await run("people", arguments) }

  /// Runs `people`, which has to succeed without a message.
  func done(_ arguments: String...) async throws {
    let result = try await run("people", arguments)
    guard result.status == 0, result.errors.isEmpty else {
      throw TestFailure("people \(arguments.joined(separator: " ")): \(result.status), \(result.errors)")
    }
  }

  func preview(_ arguments: String...) async throws -> Tool.Result { try await run("preview", arguments) }

  private func run(_ program: String, _ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo(program, arguments, directory: folder.path, environment: environment)
  }

  /// The full names of a group in their order, by Python.
  func names(_ file: String) async throws -> [String] {
    let result = try await Tool.python(
      """
      import plistlib, sys
      group = plistlib.load(open(sys.argv[1] + "/group.plist", "rb"))
      print(group["name"])
      for person in group["people"]:
          print((person["firstName"] + " " + person["lastName"]).strip())
      """, [folder.file(file)])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.text.split(separator: "\n").map(String.init)
  }

  func json(_ filter: String, _ bytes: [UInt8]) async throws -> String {
    let result = try await Tool.run("jq", ["-cr", filter], input: bytes)
    guard result.status == 0 else { throw TestFailure("jq: \(result.errors)") }
    return result.text.split(separator: "\n").joined(separator: "\n")
  }

  /// The paths of all files below a folder, sorted.
  func files(_ path: String) async throws -> [String] {
    let found = try await Tool.run("find", [path, "-type", "f"], directory: folder.path)
    return found.text.split(separator: "\n").map(String.init).sorted()
  }

  /// Copies a picture into the folder.
  func addPhoto(_ name: String = "ada.jpg") throws -> [UInt8] {
    let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    guard !bytes.isEmpty else { throw TestFailure("no fixture") }
    try folder.write(bytes, to: name)
    return bytes
  }
}
