internal import Documents

extension PeopleGroup {
  /// Combines the changes of two programs, person by person and property by property.
  ///
  /// - Returns: nil where both gave one thing different values, or where one changed a person that the other removed.
  package static func merge(base: PeopleGroup, ours: PeopleGroup, theirs: PeopleGroup) throws -> PeopleGroup? {
    guard let name = merged(base.name, ours.name, theirs.name) else { return nil }
    let (old, own) = (byID(base.people), byID(ours.people))
    let other = byID(theirs.people)
    var people: [Person] = []
    // Their order, with our additions at the end.
    for person in theirs.people + ours.people.filter({ other[$0.id] == nil }) {
      switch (old[person.id], own[person.id], other[person.id]) {
      case (let old?, let own?, let other?):
        guard let first = merged(old.name.first, own.name.first, other.name.first),
          let last = merged(old.name.last, own.name.last, other.name.last),
          let portrait = merged(old.portrait, own.portrait, other.portrait)
        else { return nil }
        people.append(Person(id: person.id, name: PersonName(first: first, last: last), portrait: portrait))
      // Removed by one. The other must not have changed it.
      case (let old?, nil, let rest?), (let old?, let rest?, nil):
        guard rest == old else { return nil }
      // Added by one, or by both alike.
      case (nil, let own?, let other?):
        guard own == other else { return nil }
        people.append(own)
      case (nil, _, _): people.append(person)
      case (_, nil, nil): break
      }
    }
    guard people.count <= maxPeople, people.allSatisfy({ !$0.name.full.isEmpty }) else { return nil }
    let used = Set(people.compactMap(\.portrait))
    // A portrait never changes: a new one has a new name.
    let portraits = theirs.portraits.merging(ours.portraits) { theirs, _ in theirs }
    return PeopleGroup(name: name, people: people, portraits: portraits.filter { used.contains($0.key) })
  }

  private static func byID(_ people: [Person]) -> [String: Person] {
    Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The value that one of them changed; nil where both did, to different ones.
  private static func merged<Value: Equatable>(_ base: Value, _ ours: Value, _ theirs: Value) -> Value? {
    ours == theirs || theirs == base ? ours : ours == base ? theirs : nil
  }
}
