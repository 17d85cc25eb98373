internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// A people group (`.pplgrp`): a property list with a name and people.
///
///     { name = "Chess club"; people = ( { firstName = Ada; lastName = Lovelace; }, ... ); }
struct PeopleGroup {
  struct Person {
    var firstName: String
    var lastName: String

    /// The first letters of both names; for names without letters, the first character.
    var initials: String {
      let letters = [firstName, lastName].compactMap { $0.first { $0.isLetter || $0.isNumber } }
      let found = letters.isEmpty ? String((firstName + lastName).prefix(1)) : String(letters)
      // A letter may carry any number of marks.
      return String(String.UnicodeScalarView(found.uppercased().unicodeScalars.prefix(8)))
    }
    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// The maximum number of people in a group.
  static let maxPeople = 10_000

  var name: String
  var people: [Person]
}

extension PeopleGroup {
  /// - Throws: `corruptInput` for a file that is not a people group, `limitExceeded`.
  init(path: String) throws {
    let value = try ValueFile.readArchived(path)
    guard let name = value.member("name")?.text else {
      throw ProviderError(.corruptInput, "a people group needs a name")
    }
    guard let people = value.member("people")?.elements else {
      throw ProviderError(.corruptInput, "a people group needs a list of people")
    }
    guard people.count <= Self.maxPeople else {
      throw ProviderError(.limitExceeded, "the group has \(people.count) people; the limit is \(Self.maxPeople)")
    }
    self.name = name
    self.people = try people.enumerated().map { index, person in
      let names = ["firstName", "lastName"].map { person.member($0)?.text ?? "" }
      guard !names.allSatisfy(\.isEmpty) else {
        throw ProviderError(.corruptInput, "person \(index + 1) has neither a first nor a last name")
      }
      return Person(firstName: names[0], lastName: names[1])
    }
  }
}
