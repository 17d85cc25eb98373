internal import XMLReading

/// Tracks, routes and waypoints of a GPX file (GPX 1.1). Extensions of programs are left out.
package struct GPXFile: Sendable {
  package struct Point: Hashable, Sendable {
    /// In degrees.
    package var longitude: Double
    package var latitude: Double
    /// In metres above sea level.
    package var elevation: Double?
    /// As it is written: `2024-05-06T07:08:09Z`.
    package var time: String?
  }

  /// A segment of a track, or a route.
  package struct Line: Hashable, Sendable {
    package var points: [Point] = []
    package var isRoute = false
  }

  package struct Waypoint: Hashable, Sendable {
    package var point: Point
    package var name: String?
  }

  /// The name of the file, or else of the first track or route that has one.
  package private(set) var title: String?
  package private(set) var lines: [Line] = []
  package private(set) var waypoints: [Waypoint] = []
  /// What is wrong before the end, with its line. What precedes it was read.
  package private(set) var damage: String?
  /// Whether there are more points than were read.
  package private(set) var isCut = false
  /// Points with a valid place, of all kinds.
  package private(set) var pointCount = 0

  private static let deepest = 64
  private static let longestText = 1_000
  private static let longestTime = 40

  /// - Parameters:
  ///   - maxPoints: the most points that are read.
  ///   - maxNodes: the most elements and attributes.
  /// - Returns: nil if the outermost element is not `gpx`.
  package init?(_ bytes: [UInt8], maxPoints: Int, maxNodes: Int) {
    let document = XMLDocument(bytes[...], maxDepth: Self.deepest, maxNodes: maxNodes)
    let names = (0..<document.nameCount).map { index in
      let name = document.name(index).string
      return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
    guard document.eventCount > 0, case .start(let root, _) = document.event(0), names[root] == "gpx" else {
      return nil
    }
    damage = document.stop.map { "line \(document.stopLine): \(Self.reason($0))" }
    read(document, names, maxPoints)
  }

  private static func reason(_ stop: XMLDocument.Stop) -> String {
    switch stop {
    case .damaged: "not well-formed"
    case .badReference: "a reference to a character that XML forbids"
    case .documentType: "a document type declaration"
    case .tooManyNodes: "too many elements and attributes"
    case .noMemory: "there is not enough memory"
    }
  }

  private mutating func read(_ document: XMLDocument, _ names: [String], _ maxPoints: Int) {
    var path: [String] = []
    var skippedDepth: Int?
    var text: [UInt8] = []
    var (line, isLineOpen) = (Line(), false)
    var point: Point?
    var name: String?
    var index = 0
    while index < document.eventCount {
      defer { index += 1 }
      switch document.event(index) {
      case .start(let place, _):
        let element = names[place]
        path.append(element)
        text.removeAll(keepingCapacity: true)
        if skippedDepth == nil, element == "extensions" { skippedDepth = path.count }
        guard skippedDepth == nil else { continue }
        if element == "trkseg" || element == "rte" { (line, isLineOpen) = (Line(isRoute: element == "rte"), true) }
        guard element == "trkpt" || element == "rtept" || element == "wpt" else { continue }
        (point, name) = (Self.point(document, names, after: &index), nil)
        if point == nil { continue }
        guard pointCount < maxPoints else {
          isCut = true
          if isLineOpen { lines.append(line) }
          return
        }
        pointCount += 1
      case .attribute: continue
      case .text(let part): if skippedDepth == nil, text.count < Self.longestText { text += part.bytes }
      case .end:
        guard let element = path.popLast() else { return }
        if let depth = skippedDepth {
          if path.count < depth { skippedDepth = nil }
          continue
        }
        switch element {
        case "trkpt", "rtept":
          if let point { line.points.append(point) }
          point = nil
        case "wpt":
          if let point { waypoints.append(Waypoint(point: point, name: name)) }
          point = nil
        case "trkseg", "rte":
          lines.append(line)
          isLineOpen = false
        case "ele": point?.elevation = Self.number(text)
        case "time":
          if point != nil, text.count < Self.longestTime { point?.time = Self.trimmed(text) }
        case "name":
          switch path.last {
          case "wpt": name = Self.trimmed(text)
          case "trk", "rte", "metadata":
            if title == nil, case let value = Self.trimmed(text), !value.isEmpty { title = value }
          default: break
          }
        default: break
        }
        text.removeAll(keepingCapacity: true)
      }
    }
    // A file that is cut within a line.
    if isLineOpen { lines.append(line) }
  }

  /// The place of the element that has just begun; nil for one that does not exist. The index is then that of the last
  /// attribute.
  private static func point(_ document: XMLDocument, _ names: [String], after index: inout Int) -> Point? {
    var (latitude, longitude): (Double?, Double?)
    while index + 1 < document.eventCount, case .attribute(let name, let value) = document.event(index + 1) {
      index += 1
      switch names[name] {
      case "lat": latitude = Double(value.string)
      case "lon": longitude = Double(value.string)
      default: break
      }
    }
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
    return Point(longitude: longitude, latitude: latitude)
  }

  private static func number(_ text: [UInt8]) -> Double? {
    guard let number = Double(trimmed(text)), abs(number) < 20_000 else { return nil }
    return number
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func trimmed(_ text: [UInt8]) -> String {
    let start = text.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(decoding: start[start.startIndex..<end], as: UTF8.self)
  }
}
