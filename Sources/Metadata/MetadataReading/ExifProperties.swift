internal import MetadataModel
internal import TIFFStructure

/// Turns Exif directories into groups of properties.
struct ExifProperties {
  private let content: ExifContent
  private let describes: Bool

  /// - Parameter describes: whether titles and readable texts are wanted.
  init(_ content: ExifContent, describes: Bool) {
    self.content = content
    self.describes = describes
  }

  /// One group for each directory; the position in decimal degrees stands behind the tags of GPS.
  func groups() -> [PropertyGroup] {
    let dictionary: ExifDictionary? = describes ? ExifDictionary(bigEndian: content.isBigEndian) : nil
    var groups: [PropertyGroup] = []
    for directory in content.directories where !directory.fields.isEmpty {
      var group = PropertyGroup(directory.kind.groupName)
      var names: Set<String> = []
      for field in directory.fields {
        var name = ExifDictionary.name(of: field.entry.tag, in: directory.kind)
        if !names.insert(name).inserted { name += " " + ExifReader.hex(field.entry.tag) }
        var property = Property(
          name, value(of: field, in: directory.kind), tag: Int(field.entry.tag))
        switch dictionary {
        case .some(let dictionary): describe(&property, field, directory.kind, dictionary)
        case .none: break
        }
        group.properties.append(property)
      }
      if directory.kind == .gps { group.properties += GPSPosition(directory).properties() }
      groups.append(group)
    }
    return groups
  }

  private func describe(
    _ property: inout Property, _ field: ExifDirectory.Field, _ kind: ExifDirectory.Kind,
    _ dictionary: borrowing ExifDictionary
  ) {
    property.title = ExifDictionary.title(of: field.entry.tag, in: kind)
    // Texts are their own description; so are maker notes, of which only the size can be said.
    if case .text = property.value, field.entry.tag != ExifTag.exifVersion { return }
    guard field.entry.tag != ExifTag.makerNote, let type = field.entry.type,
      let bytes = IFDValueBytes(isBigEndian: content.isBigEndian).bytes(field.value, as: type)
    else { return }
    property.readable = dictionary.description(of: field, in: kind, bytes: bytes)
  }

  /// The typed value of a field.
  func value(of field: ExifDirectory.Field, in kind: ExifDirectory.Kind) -> PropertyValue {
    let tag = field.entry.tag
    switch field.value {
    case .text(let bytes):
      return .text(tag == ExifTag.copyright ? ExifText.copyright(bytes) : ExifText.text(bytes))
    case .bytes(let bytes): return bytesValue(bytes, tag, kind)
    case .unsigned(let values):
      if field.entry.type == .byte, ExifTag.windowsTexts.contains(tag), kind != .gps {
        return .text(ExifText.utf16(values.map { UInt8(truncatingIfNeeded: $0) }, bigEndian: false))
      }
      return one(values) { Int64(exactly: $0).map { .integer($0) } ?? .unsigned($0) }
    case .signed(let values): return one(values) { .integer($0) }
    case .floats(let values): return one(values) { .decimal($0) }
    case .rationals(let values): return one(values) { .rational(.init($0.numerator, $0.denominator)) }
    }
  }

  private func one<T>(_ values: [T], _ make: (T) -> PropertyValue) -> PropertyValue {
    values.count == 1 ? make(values[0]) : .array(values.map(make))
  }

  /// Values of type UNDEFINED whose meaning the standard gives.
  private func bytesValue(_ bytes: [UInt8], _ tag: UInt16, _ kind: ExifDirectory.Kind) -> PropertyValue {
    switch (kind, tag) {
    case (.gps, ExifTag.gpsProcessingMethod), (.gps, ExifTag.gpsAreaInformation):
      return ExifText.coded(bytes, bigEndian: content.isBigEndian).map { .text($0) } ?? .bytes(bytes)
    case (.gps, _): return .bytes(bytes)
    case (.interoperability, ExifTag.interoperabilityVersion): return .text(ExifText.text(bytes))
    case (_, ExifTag.userComment):
      return ExifText.coded(bytes, bigEndian: content.isBigEndian).map { .text($0) } ?? .bytes(bytes)
    case (_, ExifTag.exifVersion), (_, ExifTag.flashpixVersion): return .text(ExifText.text(bytes))
    case (_, ExifTag.componentsConfiguration): return .array(bytes.map { .integer(Int64($0)) })
    case (_, ExifTag.fileSource), (_, ExifTag.sceneType):
      return bytes.count == 1 ? .integer(Int64(bytes[0])) : .bytes(bytes)
    default: return .bytes(bytes)
    }
  }
}
