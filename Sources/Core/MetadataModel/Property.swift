/// One property of a file or an image: a name and a value.
public struct Property: Hashable, Sendable {
  /// The name in the standard: `DateTimeOriginal`; `0x9999` for an unknown tag.
  public var name: String
  /// The number of the tag; nil if the property does not come from a tag.
  public var tag: Int?
  public var value: PropertyValue
  /// A short description of the property.
  public var title: String?
  /// The value as readable text (`Flash did not fire`), if it was requested and differs from the plain value.
  public var readable: String?

  /// The readable text, or else the plain value.
  public var displayText: String { readable ?? value.plainText }
}

extension Property {
  // In an extension, so that there is a memberwise initializer as well. A property that it makes goes into a list
  // without being copied; one that is made member by member does not (Swift 6.2).
  public init(
    _ name: String, _ value: PropertyValue, tag: Int? = nil, title: String? = nil, readable: String? = nil
  ) {
    self.init(name: name, tag: tag, value: value, title: title, readable: readable)
  }
}

/// The properties of one image, or of a file itself, in groups in the order of the file.
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

/// The properties of one directory, one profile or one kind of segment.
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
    // By index: an iterator would copy each property. By length first: that rules out nearly all ASCII names.
    let length = name.utf8.count
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    for index in properties.indices
    where (!isASCII || properties[index].name.utf8.count == length) && properties[index].name == name {
      return properties[index].value
    }
    return nil
  }
}
