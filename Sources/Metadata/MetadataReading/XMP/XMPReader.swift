internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import XMLReading

/// Reads XMP packets (ISO 16684-1) into one group of properties. `RDFReader` documents the values.
///
/// A name is `prefix:local`, with the registered prefix of the namespace, or else the file's own. The packets of one
/// image are merged: the first value of a property is used. docs/decisions/0009-expat-for-xmp.md explains how expat is
/// used.
enum XMPReader {
  /// The deepest nesting of elements; deeper ones are left out. Real files stay below 20.
  static let maxDepth = 100
  /// The maximum number of elements and attributes in all packets of a file. Real packets with long histories have
  /// thousands.
  static let maxNodes = 200_000
  /// The maximum number of packets of one image.
  static let maxPackets = 100

  /// Reads all packets of an image.
  static func read(_ packets: [MetadataBlock], limits: Limits) -> BlockReading {
    var nodesLeft = maxNodes
    return read(packets, limits: limits, nodesLeft: &nodesLeft)
  }

  /// - Parameter nodesLeft: how many elements and attributes may still be read, in all images of the file together.
  static func read(_ packets: [MetadataBlock], limits: Limits, nodesLeft: inout Int) -> BlockReading {
    var merger = XMPMerger(limits: limits)
    for packet in packets.prefix(maxPackets) { merger.add(packet, nodesLeft: &nodesLeft) }
    if packets.count > maxPackets { merger.warn("there are \(packets.count) packets; \(maxPackets) are read") }
    return merger.finish()
  }
}

extension XMPReader {
  /// The packets in a sidecar file (`photo.xmp`), for `read`: mostly one; several if programs have appended to the file
  /// (ISO 16684-1, 7.3.2).
  ///
  /// - Throws: `limitExceeded` for a file beyond the limit for a block of metadata; `io`.
  static func sidecar(_ source: any ByteSource, limits: Limits) throws(ImageError) -> [MetadataBlock] {
    guard source.size <= UInt64(limits.maxMetadataBlockBytes) else {
      throw limits.exceeded(
        "the file has \(source.size) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes,
        format: "XMP")
    }
    let bytes = try source.bytes(at: 0, count: Int(source.size))
    var starts = [0]
    var place = 0
    while let next = bytes[place...].firstIndex(of: opening[0]), starts.count <= maxPackets {
      if next > 0, bytes[next...].starts(with: opening), Self.isOutside(bytes, next) { starts.append(next) }
      place = next + 1
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
      MetadataBlock(.xmp, offset: UInt64(start), bytes: Array(bytes[start..<end]))
    }
  }

  private static let opening = Array("<?xpacket begin".utf8)

  /// Whether another packet has ended just before an offset. Only a comment or a declaration can precede the first.
  private static func isOutside(_ bytes: [UInt8], _ place: Int) -> Bool {
    let before = bytes[..<place].reversed().drop { $0 <= 0x20 }.prefix(2)
    guard before.elementsEqual([0x3E, 0x3F]) else { return false }
    // `<?xpacket end="w"?>`, and not `<?xml version="1.0"?>`.
    let instruction = bytes[..<place].suffix(256)
    guard let start = instruction.lastIndex(of: 0x3C) else { return false }
    return bytes[start...].starts(with: Array("<?xpacket end".utf8))
  }
}

/// Reads packets one after the other, and keeps the first value of each property.
struct XMPMerger {
  private let limits: Limits
  private var namespaces = XMPNamespaces()
  private var properties: [Property] = []
  /// The indices of the properties by name. Filled at first use.
  private var indices: [String: Int] = [:]
  private var packetCount = 0
  private var messages: [String] = []

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func warn(_ message: String) {
    if messages.count <= limits.maxWarnings, !messages.contains(message) { messages.append(message) }
  }

  /// The group `XMP`; no group if nothing was read.
  consuming func finish() -> BlockReading {
    var reading = BlockReading()
    for message in messages { reading.warn("XMP: " + message) }
    guard !properties.isEmpty else { return reading }
    reading.namespaces = namespaces.used(by: properties)
    reading.groups = [PropertyGroup("XMP", properties)]
    return reading
  }

  mutating func add(_ packet: MetadataBlock, nodesLeft: inout Int) {
    guard packet.bytes.count <= limits.maxMetadataBlockBytes else {
      warn(
        limits.exceeded(
          "the packet at \(packet.offset) has \(packet.bytes.count) bytes and is not read",
          name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes
        ).reason)
      return
    }
    guard nodesLeft > 0 else {
      warn("the packet at \(packet.offset) is not read: the file has more than \(XMPReader.maxNodes) elements")
      return
    }
    var text = XMPText(packet.bytes)
    guard !text.bytes.isEmpty else {
      warn("the packet at \(packet.offset) is empty")
      return
    }
    var document = XMLDocument(text.bytes, maxDepth: XMPReader.maxDepth, maxNodes: nodesLeft)
    if document.stop == .badReference {
      text.replaceControlReferences()
      document = XMLDocument(text.bytes, maxDepth: XMPReader.maxDepth, maxNodes: nodesLeft)
    }
    for warning in text.warnings { warn("the packet at \(packet.offset): \(warning)") }
    nodesLeft = max(0, nodesLeft - document.nodeCount)
    tell(document, text, packet)
    namespaces.reset()
    let tree = XMLTree(document, &namespaces)
    if !tree.elements.isEmpty {
      for prefix in namespaces.undeclared {
        warn("the packet at \(packet.offset) does not declare the prefix \(prefix)")
      }
      var reader = RDFReader(tree, maxWarnings: limits.maxWarnings)
      merge(reader.properties(isCut: document.stop != nil), packet)
      for warning in reader.warnings { warn("the packet at \(packet.offset): \(warning)") }
    }
  }

  private mutating func tell(_ document: XMLDocument, _ text: XMPText, _ packet: MetadataBlock) {
    let name = "the packet at \(packet.offset)"
    if document.droppedCount > 0 {
      warn("\(name): \(document.droppedCount) elements lie deeper than \(XMPReader.maxDepth) levels and are left out")
    }
    guard let stop = document.stop else { return }
    var place = "line \(document.stopLine)"
    if text.keepsPlaces { place += ", byte \(text.bytes.startIndex + document.stopOffset)" }
    switch stop {
    case .damaged(let words): warn("\(name): \(place): \(words); what precedes it is read")
    case .badReference: warn("\(name): \(place): a reference to an invalid character; what precedes it is read")
    case .documentType: warn("\(name): \(place): document types are not accepted; the packet is not read")
    case .tooManyNodes:
      warn("\(name): \(place): more than \(XMPReader.maxNodes) elements and attributes; the rest is left out")
    case .noMemory: warn("\(name): \(place): not enough memory; what precedes it is read")
    }
  }

  private mutating func merge(_ found: [Property], _ packet: MetadataBlock) {
    packetCount += 1
    let isFirst = packetCount == 1
    if isFirst, found.surelyHaveDistinctNames {
      properties = found
      return
    }
    if indices.isEmpty { for index in properties.indices { indices[properties[index].name] = index } }
    var contradicted = 0
    for property in found {
      guard let index = indices[property.name] else {
        indices[property.name] = properties.count
        properties.append(property)
        continue
      }
      if properties[index].value == property.value { continue }
      if isFirst {
        warn("the packet at \(packet.offset): \(property.name) occurs twice; the first counts")
      } else if property.name != "x:xmptk" {
        contradicted += 1
      }
    }
    if !isFirst, packet.kind == .xmp {
      warn("a further packet at \(packet.offset) is merged; the first value of a property counts")
    }
    if contradicted > 0 {
      warn(
        "the packet at \(packet.offset) has another value for \(contradicted) "
          + "propert\(contradicted == 1 ? "y" : "ies"); the first counts")
    }
  }
}
