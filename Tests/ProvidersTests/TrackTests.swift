internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Tracks and places", .timed)
struct TrackTests {
  @Test("Length, climb, time and names of places")
  func facts() async throws {
    let outcome = try await FolderDocument("track", "valid/pier.gpx").preview()
    #expect(outcome.reply.title == "Round the pier")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    // By the spherical law of cosines: 2 * 1,111.95 m to the north and back, 758.21 m and 758.35 m along the parallels.
    #expect(page.contains("<th>Length</th><td>3.7 km</td>"))
    #expect(page.contains("<th>Climb</th><td>20 m</td>"))
    #expect(page.contains("<td>2024-05-14T09:00:00Z – 2024-05-14T09:04:00Z</td>"))
    #expect(page.contains("<li>The &lt;lamp&gt;</li>"))
    #expect(page.contains("<img alt=\"The way\" src=\"cid:map\">"))
    let other = try await FolderDocument("track", "valid/pier.geojson").html()
    #expect(other.contains("<th>Lines</th><td>2</td>") && other.contains("<li>The &lt;lamp&gt;</li>"))
  }

  @Test("The thumbnail has a blue line with a green beginning and a red end", arguments: ["pier.gpx", "pier.geojson"])
  func line(_ name: String) async throws {
    let pixels = try await FolderDocument("track", "valid/\(name)").thumbnail()
    // 0.68 times as wide as high: a degree of longitude is shorter.
    #expect((pixels.width, pixels.height) == (87, 128))
    #expect(pixels.count(rows: 0...1) { $0[2] > 180 && $0[0] < 60 } > 200)
  }

  @Test("A track over the line of the date is as wide as it is")
  func dateLine() async throws {
    let folder = try TemporaryDirectory()
    let places = ["-0.14' lon='179.9", "0' lon='180", "0.14' lon='-179.9"].map { "<trkpt lat='\($0)'/>" }.joined()
    let track = try FolderDocument("track", text: "<gpx><trk><trkseg>\(places)</trkseg></trk></gpx>", in: folder)
    let pixels = try await track.thumbnail()
    // 0.2 by 0.28 degrees at the equator.
    #expect((pixels.width, pixels.height) == (91, 128))
    #expect(pixels.count(rows: 0.4...0.6) { $0[2] > 180 && $0[0] < 60 } > 20)
  }

  @Test("Very many small areas are seen, such as the buildings of a city", arguments: [0.004, 0.6])
  func buildings(side: Double) async throws {
    let areas = (0..<12_000).map { index in
      let (x, y) = (Double(index % 120), Double(index / 120))
      let places = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
      return "[[" + places.map { "[\($0.0 / 1_000), \($0.1 / 1_000)]" }.joined(separator: ",") + "]]"
    }
    let folder = try TemporaryDirectory()
    let text = "{\"type\": \"MultiPolygon\", \"coordinates\": [\(areas.joined(separator: ","))]}"
    let pixels = try await FolderDocument("track", text: text, in: folder).thumbnail()
    for rows in [0.1...0.4, 0.4...0.6, 0.6...0.9] {
      #expect(pixels.count(rows: rows) { $0[2] > 150 && $0[0] < 150 } > 100, "\(rows)")
    }
  }

  @Test(
    "Tracks with impossible places, without end, and with very many of them",
    arguments: [
      "<gpx><wpt lat='nan' lon='inf'/><wpt lat='0' lon='0'/></gpx>",
      "<gpx><wpt lat='1e308' lon='1'/><wpt lat='90' lon='180'/></gpx>",
      "<gpx><trk><trkseg><trkpt lat='1' lon='1'/><trkpt lat='1' lon='1'/>",
      "{\"type\": \"Point\", \"coordinates\": [1e300, \"a\"]}",
      "{\"type\": \"MultiPoint\", \"coordinates\": [[1, 2, 3], [4], null, 5]}", "many", "deep",
    ])
  func hostile(_ text: String) async throws {
    let many =
      "<gpx><trk><trkseg>" + String(repeating: "<trkpt lat='1' lon='2'/><trkpt lat='3' lon='4'/>", count: 300_000)
    let deep =
      String(repeating: "{\"type\": \"GeometryCollection\", \"geometries\": [", count: 40)
      + String(repeating: "]}", count: 40)
    let folder = try TemporaryDirectory()
    let document = try FolderDocument("track", text: text == "many" ? many : text == "deep" ? deep : text, in: folder)
    do {
      #expect(try await document.html().utf8.count < 1 << 20)
      #expect(try await document.thumbnail(side: 64).width > 0)
    } catch let error as ProviderError {
      #expect([.corruptInput, .limitExceeded].contains(error.code), "\(error)")
    }
  }
}
