internal import TestKit
internal import Testing

@Suite("people: import", .timed)
struct ImportTests {
  private let people: PeopleRun

  init() throws { people = try PeopleRun() }

  @Test("vCards of versions 2.1, 3.0 and 4.0 with folded lines, escapes and photos")
  func vCards() async throws {
    let photo = try people.addPhoto()
    let base64 = try await Tool.run("base64", ["-w", "0", people.folder.file("ada.jpg")]).text
    let folded = try await Tool.run("base64", ["-w", "70", people.folder.file("ada.jpg")]).text
      .replacing("\n", with: "\r\n ")
    let cards = """
      BEGIN:VCARD\r
      VERSION:3.0\r
      N:Lovelace;Ada;Augusta;;\r
      FN:Countess\r
      PHOTO;ENCODING=b;TYPE=JPEG:\(folded)\r
      END:VCARD\r
      BEGIN:VCARD
      VERSION:4.0
      item1.FN;X="a:b":Jean\\, the\\nsecond Sartre
      PHOTO:data:image/jpeg;base64,\(base64)
      END:VCARD
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCl=
      ler;J=C3=B6rg
      PHOTO;VALUE=uri:http://example.org/a.jpg
      END:VCARD
      BEGIN:VCARD
      VERSION:2.1
      N;ENCODING=QUOTED-PRINTABLE;CHARSET=iso-8859-1:M=FCller;J=F6rg
      END:VCARD
      """
    try people.folder.write(Array(cards.utf8), to: "all.vcf")
    try await people.done("new", "a.people")
    try await people.done("import", "a.people", "all.vcf")
    #expect(
      try await people.names("a.people")
        == ["a", "Ada Augusta Lovelace", "the second Sartre Jean", "Jörg Müller", "Jörg Müller"])
    let files = try await people.files("a.people/portraits")
    #expect(files.count == 2)
    #expect(files.allSatisfy { Fixtures.bytes(people.folder.file($0)) == photo })
  }

  @Test("A line that is broken 300,000 times is read at once")
  func brokenLine() async throws {
    let line = "FN;ENCODING=QUOTED-PRINTABLE:Ada" + String(repeating: "=\n", count: 300_000) + "Lovelace"
    try people.folder.write(Array("BEGIN:VCARD\n\(line)\nEND:VCARD\n".utf8), to: "broken.vcf")
    try await people.done("new", "a.people")
    try await people.done("import", "a.people", "broken.vcf")
    #expect(try await people.names("a.people") == ["a", "AdaLovelace"])
  }

  @Test("A list in JSON with pictures beside it; those that are broken or elsewhere are left out, with a warning")
  func json() async throws {
    let photo = try people.addPhoto()
    try people.folder.write(Array("no picture".utf8), to: "no.jpg")
    let list = """
      [{"firstName": "Ada", "lastName": "Lovelace", "portrait": "ada.jpg"}, {"lastName": "Plato", "portrait": "no.jpg"},
       {"firstName": "Eve", "portrait": "../ada.jpg"}, {"firstName": "Bob", "portrait": "/etc/passwd"}]
      """
    try people.folder.write(Array(list.utf8), to: "list.json")
    try await people.done("new", "a.people")
    let result = try await people("import", "a.people", "list.json")
    #expect(result.status == 3, "\(result)")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("people: list.json: warning: ") }, "\(result.errors)")
    #expect(
      lines.last == "people: list.json: warning: Bob: the portrait cannot be used: '/etc/passwd' is not beside the list"
    )
    #expect(try await people.names("a.people") == ["a", "Ada Lovelace", "Plato", "Eve", "Bob"])
    #expect(try await people.files("a.people/portraits").map { Fixtures.bytes(people.folder.file($0)) } == [photo])
  }

  @Test("Groups with portraits, and the older lists without")
  func groups() async throws {
    let photo = try people.addPhoto()
    try people.folder.write(Fixtures.bytes(Fixtures.path("preview/valid/crew.pplgrp")), to: "crew.pplgrp")
    try await people.done("new", "a.people")
    try await people.done("add", "a.people", "Ada Lovelace", "--portrait", "ada.jpg")
    try await people.done("new", "b.people")
    try await people.done("import", "b.people", "a.people", "crew.pplgrp")
    let names = try await people.names("b.people")
    #expect(names.count == 5 && names[1] == "Ada Lovelace")
    #expect(try await people.files("b.people/portraits").map { Fixtures.bytes(people.folder.file($0)) } == [photo])
  }

  @Test("The older list is read and not written")
  func oldList() async throws {
    try people.folder.write(Fixtures.bytes(Fixtures.path("preview/valid/crew.pplgrp")), to: "crew.pplgrp")
    let list = try await people("list", "crew.pplgrp")
    #expect(list.status == 0 && list.text.split(separator: "\n").count == 3)
    let before = Fixtures.bytes(people.folder.file("crew.pplgrp"))
    let change = try await people("add", "crew.pplgrp", "Ada Lovelace")
    #expect(change.status == 1 && change.errors.hasPrefix("people: crew.pplgrp: "), "\(change)")
    #expect(Fixtures.bytes(people.folder.file("crew.pplgrp")) == before)
  }

  @Test(
    "A source that is broken adds nobody",
    arguments: [
      ("BEGIN:VCARD\nN:A;B\n", "line 1: the card has no end"),
      ("BEGIN:VCARD\nEND:VCARD\n", "line 1: a vCard without a name"),
      (#"[{"firstName": "A"}, {"age": 3}]"#, "line 1: a person has neither a firstName nor a lastName"),
      ("{}", "is neither a vCard nor a list of people in JSON"),
      ("", "is neither a vCard nor a list of people in JSON"),
      ("Ada", "is neither a vCard nor a list of people in JSON"),
      (
        "BEGIN:VCARD\nN;CHARSET=KOI8-R;ENCODING=QUOTED-PRINTABLE:=E1=C4=C1\nEND:VCARD\n",
        "line 2: the charset KOI8-R is not read"
      ),
    ])
  func broken(_ text: String, _ message: String) async throws {
    try people.folder.write(Array(text.utf8), to: "source")
    try await people.done("new", "a.people")
    let result = try await people("import", "a.people", "source")
    #expect(result.status == 1 && result.errors.hasPrefix("people: source: "), "\(result)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try await people.names("a.people") == ["a"])
  }
}
