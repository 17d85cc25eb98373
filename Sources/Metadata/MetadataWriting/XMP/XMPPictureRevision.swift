internal import ImageModel
internal import MetadataModel

/// Changes what an XMP packet says about the picture as the picture changes: moves what can be moved, and removes the
/// rest and what describes lost parts of the file.
struct XMPPictureRevision {
  /// What was removed, for notes.
  struct Left {
    /// The parts of the file that the packet described.
    var parts: LostParts = []
    /// The purposes of further parts, such as `Depth`.
    var partNames: [String] = []
    /// The number of areas that are no longer in the picture.
    var areas = 0
    /// Whether the description of a panorama went.
    var hasPanorama = false
    /// Other properties, with the packet's prefix.
    var names: [String] = []
  }

  private let packet: [UInt8]
  let tree: XMPTree
  let lost: LostParts
  /// The areas of each top-level property: all, and those that are removed.
  var areas: [Int: (all: Int, removed: Int)] = [:]
  /// Whether the areas are those of the picture as it is shown, and not as it is stored.
  var regionsAreUpright = false
  private(set) var edits: [XMPOutline.Edit] = []
  var left = Left()
  /// Where the last structure ends whose content was searched.
  private var searchedEnd = 0

  init(_ packet: [UInt8], _ tree: XMPTree, _ changes: XMPEditor.Changes) {
    self.packet = packet
    self.tree = tree
    lost = changes.lost
    if let change = changes.picture {
      regionsAreUpright = hasUprightRegions(change)
      for index in tree.elements.indices {
        for value in tree.values(of: index) { revise(value, change) }
      }
      if !panorama.isEmpty { revisePanorama(change) }
      for (property, count) in areas where count.all == count.removed { remove(property) }
    }
    searchedEnd = 0
    if !lost.isEmpty { removeParts() }
  }

  /// Whether to search the content of a structure: not if it is inside the last one that was searched. A packet of
  /// nested structures would take time with the square of its size.
  mutating func searches(_ value: XMPTree.Value) -> Bool {
    guard !value.isAttribute, value.range.lowerBound >= searchedEnd else { return false }
    searchedEnd = value.range.upperBound
    return true
  }

  /// Whether a value is a text, without elements in it.
  func isText(_ value: XMPTree.Value) -> Bool { value.isAttribute || tree.children[value.element].isEmpty }

  // MARK: The packet

  func text(_ range: Range<Int>) -> String {
    let end = packet[range].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? range.lowerBound
    return String(decoding: packet[range.lowerBound..<end].drop { $0 <= 0x20 }, as: UTF8.self)
  }

  func number(_ range: Range<Int>?) -> Double? {
    range.flatMap { Double(text($0)) }.flatMap { $0.isFinite ? $0 : nil }
  }

  mutating func remove(_ index: Int) { edits.append(.init(range: tree.elements[index].range, text: "")) }

  mutating func remove(_ value: XMPTree.Value) { edits.append(.init(range: value.range, text: "")) }

  mutating func replace(_ range: Range<Int>?, _ text: String) {
    // An empty element has no text to replace.
    if let range, !range.isEmpty, self.text(range) != text { edits.append(.init(range: range, text: text)) }
  }

  /// Replaces a number if the new one is another.
  mutating func replace(_ range: Range<Int>?, _ value: Double, places: Int = 6) {
    guard let range else { return }
    if let old = number(range), abs(old - value) < 1e-6 { return }
    replace(range, DecimalText.text(value, places: places))
  }

  mutating func revise(_ value: XMPTree.Value, _ change: PictureChange) {
    guard let meaning = PictureDescription(value.name) else { return }
    switch meaning {
    // Packets hold packets of other pictures (`xmpMM:Pantry`).
    case .width where !tree.isOfPacket(value), .height where !tree.isOfPacket(value): break
    case .colorMode where !tree.isOfPacket(value), .colorSpace where !tree.isOfPacket(value): break
    case .profileName where !tree.isOfPacket(value), .contentType where !tree.isOfPacket(value): break
    case .width: if change.resizes { replace(value.content, "\(change.size.width)") }
    case .height: if change.resizes { replace(value.content, "\(change.size.height)") }
    case .subject where isText(value): reviseSubject(value, change)
    case .subject: if searches(value) { reviseSubject(value, change) }
    case .area: if !value.isAttribute { reviseArea(value.element, change) }
    case .areaDimensions: if !value.isAttribute { reviseDimensions(value.element, change) }
    case .rectangle: reviseRectangle(value, change)
    case .boundary: if searches(value) { reviseBoundary(value.element, change) }
    case .panorama(let part): panorama.append((value, part))
    case .place: if change.moves { leaveOut(value) }
    case .version: if change.moves || change.becomesGray || change.isRetouched { leaveOut(value) }
    case .colorMode: if change.becomesGray { replace(value.content, "1") }
    case .colorSpace: if change.becomesSRGB { replace(value.content, "1") }
    case .profileName: if change.becomesSRGB || change.becomesGray { remove(value) }
    case .contentType: if let type = change.contentType { replace(value.content, type) }
    case .part: break
    }
  }

  mutating func leaveOut(_ value: XMPTree.Value) {
    remove(value)
    if left.names.count < 16, !left.names.contains(value.qualifiedName) { left.names.append(value.qualifiedName) }
  }

  mutating func reviseSubject(_ value: XMPTree.Value, _ change: PictureChange) {
    guard change.resizes else { return }
    let items = value.isAttribute ? [] : tree.descendants(of: value.element).filter { tree.children[$0].isEmpty }
    let texts =
      items.isEmpty
      ? text(value.content).split(separator: " ").map(String.init) : items.map { text(tree.elements[$0].content) }
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == texts.count, let moved = PictureDescription.subject(numbers, in: change.source, change)
    else {
      return leaveOut(value)
    }
    if items.isEmpty {
      replace(value.content, moved.map(String.init).joined(separator: " "))
    } else {
      for (item, number) in zip(items, moved) { replace(tree.elements[item].content, "\(number)") }
    }
  }

  // MARK: Panoramas

  private var panorama: [(value: XMPTree.Value, part: PictureDescription.Panorama)] = []

  /// Scales and cuts the panorama. A turned picture is none any more.
  mutating func revisePanorama(_ change: PictureChange) {
    guard change.resizes else { return }
    func value(_ part: PictureDescription.Panorama) -> Double? {
      panorama.first { $0.part == part }.flatMap { number($0.value.content) }
    }
    let (width, height) = (value(.width) ?? 0, value(.height) ?? 0)
    let hasPlace = value(.left) != nil && value(.top) != nil && width > 0 && height > 0
    // Sizes that are there can be scaled. To cut them, all must be there.
    guard change.turn == .up, change.rotation == .identity, change.part == PictureChange.whole || hasPlace else {
      for (value, _) in panorama { remove(value) }
      left.hasPanorama = true
      return
    }
    let (cut, size) = (change.part, change.size)
    let x = Double(size.width) / (cut.width * Double(change.source.width))
    let y = Double(size.height) / (cut.height * Double(change.source.height))
    for (value, part) in panorama {
      guard isText(value), let number = number(value.content) else { continue }
      func put(_ number: Double) { replace(value.content, number.rounded(), places: 0) }
      switch part {
      case .wholeWidth: put(number * x)
      case .wholeHeight: put(number * y)
      case .width: put(number * cut.width * x)
      case .height: put(number * cut.height * y)
      case .left: put((number + cut.minX * width) * x)
      case .top: put((number + cut.minY * height) * y)
      case .interior:
        if cut != PictureChange.whole {
          leaveOut(value)
        } else {
          put(number * (["Width", "Left"].contains { value.name.name.hasSuffix($0) } ? x : y))
        }
      case .other: break
      }
    }
  }
}
