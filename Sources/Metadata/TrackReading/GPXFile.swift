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

  private static let longestText = 1_000
  private static let longestTime = 40

  /// - Parameters:
  ///   - maxPoints: the most points that are read.
  ///   - maxNodes: the most elements and attributes.
  /// - Returns: nil if the outermost element is not `gpx`.
  package init?(_ bytes: [UInt8], maxPoints: Int, maxNodes: Int) {
    self.init(TrackXML(bytes, maxNodes: maxNodes), maxPoints: maxPoints)
  }

  init?(_ xml: TrackXML, maxPoints: Int) {
    guard xml.root == "gpx" else { return nil }
    damage = xml.damage
    read(xml.document, xml.names, maxPoints)
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
          if point != nil, text.count < Self.longestTime { point?.time = TrackXML.trimmed(text) }
        case "name":
          switch path.last {
          case "wpt": name = TrackXML.trimmed(text)
          case "trk", "rte", "metadata":
            if title == nil, case let value = TrackXML.trimmed(text), !value.isEmpty { title = value }
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
    guard let number = Double(TrackXML.trimmed(text)), abs(number) < 20_000 else { return nil }
    return number
  }
}
