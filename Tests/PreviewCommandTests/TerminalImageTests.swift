@testable internal import PreviewJobs
internal import ImageModel
internal import TestKit
internal import Testing

/// Pictures in terminals.
@Suite("preview: terminals", .timed) struct TerminalImageTests {
  @Test(
    "The environment names the terminal; multiplexers pass on only text",
    arguments: [
      (["TERM": "xterm-kitty"], TerminalImage.Method.kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM_PROGRAM": "iTerm.app", "TERM": "xterm-256color"], .iterm), (["TERM": "foot"], .sixel),
      (["TERM": "mlterm"], .sixel), (["TERM": "xterm-256color"], .blocks), ([:], .blocks),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], .blocks),
    ])
  func detection(_ environment: [String: String], _ method: TerminalImage.Method) {
    #expect(TerminalImage.method(environment) == method)
  }

  @Test("Half blocks: the upper pixel is the foreground, the lower one the background; transparency is empty")
  func blocks() throws {
    let picture = try PixelBuffer(
      size: PixelSize(width: 2, height: 3), format: .rgba8,
      bytes: [
        255, 0, 0, 255, 0, 255, 0, 255,
        0, 0, 255, 255, 9, 9, 9, 0,
        1, 2, 3, 0, 4, 5, 6, 255,
      ])
    let escape = "\u{1B}["
    #expect(
      TerminalBlocks.text(picture)
        == "\(escape)38;2;255;0;0m\(escape)48;2;0;0;255m\u{2580}\(escape)38;2;0;255;0m\(escape)49m\u{2580}\(escape)0m\n"
        + " \(escape)38;2;4;5;6m\u{2580}\(escape)0m\n")
  }

  @Test("libsixel reads our sixels")
  func sixels() async throws {
    // Red on the left, blue on the right. 7 rows need more than one band.
    let row: [UInt8] = [UInt8](repeating: 0, count: 10 * 4).enumerated().map { index, _ in
      [index / 4 < 5 ? 255 : 0, 0, index / 4 < 5 ? 0 : 255, 255][index % 4]
    }
    let picture = try PixelBuffer(
      size: PixelSize(width: 10, height: 7), format: .rgba8, bytes: Array((0..<7).map { _ in row }.joined()))
    let folder = try TemporaryDirectory()
    try folder.write(Array(Sixels.text(picture).utf8), to: "a.six")
    let result = try await Tool.run("sixel2png", ["-i", folder.file("a.six"), "-o", folder.file("a.png")])
    #expect(result.status == 0, "\(result.errors)")
    let pixels = try await Tool.python(
      """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1]).convert("RGB")
      print(image.getpixel((0, 0)), image.getpixel((4, 6)), image.getpixel((5, 0)), image.getpixel((9, 6)))
      """, [folder.file("a.png")])
    #expect(pixels.text == "(255, 0, 0) (255, 0, 0) (0, 0, 255) (0, 0, 255)\n")
  }

  @Test("kitty and iTerm get the PNG file; without a terminal a method must be chosen")
  func files() async throws {
    let run = try PreviewRun()
    try run.add("preview/valid/house.svg")
    let decode = """
      import base64, re, sys
      data = sys.stdin.buffer.read()
      kitty = b"".join(re.findall(rb"\\x1b_G[^;]*;([^\\x1b]*)\\x1b\\\\", data))
      iterm = b"".join(re.findall(rb"\\x1b]1337;File=[^:]*:([^\\x07]*)\\x07", data))
      print(base64.b64decode(kitty or iterm)[:8] == b"\\x89PNG\\r\\n\\x1a\\n", max(map(len, data.split(b"\\x1b_G"))) < 4200)
      """
    for method in ["kitty", "iterm"] {
      let shown = try await run.shipped("--show=\(method)", "house.svg")
      #expect(shown.status == 0, "\(shown.errors)")
      let found = try await Tool.run("/usr/bin/python3", ["-c", decode], input: shown.output)
      #expect(found.text.hasPrefix("True"), "\(method) \(found.errors)")
      if method == "kitty" { #expect(found.text == "True True\n") }
    }
    let pipe = try await run.shipped("--show", "house.svg")
    #expect(pipe.status == 64)
    #expect(!run.folder.names.contains("house_thumb.png"))
  }
}
