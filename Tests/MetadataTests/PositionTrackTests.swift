internal import TestKit
internal import Testing
internal import TrackReading

@Suite("Tracks", .timed)
struct PositionTrackTests {
  private typealias Point = PositionTrack.Point

  @Test("Between two points the place is in proportion to the time; far from all points there is none")
  func interpolation() {
    let track = PositionTrack([
      Point(time: 1_000, latitude: 10, longitude: 20, altitude: 100), Point(time: 1_100, latitude: 11, longitude: 22),
      Point(time: 5_000, latitude: 50, longitude: 60, altitude: 500),
      Point(time: 0, latitude: 0, longitude: 0, altitude: 0),
    ])
    func place(_ time: Double, _ gap: Double = 1_800) -> [Double]? {
      guard case .found(let point) = track.match(time, maxGap: gap) else { return nil }
      return [point.latitude, point.longitude, point.altitude ?? -1]
    }
    #expect(place(500) == [5, 10, 50])
    #expect(place(1_000) == [10, 20, 100])
    #expect(place(1_025) == [10.25, 20.5, -1])
    #expect(place(-1_800) == [0, 0, 0])
    #expect(place(-1_801) == nil)
    // In a gap that is too long, the nearest point counts.
    #expect(place(2_000) == [11, 22, -1])
    #expect(place(4_000) == [50, 60, 500])
    #expect(place(3_000, 1_000) == nil)
    #expect(place(6_800) == [50, 60, 500])
    #expect(track.match(6_900, maxGap: 1_800) == .tooFar(1_900))
  }

  @Test("A line over the date line goes the shorter way, and of two points with one time the last counts")
  func dateLine() {
    let track = PositionTrack([
      Point(time: 0, latitude: 0, longitude: 5), Point(time: 0, latitude: 0, longitude: 179),
      Point(time: 10, latitude: 0, longitude: -177),
    ])
    func longitude(_ time: Double) -> Double? {
      guard case .found(let point) = track.match(time, maxGap: 60) else { return nil }
      return point.longitude
    }
    #expect(longitude(0) == 179)
    #expect(longitude(5) == -179)
  }

  @Test("Points, their heights and times, names and routes of GPX are read; extensions are not")
  func gpx() throws {
    let text = """
      <?xml version="1.0"?><g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:metadata><g:name> A day </g:name>
      <g:time>2024-05-06T00:00:00Z</g:time></g:metadata><g:wpt lat="1" lon="2"><g:name>Pier</g:name></g:wpt>
      <g:rte><g:rtept lat="3" lon="4"/></g:rte><g:trk><g:trkseg>
      <g:trkpt lat="5" lon="6"><g:ele>7.5</g:ele><g:time>2024-05-06T07:08:09Z</g:time>
      <g:extensions><g:trkpt lat="9" lon="9"/><g:ele>1</g:ele></g:extensions></g:trkpt>
      <g:trkpt lat="95" lon="6"/><g:trkpt lat="6" lon="7"/></g:trkseg></g:trk></g:gpx>
      """
    let file = try #require(GPXFile(Array(text.utf8), maxPoints: 10, maxNodes: 1_000))
    #expect(file.title == "A day" && file.damage == nil && !file.isCut && file.pointCount == 4)
    #expect(file.waypoints.map(\.name) == ["Pier"])
    #expect(file.lines.map(\.isRoute) == [true, false])
    #expect(file.lines[1].points.map(\.latitude) == [5, 6])
    #expect(file.lines[1].points[0].elevation == 7.5)
    #expect(file.lines[1].points[0].time == "2024-05-06T07:08:09Z")
    let cut = try #require(GPXFile(Array(text.utf8), maxPoints: 3, maxNodes: 1_000))
    #expect(cut.isCut && cut.lines.last?.points.count == 1)
    let damaged = try #require(GPXFile(Array(text.utf8.prefix(text.utf8.count - 20)), maxPoints: 10, maxNodes: 1_000))
    #expect(damaged.damage != nil && damaged.lines.count == 2)
    #expect(GPXFile(Array("<kml/>".utf8), maxPoints: 10, maxNodes: 10) == nil)
  }

  private func track(_ text: String) async throws -> PositionTrack {
    let folder = try TemporaryDirectory()
    return try PositionTrack(paths: [try folder.write(Array(text.utf8), to: "track")])
  }

  private func place(_ track: PositionTrack, _ time: Double) -> [Double]? {
    guard case .found(let point) = track.match(time, maxGap: 0) else { return nil }
    return [point.latitude, point.longitude, point.altitude ?? -1]
  }

  @Test("A place after midnight without a date of its own is of the next day")
  func midnight() async throws {
    // The example of NMEA's documentation with its checksum: 4807.038 N is 48 + 7.038 / 60 degrees.
    let example = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    let text = """
      2024 recorded $GPRMC,235958.5,A,4807.038,N,01131.000,E,022.4,084.4,311299,003.1,W
      $GPGGA,000002.25,4807.038,S,01131.000,W,1,08,0.9,545.4,M,46.9,M,,
      $GPGGA,000102,4807.038,S,01131.000,W,1,08,0.9,545.4,M,46.9,M,,
      $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
      """
    let track = try await track(text.replacing("\n", with: "\r\n") + "\r\n" + example)
    let north = 48 + 7.038 / 60
    let east = 11 + 31.0 / 60
    // 2000-01-01 begins at 946,684,800; 1994-03-23 at 764,380,800.
    #expect(place(track, 946_684_798.5) == [north, east, -1])
    #expect(place(track, 946_684_802.25) == [-north, -east, 545.4])
    #expect(place(track, 946_684_862) == nil)
    #expect(place(track, 764_380_800 + 45_319) == [north, east, 545.4])
  }

  @Test("Sentences of one time of day on two days are two points")
  func twoDays() async throws {
    let track = try await track(
      """
      $GPRMC,120000,A,4800.0,N,01130.0,E,0,0,010170,,
      $GPRMC,120000,A,4900.0,N,01130.0,E,0,0,020170,,

      """)
    #expect(place(track, 43_200) == [48, 11.5, -1])
    #expect(place(track, 86_400 + 43_200) == [49, 11.5, -1])
  }

  @Test("Heights above the ground, and files whose heights are all 0, give none")
  func heights() async throws {
    func kml(_ mode: String, _ height: Int) -> String {
      """
      <kml><Placemark><Track>\(mode)<when>1970-01-01T00:00:10Z</when><coord>190 2 \(height)</coord></Track></Placemark>
      <Placemark><TimeStamp><when>1970-01-01T00:00:20Z</when></TimeStamp>
      <Point><coordinates> 3,4 </coordinates></Point></Placemark></kml>
      """
    }
    #expect(place(try await track(kml("", 7)), 10) == [2, -170, 7])
    #expect(place(try await track(kml("", 0)), 10) == [2, -170, -1])
    #expect(place(try await track(kml("<altitudeMode>relativeToGround</altitudeMode>", 7)), 10) == [2, -170, -1])
    #expect(place(try await track(kml("", 7)), 20) == [4, 3, -1])
  }
}
