/// One thing that a file says.
public struct Property: Hashable, Sendable {
  /// The name in the standard: `DateTimeOriginal`; `0x9999` for a tag that has none.
  public var name: String
  /// The number of the tag, where the property comes from one.
  public var tag: Int?
  public var value: PropertyValue
  /// What the name means, in a few words.
  public var title: String?
  /// The value in the words that people use for it (`Flash did not fire`), where they were asked for.
  public var readable: String?

  public init(
    _ name: String, _ value: PropertyValue, tag: Int? = nil, title: String? = nil, readable: String? = nil
  ) {
    self.name = name
    self.tag = tag
    self.value = value
    self.title = title
    self.readable = readable
  }

  /// The readable words, or the plain value.
  public var words: String { readable ?? value.plainText }
}

/// What a file says about one image, or about itself: groups of properties, in the order of the file.
public struct PropertyTree: Hashable, Sendable {
  public var groups: [PropertyGroup]

  public init(_ groups: [PropertyGroup] = []) {
    self.groups = groups
  }

  /// The first group with a name.
  public subscript(group: String) -> PropertyGroup? {
    groups.indices.first { groups[$0].name == group }.map { groups[$0] }
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
  public subscript(name: String) -> PropertyValue? {
    // By index, for an iterator would copy each property; and by length first, which tells nearly all names of ASCII apart.
    let length = name.utf8.count
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    for index in properties.indices
    where (!isASCII || properties[index].name.utf8.count == length) && properties[index].name == name {
      return properties[index].value
    }
    return nil
  }
}
