internal import ByteStreams
package import ImageModel
internal import MetadataModel

/// Where somebody was at which time, by the tracks of GPX, KML and NMEA files.
package struct PositionTrack: Sendable {
  package struct Point: Hashable, Sendable {
    /// Seconds since 1970.
    package var time: Double
    /// In degrees.
    package var latitude: Double
    package var longitude: Double
    /// In metres.
    package var altitude: Double?

    package init(time: Double, latitude: Double, longitude: Double, altitude: Double? = nil) {
      (self.time, self.latitude, self.longitude, self.altitude) = (time, latitude, longitude, altitude)
    }

    /// - Parameter longitude: some programs count up to 360.
    /// - Returns: nil for a place that does not exist.
    init?(time: Double, anyLongitude longitude: Double, latitude: Double, altitude: Double?) {
      guard abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
      self.init(
        time: time, latitude: latitude,
        longitude: abs(longitude) > 180 ? longitude.remainder(dividingBy: 360) : longitude,
        altitude: altitude.flatMap { abs($0) < 100_000 ? $0 : nil })
    }
  }

  package enum Match: Hashable, Sendable {
    case found(Point)
    /// The seconds to the nearest point, which are too many.
    case tooFar(Double)
  }

  /// By time, each time once. Never empty.
  private let points: [Point]
  /// A hash of the files.
  package let fingerprint: UInt64

  private static let maxBytes = 512 << 20
  private static let maxPoints = 5_000_000
  private static let maxNodes = 50_000_000

  /// Reads files. Of points with equal times the last one counts, as in ExifTool.
  ///
  /// - Throws: `invalidData` for a file that is damaged, or of another type, or has no points with times;
  ///   `limitExceeded`; `io`.
  package init(paths: [String]) throws(ImageError) {
    var all: [Point] = []
    var hashes: [UInt8] = []
    for path in paths {
      let bytes = try SmallFile.bytes(path, limit: Self.maxBytes)
      let hash = StableHash.fnv1a(bytes)
      for shift in stride(from: UInt64(0), to: 64, by: 8) { hashes.append(UInt8(truncatingIfNeeded: hash >> shift)) }
      do throws(ImageError) { all += try Self.points(of: bytes) } catch { throw error.at(path: path) }
    }
    self.init(all, fingerprint: StableHash.fnv1a(hashes))
  }

  /// Reads the bytes of one file.
  ///
  /// - Throws: as `init(paths:)`.
  package init(_ bytes: [UInt8]) throws(ImageError) {
    self.init(try Self.points(of: bytes), fingerprint: StableHash.fnv1a(bytes))
  }

  /// - Parameter points: at least one, in any order.
  package init(_ points: [Point], fingerprint: UInt64 = 0) {
    self.fingerprint = fingerprint
    let sorted = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    var unique: [Point] = []
    unique.reserveCapacity(sorted.count)
    for (_, point) in sorted {
      if unique.last?.time == point.time { unique.removeLast() }
      unique.append(point)
    }
    self.points = unique
  }

  /// The points of a file, whose type its content says.
  private static func points(of bytes: [UInt8]) throws(ImageError) -> [Point] {
    let points: [Point]
    let isXML = bytes.first { !" \n\r\t\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "<")
    let xml = isXML ? TrackXML(bytes, maxNodes: maxNodes) : nil
    if let file = xml.flatMap({ GPXFile($0, maxPoints: maxPoints) }) {
      try check(isCut: file.isCut, damage: file.damage, "GPX")
      // Routes are plans, and waypoints need not be where somebody was.
      points = file.lines.filter { !$0.isRoute }.flatMap(\.points).compactMap(point)
    } else if let file = xml.flatMap({ KMLFile($0, maxPoints: maxPoints) }) {
      try check(isCut: file.isCut, damage: file.damage, "KML")
      points = file.points
    } else if !isXML, let file = NMEAFile(bytes, maxPoints: maxPoints) {
      try check(isCut: file.isCut, damage: nil, "NMEA")
      points = file.points
      if points.isEmpty, file.undatedCount > 0 {
        throw ImageError(.invalidData, "has no dates: GGA sentences have times alone, and there is no RMC sentence")
      }
      if points.isEmpty, file.damagedCount > 0 {
        throw ImageError(.invalidData, "the NMEA file is damaged: \(file.damagedCount) checksums are wrong")
      }
    } else {
      throw ImageError(.invalidData, "is not a track; GPX, KML and NMEA are read")
    }
    guard !points.isEmpty else { throw ImageError(.invalidData, "has no track whose points have times") }
    return points
  }

  private static func check(isCut: Bool, damage: String?, _ format: String) throws(ImageError) {
    if let damage { throw ImageError(.invalidData, "the \(format) file is damaged: \(damage)") }
    guard !isCut else { throw ImageError(.limitExceeded, "has more than \(maxPoints) points") }
  }

  private static func point(_ point: GPXFile.Point) -> Point? {
    // GPX 1.1 says that times are in UTC. Some programs leave out the Z.
    guard let text = point.time, let time = MetadataDate(text)?.time else { return nil }
    return Point(
      time: time.seconds, anyLongitude: point.longitude, latitude: point.latitude, altitude: point.elevation)
  }

  /// The place at a time. Between two points that are at most `maxGap` apart, it is on the line between them, in
  /// proportion to the time; otherwise it is that of the nearest point, if that is at most `maxGap` away. These are
  /// ExifTool's rules with `GeoMaxIntSecs` and `GeoMaxExtSecs` of `maxGap`.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - maxGap: in seconds.
  package func match(_ time: Double, maxGap: Double) -> Match {
    var (low, high) = (0, points.count)
    // The first point after the time.
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Self.nearest(points[0], time, maxGap) }
    let before = points[low - 1]
    guard low < points.count, before.time < time else { return Self.nearest(before, time, maxGap) }
    let after = points[low]
    guard after.time - before.time <= maxGap else {
      return Self.nearest(time - before.time < after.time - time ? before : after, time, maxGap)
    }
    let part = (time - before.time) / (after.time - before.time)
    func between(_ one: Double, _ other: Double) -> Double { one + (other - one) * part }
    // The shorter way round the earth.
    let east = (after.longitude - before.longitude).remainder(dividingBy: 360)
    var longitude = before.longitude + east * part
    if abs(longitude) > 180 { longitude.formRemainder(dividingBy: 360) }
    var altitude: Double?
    if let one = before.altitude, let other = after.altitude { altitude = between(one, other) }
    return .found(
      Point(time: time, latitude: between(before.latitude, after.latitude), longitude: longitude, altitude: altitude))
  }

  private static func nearest(_ point: Point, _ time: Double, _ maxGap: Double) -> Match {
    let gap = abs(time - point.time)
    return gap <= maxGap ? .found(point) : .tooFar(gap)
  }
}
