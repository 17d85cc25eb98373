internal import MakerNotes
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TextReading

/// Turns Exif directories into groups of properties.
struct ExifProperties {
  private let content: ExifContent
  private let describes: Bool
  private let titles: Bool
  private let encoding: NamedEncoding?

  /// - Parameters:
  ///   - describes: whether properties get readable texts.
  ///   - titles: whether they then get titles, too.
  ///   - encoding: of texts that are not UTF-8; nil: Latin-1.
  init(_ content: ExifContent, describes: Bool, titles: Bool, encoding: NamedEncoding? = nil) {
    self.content = content
    self.describes = describes
    self.titles = titles
    self.encoding = encoding
  }

  /// One group for each directory. The position in decimal degrees follows the tags of GPS.
  func groups() -> [PropertyGroup] {
    let dictionary: ExifDictionary? = describes ? ExifDictionary(bigEndian: content.isBigEndian) : nil
    var groups: [PropertyGroup] = []
    for directory in content.directories where !directory.fields.isEmpty {
      var group = PropertyGroup(directory.kind.groupName)
      group.properties.reserveCapacity(directory.fields.count + 3)
      for field in directory.fields {
        let tag = field.entry.tag
        let value = value(of: field, in: directory.kind)
        // Cameras reserve room for these texts.
        if case .text(let text) = value, text.isEmpty, ExifTagNumber.textsOfBytes.contains(tag) { continue }
        var readable: String?
        switch dictionary {
        case .some(let dictionary): readable = text(of: value, field, directory, dictionary)
        case .none: break
        }
        group.properties.append(
          Property(
            ExifDictionary.name(of: tag, in: directory.kind), value, tag: Int(tag),
            title: describes && titles ? ExifDictionary.title(of: tag, in: directory.kind) : nil, readable: readable))
      }
      if !group.properties.surelyHaveDistinctNames { Self.distinguish(&group.properties) }
      if directory.kind == .gps { group.properties += GPSPosition(directory).properties() }
      if directory.kind == .chain(1) { group.properties += thumbnail() }
      groups.append(group)
    }
    return groups
  }

  /// Two tags may share a name, one of them from TIFF/EP: the name of the second in a directory gets its number.
  private static func distinguish(_ properties: inout [Property]) {
    var names: Set<String> = []
    for (index, property) in properties.enumerated() where !names.insert(property.name).inserted {
      if let tag = property.tag { properties[index].name += " " + Hexadecimal.number(UInt16(truncatingIfNeeded: tag)) }
    }
  }

  /// The position of the embedded JPEG in the file. The stored offset counts from the TIFF header.
  private func thumbnail() -> [Property] {
    guard let range = content.thumbnail else { return [] }
    var properties = [
      Property("ThumbnailLength", .integer(Int64(range.count)), title: "Bytes of the thumbnail")
    ]
    if let place = content.place {
      let offset = Property(
        "ThumbnailOffset", .integer(Int64(clamping: place + range.lowerBound)),
        title: "Offset of the thumbnail in the file")
      properties.insert(offset, at: 0)
    }
    return properties
  }

  /// The readable text of a value; nil where the plain value is best.
  private func text(
    of value: PropertyValue, _ field: ExifDirectory.Field, _ directory: ExifDirectory,
    _ dictionary: borrowing ExifDictionary
  ) -> String? {
    if let words = ExifDescriptions.text(field, in: directory, of: content) { return words.isEmpty ? nil : words }
    // Texts need no description.
    if case .text = value { return nil }
    if field.entry.tag == OffsetTag.makerNote, directory.kind != .gps { return content.makerNoteDescription }
    // Bytes without a known meaning have none.
    if case .bytes = value { return nil }
    guard let type = field.entry.type,
      let bytes = IFDValueBytes(isBigEndian: content.isBigEndian).bytes(field.value, as: type)
    else { return nil }
    return dictionary.description(of: field, in: directory.kind, bytes: bytes) ?? ExifDescriptions.fallback(field)
  }

  /// The typed value of a field.
  func value(of field: ExifDirectory.Field, in kind: ExifDirectory.Kind) -> PropertyValue {
    let tag = field.entry.tag
    switch field.value {
    case .text(let stored):
      let bytes = recoded(stored[...])
      return .text(tag == ExifTagNumber.copyright ? ExifText.copyright(bytes) : ExifText.text(bytes))
    case .bytes(let bytes): return bytesValue(bytes, tag, kind)
    case .unsigned(let values):
      // Some writers use the type BYTE instead of UNDEFINED.
      if field.entry.type == .byte, ExifTagNumber.isUndefined(tag, in: kind) {
        return bytesValue(values.map { UInt8(truncatingIfNeeded: $0) }, tag, kind)
      }
      return PropertyValue(field.value)
    case let other: return PropertyValue(other)
    }
  }

  /// Texts between NUL bytes in UTF-8, if an encoding is given and fits.
  private func recoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let encoding, bytes.contains(where: { $0 >= 0x80 || $0 == 0x1B }) else { return Array(bytes) }
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { part in
      encoding.text(Array(part)).map { Array($0.utf8) } ?? Array(part)
    }
    return Array(texts.joined(separator: [0]))
  }

  /// Values of type UNDEFINED, as the standard defines them for the tag.
  private func bytesValue(_ bytes: [UInt8], _ tag: UInt16, _ kind: ExifDirectory.Kind) -> PropertyValue {
    switch (kind, tag) {
    case (.gps, ExifTagNumber.gpsProcessingMethod), (.gps, ExifTagNumber.gpsAreaInformation):
      return ExifText.coded(bytes, bigEndian: content.isBigEndian).map { .text($0) } ?? .bytes(bytes)
    case (.gps, 0): return .array(bytes.map { .integer(Int64($0)) })
    case (.gps, 5): return bytes.count == 1 ? .integer(Int64(bytes[0])) : .bytes(bytes)
    case (.gps, _): return .bytes(bytes)
    case (.interoperability, ExifTagNumber.interoperabilityVersion): return version(bytes)
    case (_, ExifTagNumber.userComment):
      // UTF-16 and JIS are declared by the code.
      var bytes = bytes
      if bytes.count > 8, bytes[0] == 0 || bytes.starts(with: "ASCII".utf8) {
        bytes = Array(bytes[..<8]) + recoded(bytes[8...])
      }
      return ExifText.coded(bytes, bigEndian: content.isBigEndian).map { .text($0) } ?? .bytes(bytes)
    case (_, ExifTagNumber.exifVersion), (_, ExifTagNumber.flashpixVersion): return version(bytes)
    case (_, ExifTagNumber.componentsConfiguration): return .array(bytes.map { .integer(Int64($0)) })
    case (_, ExifTagNumber.fileSource), (_, ExifTagNumber.sceneType):
      return bytes.count == 1 ? .integer(Int64(bytes[0])) : .bytes(bytes)
    case (_, ExifTagNumber.cfaPattern): return pattern(bytes).map { .array($0) } ?? .bytes(bytes)
    case (_, let tag) where ExifTagNumber.windowsTexts.contains(tag):
      return .text(ExifText.utf16(bytes, bigEndian: false))
    case (.chain, let tag) where ExifTagNumber.textsOfBytes.contains(tag),
      (.exif, let tag) where ExifTagNumber.textsOfBytes.contains(tag):
      return .text(ExifText.text(bytes).trimmingTrailingSpaces)
    default: return .bytes(bytes)
    }
  }

  /// Printable characters become text; other bytes remain bytes.
  private func version(_ bytes: [UInt8]) -> PropertyValue {
    let text = bytes.prefix { $0 != 0 }
    let isText = bytes.dropFirst(text.count).allSatisfy { $0 == 0 } && text.allSatisfy { (0x20..<0x7F).contains($0) }
    return isText ? .text(ExifText.text(text)) : .bytes(bytes)
  }

  /// CFAPattern (Exif 2.32, 4.6.5): columns, rows, and the colour of each filter. Some cameras write the two numbers in
  /// the other byte order. nil if neither order fits.
  private func pattern(_ bytes: [UInt8]) -> [PropertyValue]? {
    guard bytes.count >= 5 else { return nil }
    func number(_ index: Int, _ bigEndian: Bool) -> Int {
      let (first, second) = (Int(bytes[index]), Int(bytes[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    for order in [content.isBigEndian, !content.isBigEndian] {
      let (columns, rows) = (number(0, order), number(2, order))
      // Both have 16 bits: no overflow. Some writers append bytes.
      guard columns > 0, rows > 0, columns * rows <= bytes.count - 4 else { continue }
      let colors = bytes[4..<4 + columns * rows].map { Int($0) }
      return ([columns, rows] + colors).map { .integer(Int64($0)) }
    }
    return nil
  }
}
