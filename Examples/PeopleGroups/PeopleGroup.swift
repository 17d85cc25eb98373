package import Documents

/// People with names and portraits: the value of a document of the program `people`. PeopleGroup+Document.swift says
/// how it becomes files; nothing else of the program and its provider knows of files.
package struct PeopleGroup: Sendable {
  package struct Person: Hashable, Sendable {
    /// Unique in the group, and the same in all versions of it: two programs that change one person agree who it is.
    package let id: String
    package var name: PersonName
    /// The portrait's file name in the package; nil without one. A new portrait gets a new name.
    package fileprivate(set) var portrait: String?

    package init(id: String, name: PersonName, portrait: String? = nil) {
      self.id = id
      self.name = name
      self.portrait = portrait
    }
  }

  /// The most people of a group.
  package static let maxPeople = 10_000

  package var name: String
  package private(set) var people: [Person]
  /// The portraits by their file names. A file that is missing is no error: the person is shown without it.
  package private(set) var portraits: [String: FileWrapper]

  /// A group that nobody belongs to.
  package init(name: String) { self.init(name: name, people: [], portraits: [:]) }

  init(name: String, people: [Person], portraits: [String: FileWrapper]) {
    self.name = name
    self.people = people
    self.portraits = portraits
  }
}

extension PeopleGroup {
  /// The portrait of a person; nil without one.
  package func portrait(of person: Person) -> FileWrapper? { person.portrait.flatMap { portraits[$0] } }

  /// The person with a full name (`Ada Lovelace`) or an id.
  ///
  /// - Throws: `unknownPerson`; `ambiguousName` where several people have the name.
  package func person(_ text: String) throws(PeopleGroupError) -> Person {
    if let person = people.first(where: { $0.id == text }) { return person }
    let found = people.filter { $0.name.full == PersonName(text).full }
    guard let person = found.first else { throw .unknownPerson(text) }
    guard found.count == 1 else { throw .ambiguousName(text, ids: found.map(\.id)) }
    return person
  }

  /// Adds a person at the end.
  ///
  /// - Throws: `noName`, `tooManyPeople`.
  @discardableResult
  package mutating func add(_ name: PersonName, portrait: Portrait? = nil) throws(PeopleGroupError) -> Person {
    let name = name.plain
    guard !name.full.isEmpty else { throw .noName }
    guard people.count < Self.maxPeople else { throw .tooManyPeople(people.count + 1) }
    var person = Person(id: Self.newID(), name: name)
    if let portrait {
      let file = "\(Self.newID()).\(portrait.fileExtension)"
      portraits[file] = FileWrapper(regularFileWithContents: portrait.bytes, preferredFilename: file)
      person.portrait = file
    }
    people.append(person)
    return person
  }

  /// Gives a person another name.
  ///
  /// - Throws: `unknownPerson`, `ambiguousName`, `noName`.
  package mutating func rename(_ text: String, to name: PersonName) throws(PeopleGroupError) {
    let person = try person(text)
    let name = name.plain
    guard !name.full.isEmpty else { throw .noName }
    for index in people.indices where people[index].id == person.id { people[index].name = name }
  }

  /// Removes a person and the portrait.
  ///
  /// - Throws: `unknownPerson`, `ambiguousName`.
  package mutating func remove(_ text: String) throws(PeopleGroupError) {
    let person = try person(text)
    people.removeAll { $0.id == person.id }
    if let file = person.portrait { portraits[file] = nil }
  }

  /// 16 hexadecimal digits by chance.
  private static func newID() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The name of a person, of which one part may be empty.
package struct PersonName: Hashable, Sendable {
  package var first: String
  package var last: String

  package init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  /// A name in one text: `Ada Lovelace`, whose last word is the last name, or `Lovelace, Ada`.
  package init(_ text: String) {
    let halves = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2 {
      self.init(first: Self.plain(halves[1]), last: Self.plain(halves[0]))
    } else {
      let words = text.split(whereSeparator: \.isWhitespace)
      self.init(
        first: words.count > 1 ? words.dropLast().joined(separator: " ") : words.joined(),
        last: words.count > 1 ? String(words[words.count - 1]) : "")
    }
  }

  /// A text in one line, without control characters: a property list cannot hold them.
  package static func plain(_ text: some StringProtocol) -> String {
    text.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }.joined(separator: " ")
  }

  var plain: PersonName { PersonName(first: Self.plain(first), last: Self.plain(last)) }

  package var full: String { [first, last].filter { !$0.isEmpty }.joined(separator: " ") }

  /// The first letters of both names; for names without letters, the first character.
  package var initials: String {
    let letters = [first, last].compactMap { $0.first { $0.isLetter || $0.isNumber } }
    let found = letters.isEmpty ? String((first + last).prefix(1)) : String(letters)
    // A letter may carry any number of marks.
    return String(String.UnicodeScalarView(found.uppercased().unicodeScalars.prefix(8)))
  }
}

/// Why a group could not be changed.
package enum PeopleGroupError: Error, Hashable, Sendable {
  case noName
  case unknownPerson(String)
  case ambiguousName(String, ids: [String])
  case tooManyPeople(Int)
  /// The file is not a picture that can be read, and why.
  case unusablePortrait(String)
}

extension PeopleGroupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noName: "a person needs a first or a last name"
    case .unknownPerson(let name): "nobody in the group is called '\(name)'"
    case .ambiguousName(let name, let ids):
      "\(ids.count) people are called '\(name)'; use the id instead: \(ids.joined(separator: ", "))"
    case .tooManyPeople(let count): "the group has \(count) people; the limit is \(PeopleGroup.maxPeople)"
    case .unusablePortrait(let reason): "the portrait cannot be used: \(reason)"
    }
  }
}
