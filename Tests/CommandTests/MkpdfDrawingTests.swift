internal import TestKit
internal import Testing

/// SVG drawings in documents of `mkpdf`, as poppler and qpdf see them.
@Suite("SVG in documents of mkpdf", .timed) struct MkpdfDrawingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  private func svg(_ content: String, _ attributes: String = #"width="200" height="100""#) -> String {
    let spaces = #"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
    return "<svg \(spaces) \(attributes)>\(content)</svg>"
  }

  private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

  /// The size of the first page, as `150 x 75`.
  private func size(_ name: String) async throws -> String {
    let row = try await Tool.run("pdfinfo", [folder.file(name)]).text.split(separator: "\n").first {
      $0.hasPrefix("Page size:")
    }
    return (row ?? "").split(separator: " ").dropFirst(2).prefix(3).joined(separator: " ")
  }

  /// The colours of points of the first page, which are given in points from the upper left.
  private func colors(_ name: String, _ points: [(Int, Int)]) async throws -> [String] {
    let seenPath = folder.file("seen")
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "144", "-singlefile", folder.file(name), seenPath])
    let places = points.map { "(\($0.0 * 2),\($0.1 * 2))" }.joined(separator: ",")
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1]).convert('RGB')
      for place in [\(places)]: print('#%02x%02x%02x' % image.getpixel(place))
      """, [seenPath + ".png"])
    return seen.text.split(separator: "\n").map(String.init)
  }

  /// Checks that a document has no picture, and a text with an embedded font.
  private func checkVectors(_ name: String, text: String) async throws {
    let path = folder.file(name)
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    // Two lines are the head of the table.
    #expect(try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n").count == 2)
    #expect(try await Tool.run("pdftotext", [path, "-"]).text.contains(text))
    let fonts = try await Tool.run("pdffonts", [path]).text.split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains(" yes yes yes ") }, "\(fonts)")
  }

  @Test("A drawing is a page of its size, with paths and text and without a picture")
  func page() async throws {
    // A pixel is 3/4 of a point: the disk is at (120, 22.5), the square from (0, 45) to (30, 75).
    try write(
      svg(
        "<rect y='60' width='40' height='40' fill='#c03020'/><circle cx='160' cy='30' r='20' fill='#f0c020'/>"
          + "<text x='60' y='90' font-size='20'>Selectable</text>"), to: "a.svg")
    let made = try await run("a.svg", "--json", "-o", "a.pdf")
    #expect(made.status == 0 && made.text.contains(#""kind": "svg""#), "\(made.errors)")
    try await checkVectors("a.pdf", text: "Selectable")
    #expect(try await size("a.pdf") == "150 x 75")
    #expect(try await colors("a.pdf", [(120, 22), (15, 60), (75, 20)]) == ["#f0c020", "#c03020", "#ffffff"])
    // Turned clockwise, the square is at the upper left.
    #expect(try await run("a.svg", "--rotate", "90", "-o", "turned.pdf").status == 0)
    #expect(try await size("turned.pdf") == "75 x 150")
    #expect(try await colors("turned.pdf", [(15, 15), (52, 120)]) == ["#c03020", "#f0c020"])
    // On paper of 200 x 200 points it is enlarged to a width of 200, and begins 50 below the top.
    #expect(try await run("a.svg", "--paper", "200x200pt", "-o", "paper.pdf").status == 0)
    #expect(try await size("paper.pdf") == "200 x 200")
    #expect(try await colors("paper.pdf", [(160, 80), (20, 130), (20, 155)]) == ["#f0c020", "#c03020", "#ffffff"])
  }

  @Test("A drawing in a page description and as a stamp is text and paths in its box")
  func placed() async throws {
    // Without width and height, viewBox is the size. The text is in UTF-16.
    let text = svg(
      "<rect width='10' height='20' fill='blue'/><text x='12' y='15' font-size='8'>In a box</text>",
      #"viewBox="0 0 40 20""#)
    let units: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try folder.write([0xFF, 0xFE] + units, to: "b.svg")
    let element = #"{"type": "image", "path": "b.svg", "x": 100, "y": 50, "width": 80}"#
    try write(
      #"{"version": 1, "pages": [{"size": [300, 200], "elements": [\#(element)]}]}"#, to: "page.json")
    let made = try await run("page.json", "-o", "page.pdf")
    #expect(made.status == 0, "\(made.errors)")
    try await checkVectors("page.pdf", text: "In a box")
    #expect(try await size("page.pdf") == "300 x 200")
    let seen = try await colors("page.pdf", [(110, 60), (110, 85), (95, 60), (110, 95)])
    #expect(seen == ["#0000ff", "#0000ff", "#ffffff", "#ffffff"])
    let again = element.replacing(#""path""#, with: #""page": 2, "path""#)
    try write(#"{"version": 1, "pages": [{"elements": [\#(again)]}]}"#, to: "other.json")
    let other = try await run("other.json", "-o", "other.pdf")
    #expect(other.status == 64 && other.errors.contains("has no page 2; there is 1"), "\(other.errors)")
    // A stamp that fits is in the middle, in its own size of 30 x 15 points.
    try write("words", to: "t.txt")
    let stamped = try await run("t.txt", "--paper", "100x100pt", "--margin", "5", "--stamp", "b.svg", "-o", "s.pdf")
    #expect(stamped.status == 0, "\(stamped.errors)")
    try await checkVectors("s.pdf", text: "In a box")
    #expect(try await colors("s.pdf", [(38, 50), (30, 50)]) == ["#0000ff", "#ffffff"])
  }

  @Test("Without a size of its own, a drawing is as large as what it draws, or has the shape of its viewBox")
  func naturalSize() async throws {
    // 80 by 40 pixels are 60 by 30 points.
    let content = "<rect width='80' height='40' fill='blue'/><rect width='20' height='40' fill='red'/>"
    try write(svg(content, ""), to: "a.svg")
    #expect(try await run("a.svg", "-o", "a.pdf").status == 0)
    #expect(try await size("a.pdf") == "60 x 30")
    #expect(try await colors("a.pdf", [(5, 25), (55, 25)]) == ["#ff0000", "#0000ff"])
    try write(svg(content, #"width="160" viewBox="0 0 80 40""#), to: "b.svg")
    #expect(try await run("b.svg", "-o", "b.pdf").status == 0)
    #expect(try await size("b.pdf") == "120 x 60")
    #expect(try await colors("b.pdf", [(10, 50), (110, 50)]) == ["#ff0000", "#0000ff"])
  }

  @Test("A drawing that does not stand alone, or is damaged, is an error, and nothing is written")
  func refused() async throws {
    let alone = "that shows another file, or a picture within it, is not drawn"
    let faults: [(String, String)] = [
      (svg("<image href='data:image/png;base64,iVBORw0KGgo=' width='9' height='9'/>"), alone),
      (svg("\n<image xlink:href='photo.jpg' width='9' height='9'/>"), "line 2: "),
      (svg("<use href='other.svg#a'/>"), alone),
      (svg("<rect width='9' height='9' fill='url(DA&#9;ta:image/svg+xml,%3Csvg/%3E#a)'/>"), alone),
      (svg(#"<style>rect { fill: url(d\61 ta:x#a) }</style><rect width="9" height="9"/>"#), alone),
      (svg("<rect width='9' height='9' fill='url(other.svg#g)'/>"), alone),
      (svg("<rect width='9' height='9' x:fill='url( \"other.svg#g\")'/>"), alone),
      (svg(#"<g style="filter: u\72 l(other.svg#f)"/>"#), alone),
      (svg("<style>rect { fill: red }</style><style>/* */ @IMPORT 'style.css';</style>"), alone),
      (svg("<style>@im<desc>a</desc>port 'style.css';</style>"), "an element in a style sheet"),
      ("<?xml version='1.0' encoding='EBCDIC-INT'?>" + svg(""), "the encoding EBCDIC-INT is not read"),
      (
        "<?xml-stylesheet type='text/css' href='data:text/css;base64,cmVjdHtmaWxsOnJlZH0='?>" + svg(""),
        "a style sheet outside of the drawing"
      ),
      ("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>" + svg("<text>&a;</text>"), "a document type with declarations"),
      (svg("<rect>"), "line 1: mismatched tag"),
      (svg("<g>", "").replacing("</svg>", with: String(repeating: "<g>", count: 300)), "line 1: "),
      (svg(String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)), "more than 200 deep"),
      (svg("", ""), "no size that can be drawn"),
      (svg("<rect width='9' height='9'/>", #"width="0" height="9""#), "its width or height is 0"),
      ("", "the file is empty"),
      (svg("", #"width="1e30" height="1""#), "no size that can be drawn"),
    ]
    for (number, (text, message)) in faults.enumerated() {
      try write(text, to: "\(number).svg")
      let result = try await run("\(number).svg", "-o", "out.pdf")
      #expect(result.status == 1, "\(number): \(result.errors)")
      #expect(result.errors.hasPrefix("mkpdf: \(number).svg: ") && result.errors.contains(message), "\(result.errors)")
    }
    // Links, scripts and parts of the drawing itself do not refer to other files.
    let sound = svg(
      "<script href='a.js'/><a href='https://example.org/'><rect id='r' width='9' height='9'/></a>"
        + "<use href='#r' x='20'/>")
    try write("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd'>" + sound, to: "sound.svg")
    let made = try await run("sound.svg", "-o", "sound.pdf")
    #expect(made.status == 0, "\(made.errors)")
    let archive = try await run("sound.svg", "--conform", "pdfa-2b", "-o", "out.pdf")
    #expect(archive.status == 1 && archive.errors.contains("an SVG drawing cannot be checked"), "\(archive.errors)")
    let allowed = try await run("sound.svg", "--allow", "png", "-o", "out.pdf")
    #expect(allowed.status == 1 && allowed.errors.contains("SVG files are not allowed here"), "\(allowed.errors)")
    #expect(!folder.names.contains("out.pdf"))
  }

  @Test("Texts that only look like addresses or escapes are no references")
  func harmless() async throws {
    let text = svg(
      #"<?xpacket begin=''?><style>/* data: 2024, see C:\x */ .cls-\31 { fill: url('#g') } .url { fill: red }</style>"#
        + #"<linearGradient id="g"><stop stop-color="blue"/></linearGradient>"#
        + #"<g aria-label="Chart data: 2024" id="metadata:1" data-file="C:\x" style="font-family: 'A\26 B'">"#
        + #"<rect class="cls-1" width="40" height="40"/></g>"#
        + #"<rect x="80" width="40" height="40" fill="url( #g )"/>"#)
    try write("<?xml version='1.0'?>" + text, to: "a.svg")
    let made = try await run("a.svg", "-o", "a.pdf")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await colors("a.pdf", [(15, 15), (75, 15), (45, 15)]) == ["#0000ff", "#0000ff", "#ffffff"])
  }

  @Test("A drawing is decoded by the encoding that it declares", arguments: ["ISO-8859-1", "windows-1252"])
  func encoding(_ name: String) async throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n" + svg("<text x='9' y='50' font-size='20'>Zürich</text>")
    // All of its characters are in Latin-1.
    try folder.write(text.unicodeScalars.map { UInt8($0.value) }, to: "a.svg")
    let made = try await run("a.svg", "-o", "a.pdf")
    #expect(made.status == 0, "\(made.errors)")
    try await checkVectors("a.pdf", text: "Zürich")
  }

  @Test("A drawing that is given twice is embedded once")
  func twice() async throws {
    try write(svg("<rect width='40' height='40' fill='blue'/>"), to: "a.svg")
    #expect(try await run("a.svg", "a.svg", "--stamp", "a.svg", "-o", "a.pdf").status == 0)
    let objects = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder.file("a.pdf"), "-"])
    // The colour is set in the drawing.
    #expect(objects.text.split(separator: "\n").count(where: { $0.contains("0 0 1 rg") }) == 1)
  }

  @Test("Filters with many parts have fewer pixels, and too many are an error")
  func layers() async throws {
    func drawing(_ count: Int) -> String {
      let parts = (0..<count).map { "<feFlood result='r\($0)' flood-color='lime'/>" }.joined()
      return svg(
        "<filter id='f'>\(parts)</filter><rect width='4000' height='4000' filter='url(#f)'/>",
        #"width="4000" height="4000""#)
    }
    // 1 for the page, 1 for the rectangle and 62 parts: a million pixels for each, as many as points of the page.
    try write(drawing(62), to: "a.svg")
    #expect(try await run("a.svg", "-o", "a.pdf").status == 0)
    let list = try await Tool.run("pdfimages", ["-list", folder.file("a.pdf")]).text
    let sizes = list.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").dropFirst(3).prefix(2) }
    #expect(!sizes.isEmpty && sizes.allSatisfy { $0.elementsEqual(["1000", "1000"]) }, "\(list)")
    try write(drawing(5000), to: "b.svg")
    let refused = try await run("b.svg", "-o", "b.pdf")
    #expect(refused.status == 1 && refused.errors.contains("b.svg: the drawing has 5002 parts"), "\(refused.errors)")
  }

  @Test("A filter is drawn in pixels, within the drawing")
  func filter() async throws {
    let blur = "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter>"
    try write(svg(blur + "<rect x='50' y='25' width='100' height='50' fill='red' filter='url(#f)'/>"), to: "f.svg")
    #expect(try await run("f.svg", "-o", "f.pdf").status == 0)
    #expect(try await Tool.complaint(ofPDF: folder.file("f.pdf")) == nil)
    #expect(try await colors("f.pdf", [(75, 37), (10, 37)]) == ["#ff0000", "#ffffff"])
    #expect(try await Tool.run("pdfimages", ["-list", folder.file("f.pdf")]).text.split(separator: "\n").count > 2)
  }
}
