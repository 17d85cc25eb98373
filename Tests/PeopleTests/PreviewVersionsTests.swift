internal import DocumentJobs
internal import Glibc
internal import TestKit
internal import Testing

@Suite("preview: versions, restore, conflicts", .timed)
struct PreviewVersionsTests {
  private let people: PeopleRun

  init() throws { people = try PeopleRun() }

  /// A document with three versions, of which the newest is the document.
  private func makeVersions() async throws {
    try await people.done("new", "a.people")
    for name in ["Ada", "Bob"] { try await people.done("add", "a.people", name) }
  }

  @Test("versions lists what was saved, the newest first, as text and as JSON")
  func versions() async throws {
    try await makeVersions()
    let text = try await people.preview("versions", "a.people")
    #expect(text.status == 0, "\(text.errors)")
    let lines = text.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("1  20") && lines[0].hasSuffix("  now"), "\(lines[0])")
    #expect(lines[2].hasPrefix("3  20") && !lines[2].hasSuffix("now"))
    let json = try await people.preview("versions", "a.people", "--json")
    #expect(
      try await people.json("[.version, .command, .input, [.versions[] | [.number, .kind, .isPresent]]]", json.output)
        == #"[1,"preview versions","a.people",[[1,"version",true],[2,"version",false],[3,"version",false]]]"#)
    let bytes = Fixtures.bytes(people.folder.file("a.people/group.plist")).count
    #expect(try await people.json(".versions[0].bytes", json.output) == "\(bytes)")
    let host = try await Tool.run("uname", ["-n"]).text.split(separator: "\n").joined()
    #expect(try await people.json(".versions[0].host", json.output) == host)
  }

  @Test("restore takes what the document was before the last change, a number, or an id; and back")
  func restore() async throws {
    try await makeVersions()
    let result = try await people.preview("restore", "a.people")
    #expect(result.status == 0 && result.text.hasPrefix("a.people: restored the version of 20"), "\(result)")
    #expect(try await people.names("a.people") == ["a", "Ada"])
    #expect(try await people.preview("restore", "a.people").status == 0)
    #expect(try await people.names("a.people") == ["a", "Ada", "Bob"])
    // After a change and back, two versions are what the document is; one says so.
    for _ in 0..<2 { #expect(try await people("undo", "a.people").status == 0) }
    let lines = try await people.preview("versions", "a.people").text.split(separator: "\n")
    #expect(lines.first?.hasSuffix("  now") == true && lines.count { $0.hasSuffix("now") } == 1, "\(lines)")
    let list = try await people.preview("versions", "a.people", "--json")
    let id = try await people.json(".versions[-1].id", list.output)
    let restored = try await people.preview("restore", "a.people", id, "--json")
    #expect(try await people.json("[.command, .restored.id]", restored.output) == #"["preview restore","\#(id)"]"#)
    #expect(try await people.names("a.people") == ["a"])
  }

  @Test("A document that was deleted comes back as it was, also if it was an earlier version")
  func deleted() async throws {
    try await makeVersions()
    #expect(try await Tool.run("rm", ["-r", people.folder.file("a.people")]).status == 0)
    #expect(try await people.preview("versions", "a.people").text.split(separator: "\n").count == 3)
    #expect(try await people.preview("restore", "a.people").status == 0)
    #expect(try await people.names("a.people") == ["a", "Ada", "Bob"])
    #expect(try await people.preview("restore", "a.people", "3").status == 0)
    #expect(try await Tool.run("rm", ["-r", people.folder.file("a.people")]).status == 0)
    #expect(try await people.preview("restore", "a.people").status == 0)
    #expect(try await people.names("a.people") == ["a"])
  }

  @Test("Without a document or a version the status is 1, and the line names the document")
  func missing() async throws {
    try people.folder.write(Array("text".utf8), to: "plain.txt")
    mkdir(people.folder.file("plain"), 0o755)
    for (arguments, message) in [
      (["versions", "none.txt"], "preview: none.txt: "), (["restore", "none.txt"], "preview: none.txt: "),
      (["versions", "plain"], "preview: plain: is a folder, and no known type of document has its name\n"),
      (["restore", "plain.txt"], "preview: plain.txt: there is no other version of the document\n"),
      (["restore", "plain.txt", "2"], "preview: plain.txt: there is no version 2; there are 0 versions\n"),
      (["conflicts", "none/none.txt"], "preview: none/none.txt: "),
    ] {
      let result = try await Tool.cameo(
        "preview", arguments, directory: people.folder.path, environment: people.environment)
      #expect(result.status == 1 && result.errors.hasPrefix(message), "\(arguments): \(result)")
    }
    let none = try await people.preview("versions", "plain.txt")
    #expect(none.status == 0 && none.text.isEmpty)
  }

  @Test("A copy that comes after the list of conflicts is not removed with it")
  func laterConflicts() throws {
    let folder = people.folder
    let copies = ["a.sync-conflict-20240131-120000-ABCDEFG.txt", "a.sync-conflict-20240131-130000-ABCDEFG.txt"]
    try folder.write(Array("mine".utf8), to: "a.txt")
    try folder.write(Array("other".utf8), to: copies[0])
    let report = try VersionReport(conflictsOf: folder.file("a.txt"))
    try folder.write(Array("later".utf8), to: copies[1])
    try report.resolve()
    #expect(folder.names.filter(copies.contains) == [copies[1]])
  }

  @Test("A copy that cannot be read is a conflict, which is told; --resolve leaves it")
  func unreadableCopy() async throws {
    let folder = people.folder
    try folder.write(Array("mine".utf8), to: "a.txt")
    let copy = "a.sync-conflict-20240131-120000-ABCDEFG.txt"
    #expect(try await Tool.run("mkfifo", [folder.file(copy)]).status == 0)
    let listed = try await people.preview("conflicts", "a.txt")
    #expect(listed.status == 3 && listed.text.contains("cannot be read: is neither a file nor a folder"), "\(listed)")
    let json = try await people.preview("conflicts", "a.txt", "--json")
    #expect(try await people.json(".versions[].problem", json.output) == "is neither a file nor a folder")
    let resolved = try await people.preview("conflicts", "a.txt", "--resolve")
    #expect(resolved.status == 1 && resolved.errors.contains(copy), "\(resolved)")
    #expect(folder.names.contains(copy))
  }

  @Test("conflicts lists the copies of programs for synchronisation; --resolve makes versions of them")
  func conflicts() async throws {
    try people.folder.write(Array("mine".utf8), to: "a.txt")
    let none = try await people.preview("conflicts", "a.txt")
    #expect(none.status == 0 && none.text.isEmpty)
    try people.folder.write(Array("other".utf8), to: "a.sync-conflict-20240131-120000-ABCDEFG.txt")
    try people.folder.write(Array("another".utf8), to: "a (SFConflict ada@example.com 2024-01-31-12-00-00).txt")
    let some = try await people.preview("conflicts", "a.txt")
    #expect(some.status == 3 && some.text.contains("copy by Syncthing") && some.text.contains("copy by Seafile"))
    let json = try await people.preview("conflicts", "a.txt", "--json")
    #expect(
      try await people.json("[.versions[].program] | sort", json.output) == #"["Seafile","Syncthing"]"#)
    let id = try await people.json(#".versions[] | select(.program == "Seafile") | .id"#, json.output)
    #expect(try await people.preview("restore", "a.txt", id).status == 0)
    #expect(Fixtures.bytes(people.folder.file("a.txt")) == Array("another".utf8))
    #expect(try await people.preview("conflicts", "a.txt", "--resolve").status == 0)
    #expect(people.folder.names.filter { $0.hasPrefix("a") } == ["a.txt"])
    let versions = try await people.preview("versions", "a.txt", "--json")
    // "mine" before the restoring, then both copies.
    #expect(try await people.json("[.versions[].bytes] | sort", versions.output) == "[4,5,7]")
  }
}
