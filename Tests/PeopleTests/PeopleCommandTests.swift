internal import Glibc
internal import TestKit
internal import Testing

@Suite("people: a program with documents", .timed)
struct PeopleCommandTests {
  private let people: PeopleRun

  init() throws { people = try PeopleRun() }

  @Test("A group is made, changed and listed, each time by another process")
  func editing() async throws {
    try await people.done("new", "chess.people", "--name", "Chess club")
    try await people.done("add", "chess.people", "Ada Lovelace", "van Rossum, Guido", "Plato")
    try await people.done("rename", "chess.people", "Ada Lovelace", "Ada King")
    try await people.done("remove", "chess.people", "Plato")
    try await people.done("rename", "chess.people", "Chess")
    #expect(try await people.names("chess.people") == ["Chess", "Ada King", "Guido van Rossum"])
    let list = try await people("list", "chess.people", "--json")
    #expect(
      try await people.json("[.version, .command, .name, .people[].lastName]", list.output)
        == #"[1,"people list","Chess","King","van Rossum"]"#)
    let id = try await people.json(".people[0].id", list.output)
    #expect(try await people("list", "chess.people").text.hasPrefix("\(id)  Ada King\n"))
    try await people.done("remove", "chess.people", id)
    #expect(try await people.names("chess.people") == ["Chess", "Guido van Rossum"])
  }

  @Test("A mistake is one line with the path and the reason; the document stays as it was")
  func mistakes() async throws {
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace")
    try people.folder.write(Array("no picture".utf8), to: "no.jpg")
    for (arguments, status, message) in [
      (["new", "chess.people"], 1, "people: chess.people: "),
      (
        ["new", "chess"], 64, "people: 'chess': the name of a people group ends in .people (see 'people new --help')\n"
      ),
      (["list", "none.people"], 1, "people: none.people: "),
      (
        ["remove", "chess.people", "Ada Lovelace", "Eve"], 1,
        "people: chess.people: nobody in the group is called 'Eve'\n"
      ),
      (["add", "chess.people", " "], 1, "people: chess.people: a person needs a first or a last name\n"),
      (["add", "chess.people", "Eve", "--portrait", "no.jpg"], 1, "people: no.jpg: the portrait cannot be used: "),
      (["add", "chess.people", "Eve", "Bob", "--portrait", "no.jpg"], 64, "people: --portrait is the picture of one"),
      (["undo", "none.people"], 1, "people: none.people: "),
      (["dance"], 64, "people: there is no subcommand 'dance'; expected new, "),
    ] {
      let result = try await Tool.cameo(
        "people", arguments, directory: people.folder.path, environment: people.environment)
      #expect(result.status == status && result.errors.hasPrefix(message), "\(arguments): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
    #expect(try await people.names("chess.people") == ["chess", "Ada Lovelace"])
  }

  @Test("An error in a package names the file as the user named the document")
  func pathsInPackages() async throws {
    try await people.done("new", "chess.people")
    for (damage, message) in [
      ("ln -s /etc/passwd chess.people/link", "people: chess.people/link: a link in the package leads out of it"),
      ("rm chess.people/link; mkfifo chess.people/fifo", "people: chess.people/fifo: is neither a file nor a folder"),
      ("rm chess.people/fifo; echo x > chess.people/group.plist", "people: chess.people: group.plist: "),
    ] {
      #expect(try await Tool.run("sh", ["-c", damage], directory: people.folder.path).status == 0)
      let result = try await people("list", "chess.people")
      #expect(result.status == 1 && result.errors.hasPrefix(message), "\(result)")
    }
  }

  @Test("Names are one line without control characters; a group has one")
  func odd() async throws {
    try await people.done("new", "chess.people", "--name", "Chess\n\u{1}club")
    try await people.done("add", "chess.people", "Ada\u{1}\tLovelace", "Zoë 🧑‍🚀", "<&>")
    #expect(try await people.names("chess.people") == ["Chess club", "Ada Lovelace", "Zoë 🧑‍🚀", "<&>"])
    try await people.done("remove", "chess.people", "Ada Lovelace")
    for arguments in [["new", "b.people", "--name", " "], ["rename", "chess.people", "\u{1}"]] {
      let result = try await Tool.cameo(
        "people", arguments, directory: people.folder.path, environment: people.environment)
      #expect(result.status == 64 && result.errors.hasPrefix("people: a group needs a name"), "\(result)")
    }
    #expect(!people.folder.names.contains("b.people"))
  }

  @Test("More than can be read again is not saved")
  func tooMuch() async throws {
    try await people.done("new", "chess.people")
    // 40 people with names of 500,000 letters are 20 MB; a list is read up to 16 MiB.
    let list =
      "["
      + Array(repeating: #"{"firstName": "\#(String(repeating: "a", count: 500_000))"}"#, count: 40)
      .joined(separator: ",") + "]"
    try people.folder.write(Array(list.utf8), to: "list.json")
    let result = try await people("import", "chess.people", "list.json")
    #expect(result.status == 1 && result.errors.contains("could not be opened again: has more than"), "\(result)")
    #expect(try await people.names("chess.people") == ["chess"])
  }

  @Test("undo takes the last change of an earlier run back, and once more makes it again; a number goes further back")
  func undo() async throws {
    try await people.done("new", "chess.people")
    for name in ["Ada", "Bob", "Cid"] { try await people.done("add", "chess.people", name) }
    let undone = try await people("undo", "chess.people")
    #expect(undone.status == 0 && undone.text.hasPrefix("chess.people: as it was at 20"), "\(undone)")
    #expect(try await people.names("chess.people") == ["chess", "Ada", "Bob"])
    #expect(try await people("undo", "chess.people").status == 0)
    #expect(try await people.names("chess.people") == ["chess", "Ada", "Bob", "Cid"])
    // The first version of all is the last of the list.
    let list = try await people("versions", "chess.people", "--json")
    let last = try await people.json(".versions[-1].number", list.output)
    #expect(try await people("undo", "chess.people", last).status == 0)
    #expect(try await people.names("chess.people") == ["chess"])
    let none = try await people("undo", "chess.people", "99")
    #expect(none.status == 1 && none.errors.hasPrefix("people: chess.people: there is no version 99; there are "))
  }

  @Test("A portrait is kept byte for byte, and another change does not copy it")
  func portraits() async throws {
    let photo = try people.addPhoto()
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace", "--portrait", "ada.jpg")
    let files = try await people.files("chess.people")
    #expect(files.count == 2 && files[0] == "chess.people/group.plist")
    let path = people.folder.file(files[1])
    #expect(Fixtures.bytes(path) == photo)
    let inode = try await Tool.run("stat", ["-c", "%i", path]).text
    try await people.done("add", "chess.people", "Alan Turing")
    #expect(try await Tool.run("stat", ["-c", "%i", path]).text == inode)
    try await people.done("remove", "chess.people", "Ada Lovelace")
    #expect(try await people.files("chess.people") == ["chess.people/group.plist"])
    #expect(try await people("undo", "chess.people").status == 0)
    #expect(Fixtures.bytes(path) == photo)
  }

  @Test("Each change writes the thumbnails that file managers show; preview finds them")
  func thumbnails() async throws {
    _ = try people.addPhoto()
    try await people.done("new", "chess.people/", "--name", "Chess club")
    #expect(try await people.files(".XDG_CACHE_HOME/thumbnails").count == 2)
    try await people.done("add", "chess.people", "Ada Lovelace", "--portrait", "ada.jpg")
    let entries = try await people.files(".XDG_CACHE_HOME/thumbnails")
    #expect(entries.map { $0.split(separator: "/")[2] } == ["large", "normal"], "\(entries)")
    let size = try await Tool.run("identify", ["-format", "%wx%h", people.folder.file(entries.first ?? "")])
    #expect(size.text == "256x256")
    // There is a thumbnail without a provider.
    let shown = try await people.preview(
      "chess.people", "--json", "--no-thumbnailers", "--providers", Fixtures.root + "/Examples/providers")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(try await people.json(".files[0].cached", shown.output) == "true")
    try await people.done("rename", "chess.people", "Go club")
    let after = try await people.files(".XDG_CACHE_HOME/thumbnails")
    #expect(after == entries)
  }

  @Test("undo brings a deleted or damaged document back; one of which there is no version stays an error")
  func undoOfLoss() async throws {
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace")
    for damage in [
      "rm -r chess.people", "echo rubbish > chess.people/group.plist", "rm chess.people/group.plist",
      "ln -s /etc/passwd chess.people/link", "rm -r chess.people; echo rubbish > chess.people",
      "rm -r chess.people; mkfifo chess.people",
    ] {
      let done = try await Tool.run("sh", ["-c", damage], directory: people.folder.path)
      try #require(done.status == 0, "\(done.errors)")
      try await people.done("versions", "chess.people")
      try await people.done("undo", "chess.people")
      #expect(try await people.names("chess.people") == ["chess", "Ada Lovelace"], "\(damage)")
    }
    // What cannot be a version is there under another name.
    #expect(people.folder.names.count { $0.hasPrefix("chess.people.saved-") } == 3)
    let none = try await people("undo", "none.people")
    #expect(none.status == 1 && none.errors.hasPrefix("people: none.people: "), "\(none.errors)")
  }

  @Test("A version that is not complete is listed, and undo goes back to the one before it")
  func incompleteVersion() async throws {
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace")
    try await people.done("add", "chess.people", "Grace Hopper")
    let script = """
      import glob, json, os, sys
      record = sorted(glob.glob(sys.argv[1] + "/cameo/versions/*/*.json"))[1]
      for item in json.load(open(record))["items"]:
          if "hash" in item: os.remove(os.path.dirname(record) + "/objects/" + item["hash"])
      """
    let done = try await Tool.python(script, [people.folder.file(".XDG_DATA_HOME")])
    try #require(done.status == 0, "\(done.errors)")
    let listed = try await people("versions", "chess.people")
    #expect(listed.status == 0 && listed.text.split(separator: "\n").count == 3, "\(listed)")
    try await people.done("undo", "chess.people", "1")
    #expect(try await people("undo", "chess.people", "2").status == 1)
    #expect(try await people("undo", "chess.people").status == 0)
    #expect(try await people.names("chess.people") == ["chess"])
  }

  // MARK: Conflicts

  @Test("The copy that Syncthing leaves is a conflict, until both sides are merged; everybody stays")
  func merge() async throws {
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace")
    let copy = "chess.sync-conflict-20240131-120000-ABCDEFG.people"
    #expect(try await Tool.run("cp", ["-r", "chess.people", copy], directory: people.folder.path).status == 0)
    #expect(try await people("conflicts", "chess.people").status == 3)
    try await people.done("add", copy, "Grace Hopper")
    try await people.done("add", "chess.people", "Alan Turing")
    let listed = try await people("conflicts", "chess.people", "--json")
    #expect(listed.status == 3)
    #expect(
      try await people.json("[.versions[] | .number, .kind, .program]", listed.output) == #"[1,"copy","Syncthing"]"#)
    try await people.done("conflicts", "chess.people", "--merge")
    #expect(
      try await people.names("chess.people").sorted() == ["Ada Lovelace", "Alan Turing", "Grace Hopper", "chess"])
    #expect(!people.folder.names.contains(copy))
    let none = try await people("conflicts", "chess.people")
    #expect(none.status == 0 && none.text.isEmpty)
    // The state before is a version.
    #expect(try await people("undo", "chess.people").status == 0)
    #expect(try await people.names("chess.people") == ["chess", "Ada Lovelace", "Alan Turing"])
  }

  @Test("Sides that name one person differently are not merged; one of them can be taken, or the document kept")
  func take() async throws {
    try await people.done("new", "chess.people")
    try await people.done("add", "chess.people", "Ada Lovelace")
    let copy = "chess (conflicted copy 2024-01-31 120000).people"
    for option in [["--take", "1"], ["--keep"]] {
      #expect(try await Tool.run("cp", ["-r", "chess.people", copy], directory: people.folder.path).status == 0)
      let id = try await people.json(".people[0].id", try await people("list", copy, "--json").output)
      try await people.done("rename", copy, id, "Ada King")
      try await people.done("rename", "chess.people", id, "Augusta Ada")
      let merged = try await people("conflicts", "chess.people", "--merge")
      #expect(merged.status == 1 && merged.errors.contains("--take NUMBER"), "\(merged)")
      #expect(people.folder.names.contains(copy))
      let result = try await Tool.cameo(
        "people", ["conflicts", "chess.people"] + option, directory: people.folder.path,
        environment: people.environment)
      #expect(result.status == 0, "\(result)")
      #expect(!people.folder.names.contains(copy))
      #expect(try await people.names("chess.people")[1] == (option == ["--keep"] ? "Augusta Ada" : "Ada King"))
      // What was not taken is a version: undo goes back to it.
      #expect(try await people("undo", "chess.people").status == 0)
      #expect(try await people.names("chess.people")[1] == (option == ["--keep"] ? "Ada King" : "Augusta Ada"))
      #expect(try await people("undo", "chess.people").status == 0)
    }
  }

  @Test("A conflict that could not be ended leaves no version; a side that is no group is named, and undo passes it by")
  func brokenSide() async throws {
    try await people.done("new", "chess.people")
    for name in ["Ada", "Bob"] { try await people.done("add", "chess.people", name) }
    let copy = "chess (conflicted copy 2024-01-31 120000).people"
    #expect(try await Tool.run("cp", ["-r", "chess.people", copy], directory: people.folder.path).status == 0)
    try people.folder.write(Array("rubbish".utf8), to: "\(copy)/group.plist")
    let before = try await people("versions", "chess.people").text
    for option in [["--merge"], ["--take", "1"]] {
      let result = try await Tool.cameo(
        "people", ["conflicts", "chess.people"] + option, directory: people.folder.path,
        environment: people.environment)
      let message = "people: chess.people: side 1 cannot be read: group.plist: "
      #expect(result.status == 1 && result.errors.hasPrefix(message), "\(result)")
      #expect(try await people("versions", "chess.people").text == before)
    }
    try await people.done("conflicts", "chess.people", "--keep")
    #expect(try await people("versions", "chess.people").text.split(separator: "\n").count == 4)
    #expect(try await people("undo", "chess.people").status == 0)
    #expect(try await people.names("chess.people") == ["chess", "Ada"])
  }

  @Test("Twenty programs that add at the same time all succeed, and nobody is lost")
  func together() async throws {
    try await people.done("new", "chess.people")
    let people = people
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 { group.addTask { try await people.done("add", "chess.people", "Person \(number)") } }
      try await group.waitForAll()
    }
    #expect(try await people.names("chess.people").count == 21)
  }
}
