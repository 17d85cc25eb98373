internal import Foundation
internal import TestKit
internal import Testing

/// `imgmeta --validate`. What is expected comes from `exiftool -validate -warning -a`.
@Suite("imgmeta --validate", .timed)
struct ValidationTests {
  /// A finding in words that both programs have: the rule and, where one is concerned, the tag.
  private struct Claim: Hashable, CustomStringConvertible {
    var rule: String
    var tag = ""
    var description: String { "\(rule) \(tag)" }
  }

  /// The findings of each file, by its name.
  private func ours(_ paths: [String]) async throws -> [String: Set<Claim>] {
    let result = try await Tool.cameo("imgmeta", ["--validate", "--json"] + paths)
    let records = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    return Dictionary(
      records.map { record in
        let findings = record["findings"] as? [[String: String]] ?? []
        #expect(findings.allSatisfy { !($0["clause"] ?? "").isEmpty })
        let claims = findings.map { finding in
          // Of overlaps the message names the other part.
          let text = (finding["place"] ?? "") + (finding["rule"] == "overlap" ? "" : finding["message"] ?? "")
          return Claim(rule: finding["rule"] ?? "", tag: Self.tag(text))
        }
        return ((record["input"] as? String ?? "").split(separator: "/").last.map(String.init) ?? "", Set(claims))
      }, uniquingKeysWith: { $0.union($1) })
  }

  private static func tag(_ text: String) -> String {
    text.firstMatch(of: /0x[0-9A-Fa-f]{4}/).map { $0.output.lowercased() } ?? ""
  }

  /// What exiftool's warnings are called here.
  private static let words: [(String, String)] = [
    ("Non-standard format", "field-type"), ("out of sequence", "entry-order"), ("Duplicate tag", "duplicate-tag"),
    ("Wrong IFD", "wrong-directory"), ("overlaps", "overlap"), ("requires ExifVersion", "exif-version"),
    ("Missing required", "missing-tag"), ("IPTCDigest is not current", "iptc-digest"), ("IPTC", "iptc"),
  ]

  private func theirs(_ paths: [String]) async throws -> [String: Set<Claim>] {
    let result = try await Tool.run("exiftool", ["-validate", "-warning", "-a", "-G4", "-j"] + paths)
    let records = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    return Dictionary(
      records.map { record in
        let warnings = record.filter { $0.key.hasSuffix("Warning") }.compactMap { $0.value as? String }
        let claims = warnings.compactMap { warning in
          Self.words.first { warning.contains($0.0) }.map { Claim(rule: $0.1, tag: Self.tag(warning)) }
        }
        return ((record["SourceFile"] as? String ?? "").split(separator: "/").last.map(String.init) ?? "", Set(claims))
      }, uniquingKeysWith: { $0.union($1) })
  }

  // MARK: A file with defects

  private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func field(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    number(tag, 2) + number(type, 2) + number(count, 4) + value
  }

  private static func directory(_ fields: [[UInt8]]) -> [UInt8] {
    number(fields.count, 2) + fields.flatMap { $0 } + number(0, 4)
  }

  /// A big-endian block whose fields break a rule each.
  private static var block: [UInt8] {
    let date = Array("2024-05-06 07:08:09\0".utf8)
    let place = 8 + 2 + 12 * 6 + 4
    let exifPlace = place + date.count
    let main = directory([
      // A LONG instead of a SHORT.
      field(0x0112, 4, 1, number(1, 4)),
      // Out of order, without a NUL, and twice.
      field(0x010F, 2, 4, Array("Anna".utf8)), field(0x010F, 2, 2, Array("A\0\0\0".utf8)),
      field(0x0132, 2, 20, number(place, 4)),
      // A tag of the Exif directory.
      field(0xA403, 3, 1, [0, 0, 0, 0]), field(0x8769, 4, 1, number(exifPlace, 4)),
    ])
    let data = exifPlace + 2 + 12 * 10 + 4
    let exif = directory([
      // The value is in the directory itself.
      field(0x829A, 5, 1, number(exifPlace + 2, 4)), field(0x829D, 5, 1, number(data, 4)),
      field(0x9000, 7, 4, Array("0220".utf8)), field(0x9101, 7, 4, [1, 2, 3, 0]),
      // A RATIONAL instead of an SRATIONAL.
      field(0x9201, 5, 1, number(data + 8, 4)),
      field(0x9209, 3, 1, [0, 200, 0, 0]), field(0xA001, 3, 1, [0, 1, 0, 0]), field(0xA002, 3, 1, [0, 1, 0, 0]),
      field(0xA003, 3, 1, [0, 1, 0, 0]),
      // A tag of Exif 2.3.
      field(0xA434, 2, 2, Array("X\0\0\0".utf8)),
    ])
    let fractions = [28, 0, 7, 1].flatMap { number($0, 4) }
    return [0x4D, 0x4D, 0, 42] + number(8, 4) + main + date + exif + fractions
  }

  @Test("Defects of directories are those that exiftool finds, and more")
  func defects() async throws {
    let directory = try TemporaryDirectory()
    let segment = Array("Exif\0\0".utf8) + Self.block
    let picture = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    let bytes = picture[..<2] + [0xFF, 0xE1] + Self.number(segment.count + 2, 2) + segment + picture[2...]
    let path = try directory.write(Array(bytes), to: "a.jpg")
    let own = try #require(try await ours([path])["a.jpg"])
    let other = try #require(try await theirs([path])["a.jpg"])
    #expect(other.count >= 12)
    // The date is no date, the text has no end, 28/0 has no value, the bits of Flash are not defined.
    let more: Set<Claim> = [
      Claim(rule: "date", tag: "0x0132"), Claim(rule: "text-end", tag: "0x010f"),
      Claim(rule: "rational", tag: "0x829d"),
      Claim(rule: "value-range", tag: "0x9209"),
    ]
    #expect(own == other.union(more), "\(own.symmetricDifference(other.union(more)))")
    let text = try await Tool.cameo("imgmeta", ["--validate", path])
    #expect(text.status == 3)
    #expect(
      text.text.contains(
        "a.jpg: warning: IFD0: Orientation (0x0112): the type is LONG instead of SHORT [field-type; Exif 3.0"))
    #expect(text.errors == "")
  }

  @Test("Mandatory tags and digests of the sound JPEG files are those that exiftool misses")
  func sound() async throws {
    let names = Fixtures.names(under: "jpeg/valid").filter { $0.hasSuffix(".jpg") }
    let paths = names.map { Fixtures.path($0) }
    let (own, other) = (try await ours(paths), try await theirs(paths))
    func kept(_ claims: Set<Claim>?) -> Set<Claim> {
      Set(
        (claims ?? []).filter { ["missing-tag", "iptc-digest", "wrong-directory", "duplicate-tag"].contains($0.rule) })
    }
    #expect(Set(own.keys) == Set(other.keys))
    for (name, claims) in other {
      #expect(kept(own[name]) == kept(claims), "\(name)")
      // Lengths and times of IPTC.
      if claims.contains(where: { $0.rule == "iptc" }) {
        #expect(own[name]?.contains { $0.rule == "iptc-length" || $0.rule == "iptc-value" } ?? false, "\(name)")
      }
    }
  }

  @Test("Defects of SubIFDs, also of chained ones and those below, are those that exiftool finds")
  func parts() async throws {
    let folder = try TemporaryDirectory()
    func size(_ further: [[UInt8]]) -> [[UInt8]] {
      [Self.field(256, 3, 1, [0, 1, 0, 0]), Self.field(257, 3, 1, [0, 1, 0, 0])] + further
    }
    // The places of the page's pixel, of its two resolutions, and of the directories.
    let (pixel, fractions) = (8, 10)
    let page = 26
    let first = page + 2 + 12 * 9 + 4
    let second = first + 2 + 12 * 4 + 4
    let third = second + 2 + 12 * 7 + 4
    let strips = [Self.field(273, 4, 1, Self.number(pixel, 4)), Self.field(279, 3, 1, [0, 1, 0, 0])]
    let gray = Self.field(262, 3, 1, [0, 1, 0, 0])
    let main = size(
      [
        gray, strips[0], Self.field(278, 3, 1, [0, 1, 0, 0]), strips[1],
        Self.field(282, 5, 1, Self.number(fractions, 4)),
      ]
        + [Self.field(283, 5, 1, Self.number(fractions + 8, 4)), Self.field(330, 4, 1, Self.number(first, 4))])
    // Out of order, without a photometric interpretation and strips, chained to the next one.
    let one = Self.directory(
      [
        Self.field(257, 3, 1, [0, 1, 0, 0]), Self.field(256, 3, 1, [0, 1, 0, 0]), Self.field(254, 4, 1, [0, 0, 0, 1]),
      ]
        + [Self.field(277, 3, 1, [0, 1, 0, 0])])
    // An orientation of the wrong type, and a directory below.
    let two = Self.directory(
      size([gray, strips[0], Self.field(274, 4, 1, Self.number(1, 4)), strips[1]])
        + [Self.field(330, 4, 1, Self.number(third, 4))])
    let three = Self.directory(size([gray, strips[0], Self.field(274, 3, 1, [0, 9, 0, 0]), strips[1]]))
    let head = [0x4D, 0x4D, 0, 42] + Self.number(page, 4) + [7, 0] + [72, 1, 72, 1].flatMap { Self.number($0, 4) }
    let bytes = head + Self.directory(main) + one.dropLast(4) + Self.number(second, 4) + two + three
    let path = try folder.write(bytes, to: "a.tif")
    let own = try #require(try await ours([path])["a.tif"])
    let other = try #require(try await theirs([path])["a.tif"])
    #expect(other.contains(Claim(rule: "entry-order", tag: "0x0100")), "\(other)")
    #expect(other.contains(Claim(rule: "field-type", tag: "0x0112")), "\(other)")
    let more = ["0x0106", "0x0111", "0x0117"].map { Claim(rule: "missing-tag", tag: $0) }
    let orientation = Claim(rule: "value-range", tag: "0x0112")
    #expect(own.filter { $0.rule != "structure" } == other.union(more).union([orientation]), "\(own) \(other)")
    let text = try await Tool.cameo("imgmeta", ["--validate", path]).text
    #expect(text.contains("IFD0/SubIFD2/SubIFD1: Orientation (0x0112): the value 9 is not defined"), "\(text)")
  }

  @Test("A file without findings is status 0, and what a reader cannot read is a finding")
  func statuses() async throws {
    let directory = try TemporaryDirectory()
    let good = directory.file("good.jpg")
    let made = try await Tool.run(
      "exiftool", ["-q", "-Artist=Ann", "-XMP-dc:Title=Sea", "-o", good, Fixtures.path("jpeg/valid/size_1x1.jpg")])
    #expect(made.status == 0, "\(made.errors)")
    let fine = try await Tool.cameo("imgmeta", ["--validate", good])
    #expect(fine.status == 0 && fine.text == "" && fine.errors == "", "\(fine.text)")
    let bad = try directory.write(Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><a></x:xmpmeta>".utf8), to: "bad.xmp")
    let broken = try await Tool.cameo("imgmeta", ["--validate", bad])
    #expect(broken.status == 3 && broken.text.contains("[xmp-syntax; XMP, part 1"), "\(broken.text)")
    let pdf = try await Tool.cameo("imgmeta", ["--validate", Fixtures.path("preview/valid/bars.pdf")])
    #expect(pdf.status == 0 && pdf.errors.contains("only the XMP packet is checked"), "\(pdf.errors)")
    let allowed = try await Tool.cameo("imgmeta", ["--validate", "--warning-exit-0", bad])
    #expect(allowed.status == 0)
    // A comment whose length is 1, which is less than the length itself.
    let picture = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    let cut = try directory.write(picture[..<2] + [0xFF, 0xFE, 0, 1] + picture[2...], to: "comment.jpg")
    let comment = try await Tool.cameo("imgmeta", ["--validate", cut])
    #expect(comment.status == 3 && comment.text.contains("impossible length [structure;"), "\(comment.text)")
  }

  @Test("Damaged files have findings or errors, one record each")
  func damaged() async throws {
    let paths = ["jpeg/broken", "tiff/broken", "png/broken", "webp/broken"].flatMap { folder in
      Fixtures.names(under: folder).map { Fixtures.path($0) }
    }
    let result = try await Tool.cameo("imgmeta", ["--validate", "--jsonl"] + paths)
    #expect(result.status == 1)
    #expect(result.text.split(separator: "\n").count == paths.count)
  }
}
