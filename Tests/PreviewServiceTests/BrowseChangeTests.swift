internal import ByteStreams
internal import Glibc
internal import ImageModel
@testable internal import PreviewService
internal import TestKit
internal import Testing

@Suite("previewd: changes at /browse/", .timed)
struct BrowseChangeTests {
  private static let token = "Authorization: Bearer \(BrowseAccessTests.writer)"

  private static func with(
    _ settings: [String: [String]] = [:], _ body: @Sendable (RunningService) async throws -> Void
  ) async throws {
    try await BrowseAccessTests.with(settings, body)
  }

  private static func post(_ service: RunningService, _ target: String) async throws -> Answer {
    try await service.ask("/browse/root/\(target)", method: "POST", headers: [token])
  }

  private static func put(_ service: RunningService, _ target: String, _ text: String) async throws -> Answer {
    try await service.ask("/browse/root/\(target)", method: "PUT", headers: [token], body: Array(text.utf8))
  }

  /// What is in a file below the root; nil where there is none.
  private static func text(_ service: RunningService, _ path: String) -> String? {
    let file = "\(service.folder)/root/\(path)"
    return access(file, F_OK) == 0 ? String(decoding: Fixtures.bytes(file), as: UTF8.self) : nil
  }

  @Test("A file that is uploaded is there as a whole, and replaces nothing")
  func upload() async throws {
    try await Self.with { service in
      let made = try await Self.put(service, "Gr%C3%BC%C3%9Fe.txt", "new")
      #expect(made.status == 201 && made.text.contains("\"name\": \"Grüße.txt\""), "\(made.text)")
      #expect(Self.text(service, "Grüße.txt") == "new")
      #expect(try await Self.put(service, "a.txt", "other").isProblem(412, "preconditionFailed"))
      #expect(Self.text(service, "a.txt") == "hello")
      #expect(try await Self.put(service, "empty", "").status == 201)
      #expect(try await Self.put(service, "none/b.txt", "new").isProblem(404, "notFound"))
      #expect(try await Self.put(service, ".hidden", "new").isProblem(404, "notFound"))
      #expect(try await Self.put(service, "sub/", "new").isProblem(400, "requestInvalid"))
    }
  }

  @Test("An upload does not write through a link, and one that ends early leaves nothing")
  func brokenUploads() async throws {
    try await Self.with { service in
      let outside = "\(service.folder)/outside"
      symlink(outside, "\(service.folder)/root/link")
      #expect(try await Self.put(service, "link", "new").isProblem(412, "preconditionFailed"))
      #expect(access(outside, F_OK) != 0)
      let lines = ["PUT /browse/root/part.txt HTTP/1.1", "Host: localhost", Self.token, "Content-Length: 9", "", "abc"]
      let head = lines.joined(separator: "\\r\\n")
      let answer = try await service.speak("{\"send\": \"\(head)\"}, {\"end\": true}, {\"receive\": 10}")
      #expect(answer.contains("400 Bad Request"), "\(answer)")
      let names = try await service.ask("/browse/root/?list").text
      #expect(!names.contains("part.txt") && names.contains("a.txt"))
    }
  }

  @Test("The size of an upload is limited, and has to be known")
  func limits() async throws {
    try await Self.with(["body-limit": ["10"]]) { service in
      #expect(try await Self.put(service, "b.txt", "01234567890").isProblem(413, "bodyTooLarge"))
      #expect(try await Self.put(service, "b.txt", "0123456789").status == 201)
      let chunked = try await service.ask(
        "/browse/root/c.txt", method: "PUT", headers: [Self.token, "Transfer-Encoding: chunked"], body: [1])
      #expect(chunked.isProblem(411, "lengthRequired"))
    }
  }

  @Test("Folders and documents are made under free names")
  func make() async throws {
    try await Self.with { service in
      #expect(try await Self.post(service, "?new-folder=Holiday").status == 201)
      #expect(try await Self.post(service, "?new-folder=Holiday").isProblem(409, "conflict"))
      let note = try await Self.post(service, "Holiday/?new=markdown&name=Notes")
      #expect(note.status == 201 && note.text.contains("\"name\": \"Notes.md\""), "\(note.text)")
      #expect(Self.text(service, "Holiday/Notes.md") == "")
      #expect(try await Self.post(service, "Holiday/?new=markdown&name=Notes").isProblem(412, "preconditionFailed"))
      #expect(try await Self.post(service, "?new=spreadsheet&name=a").isProblem(400, "requestInvalid"))
      for name in [".hidden", "a%2Fb", "..", "", "a%0Ab"] {
        #expect(try await Self.post(service, "?new-folder=\(name)").isProblem(400, "requestInvalid"), "\(name)")
      }
    }
  }

  @Test("What is uploaded as part of a new folder is undone with it, at once; what is not stays a change of its own")
  func parts() async throws {
    try await Self.with { service async throws in
      let root = "\(service.folder)/root"
      func undo() async throws -> Answer {
        try await service.ask("/browse/-/undo", method: "POST", headers: [Self.token])
      }
      #expect(try await Self.put(service, "before.txt", "before").status == 201)
      #expect(try await Self.post(service, "?new-folder=Trip").status == 201)
      #expect(try await Self.post(service, "Trip/?new-folder=Day%201&part").status == 201)
      #expect(try await Self.put(service, "Trip/Day%201/b.txt?part", "new").status == 201)
      #expect(try await Self.put(service, "Trip/Day%201/b.txt?part", "other").isProblem(412, "preconditionFailed"))
      // A folder of another name, and one that was there before, are not around it.
      mkdir("\(root)/old", 0o700)
      #expect(try await Self.post(service, "?new-folder=Tri").status == 201)
      #expect(try await Self.put(service, "old/c.txt?part", "new").status == 201)
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "old/c.txt") == nil && access("\(root)/Tri", F_OK) == 0)
      #expect(try await undo().status == 200)
      #expect(access("\(root)/Tri", F_OK) != 0 && Self.text(service, "Trip/Day 1/b.txt") == "new")
      #expect(try await undo().status == 200)
      #expect(access("\(root)/Trip", F_OK) != 0)
      #expect(Self.text(service, ".Trash-\(geteuid())/files/Trip/Day 1/b.txt") == "new")
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "before.txt") == nil)
      // A package gets folders as part of an upload only.
      #expect(try await Self.post(service, "?new-folder=letter.rtfd").status == 201)
      #expect(try await Self.post(service, "letter.rtfd/?new-folder=pictures&part").status == 201)
      #expect(try await Self.post(service, "letter.rtfd/?new-folder=more").isProblem(404, "notFound"))
    }
  }

  @Test("Files and folders are renamed, moved and duplicated, never over something else")
  func move() async throws {
    try await Self.with { service in
      try service.write("b.txt", "other")
      mkdir("\(service.folder)/root/sub", 0o700)
      #expect(try await Self.post(service, "a.txt?rename=b.txt").isProblem(409, "conflict"))
      #expect(try await Self.post(service, "a.txt?rename=c%20d.txt").status == 200)
      #expect(Self.text(service, "c d.txt") == "hello" && Self.text(service, "b.txt") == "other")
      let moved = try await Self.post(service, "c%20d.txt?move=/sub")
      #expect(moved.status == 200 && moved.text.contains("\"path\": \"sub\""), "\(moved.text)")
      #expect(Self.text(service, "sub/c d.txt") == "hello" && Self.text(service, "c d.txt") == nil)
      #expect(try await Self.post(service, "sub/?move=/sub").status == 409)
      #expect(try await Self.post(service, "b.txt?move=/../..").isProblem(400, "requestInvalid"))
      #expect(try await Self.post(service, "b.txt?move=/none").isProblem(404, "notFound"))
      #expect(try await Self.post(service, "none?rename=x").isProblem(404, "notFound"))
      for copy in ["b copy.txt", "b copy 2.txt"] {
        #expect(try await Self.post(service, "b.txt?duplicate").status == 201)
        #expect(Self.text(service, copy) == "other")
      }
    }
  }

  @Test("A link is moved itself, not what it leads to")
  func links() async throws {
    try await Self.with { service async throws in
      let root = "\(service.folder)/root"
      symlink("a.txt", "\(root)/link")
      #expect(try await Self.post(service, "link?rename=other").status == 200)
      #expect(Self.text(service, "a.txt") == "hello")
      #expect(try await Self.post(service, "other?trash").status == 200)
      #expect(Self.text(service, "a.txt") == "hello")
    }
  }

  @Test("The trash is that of the specification, and undo takes things back in turn")
  func trash() async throws {
    try await Self.with { service in
      let root = "\(service.folder)/root"
      mkdir("\(root)/Über", 0o700)
      try service.write("Über/a.txt", "inner")
      for target in ["a.txt", "%C3%9Cber/a.txt", "%C3%9Cber/"] {
        #expect(try await Self.post(service, "\(target)?trash").status == 200, "\(target)")
      }
      let trash = ".Trash-\(geteuid())"
      #expect(Self.text(service, "\(trash)/files/a.txt") == "hello")
      #expect(Self.text(service, "\(trash)/files/a.txt.2") == "inner")
      let lines = Self.text(service, "\(trash)/info/a.txt.2.trashinfo")?.split(separator: "\n").map(String.init) ?? []
      #expect(lines.prefix(2) == ["[Trash Info]", "Path=%C3%9Cber/a.txt"])
      #expect(lines.last?.wholeMatch(of: #/DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/#) != nil)
      #expect(try await service.ask("/browse/root/?list").text.contains("\"items\": []"))
      func undo() async throws -> Answer {
        try await service.ask("/browse/-/undo", method: "POST", headers: [Self.token])
      }
      #expect(try await undo().text.contains("\"name\": \"Über\""))
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "Über/a.txt") == "inner")
      #expect(Self.text(service, "\(trash)/info/a.txt.2.trashinfo") == nil)
      // The place is taken: nothing is replaced, and the step can be tried again.
      try service.write("a.txt", "another")
      #expect(try await undo().isProblem(409, "conflict"))
      #expect(Self.text(service, "a.txt") == "another")
      unlink("\(root)/a.txt")
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "a.txt") == "hello")
      #expect(try await undo().isProblem(409, "conflict"))
      #expect(try await Self.post(service, "a.txt?rename=b.txt").status == 200)
      #expect(try await Self.post(service, "?new-folder=new").status == 201)
      #expect(try await undo().status == 200)
      #expect(access("\(root)/new", F_OK) != 0)
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "a.txt") == "hello" && Self.text(service, "b.txt") == nil)
    }
  }

  @Test("Undo changes nothing but what this client has changed")
  func foreignUndo() async throws {
    try await Self.with { service in
      let root = "\(service.folder)/root"
      func undo() async throws -> Answer {
        try await service.ask("/browse/-/undo", method: "POST", headers: [Self.token])
      }
      func replace(_ path: String) throws {
        try service.write("new", "another")
        try #require(rename("\(root)/new", "\(root)/\(path)") == 0)
      }
      // The trash was emptied, and has another file of the name.
      try service.write("c.txt", "third")
      #expect(try await Self.post(service, "c.txt?rename=d.txt").status == 200)
      #expect(try await Self.post(service, "a.txt?trash").status == 200)
      try replace(".Trash-\(geteuid())/files/a.txt")
      #expect(try await undo().isProblem(404, "notFound"))
      #expect(Self.text(service, "a.txt") == nil)
      #expect(Self.text(service, ".Trash-\(geteuid())/files/a.txt") == "another")
      // What is gone is not in the way of earlier changes.
      #expect(try await Self.post(service, "?new-folder=new").status == 201)
      #expect(rmdir("\(root)/new") == 0)
      #expect(try await undo().isProblem(404, "notFound"))
      #expect(try await undo().status == 200)
      #expect(Self.text(service, "c.txt") == "third")
      // Something else has the place of what was renamed.
      #expect(try await Self.post(service, "c.txt?rename=d.txt").status == 200)
      try replace("d.txt")
      #expect(try await undo().isProblem(404, "notFound"))
      #expect(Self.text(service, "d.txt") == "another" && Self.text(service, "c.txt") == nil)
      #expect(try await undo().isProblem(409, "conflict"))
    }
  }

  @Test("The administrator's trash for all users is used if it has the sticky bit and is no link")
  func sharedTrash() async throws {
    try await Self.with { service in
      let root = "\(service.folder)/root"
      let shared = "\(root)/.Trash"
      let own = "/\(geteuid())/files"
      try service.write("b.txt", "other")
      try service.write("c.txt", "third")
      mkdir("\(service.folder)/elsewhere", 0o700)
      chmod("\(service.folder)/elsewhere", 0o1777)
      symlink("\(service.folder)/elsewhere", shared)
      #expect(try await Self.post(service, "a.txt?trash").status == 200)
      #expect(Self.text(service, ".Trash-\(geteuid())/files/a.txt") == "hello")
      unlink(shared)
      mkdir(shared, 0o755)
      #expect(try await Self.post(service, "b.txt?trash").status == 200)
      #expect(Self.text(service, ".Trash-\(geteuid())/files/b.txt") == "other")
      chmod(shared, 0o1777)
      #expect(try await Self.post(service, "c.txt?trash").status == 200)
      #expect(Self.text(service, ".Trash\(own)/c.txt") == "third")
      #expect(try await service.ask("/browse/-/undo", method: "POST", headers: [Self.token]).status == 200)
      #expect(Self.text(service, "c.txt") == "third")
    }
  }

  @Test("A trash that is a link is not used")
  func foreignTrash() async throws {
    try await Self.with { service async throws in
      let elsewhere = "\(service.folder)/elsewhere"
      mkdir(elsewhere, 0o700)
      symlink(elsewhere, "\(service.folder)/root/.Trash-\(geteuid())")
      #expect(try await Self.post(service, "a.txt?trash").isProblem(403, "forbidden"))
      #expect(Self.text(service, "a.txt") == "hello" && access("\(elsewhere)/files", F_OK) != 0)
    }
  }

  @Test("A ZIP archive has the chosen files and folders, and its length is known before")
  func zip() async throws {
    try await Self.with { service in
      let root = "\(service.folder)/root"
      for folder in ["Über", "Über/empty", "Über/.hidden"] { mkdir("\(root)/\(folder)", 0o700) }
      try service.write("Über/b.txt", String(repeating: "0123456789", count: 20_000))
      try service.write("Über/.hidden/c.txt", "hidden")
      symlink("/etc/passwd", "\(root)/Über/link")
      let answer = try await service.ask(
        "/browse/root/?zip", body: Array("name=a.txt&name=%C3%9Cber".utf8))
      #expect(answer.status == 200 && answer.fields["content-type"] == "application/zip")
      #expect(answer.fields["content-length"] == "\(answer.body.count)")
      #expect(answer.fields["content-disposition"] == "attachment; filename*=UTF-8''root.zip")
      let directory = try TemporaryDirectory()
      let file = try directory.write(answer.body, to: "a.zip")
      let read = """
        import sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        print(archive.testzip(), [(m.filename, m.file_size) for m in archive.infolist()], archive.read("a.txt"))
        """
      let python = try await Tool.python(read, [file])
      #expect(
        python.text
          == "None [('a.txt', 5), ('Über/', 0), ('Über/b.txt', 200000), ('Über/empty/', 0)] b'hello'\n",
        "\(python.errors)")
      // What a search finds is in folders below.
      let below = try await service.ask("/browse/root/?zip", body: Array("name=%C3%9Cber/b.txt".utf8))
      #expect(below.status == 200 && below.fields["content-disposition"] == "attachment; filename*=UTF-8''b.txt.zip")
      for body in ["", "name=", "name=..", "name=.hidden", "name=none", "name=%C3%9Cber/.hidden/c.txt"] {
        let wrong = try await service.ask("/browse/root/?zip", body: Array(body.utf8))
        #expect([400, 404].contains(wrong.status), "\(body) \(wrong.status)")
      }
    }
  }

  @Test("Names in an archive are unique, and lead no unpacker out of its folder")
  func zipNames() async throws {
    try await Self.with { service in
      for name in ["a\\..\\..\\b", "a_.._.._b"] { try service.write(name, name) }
      let names = ["a%5C..%5C..%5Cb", "a_.._.._b", "a.txt", "a.txt"].map { "name=\($0)" }
      let answer = try await service.ask("/browse/root/?zip", body: Array(names.joined(separator: "&").utf8))
      let directory = try TemporaryDirectory()
      let file = try directory.write(answer.body, to: "a.zip")
      let read = "import sys, zipfile\nprint(zipfile.ZipFile(sys.argv[1]).namelist())"
      let python = try await Tool.python(read, [file])
      #expect(python.text == "['a_.._.._b', 'a_.._.._b_2', 'a.txt']\n", "\(python.errors)")
    }
  }

  @Test("Files with holes are too large for an archive")
  func largeZip() async throws {
    try await Self.with { service in
      mkdir("\(service.folder)/root/sub", 0o700)
      // 70 × 15 TiB are more than 1 PiB.
      for number in 0..<70 {
        try service.write("sub/\(number)", "")
        try #require(truncate("\(service.folder)/root/sub/\(number)", 15 << 40) == 0)
      }
      #expect(try await service.ask("/browse/root/?zip", body: Array("name=sub".utf8)).isProblem(413, "bodyTooLarge"))
    }
  }

  @Test("An archive is read no further when its client has gone")
  func abandonedZip() async throws {
    try await Self.with { service in
      try service.write("hole", "")
      let path = try #require(SystemCall.resolved("\(service.folder)/root/hole"))
      // To read all of it takes hours.
      try #require(truncate(path, 15 << 40) == 0)
      @Sendable func isRead() -> Bool {
        (SystemCall.entries(of: "/proc/self/fd") ?? []).contains {
          SystemCall.linkTarget("/proc/self/fd/\($0)") == path
        }
      }
      func settle(_ isRight: Bool) async throws {
        var left = 6_000
        while left > 0, isRead() != isRight {
          left -= 1
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(isRead() == isRight)
      }
      let head = [
        "POST /browse/root/?zip HTTP/1.1", "Host: localhost", "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: 9", "", "name=hole",
      ].joined(separator: "\\r\\n")
      let go = "\(service.folder)/go"
      async let client = service.speak(
        "{\"send\": \"\(head)\"}, {\"byte\": true}, {\"await\": \"\(go)\"}, {\"reset\": true}")
      try await settle(true)
      mkdir(go, 0o700)
      _ = try await client
      try await settle(false)
    }
  }

  @Test("The records of large archives have the fields of ZIP64")
  func large() async throws {
    let size = 5 << 30
    var archive = ZipArchive([
      .init(path: "large", size: size, modified: 0), .init(path: "b", size: 0, modified: 1_770_000_000),
    ])
    let headers = [archive.header(crc: 1), archive.header(crc: 0)]
    let end = archive.end
    #expect(archive.length == headers[0].count + size + headers[1].count + end.count)
    // The bytes of the large member are a hole in the file.
    let directory = try TemporaryDirectory()
    let path = directory.file("large.zip")
    let file = try #require(fopen(path, "wb"))
    fwrite(headers[0], 1, headers[0].count, file)
    fseek(file, size, SEEK_CUR)
    fwrite(headers[1] + end, 1, headers[1].count + end.count, file)
    fclose(file)
    let read = """
      import sys, zipfile
      print([(m.filename, m.file_size, m.header_offset, m.date_time) for m in zipfile.ZipFile(sys.argv[1]).infolist()])
      """
    let python = try await Tool.python(read, [path])
    let offset = headers[0].count + size
    #expect(
      python.text
        == "[('large', \(size), 0, (1980, 1, 1, 0, 0, 0)), ('b', 0, \(offset), (2026, 2, 2, 2, 40, 0))]\n",
      "\(python.errors)")
  }
}
