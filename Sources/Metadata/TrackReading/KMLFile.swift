internal import MetadataModel
internal import XMLReading

/// The places with times of a KML file (OGC KML 2.3): tracks (`gx:Track`, or `Track`), whose `when` and `coord` belong
/// together in their order, and placemarks with a time stamp and a point. Lines and spans of time are left out.
struct KMLFile {
  private(set) var points: [PositionTrack.Point] = []
  /// What is wrong before the end, with its line.
  let damage: String?
  /// Whether there are more points than were read.
  private(set) var isCut = false

  private static let longestText = 200

  /// - Returns: nil if the outermost element is not `kml`.
  init?(_ xml: TrackXML, maxPoints: Int) {
    guard xml.root == "kml" else { return nil }
    damage = xml.damage
    read(xml, maxPoints)
    // Programs that know no heights write 0, as ExifTool has it.
    if !points.contains(where: { $0.altitude ?? 0 != 0 }) {
      for index in points.indices { points[index].altitude = nil }
    }
  }

  /// A placemark or a track that is being read.
  private struct Part {
    var times: [Double?] = []
    var places: [PositionTrack.Point?] = []
    /// Whether heights are those above the ground, and not above the sea.
    var isAboveGround = false
  }

  private mutating func read(_ xml: TrackXML, _ maxPoints: Int) {
    var path: [String] = []
    var text: [UInt8] = []
    // A track may be in a placemark with a time of its own.
    var parts: [Part] = []
    for index in 0..<xml.document.eventCount {
      switch xml.document.event(index) {
      case .start(let name, _):
        path.append(xml.names[name])
        text.removeAll(keepingCapacity: true)
        if Self.isPart(xml.names[name]) { parts.append(Part()) }
      case .attribute: continue
      case .text(let part): if text.count < Self.longestText { text += part.bytes }
      case .end:
        guard let element = path.popLast() else { return }
        if Self.isPart(element) {
          guard let part = parts.popLast(), add(part, maxPoints) else { return }
        } else if let last = parts.indices.last {
          switch (element, path.last) {
          case ("when", "Track"), ("when", "TimeStamp"):
            parts[last].times.append(MetadataDate(TrackXML.trimmed(text))?.time?.seconds)
          case ("coord", "Track"): parts[last].places.append(Self.place(text) { $0 == 0x20 || $0 == 0x2C || $0 < 0x20 })
          case ("coordinates", "Point"): parts[last].places.append(Self.place(text) { $0 == 0x2C })
          case ("altitudeMode", _): parts[last].isAboveGround = TrackXML.trimmed(text).hasPrefix("relative")
          default: break
          }
        }
        text.removeAll(keepingCapacity: true)
      }
    }
    // A file that is cut within a track.
    for part in parts where !add(part, maxPoints) { return }
  }

  private static func isPart(_ element: String) -> Bool { element == "Placemark" || element == "Track" }

  /// - Returns: false if there are too many points.
  private mutating func add(_ part: Part, _ maxPoints: Int) -> Bool {
    for (time, place) in zip(part.times, part.places) {
      guard let time, var place else { continue }
      guard points.count < maxPoints else {
        isCut = true
        return false
      }
      place.time = time
      if part.isAboveGround { place.altitude = nil }
      points.append(place)
    }
    return true
  }

  /// A place without its time: longitude, latitude and often the height.
  private static func place(_ text: [UInt8], _ isSeparator: (UInt8) -> Bool) -> PositionTrack.Point? {
    let numbers = text.split(whereSeparator: isSeparator).map { Double(TrackXML.trimmed(Array($0))) }
    guard (2...3).contains(numbers.count), let longitude = numbers[0], let latitude = numbers[1] else { return nil }
    return PositionTrack.Point(
      time: 0, anyLongitude: longitude, latitude: latitude, altitude: numbers.count == 3 ? numbers[2] : nil)
  }
}
