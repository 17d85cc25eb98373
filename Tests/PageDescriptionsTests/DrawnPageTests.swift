internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PageDescriptions
internal import TestKit
internal import Testing

@Suite("Drawn pages", .timed) struct DrawnPageTests {
  private func page(_ elements: String, page: String = "\"size\": [200, 100], \"margin\": 10") throws -> Drawn {
    try Drawn("{\"version\": 1, \"pages\": [{\(page), \"elements\": [\(elements)]}]}")
  }

  @Test("Shapes are at their places from the upper left")
  func shapesAreAtTheirPlacesFromTheUpperLeft() async throws {
    let drawn = try page(
      """
      {"type": "rectangle", "x": 20, "y": 10, "width": 30, "height": 20, "fill": "#ff0000"},
      {"type": "ellipse", "x": 60, "y": 10, "width": 20, "height": 20, "fill": "rgb(0, 128, 0)"},
      {"type": "path", "x": 100, "y": 10, "data": "M 0 0 h 20 v 20 H 0 z", "fill": "navy"},
      {"type": "path", "x": 130, "y": 10, "width": 20, "viewBox": [0, 0, 2, 2], "data": "M0 0h2v2H0zM.5.5v1h1v-1z", "fill": "black"},
      {"type": "line", "from": [0, 80], "to": [200, 80], "stroke": {"color": "#00f", "width": 4}},
      {"type": "group", "x": 20, "y": 50, "width": 10, "height": 10, "clip": true, "elements": [
        {"type": "rectangle", "x": 5, "y": 5, "width": 50, "height": 50, "fill": "orange"}]},
      {"type": "rectangle", "x": 60, "y": 50, "width": 20, "height": 4, "fill": "black", "rotation": 90},
      {"type": "rectangle", "x": 100, "y": 50, "width": 20, "height": 20, "fill": "black", "opacity": 0.5}
      """)
    let seen = try await drawn.pixels([
      (21, 11), (49, 29), (19, 20), (35, 31), (70, 20), (61, 11), (110, 20), (131, 11), (140, 20), (100, 80), (100, 83),
      (27, 57), (32, 57), (22, 52), (70, 44), (70, 60), (62, 52), (110, 60),
    ])
    #expect(
      seen == [
        "#ff0000", "#ff0000", "#ffffff", "#ffffff", "#008000", "#ffffff", "#000080", "#000000", "#ffffff", "#0000ff",
        "#ffffff", "#ffa500", "#ffffff", "#ffffff", "#000000", "#000000", "#ffffff", "#7f7f7f",
      ])
  }

  @Test("Gradients run across their box")
  func gradientsRunAcrossTheirBox() async throws {
    let drawn = try page(
      """
      {"type": "rectangle", "x": 0, "y": 0, "width": 200, "height": 50,
       "fill": {"gradient": "linear", "from": [0, 0], "to": [1, 0], "stops": ["black", "white"]}}
      """, page: "\"size\": [200, 100], \"margin\": 0, \"background\": \"#123456\"")
    let seen = try await drawn.pixels([(1, 25), (199, 25), (100, 25), (100, 75)])
    #expect(seen[3] == "#123456")
    let gray = seen.prefix(3).compactMap { Int($0.suffix(2), radix: 16) }
    #expect(gray[0] < 6 && gray[1] > 249 && abs(gray[2] - 128) < 4)
  }

  @Test("Text is aligned in its box and found by Poppler")
  func textIsAlignedInItsBoxAndFoundByPoppler() async throws {
    let drawn = try page(
      """
      {"type": "text", "text": "Left"},
      {"type": "text", "align": "end", "text": "Right"},
      {"type": "text", "y": 30, "style": {"font": "serif", "weight": "bold"}, "runs": ["Ελλη", {"text": "νικά", "style": {"color": "red"}}]}
      """)
    let found = try await Tool.run("pdftotext", ["-bbox", drawn.path, "-"]).text.split(separator: "\n").filter {
      $0.contains("<word")
    }
    // poppler reads a page column by column where it sees columns.
    let words = ["Left", "Right", "Ελληνικά"].compactMap { word in found.first { $0.contains(">\(word)<") } }
    func edge(_ word: Int, _ name: String) -> Double {
      words[word].split(separator: " ").first { $0.hasPrefix(name) }.flatMap {
        Double($0.split(separator: "\"")[1])
      } ?? .nan
    }
    try #require(words.count == 3)
    // The margins are 10 points.
    #expect(abs(edge(0, "xMin") - 10) < 1.5)
    #expect(abs(edge(1, "xMax") - 190) < 1.5)
    #expect(edge(0, "yMin") >= 8 && edge(0, "yMin") < 13)
    #expect(edge(2, "yMin") > 28 && edge(2, "yMin") < 33)
  }

  @Test("Text shrinks until it fits")
  func textShrinksUntilItFits() async throws {
    let drawn = try page(
      """
      {"type": "text", "width": 100, "height": 40, "overflow": "shrink", "style": {"size": 30},
       "text": "quite a number of words for such a small box"}
      """)
    let words = try await Tool.run("pdftotext", ["-bbox", drawn.path, "-"]).text.split(separator: "\n").filter {
      $0.contains("<word")
    }
    #expect(words.count == 10)
    for word in words {
      let bottom =
        Double(word.split(separator: " ").first { $0.hasPrefix("yMax") }?.split(separator: "\"")[1] ?? "") ?? 99
      #expect(bottom <= 51)
    }
  }

  @Test("Pictures are upright in their boxes")
  func picturesAreUprightInTheirBoxes() async throws {
    // 2 x 1 pixels, red and green: twice as wide as high.
    let directory = try TemporaryDirectory()
    _ = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.new('RGB', (20, 10), 'red'); image.paste('lime', (10, 0, 20, 10)); image.save(sys.argv[1] + '/a.png')
      exif = Image.Exif(); exif[274] = 6
      image.save(sys.argv[1] + '/turned.jpg', exif=exif, quality=95, subsampling=0)
      """, [directory.path])
    let json = """
      {"version": 1, "pages": [{"size": [200, 100], "margin": 0, "elements": [
        {"type": "image", "path": "a.png", "x": 0, "y": 0, "width": 40, "height": 40},
        {"type": "image", "path": "a.png", "x": 50, "y": 0, "width": 40, "height": 40, "align": "top"},
        {"type": "image", "path": "a.png", "x": 100, "y": 0, "width": 40, "height": 40, "fit": "fill"},
        {"type": "image", "path": "a.png", "x": 150, "y": 0, "width": 40, "height": 40, "fit": "exact"},
        {"type": "image", "path": "turned.jpg", "x": 0, "y": 50, "height": 40}
      ]}]}
      """
    let drawn = try Drawn(json, folder: directory.path)
    let seen = try await drawn.pixels([
      (10, 20), (30, 20), (10, 5), (60, 5), (60, 25), (110, 2), (130, 38), (98, 20), (160, 2), (180, 38), (5, 60),
      (5, 80),
      (25, 60),
    ])
    #expect(
      // JPEG samples may differ by one.
      seen.map { ["#fe0000": "#ff0000", "#00ff01": "#00ff00", "#00fe00": "#00ff00"][$0] ?? $0 } == [
        "#ff0000", "#00ff00", "#ffffff", "#ff0000", "#ffffff", "#ff0000", "#00ff00", "#ffffff", "#ff0000", "#00ff00",
        // Turned clockwise by 90 degrees: red, which was left, is on top.
        "#ff0000", "#00ff00", "#ffffff",
      ])
  }

  @Test("Links bookmarks and names have their places")
  func linksBookmarksAndNamesHaveTheirPlaces() throws {
    let drawn = try Drawn(
      """
      {"version": 1, "document": {"title": "T", "keywords": ["a", "b"], "pageLabels": [{"from": 2, "style": "roman", "prefix": "A-"}]},
       "pages": [{"size": [200, 100], "margin": 0, "id": "one", "bookmark": "First", "elements": [
        {"type": "link", "x": 10, "y": 20, "width": 30, "height": 5, "uri": "https://example.org/ü"},
        {"type": "group", "x": 100, "y": 50, "elements": [
          {"type": "rectangle", "id": "box", "x": 1, "y": 2, "width": 3, "height": 4, "fill": "red", "link": {"page": 2},
           "bookmark": {"title": "Box", "level": 2, "open": false}}]},
        {"type": "text", "text": "x", "link": {"destination": "box"}}
       ]}, {}]}
      """)
    #expect(
      drawn.links[0].first
        == Link(rect: Rect(x: 10, y: 75, width: 30, height: 5), target: .uri("https://example.org/ü")))
    #expect(drawn.links[0][1] == Link(rect: Rect(x: 101, y: 44, width: 3, height: 4), target: .page(1)))
    #expect(drawn.links[0][2].target == .destination(name: "box"))
    #expect(drawn.bookmarks[0].map(\.bookmark.title) == ["First", "Box"])
    #expect(drawn.bookmarks[0].map(\.y) == [100, 48])
    #expect(drawn.bookmarks[0][1].bookmark.level == 2 && !drawn.bookmarks[0][1].bookmark.isOpen)
    #expect(drawn.destinations[0].map(\.name) == ["one", "box"])
    #expect(drawn.destinations[0].map(\.y) == [100, 48])
    #expect(drawn.document.attributes.title == "T" && drawn.document.attributes.keywords == ["a", "b"])
    let label = drawn.document.pageLabels.first
    #expect(label?.firstPage == 1 && label?.style == .lowerRoman && label?.prefix == "A-" && label?.start == 1)
  }

  @Test("Pages have their declared sizes")
  func pagesHaveTheirDeclaredSizes() throws {
    let drawn = try Drawn(
      """
      {"version": 1, "document": {"page": {"size": "A5", "orientation": "landscape"}}, "pages": [
        {}, {"size": "Letter"}, {"size": "Letter", "orientation": "landscape"}, {"size": "100x50mm"}, {"size": ["1in", 36], "margin": 0},
        {"orientation": "portrait"}]}
      """)
    // A5 is 148 by 210 mm: 419.53 by 595.28 points.
    let expected: [(Double, Double)] = [
      (595.28, 419.53), (612, 792), (792, 612), (283.46, 141.73), (72, 36), (419.53, 595.28),
    ]
    #expect(drawn.sizes.count == expected.count)
    for (size, wanted) in zip(drawn.sizes, expected) {
      #expect(abs(size.width - wanted.0) < 0.01)
      #expect(abs(size.height - wanted.1) < 0.01)
    }
  }
}
