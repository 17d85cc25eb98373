internal import ImageModel
internal import MetadataModel
internal import TextReading

/// Reads Photoshop image resources (Adobe Photoshop File Formats Specification), with the IPTC data in them.
struct PhotoshopReader {
  private let block: MetadataBlock
  private let describes: Bool
  private let encoding: NamedEncoding?
  private var group = PropertyGroup("Photoshop")
  private var reading = BlockReading()
  private var nested: [PropertyGroup] = []

  /// Real files have a few dozen, and one for each of at most 998 saved paths.
  private static let maxResources = 2_048
  /// The signatures of Photoshop, ImageReady, PhotoDeluxe, Lightroom and others.
  private static let signatures: Set<String> = ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"]

  /// The groups `Photoshop` and `IPTC`, without empty ones.
  ///
  /// The ranges of thumbnails assume that the block lies in the file in one piece: the caller has to check that.
  ///
  /// - Parameters:
  ///   - describes: whether properties of IPTC get titles.
  ///   - encoding: of the texts of IPTC; see `IPTCReader`.
  static func read(_ block: MetadataBlock, describes: Bool, encoding: NamedEncoding? = nil) -> BlockReading {
    var reader = PhotoshopReader(block: block, describes: describes, encoding: encoding)
    reader.walk()
    if !reader.group.properties.isEmpty { reader.reading.groups.append(reader.group) }
    reader.reading.groups += reader.nested
    return reader.reading
  }

  private init(block: MetadataBlock, describes: Bool, encoding: NamedEncoding?) {
    self.block = block
    self.describes = describes
    self.encoding = encoding
  }

  private mutating func walk() {
    let bytes = block.bytes
    var position = 0
    for _ in 0..<Self.maxResources {
      // Padding after the last resource.
      guard position < bytes.count, bytes[position...].contains(where: { $0 != 0 }) else { return }
      var cursor = BigEndianCursor(bytes[position...])
      guard let signature = cursor.bytes(4), Self.signatures.contains(String(decoding: signature, as: UTF8.self)) else {
        return reading.warn("Photoshop: no resource begins at byte \(position); the rest is not read")
      }
      guard let number = cursor.uint16(), let name = cursor.pascalText() else {
        return reading.warn("Photoshop: the resource at byte \(position) is cut short")
      }
      // The name and its length byte are padded to an even length.
      if (cursor.rest.startIndex - position) % 2 == 1 { _ = cursor.uint8() }
      let label = Hexadecimal.number(number)
      guard let size = cursor.uint32() else {
        return reading.warn("Photoshop: the resource \(label) at byte \(position) is cut short")
      }
      let start = cursor.rest.startIndex
      guard let content = cursor.bytes(Int(size)) else {
        reading.warn(
          "Photoshop: the resource \(label) at byte \(position) is cut short: \(bytes.count - start) of \(size) bytes")
        // The complete datasets of IPTC can be read.
        if case .iptc = PhotoshopResource(number).format { take(number, name, cursor.rest) }
        return
      }
      take(number, name, content)
      position = start + content.count + content.count % 2
    }
    if position < bytes.count {
      reading.warn(
        "Photoshop: there are more than \(Self.maxResources) resources; those from byte \(position) on are not read")
    }
  }

  private mutating func take(_ number: UInt16, _ name: String, _ content: ArraySlice<UInt8>) {
    let resource = PhotoshopResource(number)
    switch resource.format {
    case .iptc:
      let iptc = IPTCReader.read(Array(content), describes: describes, encoding: encoding)
      nested += iptc.groups
      reading.diagnostics += iptc.diagnostics
    case .thumbnail: takeThumbnail(resource, number, content)
    case .parts(let parts):
      let properties = parts(content)
      if properties.isEmpty {
        reading.warn("Photoshop: the resource \(Hexadecimal.number(number)) does not have the format of its number")
        group.properties.append(Property(Hexadecimal.number(number), .bytes(Array(content)), tag: Int(number)))
      }
      group.properties += properties.map { part in
        var part = part
        part.tag = Int(number)
        return part
      }
    case .value(let value):
      let typed = value(content)
      if typed == nil {
        reading.warn("Photoshop: the resource \(Hexadecimal.number(number)) does not have the format of its number")
      }
      group.properties.append(
        Property(
          resource.name ?? Hexadecimal.number(number), typed ?? .bytes(Array(content)), tag: Int(number),
          title: name.isEmpty ? nil : name))
    }
  }

  /// A header of 28 bytes, then the picture: a JPEG if the first number is 1.
  private mutating func takeThumbnail(_ resource: PhotoshopResource, _ number: UInt16, _ content: ArraySlice<UInt8>) {
    var cursor = BigEndianCursor(content)
    guard let format = cursor.uint32(), cursor.bytes(16) != nil, let size = cursor.uint32(), cursor.bytes(4) != nil
    else {
      return reading.warn("Photoshop: the thumbnail (\(Hexadecimal.number(number))) is cut short")
    }
    let picture = cursor.rest
    group.properties.append(
      Property(resource.name ?? Hexadecimal.number(number), .bytes(Array(picture)), tag: Int(number)))
    let length = size > 0 ? min(Int(size), picture.count) : picture.count
    guard format == 1, picture.starts(with: [0xFF, 0xD8]) else { return }
    let start = block.offset + UInt64(picture.startIndex)
    reading.previews.append(
      ImageMetadata.Preview(origin: "Photoshop", format: "jpeg", range: start..<start + UInt64(length)))
  }
}
