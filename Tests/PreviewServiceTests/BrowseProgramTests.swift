internal import StructuredText
internal import TestKit
internal import Testing

/// What confined programs say: poppler's, imgmeta and imgindex.
@Suite("previewd: pages, words and metadata at /browse/", .timed)
struct BrowseProgramTests {
  /// Makes a PDF document of two pages with text and an outline. The first page is cropped, the second one rotated.
  private static let makeDocument = #"""
    import sys
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/%s/Contents 5 0 R/Resources<</Font<</F 8 0 R>>>>>>"
    text = "BT /F 20 Tf 72 300 Td (Hello <World> & co) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        page % "CropBox[10 20 300 400]", page % "Rotate 90",
        f"<</Length {len(text)}>>stream\n{text}\nendstream",
        "<</Type/Outlines/First 7 0 R/Last 9 0 R/Count 2>>",
        "<</Title(First & one)/Parent 6 0 R/Dest[3 0 R/Fit]/Next 9 0 R/First 10 0 R/Last 10 0 R/Count 1>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Title(Second)/Parent 6 0 R/Prev 7 0 R/Dest[4 0 R/Fit]>>", "<</Title(Inner)/Parent 7 0 R/Dest[4 0 R/Fit]>>",
    ]
    data, offsets = b"%PDF-1.4\n", []
    for number, value in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{value}\nendobj\n".encode()
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    data += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    open(sys.argv[1], "wb").write(data)
    """#

  private static func parsed(_ answer: Answer) throws -> StructuredValue {
    var parser = JSONParser(answer.body, limits: StructuredLimits())
    return try parser.parse()
  }

  private static func numbers(_ value: StructuredValue?) -> [Double] {
    guard case .array(let elements)? = value?.content else { return [] }
    return elements.compactMap { if case .number(let number, _) = $0.content { number } else { nil } }
  }

  private static func text(_ value: StructuredValue?) -> String? {
    if case .string(let text)? = value?.content { text } else { nil }
  }

  @Test("The pages of a PDF document have sizes, an outline, and words at their places")
  func document() async throws {
    try await BrowsePageTests.with { service in
      let made = try await Tool.python(Self.makeDocument, ["\(service.folder)/root/a.pdf"])
      #expect(made.status == 0, "\(made.errors)")
      let answer = try await service.ask("/browse/root/a.pdf?parts", headers: ["Accept: application/json"])
      #expect(
        answer.status == 200 && answer.member("pages") == "2" && answer.member("words") == "true", "\(answer.text)")
      let parts = try Self.parsed(answer)
      #expect(Self.numbers(parts.member("sizes")?.element(0)) == [290, 380])
      #expect(Self.numbers(parts.member("sizes")?.element(1)) == [400, 300])
      let outline = parts.member("outline")
      #expect(Self.text(outline?.element(0)?.member("title")) == "First & one")
      #expect(Self.text(outline?.element(0)?.member("children")?.element(0)?.member("title")) == "Inner")
      #expect(Self.text(outline?.element(1)?.member("title")) == "Second")

      let words = try Self.parsed(try await service.ask("/browse/root/a.pdf?words&page=1")).member("words")
      #expect((0..<4).map { Self.text(words?.element($0)?.element(0)) } == ["Hello", "<World>", "&", "co"])
      // The text begins at 72 points, the visible part of the page at 10. In Helvetica, H, e, l and o are 722, 556, 222
      // and 556 thousandths wide.
      let places = Self.numbers(words?.element(0))
      #expect(abs(places[0] - 62) < 0.01 && abs(places[2] - 20 * 2.278) < 0.01, "\(places)")
      // The line lies at 400 - 300 from the top, in a box that begins there.
      #expect(places[1] < 100 && places[1] + places[3] > 100)
      #expect(try await service.ask("/browse/root/a.pdf?words&page=3").isProblem(400, "requestInvalid"))
    }
  }

  @Test("A document that is none says so")
  func damage() async throws {
    try await BrowsePageTests.with { service in
      try service.write("a.pdf", "hello")
      try service.write("a.jpg", "hello")
      try service.write("a.txt", "hello")
      for target in ["a.pdf?parts", "a.pdf?words&page=1", "a.jpg?metadata"] {
        #expect(try await service.ask("/browse/root/\(target)").isProblem(422, "corruptInput"), "\(target)")
      }
      #expect(try await service.ask("/browse/root/a.txt?words").isProblem(404, "notFound"))
    }
  }

  @Test("The metadata of a picture are imgmeta's groups")
  func metadata() async throws {
    let file = Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")
    try await BrowsePageTests.with(["root": [Fixtures.path("jpeg/valid")]]) { service in
      let answer = try await service.ask("/browse/valid/exif_gps_big_endian.jpg?metadata")
      #expect(answer.status == 200, "\(answer.text)")
      let groups = try Self.parsed(answer)
      // As exiftool prints them.
      #expect(Self.text(groups.member("IFD0")?.member("Make")) == "Cameo")
      #expect(Self.text(groups.member("Exif")?.member("DateTimeOriginal")) == "2024:05:06 07:08:09")
      #expect(Self.text(groups.member("File")?.member("Format")) == "JPEG")
      let own = try await Tool.cameo("imgmeta", ["--jsonl", "--value", "readable", file])
      #expect(own.text.contains(#""Make": "Cameo""#))
    }
  }

  @Test("Files are found by their metadata, if a catalogue lies over the root")
  func catalogue() async throws {
    let directory = try TemporaryDirectory()
    let root = Fixtures.path("jpeg/valid")
    let made = try await Tool.cameo("imgindex", ["update", directory.file("photos.db"), root])
    // One of them has a warning.
    #expect(made.status == 3, "\(made.errors)")
    try await BrowsePageTests.with(["root": [root], "catalogue": [directory.file("photos.db")]]) { service in
      let answer = try await service.ask("/browse/valid/?where=Model+%3D+%22Fixture+One%22")
      #expect(answer.status == 200, "\(answer.text)")
      let found = BrowsePageTests.texts(try BrowsePageTests.items(answer), "path")
      let expected = try await Tool.cameo(
        "imgindex", ["query", directory.file("photos.db"), #"Model = "Fixture One""#])
      #expect(found == expected.text.split(separator: "\n").map { String($0.dropFirst(root.count + 1)) })
      #expect(found.contains("exif_gps_big_endian.jpg"))
      let wrong = try await service.ask("/browse/valid/?where=Model+%3D")
      #expect(wrong.isProblem(400, "requestInvalid") && wrong.text.contains("it ends too early"), "\(wrong.text)")
      // A word, not an option.
      #expect(try BrowsePageTests.items(try await service.ask("/browse/valid/?where=--help")).isEmpty)
    }
    try await BrowsePageTests.with { service async throws in
      #expect(try await service.ask("/browse/root/?where=Model").isProblem(404, "notFound"))
    }
  }
}
