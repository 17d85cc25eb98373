internal import Foundation
internal import TestKit
internal import Testing

/// Links of pages on sheets, as qpdf sees them.
@Suite("Links on sheets", .timed) struct SheetLinkTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Links in the order of their objects: the rectangle, and the page (from 1), name or address that they lead to.
  private func links(_ name: String) async throws -> [String] {
    let result = try await Tool.python(
      """
      import json, subprocess, sys
      out = subprocess.run(['qpdf', '--json=2', sys.argv[1]], capture_output=True).stdout
      file = json.loads(out)
      objects = {key: entry.get('value') for key, entry in file['qpdf'][1].items()}
      pages = [f"obj:{page['object']}" for page in file['pages']]
      def resolved(value): return objects.get(f'obj:{value}', value) if isinstance(value, str) else value
      for number, page in enumerate(pages):
        for link in resolved(objects[page].get('/Annots', [])):
          link = resolved(link)
          if link.get('/Subtype') != '/Link': continue
          target = link.get('/Dest') or resolved(link['/A']).get('/URI')
          if isinstance(target, list): target = pages.index('obj:' + target[0]) + 1
          print(number + 1, *[round(side, 1) for side in link['/Rect']], target)
      """, [folder.file(name)])
    #expect(result.errors == "")
    return result.text.split(separator: "\n").map(String.init)
  }

  /// Two pages of 200 x 100 points with links at (20, 60) to (60, 80) to the other page, to a name, and to an address.
  private static let description = """
    {"version": 1, "document": {"page": {"size": [200, 100], "margin": 5}}, "pages": [
      {"id": "first", "elements": [{"type": "link", "x": 20, "y": 20, "width": 40, "height": 20, "page": 2}]},
      {"elements": [{"type": "link", "x": 20, "y": 20, "width": 40, "height": 20, "destination": "first"}]},
      {"elements": [{"type": "link", "x": 20, "y": 20, "width": 40, "height": 20, "uri": "https://example.org/"}]}]}
    """

  private func make(_ arguments: [String], to name: String) async throws {
    let result = try await Tool.cameo("mkpdf", arguments + ["-o", name], directory: folder.path)
    #expect(result.status == 0)
    let notes = result.errors.split(separator: "\n").filter {
      // Pages of a tagged document lose their tags on a sheet.
      $0 != "mkpdf: \(name): note: not kept of in.pdf: Info (Title), XMP metadata"
        && $0 != "mkpdf: in.pdf: note: not kept: tags for screen readers"
    }
    #expect(notes == [])
    #expect(try await Tool.run("qpdf", ["--check", folder.file(name)]).status == 0)
  }

  @Test("Links of descriptions and PDFs are in their cells and lead to the sheets of their pages")
  func cells() async throws {
    try folder.write(Array(Self.description.utf8), to: "in.json")
    try await make(["in.json"], to: "in.pdf")
    #expect(
      try await links("in.pdf") == [
        "1 20 60 60 80 2", "2 20 60 60 80 u:first", "3 20 60 60 80 u:https://example.org/",
      ])
    // Two columns of one page each: the second page is 200 points to the right, the third on the second sheet.
    let sheet = ["--nup", "2x1", "--paper", "400x100pt", "--landscape"]
    try await make(["in.json"] + sheet, to: "description.pdf")
    #expect(
      try await links("description.pdf") == [
        "1 20 60 60 80 1", "1 220 60 260 80 u:first", "2 20 60 60 80 u:https://example.org/",
      ])
    try await make(["in.pdf[3,2,1]"] + sheet, to: "pdf.pdf")
    #expect(
      try await links("pdf.pdf") == [
        "1 20 60 60 80 u:https://example.org/", "1 220 60 260 80 2", "2 20 60 60 80 1",
      ])
  }

  @Test("Ids of descriptions that clash with other files' names are renamed, and their links follow")
  func clashes() async throws {
    // The link is on a page before the one that it leads to.
    let description = """
      {"version": 1, "document": {"page": {"size": [200, 100], "margin": 5}}, "pages": [
        {"elements": [{"type": "link", "x": 20, "y": 20, "width": 40, "height": 20, "destination": "note"}]},
        {"elements": [{"type": "text", "id": "note", "x": 10, "y": 10, "text": "here"}]}]}
      """
    try folder.write(Array(description.utf8), to: "in.json")
    try await make(["in.json"], to: "in.pdf")
    let names = ["in.pdf", "in.json"]
    for inputs in [names, names.reversed(), ["in.json", "in.json"], ["in.pdf", "in.pdf"]] {
      try await make(inputs, to: "both.pdf")
      #expect(
        try await links("both.pdf") == ["1 20 60 60 80 u:note", "3 20 60 60 80 u:note-2"], "\(inputs)")
      let found = try await Tool.run("pdfinfo", ["-dests", folder.file("both.pdf")]).text.split(separator: "\n")
      #expect(found.count == 3 && found[1].hasPrefix("   2 ") && found[1].hasSuffix("\"note\""), "\(found)")
      #expect(found.last?.hasPrefix("   4 ") == true && found.last?.hasSuffix("\"note-2\"") == true, "\(found)")
    }
    // A link of a description may lead to a destination in another file.
    let other = """
      {"version": 1, "pages": [{"id": "own", "elements": [{"type": "link", "width": 9, "height": 9, "destination": "note"}]}]}
      """
    try folder.write(Array(other.utf8), to: "other.json")
    for inputs in [["other.json", "in.pdf"], ["in.pdf", "other.json"]] { try await make(inputs, to: "both.pdf") }
  }

  @Test(
    "Two neighbouring elements or two pages with one id are an error",
    arguments: [
      (
        #"{"elements": [{"type": "text", "id": "a", "text": ""}, {"type": "text", "id": "a", "text": ""}]}"#,
        "pages[0].elements[1] (line 1): the id 'a' is already used at pages[0].elements[0] (line 1)"
      ),
      (#"{"id": "a"}, {"id": "a"}"#, "pages[1] (line 1): the id 'a' is already used at pages[0] (line 1)"),
    ])
  func equalIds(pages: String, message: String) async throws {
    try folder.write(Array(#"{"version": 1, "pages": [\#(pages)]}"#.utf8), to: "in.json")
    let result = try await Tool.cameo("mkpdf", ["in.json", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 1 && result.errors == "mkpdf: in.json: not a valid page description: \(message)\n")
  }

  @Test("A mistake in a link or a font is reported with its place")
  func places() async throws {
    let description = """
      {"version": 1, "styles": {"other": {"font": "No Such Font"}}, "pages": [
        {"elements": [{"type": "text", "text": "a"},
          {"type": "group", "elements": [{"type": "text", "style": "other", "text": "b", "link": {"page": 7}}]}]},
        {"elements": [
          {"type": "text", "style": "other", "text": "c", "link": {"destination": "x"}}]}]}
      """
    try folder.write(Array(description.utf8), to: "in.json")
    let result = try await Tool.cameo("mkpdf", ["in.json", "-o", "out.pdf"], directory: folder.path)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(result.errors)")
    #expect(
      lines.first?.hasPrefix(
        "mkpdf: in.json: warning: pages[0].elements[1].elements[0] (line 3): font 'No Such Font' is not installed; ")
        == true, "\(result.errors)")
    #expect(
      lines.dropFirst() == [
        "mkpdf: out.pdf: warning: a link of in.json, pages[0].elements[1].elements[0] (line 3), leads to page 7 of 2",
        "mkpdf: out.pdf: warning: a link of in.json, pages[1].elements[0] (line 5), leads to the destination 'x', which "
          + "does not exist",
      ])
  }

  @Test("Links turn and shrink with their pages; links to omitted pages are reported")
  func turned() async throws {
    try folder.write(Array(Self.description.utf8), to: "in.json")
    try await make(["in.json"], to: "in.pdf")
    // A page turned clockwise, at half its size: a distance x from the left is now a distance x from the top.
    try await make(
      ["in.pdf[3]", "--rotate", "90", "--nup", "1x1", "--paper", "50x100pt", "--portrait"], to: "turned.pdf")
    #expect(try await links("turned.pdf") == ["1 30 70 40 90 u:https://example.org/"])
    // A booklet's first side has the first page on the right.
    let folded = try await Tool.cameo(
      "mkpdf", ["in.pdf", "--booklet", "--paper", "400x100pt", "-o", "booklet.pdf"], directory: folder.path)
    #expect(folded.status == 0)
    #expect(
      try await links("booklet.pdf") == [
        "1 220 60 260 80 2", "2 20 60 60 80 1", "2 220 60 260 80 u:https://example.org/",
      ])
    let part = try await Tool.cameo(
      "mkpdf", ["in.pdf[1]", "--nup", "1x1", "-o", "part.pdf"], directory: folder.path)
    #expect(part.status == 0)
    let notes = part.errors.split(separator: "\n").filter {
      $0 != "mkpdf: in.pdf: note: not kept: tags for screen readers"
    }
    #expect(notes == ["mkpdf: in.pdf: note: page 1: links to pages that are not in the document are left out (1)"])
  }
}
