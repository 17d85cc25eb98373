internal import ImageModel
internal import MetadataModel

/// Reads one packet after the other, and keeps of each property the first value.
struct XMPMerger {
  private let limits: Limits
  private var namespaces = XMPNamespaces()
  private var properties: [Property] = []
  /// Where properties stand, by their names; empty as long as nobody had to look.
  private var places: [String: Int] = [:]
  private var packetCount = 0
  private var messages: [String] = []

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func warn(_ message: String) {
    if messages.count <= limits.maxWarnings { messages.append(message) }
  }

  /// The group `XMP`; none where nothing was read.
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
        warn("the packet at \(packet.offset) does not say what the prefix \(prefix) stands for")
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
    case .damaged(let words): warn("\(name): \(place): \(words); what stands before is read")
    case .badReference: warn("\(name): \(place): a reference to no character; what stands before is read")
    case .documentType: warn("\(name): \(place): a document type is not accepted; the packet is not read")
    case .tooManyNodes:
      warn("\(name): \(place): more than \(XMPReader.maxNodes) elements and attributes; the rest is left out")
    case .noMemory: warn("\(name): \(place): there is not enough memory; what stands before is read")
    }
  }

  private mutating func merge(_ found: [Property], _ packet: MetadataBlock) {
    packetCount += 1
    let isFirst = packetCount == 1
    if isFirst, found.surelyHaveDistinctNames {
      properties = found
      return
    }
    if places.isEmpty { for place in properties.indices { places[properties[place].name] = place } }
    var contradicted = 0
    for property in found {
      guard let place = places[property.name] else {
        places[property.name] = properties.count
        properties.append(property)
        continue
      }
      if properties[place].value == property.value { continue }
      if isFirst {
        warn("the packet at \(packet.offset): \(property.name) is there twice; the first counts")
      } else if property.name != "x:xmptk" {
        contradicted += 1
      }
    }
    if !isFirst, packet.kind == .xmp {
      warn("there is a further packet at \(packet.offset), which is merged; of a property the first value counts")
    }
    if contradicted > 0 {
      warn(
        "the packet at \(packet.offset) gives \(contradicted) propert\(contradicted == 1 ? "y" : "ies") another value; "
          + "the first counts")
    }
  }
}
