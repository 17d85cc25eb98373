internal import TestKit
internal import Testing

/// QR codes and bar codes, which zbarimg reads from the drawn page.
@Suite("Codes in descriptions", .timed) struct CodeTests {
  @Test("Codes of all formats and levels can be read from the page")
  func codes() async throws {
    // As many bytes as a code has at level L (ISO/IEC 18004, table 7).
    let long = String(String(repeating: "0123456789 abcdefghij/", count: 140).prefix(2_952)) + "."
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [{"size": [600, 500], "margin": 10, "elements": [
        {"type": "code", "text": "{address}"},
        {"type": "code", "x": 120, "width": 150, "correction": "H", "text": "Grüße aus Zürich"},
        {"type": "code", "x": 300, "width": 280, "correction": "L", "color": "navy", "text": "\(long)"},
        {"type": "code", "y": 120, "text": "Zoë"},
        {"type": "code", "y": 330, "format": "code128", "text": "AB 12345678 z"},
        {"type": "code", "y": 400, "format": "ean13", "text": "400638133393"}]}]}
      """, data: #"{"address": "https://example.org/a?b=1"}"#)
    let picture = try await Tool.run("pdftoppm", ["-r", "200", "-gray", "-singlefile", drawn.path, drawn.path])
    #expect(picture.status == 0, "\(picture.errors)")
    let read = try await Tool.run("zbarimg", ["-q", "--raw", drawn.path + ".pgm"])
    #expect(
      Set(read.text.split(separator: "\n").map(String.init)) == [
        "https://example.org/a?b=1", "Grüße aus Zürich", long, "Zoë", "AB 12345678 z", "4006381333931",
      ])
  }

  @Test(
    "A text that a code cannot have is an error with its place",
    arguments: [
      (#""format": "ean13", "text": "4006381333932""#, "13 with the right check digit"),
      (#""format": "code128", "text": "é""#, "characters of ASCII"),
      // ISO/IEC 18004, table 7: 2,953 bytes at level L, 1,273 at level H.
      (#""correction": "L", "text": "\#(String(repeating: "a", count: 2_954))""#, "2954 bytes do not fit"),
      (#""correction": "H", "text": "\#(String(repeating: "a", count: 1_274))""#, "1274 bytes do not fit"),
      (#""text": """#, "a code needs a text"),
      (#""format": "ean13", "correction": "H", "text": "400638133393""#, "only a QR code"),
    ])
  func wrongTexts(_ members: String, message: String) {
    let json = "{\"version\": 1, \"pages\": [{\"elements\": [{\"type\": \"code\", \(members)}]}]}"
    let found = failure { _ = try Drawn(json) }
    #expect(found.contains("pages[0].elements[0]") && found.contains(message), "\(found)")
  }
}
