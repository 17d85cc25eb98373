internal import Foundation
internal import TestKit
internal import Testing

@Suite("Positions from tracks", .timed)
struct GeotagTests {
  private let folder: TemporaryDirectory
  private let track = """
    <?xml version="1.0"?><gpx version="1.1" creator="by hand" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="48.1" lon="-11.5"><ele>500</ele><time>2024-05-06T08:00:00Z</time></trkpt>
    <trkpt lat="48.2" lon="-11.7"><ele>560.5</ele><time>2024-05-06T08:01:00Z</time></trkpt>
    <trkpt lat="-33.25" lon="151.125"><ele>-3</ele><time>2024-05-06T12:00:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  /// The same places as sentences of a receiver, with the checksum that NMEA 0183 demands.
  private static func sentence(_ text: String) -> String {
    let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(text)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
  }

  private static let nmea =
    sentence("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1")
    + sentence("GPGGA,080000.00,4806.0000,N,01130.0000,W,1,08,1.0,500.0,M,47.0,M,,")
    + sentence("GPRMC,080000.00,A,4806.0000,N,01130.0000,W,000.5,054.7,060524,,,A")
    + sentence("GNRMC,080100.00,A,4812.0000,N,01142.0000,W,000.5,054.7,060524,,,A")
    + sentence("GNGGA,080100.00,4812.0000,N,01142.0000,W,2,08,1.0,560.5,M,47.0,M,,")
    + sentence("GPRMC,090000.00,V,,,,,,,060524,,,N")
    + sentence("GPGGA,115959.00,3315.0000,S,15107.5000,E,0,00,,,M,,M,,")
    + sentence("GPGGA,120000.00,3315.0000,S,15107.5000,E,1,08,1.0,-3.0,M,47.0,M,,")
    + sentence("GPRMC,120000.00,A,3315.0000,S,15107.5000,E,000.5,054.7,060524,,,A")

  private static let kml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <Placemark><name>Walk</name><gx:Track>
    <when>2024-05-06T08:00:00Z</when>
    <when>2024-05-06T10:01:00+02:00</when>
    <gx:coord>-11.5 48.1 500</gx:coord>
    <gx:coord>-11.7 48.2 560.5</gx:coord>
    </gx:Track></Placemark>
    <Placemark><TimeStamp><when>2024-05-06T12:00:00Z</when></TimeStamp>
    <Point><coordinates>151.125,-33.25,-3</coordinates></Point></Placemark>
    <Placemark><Point><coordinates>1,2,3</coordinates></Point></Placemark>
    </Document></kml>
    """

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array(track.utf8), to: "track.gpx")
    try folder.write(Array(Self.nmea.utf8), to: "track.nmea")
    try folder.write(Array(Self.kml.utf8), to: "track.kml")
  }

  private func imgconv(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("imgconv", arguments, directory: folder.path)
  }

  /// A photograph that was taken at a time of a clock without a zone.
  private func photo(_ name: String, _ time: String) async throws {
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: name)
    let result = try await imgconv(["--in-place", "--set", "exif.DateTimeOriginal=\(time)", name])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Latitude, longitude and altitude as ExifTool reads them; empty without a position.
  private func position(_ name: String) async throws -> [Double] {
    let result = try await Tool.run(
      "exiftool",
      [
        "-n", "-s3", "-Composite:GPSLatitude", "-Composite:GPSLongitude", "-Composite:GPSAltitude",
        folder.file(name),
      ])
    return result.text.split(separator: "\n").compactMap { Double($0) }
  }

  @Test(
    "Positions are those that exiftool -geotag finds in the same file", arguments: ["gpx", "kml", "nmea"],
    [
      "2024:05:06 10:00:00", "2024:05:06 10:00:30", "2024:05:06 10:00:59", "2024:05:06 09:45:00", "2024:05:06 10:20:00",
      "2024:05:06 12:00:00", "2024:05:06 13:45:00", "2024:05:06 14:30:00", "2024:05:06 14:31:00", "2024:05:06 09:29:00",
    ])
  func agreement(_ kind: String, _ time: String) async throws {
    for name in ["ours.jpg", "theirs.jpg"] { try await photo(name, time) }
    let options = ["--in-place", "--geotag", "track.\(kind)", "--geotag-zone", "+02:00"]
    let ours = try await imgconv(options + ["ours.jpg"])
    _ = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-geotag", folder.file("track.\(kind)"), "-geotime<${DateTimeOriginal}+02:00",
        folder.file("theirs.jpg"),
      ])
    let (found, expected) = (try await position("ours.jpg"), try await position("theirs.jpg"))
    #expect(found.count == expected.count, "\(found) \(expected)")
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 0.001, "\(found) \(expected)") }
    for (one, other) in zip(found, expected).prefix(2) { #expect(abs(one - other) < 1e-6, "\(found) \(expected)") }
    #expect(ours.status == (expected.isEmpty ? 3 : 0), "\(ours.errors)")
    #expect(ours.errors.contains("no position: the nearest point") == expected.isEmpty, "\(ours.errors)")
  }

  @Test("A shift of the clock and the gap count; other options of the same call are done in any case")
  func options() async throws {
    try await photo("a.jpg", "2024:05:06 08:00:20")
    let shifted = try await imgconv([
      "a.jpg", "-o", "b.jpg", "--geotag", "track.gpx", "--geotag-zone", "Z", "--geotag-shift", "+10s",
    ])
    #expect(shifted.status == 0, "\(shifted.errors)")
    let found = try await position("b.jpg")
    #expect(found.count == 3 && zip(found, [48.15, -11.6, 530.25]).allSatisfy { abs($0 - $1) < 0.001 }, "\(found)")
    let far = try await imgconv([
      "a.jpg", "-o", "c.jpg", "--geotag", "track.gpx", "--geotag-zone", "Z", "--geotag-gap", "10s", "--set",
      "exif.Artist=Ann",
    ])
    #expect(far.status == 3 && far.errors.contains("1 min away"), "\(far.errors)")
    #expect(try await position("c.jpg").isEmpty)
    #expect(try await Tool.run("exiftool", ["-s3", "-Artist", folder.file("c.jpg")]).text == "Ann\n")
    let unknown = try await imgconv(["a.jpg", "-o", "d.jpg", "--geotag", "track.gpx"])
    #expect(unknown.status == 3 && unknown.errors.contains("--geotag-zone says"), "\(unknown.errors)")
  }

  @Test("Positions go into sidecar files, too")
  func sidecar() async throws {
    try await photo("a.jpg", "2024:05:06 08:00:30")
    let options = ["--geotag", "track.gpx", "--geotag-zone", "Z", "--sidecar", "a.jpg"]
    let result = try await imgconv(options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await position("a.jpg").isEmpty)
    let shown = try await Tool.run(
      "exiftool", ["-n", "-s3", "-XMP-exif:GPSLatitude", "-XMP-exif:GPSLongitude", folder.file("a.jpg.xmp")])
    let found = shown.text.split(separator: "\n").compactMap { Double($0) }
    #expect(found.count == 2 && zip(found, [48.15, -11.6]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(shown.text)")
    let unknown = try await imgconv(["--geotag", "track.gpx", "--sidecar", "a.jpg"])
    #expect(unknown.status == 3 && unknown.errors.contains("--geotag-zone says"), "\(unknown.errors)")
  }

  @Test("What is no track is refused before any work")
  func refused() async throws {
    try await photo("a.jpg", "2024:05:06 08:00:20")
    try folder.write(Array("<kml/>".utf8), to: "b.kml")
    try folder.write(Array(track.replacingOccurrences(of: "time>", with: "cmt>").utf8), to: "c.gpx")
    try folder.write(Array(track.utf8.prefix(300)), to: "d.gpx")
    try folder.write(Array("nothing\n".utf8), to: "e.txt")
    try folder.write(Array(Self.sentence("GPGGA,080000.00,4806.0,N,01130.0,W,1,8,1.0,500.0,M,,M,,").utf8), to: "f.nmea")
    let wrong = Self.sentence("GPRMC,080000.00,A,4806.0,N,01130.0,W,0,0,060524,,").replacingOccurrences(
      of: "4806", with: "4807")
    try folder.write(Array(wrong.utf8), to: "g.nmea")
    try folder.write(Array(Self.kml.utf8.prefix(300)), to: "h.kml")
    for (arguments, message) in [
      (["--geotag", "b.kml"], "no track whose points have times"), (["--geotag", "e.txt"], "is not a track"),
      (["--geotag", "f.nmea"], "has no dates"), (["--geotag", "g.nmea"], "1 checksums are wrong"),
      (["--geotag", "h.kml"], "the KML file is damaged"), (["--geotag", "c.gpx"], "no track whose points have times"),
      (["--geotag", "d.gpx"], "damaged: line"), (["--geotag", "missing.gpx"], "missing.gpx"),
      (["--geotag-zone", "Z", "--set", "exif.Artist=Ann"], "--geotag-zone needs --geotag"),
      (["--geotag", "track.gpx", "--geotag-zone", "Berlin"], "expected a zone"),
      (["--geotag", "track.gpx", "--geotag-shift", "+1y"], "expected weeks"),
    ] {
      let result = try await imgconv(["a.jpg", "-o", "out.jpg"] + arguments)
      #expect(result.status == 64 && result.errors.contains(message), "\(arguments): \(result.errors)")
    }
    #expect(!folder.names.contains("out.jpg"))
  }
}
