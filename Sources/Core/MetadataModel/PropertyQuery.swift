internal import ImageModel

/// A query for properties: `Model`, `Exif:ISO`, `gps.latitude`, `XMP:*`, `xmpMM:History[2]/stEvt:when`.
///
/// A colon or a dot separates group and name; without a group all groups are searched. Case is ignored. `*` and `?`
/// match any characters. A path leads into arrays and structures: `[2]` is the second element, `[de]` the text in a
/// language, `/name` a field. The group `Exif` also stands for IFD0 and Interop. Names of XMP may lack their prefix. A
/// name alone means one thing: of `Rating` and a few others the property of `Derived`, where an image has it.
public struct PropertyQuery: Hashable, Sendable {
  /// A step from a value into it.
  enum Step: Hashable, Sendable {
    /// An element of an array, from 1.
    case element(Int)
    /// A field of a structure, or the text in a language.
    case field(String)
  }

  /// One matching property.
  public struct Match: Sendable {
    public var group: PropertyGroup
    /// The index of the property in the group.
    public var index: Int
    /// The property, or the value that the path leads to, named by the path.
    public var property: Property
  }

  /// The query as it was given.
  public let text: String
  private let whole: GlobPattern
  /// The parts before and after the first colon or dot.
  private let group: GlobPattern?
  private let name: GlobPattern
  private let steps: [Step]
  /// The property of `Derived` that a name alone means, where an image has it: of Exif, XMP and IPTC each may have a
  /// property of that name with another meaning.
  private var derivedName: String?

  public init(_ text: String) {
    self.text = text
    whole = GlobPattern(text)
    let separator = text.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    group = separator.map { GlobPattern(String(text[..<$0])) }
    let rest = separator.map { String(text[text.utf8.index(after: $0)...]) } ?? text
    (name, steps) = Self.path(rest)
    let (fullName, fullSteps) = Self.path(text)
    (self.fullName, self.fullSteps) = (fullName, fullSteps)
    derivedName = fullName.isPlain ? Self.derivedNames.first { fullName.matches($0) } : nil
  }

  /// The names of `Derived` that properties of another meaning have, too: dates without their time, ratings in per
  /// cent, a part of the keywords, the exposure that a program changed, numbers of lenses.
  private static let derivedNames = ["DateCreated", "Rating", "Keywords", "Exposure", "Lens"]

  /// Like `name` and `steps`, for a query whose part before the colon is a prefix of the name: `dc:subject[1]`.
  private let fullName: GlobPattern
  private let fullSteps: [Step]

  /// Whether a text matches a pattern with `*` and `?`, ignoring case.
  public static func pattern(_ pattern: String, matches text: String) -> Bool { GlobPattern(pattern).matches(text) }

  /// Whether the query has no `*` or `?`.
  public var isPlain: Bool { whole.isPlain }

  /// The matching properties of a tree, in order.
  public func matches(in tree: PropertyTree) -> [Match] {
    tree.groups.flatMap { matches(in: $0, of: tree) }
  }

  /// The first matching property of a tree. A tag whose value is unknown (0/0) does not count.
  public func first(in tree: PropertyTree) -> Match? {
    for group in tree.groups {
      if let match = matches(in: group, of: tree).first(where: { !$0.property.value.isUnknown }) { return match }
    }
    return nil
  }

  /// Whether a property with this name in a group with this name may match. If the query has a path, it also depends on
  /// the value.
  package func mayMatch(_ name: String, in group: String) -> Bool {
    steps(to: name, in: group, groupMatches: groupMatches(group)) != nil
  }

  /// Whether the query is a name alone that means a property of `Derived`, and a tree has that property.
  package func isDerived(in tree: PropertyTree) -> Bool {
    derivedName.map { tree["Derived"]?[$0] != nil } ?? false
  }

  /// The query for an output without `Derived`: a name alone means the properties of that name in all groups.
  package var inAllGroups: PropertyQuery {
    var query = self
    query.derivedName = nil
    return query
  }

  /// The matching properties of one group of a tree, in order.
  package func matches(in candidate: PropertyGroup, of tree: PropertyTree) -> [Match] {
    if candidate.name != "Derived", isDerived(in: tree) { return [] }
    let groupMatches = groupMatches(candidate.name)
    var found: [Match] = []
    for (index, property) in candidate.properties.enumerated() {
      guard let steps = steps(to: property.name, in: candidate.name, groupMatches: groupMatches) else { continue }
      if let inner = Self.follow(steps, in: property) {
        found.append(Match(group: candidate, index: index, property: inner))
      }
    }
    return found
  }

  private func groupMatches(_ name: String) -> Bool { group.map { Self.group(name, answersTo: $0) } ?? false }

  /// The path from a property with this name to the value; nil if the name does not match.
  private func steps(to property: String, in candidate: String, groupMatches: Bool) -> [Step]? {
    let needsGroup = group == nil && Self.isOfAnotherMeaning(property, in: candidate)
    if whole.matches(property), !needsGroup || !isPlain { return [] }
    if groupMatches, Self.property(property, in: candidate, answersTo: name) { return steps }
    return !needsGroup && Self.property(property, in: candidate, answersTo: fullName) ? fullSteps : nil
  }

  /// Whether a property is no answer to its name alone: it describes a thumbnail or is a setting of a program, and
  /// other properties with this name describe the picture.
  private static func isOfAnotherMeaning(_ name: String, in group: String) -> Bool {
    switch group {
    case "IFD1": !name.hasPrefix("Thumbnail") && !name.hasPrefix("JPEGInterchange")
    case "MakerNotes": name == "Size"
    case "XMP", "Sidecar": name.hasPrefix("crs:") && developSettings.contains(String(name.dropFirst(4)))
    default: false
    }
  }

  /// Settings of raw converters that are called like properties of the picture.
  private static let developSettings: Set<String> = [
    "Contrast", "Exposure", "Saturation", "Sharpness", "Temperature", "Version", "WhiteBalance",
  ]

  // MARK: Names

  private static func group(_ own: String, answersTo pattern: GlobPattern) -> Bool {
    if pattern.matches(own) { return true }
    guard pattern.isPlain else { return false }
    switch own {
    case "IFD0", "Interop": return pattern.matches("Exif")
    case "ICC": return pattern.matches("ICC_Profile")
    case "Sidecar": return pattern.matches("XMP")
    default: return false
    }
  }

  private static func property(_ own: String, in group: String, answersTo pattern: GlobPattern) -> Bool {
    if pattern.matches(own) { return true }
    guard pattern.isPlain else { return false }
    if group == "XMP" || group == "Sidecar", let colon = own.utf8.firstIndex(of: UInt8(ascii: ":")) {
      // The rating of Windows counts to 100, as Exif's RatingPercent.
      if own == "MicrosoftPhoto:Rating" { return pattern.matches("RatingPercent") }
      return pattern.matches(String(own[own.utf8.index(after: colon)...]))
    }
    return otherNames[own]?.contains { pattern.matches($0) } ?? false
  }

  /// Further names of Exif's tags, from other programs and later editions of the standard.
  private static let otherNames: [String: [String]] = [
    "ISOSpeedRatings": ["ISO", "PhotographicSensitivity"], "DateTimeDigitized": ["CreateDate"],
    "DateTime": ["ModifyDate"], "ExposureBiasValue": ["ExposureCompensation"],
    "PixelXDimension": ["ExifImageWidth"], "PixelYDimension": ["ExifImageHeight"],
    "BodySerialNumber": ["SerialNumber"], "LensSpecification": ["LensInfo"],
    "CameraOwnerName": ["OwnerName"], "InteroperabilityIndex": ["InteropIndex"],
  ]

  // MARK: Paths

  /// The name at the beginning of a path, and the steps after it.
  private static func path(_ text: String) -> (GlobPattern, [Step]) {
    var bytes = Array(text.utf8)[...]
    let start = Array(bytes.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "/") })
    bytes = bytes.dropFirst(start.count)
    var steps: [Step] = []
    while let first = bytes.popFirst() {
      if first == UInt8(ascii: "[") {
        let content = Array(bytes.prefix { $0 != UInt8(ascii: "]") })
        guard bytes.count > content.count, !content.isEmpty else { return (GlobPattern(text), []) }
        bytes = bytes.dropFirst(content.count + 1)
        let inner = String(decoding: content, as: UTF8.self)
        steps.append(Int(inner).map { .element($0) } ?? .field(inner))
      } else if first == UInt8(ascii: "/") {
        let content = Array(bytes.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "/") })
        bytes = bytes.dropFirst(content.count)
        steps.append(.field(String(decoding: content, as: UTF8.self)))
      } else {
        return (GlobPattern(text), [])
      }
    }
    return (GlobPattern(String(decoding: start, as: UTF8.self)), steps)
  }

  private static func follow(_ steps: [Step], in property: Property) -> Property? {
    guard !steps.isEmpty else { return property }
    var name = property.name
    var value = property.value
    for step in steps {
      switch (step, value) {
      case (.element(let number), .array(let elements)):
        guard elements.indices.contains(number - 1) else { return nil }
        value = elements[number - 1]
        name += "[\(number)]"
      case (.element(1), .structure): return nil
      case (.element(1), _): break
      case (.field(let field), .structure(let fields)):
        let pattern = GlobPattern(field)
        guard let inner = fields.first(where: { Self.property($0.name, in: "XMP", answersTo: pattern) }) else {
          return nil
        }
        value = inner.value
        name += "/" + inner.name
      default: return nil
      }
    }
    return Property(name, value, tag: property.tag)
  }
}

/// A pattern in which `*` matches any characters and `?` one. Case is ignored.
package struct GlobPattern: Hashable, Sendable {
  /// The pattern as it was given.
  package let text: String
  private let bytes: [UInt8]
  /// Whether the pattern has no `*` or `?`.
  package let isPlain: Bool

  package init(_ text: String) {
    self.text = text
    bytes = text.utf8.map(Self.lower)
    isPlain = !bytes.contains(UInt8(ascii: "*")) && !bytes.contains(UInt8(ascii: "?"))
  }

  package func matches(_ text: String) -> Bool {
    if isPlain {
      return text.utf8.count == bytes.count && zip(bytes, text.utf8).allSatisfy { $0 == Self.lower($1) }
    }
    return Glob.matches(bytes, text.utf8.map(Self.lower), hasSets: false)
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
