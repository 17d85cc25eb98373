@testable internal import Confinement
internal import Foundation
internal import TestKit
internal import Testing

/// What a process gives up. `escape` (TestKit/Programs) makes each attempt in a process of its own.
@Suite("Confinement of a command by itself", .timed)
struct SelfConfinementTests {
  /// The result of each attempt, by its name.
  private func attempts(_ mode: String) async throws -> [String: String] {
    let folder = try TemporaryDirectory()
    // Files that exist in the folder of temporary files may be used.
    try FileManager.default.createDirectory(atPath: folder.file("temporary"), withIntermediateDirectories: true)
    let tool = try await Tool.run(
      "\(TestProgram.folder())/escape", [mode, folder.path], environment: ["TMPDIR": folder.file("temporary")])
    #expect(tool.status == 0)
    let lines = tool.text.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    return Dictionary(lines.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }, uniquingKeysWith: { $1 })
  }

  /// Attempts that need a right of root or a part of the kernel that may be missing: they may fail in any case.
  private static let special: Set = [
    "read /etc/shadow", "packet socket", "inet6 socket", "mount", "new namespace", "chroot", "io_uring", "userfaultfd",
    "keyctl", "bpf", "trace another process", "read the memory of another process",
    "open the memory of another process", "call of x32", "call of i386", "set an attribute elsewhere",
    "device beside the output", "capabilities for the output",
  ]

  @Test("Each attempt to reach something else fails, and succeeds in a process that has given up nothing")
  func attempts() async throws {
    let free = try await attempts("off")
    #expect(free.count >= 56)
    for (name, result) in free where !Self.special.contains(name) { #expect(result == "ok", "\(name)") }
    let confined = try await attempts("on")
    #expect(confined.keys.sorted() == free.keys.sorted())
    for (name, result) in confined { #expect((result == "ok") == name.hasPrefix("may "), "\(name): \(result)") }
    #expect(confined["call of i386"] != "Operation not permitted", "the process ends")
  }

  @Test("With programs, files stay as they are, and programs inherit that there is no network")
  func programs() async throws {
    let results = try await attempts("programs")
    for name in ["execute", "fork and execute", "read elsewhere", "signal another process"] {
      #expect(results[name] == "ok", "\(name)")
    }
    for name in ["connect", "unix socket", "netlink socket", "mount", "new namespace", "trace another process", "bpf"] {
      #expect(results[name] == "Operation not permitted", "\(name)")
    }
  }

  @Test("Threads that run already are noticed: the rules for files would not hold for them")
  func threads() async throws {
    let folder = try TemporaryDirectory()
    let tool = try await Tool.run("\(TestProgram.folder())/escape", ["threads", folder.path])
    // confinement_shim_threads
    #expect(tool.text == "2 threads: step 3\n")
  }

  @Test("Of many inputs their folders are allowed, and of too many the folders around these")
  func bounded() throws {
    let folder = try TemporaryDirectory()
    let root = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    for name in ["few", "real"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    for number in 0..<100 {
      let inner = folder.file("many/\(number)")
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      try folder.write([1], to: "many/\(number)/a")
      try folder.write([1], to: "few/\(number)")
    }
    let few = (0..<100).map { folder.file("few/\($0)") }
    #expect(FileAccess.bounded(Array(few.prefix(64)), folders: 80) == Array(few.prefix(64)))
    #expect(FileAccess.bounded(few, folders: 80) == ["\(root)/few"])
    let many = (0..<100).map { folder.file("many/\($0)/a") }
    #expect(FileAccess.bounded(many, folders: 80) == ["\(root)/many"])
    let folders: [String] = (0..<100).map { "\(root)/many/\($0)" }
    #expect(FileAccess.bounded(many, folders: 100).sorted() == folders.sorted())
    // A link leads to a file elsewhere, which is allowed with its folder.
    try folder.write([1], to: "real/a")
    try FileManager.default.createSymbolicLink(atPath: folder.file("few/link"), withDestinationPath: "../real/a")
    let linked = few + [folder.file("few/link")]
    #expect(FileAccess.bounded(linked, folders: 80).sorted() == ["\(root)/few", "\(root)/real"])
    // A link to a folder is that folder, and not the one around it.
    try FileManager.default.createSymbolicLink(atPath: folder.file("also"), withDestinationPath: "real")
    #expect(FileAccess.bounded(few + [folder.file("also")], folders: 80).sorted() == ["\(root)/few", "\(root)/real"])
  }

  @Test("An output's folder is the nearest that exists, through a link")
  func outputs() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("in/new"))
    func place(_ path: String) -> [String] {
      var access = FileAccess()
      access.write(file: folder.file(path))
      return access.rules.map(\.path)
    }
    #expect(place("in/b") == [folder.file("in")])
    #expect(place("in/deeper/still/b") == [folder.file("in")])
    #expect(place("link") == [folder.file("in")])
    var device = FileAccess()
    device.write(file: "/dev/null")
    #expect(device.rules.map(\.path) == ["/dev/null"])
  }

  @Test("Folders of fonts are found in rules of fontconfig")
  func fonts() {
    let rules = """
      <fontconfig><dir>/srv/fonts</dir>
        <dir prefix="default">
          ~/my fonts </dir><cachedir>/var/cache</cachedir><dirs>no</dirs><dir></dir>
        <dir prefix="xdg">more</dir><dir prefix='relative'>../near</dir><dir prefix="relative">/far</dir></fontconfig>
      """
    let folders = FontFolders.folders(in: Array(rules.utf8), data: "/home/a/.local/share", beside: "/etc/rules")
    let expected = ["/srv/fonts", "~/my fonts", "/home/a/.local/share/more", "/etc/rules/../near", "/far"]
    #expect(folders == expected)
    let withoutHome = FontFolders.folders(in: Array(rules.utf8), data: nil, beside: "/etc/rules")
    #expect(withoutHome == ["/srv/fonts", "~/my fonts", "/etc/rules/../near", "/far"])
  }
}
