/// What a file says about one image, or about itself: groups of properties, in the order of the file.
public struct PropertyTree: Hashable, Sendable {
  public var groups: [PropertyGroup]

  public init(_ groups: [PropertyGroup] = []) {
    self.groups = groups
  }

  /// The first group with a name.
  public subscript(group: String) -> PropertyGroup? { groups.first { $0.name == group } }
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
}
