/// What a file says about one image, or about itself: groups of properties, in the order of the file.
public struct PropertyTree: Hashable, Sendable {
  public var groups: [PropertyGroup]

  public init(_ groups: [PropertyGroup] = []) {
    self.groups = groups
  }

  /// The first group with a name.
  public subscript(group: String) -> PropertyGroup? { groups.first { $0.name == group } }

  /// The properties that a query means, with their groups.
  ///
  /// - Parameter query: a name (`Model`) or a group and a name (`GPS:Latitude`); case does not count. The group `Exif`
  ///   also stands for IFD0 and Interop, whose tags belong to Exif.
  public func properties(matching query: String) -> [(group: PropertyGroup, property: Property)] {
    let parts = query.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { $0.lowercased() }
    let name = parts.last ?? ""
    let groupName = parts.count == 2 ? parts[0] : nil
    var found: [(group: PropertyGroup, property: Property)] = []
    for group in groups where groupName.map({ group.answers(to: $0) }) ?? true {
      for property in group.properties where property.name.lowercased() == name { found.append((group, property)) }
    }
    return found
  }
}

/// Properties that belong together: one directory, one profile, one kind of segment.
public struct PropertyGroup: Hashable, Sendable {
  /// `File`, `Image`, `IFD0`, `Exif`, `GPS`, `Interop`, `IFD1`, `ICC`, ...
  public var name: String
  public var properties: [Property]

  public init(_ name: String, _ properties: [Property] = []) {
    self.name = name
    self.properties = properties
  }

  /// The first property with a name.
  public subscript(name: String) -> PropertyValue? { properties.first { $0.name == name }?.value }

  /// Whether the group is meant by a name in lower case.
  func answers(to query: String) -> Bool {
    let own = name.lowercased()
    return own == query || query == "exif" && (own == "ifd0" || own == "interop")
  }
}
