internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// Places on the earth: tracks, routes and waypoints of GPX (GPX 1.1), geometries of GeoJSON (RFC 7946).
struct TrackFile {
  /// In degrees.
  struct Place: Hashable {
    var longitude: Double
    var latitude: Double
  }

  private(set) var title: String?
  /// Lines and the outlines of areas.
  private(set) var lines: [[Place]] = []
  /// Single places, and names for those that have one.
  private(set) var points: [(place: Place, name: String?)] = []
  /// The difference of all climbs, in metres, by the heights that the file has.
  private(set) var climb = 0.0
  /// The first and the last time, as they are written.
  private(set) var times: (first: String, last: String)?
  private(set) var isCut = false
  private var count = 0

  private static let maxBytes = 32 << 20
  private static let maxPlaces = 500_000
  private static let longestName = 200

  /// - Throws: `corruptInput` for a file without places, and what reading throws.
  init(path: String) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    isCut = !isWhole
    let first = bytes.first { !" \n\r\t\u{FEFF}".utf8.contains($0) }
    if first == UInt8(ascii: "{") {
      guard isWhole else { throw ProviderError(.limitExceeded, "the document has more than \(Self.maxBytes) bytes") }
      let value = try ValueFile.parse(bytes)
      title = value.member("name")?.text?.shortened(to: Self.longestName)
      try read(geometry: value, name: nil, depth: 0)
    } else {
      let xml = DocumentXML(bytes)
      guard xml.root == "gpx" else {
        throw ProviderError(.corruptInput, "the file is neither GPX nor GeoJSON\(xml.damage.map { ": \($0)" } ?? "")")
      }
      try read(xml)
    }
    lines.removeAll { $0.count < 2 }
    guard !lines.isEmpty || !points.isEmpty else {
      throw ProviderError(.corruptInput, "the document has no places")
    }
  }

  var placeCount: Int { count }

  private mutating func isFull() -> Bool {
    count += 1
    isCut = isCut || count > Self.maxPlaces
    return count > Self.maxPlaces
  }

  // MARK: GPX

  private mutating func read(_ xml: DocumentXML) throws {
    var line: [Place] = []
    var (path, text): ([String], String) = ([], "")
    var height: Double?
    var place: Place?
    var name: String?
    try xml.walk(skipping: ["extensions"]) { event, attributes in
      switch event {
      case .start(let element):
        path.append(element)
        text = ""
        if element == "trkseg" || element == "rte" { (line, height) = ([], nil) }
        guard ["trkpt", "rtept", "wpt"].contains(element) else { break }
        (place, name) = (
          Self.place(attributes["lon"].flatMap { Double($0) }, attributes["lat"].flatMap { Double($0) }), nil
        )
        if place != nil, isFull() { return false }
      case .text(let part): if text.utf8.count < 1_000 { text += part }
      case .end(let element):
        path = path.dropLast()
        let value = text.collapsed
        switch element {
        case "trkpt", "rtept": if let place { line.append(place) }
        case "wpt": if let place { points.append((place, name)) }
        case "trkseg", "rte": lines.append(line)
        case "name":
          let parent = path.last
          if parent == "wpt" { name = value.shortened(to: Self.longestName) }
          if parent == "trk" || parent == "rte" || parent == "metadata", title == nil, !value.isEmpty {
            title = value.shortened(to: Self.longestName)
          }
        case "ele":
          guard path.last == "trkpt", let value = Double(value), abs(value) < 20_000 else { break }
          // Small differences are noise of the receiver.
          if let last = height, value < last + 3, value > last - 3 { break }
          if let last = height, value > last { climb += value - last }
          height = value
        case "time": if path.last == "trkpt", value.utf8.count < 40 { times = (times?.first ?? value, value) }
        default: break
        }
        text = ""
      }
      return true
    }
    // A file that is cut within a track.
    if lines.last != line { lines.append(line) }
  }

  private static func place(_ longitude: Double?, _ latitude: Double?) -> Place? {
    guard let longitude, let latitude, abs(longitude) <= 360, abs(latitude) <= 90 else { return nil }
    return Place(longitude: longitude, latitude: latitude)
  }

  // MARK: GeoJSON

  private mutating func read(geometry value: StructuredValue, name: String?, depth: Int) throws {
    try Task.checkCancellation()
    guard depth < 16, count <= Self.maxPlaces else { return }
    let coordinates = value.member("coordinates")
    switch value.member("type")?.text {
    case "FeatureCollection":
      for feature in value.member("features")?.elements ?? [] {
        try read(geometry: feature, name: nil, depth: depth + 1)
      }
    case "GeometryCollection":
      for part in value.member("geometries")?.elements ?? [] { try read(geometry: part, name: name, depth: depth + 1) }
    case "Feature":
      guard let geometry = value.member("geometry") else { return }
      let name = value.member("properties")?.member("name")?.text?.shortened(to: Self.longestName)
      try read(geometry: geometry, name: name, depth: depth + 1)
    case "Point": if let place = place(coordinates), !isFull() { points.append((place, name)) }
    case "MultiPoint":
      for part in coordinates?.elements ?? [] { if let place = place(part), !isFull() { points.append((place, name)) } }
    case "LineString": add(coordinates)
    case "MultiLineString", "Polygon": for part in coordinates?.elements ?? [] { add(part) }
    case "MultiPolygon":
      for polygon in coordinates?.elements ?? [] { for part in polygon.elements ?? [] { add(part) } }
    default: return
    }
  }

  private func place(_ value: StructuredValue?) -> Place? {
    func number(_ index: Int) -> Double? {
      guard case .number(let number, _)? = value?.element(index)?.content else { return nil }
      return number
    }
    return Self.place(number(0), number(1))
  }

  private mutating func add(_ coordinates: StructuredValue?) {
    var line: [Place] = []
    for part in coordinates?.elements ?? [] {
      guard let place = place(part) else { continue }
      if isFull() { break }
      line.append(place)
    }
    lines.append(line)
  }
}
