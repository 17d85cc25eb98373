internal import TestKit
internal import Testing

/// Colours of inks in page descriptions, as qpdf and the separations of ghostscript show them.
@Suite("Colours of inks in documents of mkpdf", .timed) struct MkpdfInkTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Makes a document of one page of 100 x 100 points.
  private func make(_ elements: [String], _ arguments: String...) async throws -> Tool.Result {
    let page = #"{"size": [100, 100], "margin": 0, "elements": [\#(elements.joined(separator: ", "))]}"#
    try folder.write(Array(#"{"version": 1, "pages": [\#(page)]}"#.utf8), to: "a.json")
    return try await Tool.cameo("mkpdf", ["a.json"] + arguments + ["-o", "a.pdf"], directory: folder.path)
  }

  private func square(_ x: Int, _ y: Int, _ fill: String) -> String {
    #"{"type": "rectangle", "x": \#(x), "y": \#(y), "width": 20, "height": 20, "fill": "\#(fill)"}"#
  }

  /// The document as text.
  private func plain() async throws -> String {
    try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder.file("a.pdf"), "-"]).text
  }

  @Test("Fills, lines, texts and groups with an opacity have the shares of the inks")
  func shares() async throws {
    let spot = "spot(Gold matt, cmyk(0%, 20%, 80%, 10%)"
    let stroke = #"{"color": "CMYK(1, 0, 0, 0.3)", "width": 2}"#
    let line = #"{"type": "line", "from": [10, 35], "to": [90, 35], "stroke": \#(stroke)}"#
    let words = #"{"type": "text", "x": 10, "y": 40, "style": {"color": "\#(spot))"}, "text": "Words"}"#
    let inner = [square(10, 10, "cmyk(0%, 100%, 0%, 0%)"), square(40, 10, "spot(Varnish, cmyk(0, 0, 0, 0.1))")]
    let content = inner.joined(separator: ", ")
    let group =
      #"{"type": "group", "y": 60, "width": 100, "height": 40, "opacity": 0.5, "elements": [\#(content)]}"#
    let made = try await make([
      square(10, 10, "cmyk(0%, 100%, 50%, 0%)"), square(40, 10, "\(spot), 80%)"),
      // What a screen shows of the first one, and a colour that would be taken for one of inks: 32767/65535.
      square(70, 10, "#ff0080"), square(70, 70, "rgb(49.999%, 20%, 10%)"),
      line, words, group,
    ])
    #expect(made.status == 0, "\(made.errors)")
    let path = folder.file("a.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    let text = try await plain()
    for part in [
      "\n0 1 .5 0 k", "\n1 0 0 .3 K", "/CameoInk0 cs .8 scn", "/CameoInk0 cs 1 scn BT", "\n1 0 0.501961 rg",
      "\n0.500008 0.2 0.1 rg", "/Separation", "/Gold#20matt", "/Varnish", "/DeviceCMYK",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("/DeviceRGB"))
    #expect(try await Tool.run("pdftotext", [path, "-"]).text.contains("Words"))

    // A plate is black where the ink is full: 80% is 0.2 * 255, a group of 50% is about 127.
    _ = try await Tool.run(
      "gs",
      [
        "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", "-r72", "-sOutputFile=\(folder.file("p.tif"))",
        path,
      ])
    let plates = try await Tool.python(
      """
      import sys; from PIL import Image
      for name in ['Cyan', 'Magenta', 'Yellow', 'Black', 'Gold matt', 'Varnish']:
        plate = Image.open(sys.argv[1] + f'({name}).tif').convert('L')
        values = [plate.getpixel(place) for place in [(20, 20), (50, 20), (50, 35), (20, 80), (50, 80)]]
        print(name, *(round(value / 255, 1) for value in values))
      """, [folder.file("p")])
    #expect(
      plates.text.split(separator: "\n") == [
        "Cyan 1.0 1.0 0.0 1.0 1.0", "Magenta 0.0 1.0 1.0 0.5 1.0", "Yellow 0.5 1.0 1.0 1.0 1.0",
        "Black 1.0 1.0 0.7 1.0 1.0", "Gold matt 1.0 0.2 1.0 1.0 1.0", "Varnish 1.0 1.0 1.0 1.0 0.5",
      ], "\(plates.text)\(plates.errors)")
  }

  @Test("PDF/A, whose colours are sRGB here, refuses colours of inks; a document without them keeps its group")
  func conformance() async throws {
    let archive = try await make([square(10, 10, "cmyk(0, 1, 0, 0)")], "--conform", "pdfa-2b")
    #expect(archive.status != 0)
    let message = "fill (line 1): cmyk() and spot() need an output intent for CMYK; that of PDF/A-2b is sRGB"
    #expect(archive.errors.contains(message), "\(archive.errors)")
    #expect(try await make([square(10, 10, "red")]).status == 0)
    let text = try await plain()
    #expect(text.contains("/DeviceRGB") && text.contains("\n1 0 0 rg"))
  }
}
