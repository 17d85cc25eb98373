internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText
internal import TrackReading

/// Places on the earth: tracks, routes and waypoints of GPX (GPX 1.1), geometries of GeoJSON (RFC 7946).
struct TrackFile {
  /// In degrees.
  struct Place: Hashable {
    var longitude: Double
    var latitude: Double

    init(longitude: Double, latitude: Double) { (self.longitude, self.latitude) = (longitude, latitude) }

    init(_ point: GPXFile.Point) { self.init(longitude: point.longitude, latitude: point.latitude) }
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
  private static let maxNodes = 2_000_000
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
      guard let gpx = GPXFile(bytes, maxPoints: Self.maxPlaces, maxNodes: Self.maxNodes) else {
        throw ProviderError(.corruptInput, "the file is neither GPX nor GeoJSON")
      }
      read(gpx)
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

  private mutating func read(_ gpx: GPXFile) {
    title = gpx.title?.collapsed.shortened(to: Self.longestName)
    count = gpx.pointCount
    isCut = isCut || gpx.isCut
    lines = gpx.lines.map { $0.points.map(Place.init) }
    points = gpx.waypoints.map { (Place($0.point), $0.name?.collapsed.shortened(to: Self.longestName)) }
    for line in gpx.lines where !line.isRoute {
      var height: Double?
      for point in line.points {
        if let time = point.time { times = (times?.first ?? time, time) }
        // Small differences are noise of the receiver.
        guard let value = point.elevation, height.map({ abs(value - $0) >= 3 }) ?? true else { continue }
        if let last = height, value > last { climb += value - last }
        height = value
      }
    }
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
