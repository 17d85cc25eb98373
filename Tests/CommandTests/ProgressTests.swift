internal import TestKit
internal import Testing

@Suite("Progress", .timed)
struct ProgressTests {
  /// Runs a command with a terminal as its standard error and prints what that shows.
  private static let terminal = """
    import os, pty, sys
    terminal, side = pty.openpty()
    child = os.fork()
    if child == 0:
        os.dup2(side, 2)
        os.close(terminal)
        os.execv(sys.argv[1], sys.argv[1:])
    os.close(side)
    shown = b""
    while True:
        try: piece = os.read(terminal, 1000)
        except OSError: break
        if not piece: break
        shown += piece
    os.waitpid(child, 0)
    print(shown.decode())
    """

  @Test("Within one long file, a terminal shows the part of its rows that is done")
  func oneFile() async throws {
    let folder = try TemporaryDirectory()
    // 16 million pixels of noise, packed with care, take longer than the second after which progress is shown.
    let made = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      noise = numpy.random.default_rng(1).integers(0, 256, (4000, 4000, 3), dtype=numpy.uint8)
      Image.fromarray(noise).save(sys.argv[1], compress_level=0)
      """, [folder.file("a.png")])
    try #require(made.status == 0, "\(made.errors)")
    let shown = try await Tool.python(
      Self.terminal,
      ["\(Tool.products)/imgconv", folder.file("a.png"), "-o", folder.file("b.png"), "--compression", "9"])
    #expect(shown.text.contains("imgconv: \(folder.file("a.png")): "), "\(shown.text)")
    #expect(shown.text.contains("%"))
    #expect(!shown.text.contains("of 1 files"))
    #expect(folder.names == ["a.png", "b.png"])
  }

  @Test("Within one long input of mkpdf, a terminal shows the number of pages so far")
  func pages() async throws {
    let folder = try TemporaryDirectory()
    // So many pages take longer than the second after which progress is shown.
    try folder.write(Array(String(repeating: "words\u{C}", count: 30_000).utf8), to: "a.txt")
    let shown = try await Tool.python(
      Self.terminal, ["\(Tool.products)/mkpdf", folder.file("a.txt"), "-o", folder.file("b.pdf")])
    #expect(shown.text.contains(" pages"), "\(shown.text)")
    #expect(!shown.text.contains("of 1"))
    #expect(folder.names == ["a.txt", "b.pdf"])
  }
}
