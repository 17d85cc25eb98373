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
