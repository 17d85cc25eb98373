internal import ContentTypes
internal import Documents
internal import ImageModel
internal import PeopleGroups
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("People groups as documents", .timed)
struct PeopleGroupTests {
  private static func group(_ name: String, _ people: [String]) throws -> PeopleGroup {
    var group = PeopleGroup(name: name)
    for person in people { try group.add(PersonName(person)) }
    return group
  }

  /// What comes back when the group is written and read.
  private static func reread(_ group: PeopleGroup, over existing: FileWrapper? = nil) throws -> PeopleGroup {
    let file = try group.fileWrapper(
      configuration: .init(contentType: PeopleGroup.packageType, existingFile: existing))
    return try PeopleGroup(configuration: .init(contentType: PeopleGroup.packageType, file: file))
  }

  @Test("Names are split at the comma, or before the last word")
  func names() {
    #expect(PersonName("Ada Lovelace") == PersonName(first: "Ada", last: "Lovelace"))
    #expect(PersonName("van Rossum,  Guido") == PersonName(first: "Guido", last: "van Rossum"))
    #expect(PersonName(" Mary  Ann Evans ") == PersonName(first: "Mary Ann", last: "Evans"))
    #expect(PersonName("Plato") == PersonName(first: "Plato", last: ""))
    #expect(PersonName("Ada Lovelace").initials == "AL" && PersonName("...").initials == ".")
  }

  @Test("A group that is written and read is the same, with the same ids")
  func roundTrip() throws {
    let group = try Self.group("<Chess> & \"Go\"", ["Ada Lovelace", "Plato", "Grüße, Ünï"])
    let again = try Self.reread(group)
    #expect(again.name == group.name && again.people == group.people)
  }

  @Test("The list is a property list that Python reads")
  func propertyList() async throws {
    let file = try Self.group("Chess & co", ["Ada Lovelace"]).fileWrapper(
      configuration: .init(contentType: PeopleGroup.packageType))
    let folder = try TemporaryDirectory()
    let path = try folder.write(try #require(file["group.plist"]).regularFileContents(), to: "group.plist")
    let read = try await Tool.python(
      """
      import plistlib, sys
      group = plistlib.load(open(sys.argv[1], "rb"))
      print(group["name"], [(p["firstName"], p["lastName"]) for p in group["people"]])
      """, [path])
    #expect(read.text == "Chess & co [('Ada', 'Lovelace')]\n", "\(read.errors)")
  }

  @Test("A portrait is a file in the package, and goes with its person; other files in the package stay")
  func portraits() throws {
    let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    var group = try Self.group("Chess", ["Ada Lovelace"])
    try group.add(PersonName("Grace Hopper"), portrait: try Portrait(photo))
    var file = try group.fileWrapper(configuration: .init(contentType: PeopleGroup.packageType))
    let name = try #require(file["portraits"]?.fileWrappers?.keys.first)
    #expect(name.hasSuffix(".jpg"))
    #expect(try file["portraits"]?[name]?.regularFileContents() == photo)
    #expect(try Self.reread(group).picture(of: group.people[1], side: 20)?.size.height == 20)

    file["notes.txt"] = FileWrapper(regularFileWithContents: [1])
    try group.remove("Grace Hopper")
    let after = try group.fileWrapper(
      configuration: .init(contentType: PeopleGroup.packageType, existingFile: file))
    #expect(after.fileWrappers?.keys.sorted() == ["group.plist", "notes.txt"])
  }

  @Test("What is no picture is no portrait")
  func noPortrait() {
    #expect(throws: PeopleGroupError.self) { try Portrait(Array("not a picture".utf8)) }
  }

  @Test("Broken contents are told apart from those that are too large")
  func broken() throws {
    func read(_ list: String) throws -> PeopleGroup {
      let file = FileWrapper(
        directoryWithFileWrappers: ["group.plist": FileWrapper(regularFileWithContents: Array(list.utf8))])
      return try PeopleGroup(configuration: .init(contentType: PeopleGroup.packageType, file: file))
    }
    let many = Array(repeating: #"{"firstName": "A"}"#, count: PeopleGroup.maxPeople + 1).joined(separator: ",")
    for (list, kind, message) in [
      ("{}", DocumentError.Kind.invalidContents, "a people group needs a name"),
      (
        #"{"name": "x", "people": [{"firstName": ""}]}"#, .invalidContents,
        "person 1 has neither a first nor a last name"
      ),
      (
        #"{"name": "x", "people": [{"id": "1", "firstName": "A"}, {"id": "1", "firstName": "B"}]}"#, .invalidContents,
        "two people have the id '1'"
      ),
      (
        #"{"name": "x", "people": [{"firstName": "A", "portrait": "../../secret"}]}"#, .invalidContents,
        "'../../secret' is not the name of a portrait"
      ),
      (#"{"name": "x", "people": [\#(many)]}"#, .limitExceeded, "the group has 10001 people; the limit is 10000"),
    ] {
      #expect(throws: DocumentError(kind, message)) { try read(list) }
    }
    #expect(throws: DocumentError(.invalidContents, "the package has no group.plist")) {
      try PeopleGroup(
        configuration: .init(
          contentType: PeopleGroup.packageType, file: FileWrapper(directoryWithFileWrappers: [:])))
    }
  }

  @Test("Two people of one name are told apart by their ids")
  func ambiguous() throws {
    var group = try Self.group("Twins", ["John Smith", "John Smith"])
    let ids = group.people.map(\.id)
    #expect(throws: PeopleGroupError.ambiguousName("John Smith", ids: ids)) { try group.remove("John Smith") }
    try group.remove(ids[0])
    #expect(group.people.map(\.id) == [ids[1]])
    #expect(throws: PeopleGroupError.unknownPerson("Ada")) { try group.remove("Ada") }
  }

  // MARK: Merging

  @Test("Changes of different people and of different parts of one are combined")
  func merge() throws {
    let base = try Self.group("Chess", ["Ada Lovelace", "Alan Turing", "Grace Hopper"])
    var (ours, theirs) = (base, base)
    try ours.rename("Ada Lovelace", to: PersonName("Augusta Lovelace"))
    try ours.remove("Alan Turing")
    try ours.add(PersonName("Linus Torvalds"))
    try theirs.rename("Ada Lovelace", to: PersonName("Ada King"))
    try theirs.add(PersonName("Barbara Liskov"))
    theirs.name = "Chess club"
    let merged = try #require(try PeopleGroup.merge(base: base, ours: ours, theirs: theirs))
    #expect(merged.name == "Chess club")
    #expect(
      merged.people.map(\.name.full) == ["Augusta King", "Grace Hopper", "Barbara Liskov", "Linus Torvalds"])
  }

  @Test("Where both changed the same thing, or one removed what the other changed, somebody has to decide")
  func noMerge() throws {
    let base = try Self.group("Chess", ["Ada Lovelace"])
    var (ours, theirs) = (base, base)
    ours.name = "Go"
    theirs.name = "Bridge"
    #expect(try PeopleGroup.merge(base: base, ours: ours, theirs: theirs) == nil)
    (ours, theirs) = (base, base)
    try ours.remove("Ada Lovelace")
    try theirs.rename("Ada Lovelace", to: PersonName("Ada King"))
    #expect(try PeopleGroup.merge(base: base, ours: ours, theirs: theirs) == nil)
    #expect(try PeopleGroup.merge(base: base, ours: theirs, theirs: ours) == nil)
  }
}
