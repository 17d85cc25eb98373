internal import TestKit
internal import Testing

/// JSON Lines that come through a pipe to `mkpdf`.
@Suite("JSON Lines through a pipe", .timed) struct StandardInputTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("Pages are made before the input ends")
  func pagesAreMadeBeforeTheInputEnds() async throws {
    // The pipe stays open: a program that waits for its end never sees the mistake in the third line.
    let result = try await Tool.python(
      """
      import subprocess, sys, time
      made = subprocess.Popen(
        [sys.argv[1], '-', '-o', sys.argv[2]], stdin=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
      made.stdin.write(b'{"version": 1, "pages": 9}\\n{"elements"')
      time.sleep(0.2)
      made.stdin.write(b': []}\\n{"elements": 3}\\n')
      try: print(made.wait(timeout=120), made.stderr.read().decode())
      except subprocess.TimeoutExpired: made.kill(); print('waits')
      """, ["\(Tool.products)/mkpdf", folder.file("out.pdf")])
    #expect(
      result.text
        == "1 mkpdf: standard input: not a valid page description: elements (line 3): expected a list of elements, not 3\n\n"
    )
    #expect(folder.names == [])
  }

  @Test("Memory does not grow with the input")
  func memoryDoesNotGrowWithTheInput() async throws {
    // Lines of 3 kB each, of which nothing is drawn: 2 MB and 6 MB. Both are more pages than are drawn at once.
    let result = try await Tool.python(
      """
      import os, subprocess, sys
      line = b'{"elements": [{"type": "text", "if": "no", "text": "' + b'x' * 3000 + b'"}]}\\n'
      for count in (600, 1800):
        made = subprocess.Popen([sys.argv[1], '-', '-o', sys.argv[2]], stdin=subprocess.PIPE)
        for _ in range(count): made.stdin.write(line)
        made.stdin.close()
        _, status, usage = os.wait4(made.pid, 0)
        print(status, usage.ru_maxrss)
      """, ["\(Tool.products)/mkpdf", folder.file("out.pdf")])
    let numbers = result.text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    try #require(numbers.count == 4, "\(result.text)\(result.errors)")
    #expect(numbers[0] == 0 && numbers[2] == 0)
    // In kilobytes; the input grew by 3,600.
    #expect(numbers[3] - numbers[1] < 2_000)
    #expect(try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.contains("Pages:           1800\n"))
  }

  @Test("Headers and footers have the declared number of pages")
  func headersAndFootersHaveTheDeclaredNumberOfPages() async throws {
    func run(_ lines: String) async throws -> Tool.Result {
      try await Tool.cameo(
        "mkpdf", ["-", "--footer-center", "{page} of {pages}", "-o", folder.file("out.pdf")], input: Array(lines.utf8))
    }
    let known = try await run("{\"version\": 1, \"pages\": 2}\n{}\n{}\n")
    #expect(known.status == 0 && known.errors == "")
    #expect(try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text.contains("2 of 2"))
    let wrong = try await run("{\"version\": 1, \"pages\": 3}\n{}\n{}\n")
    #expect(
      wrong.status == 3
        && wrong.errors == "mkpdf: standard input: warning: the header declares 3 pages, but there are 2\n")
    let unknown = try await run("{}\n{}\n")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors
        == "mkpdf: standard input: {pages} is not known: the header of JSON Lines must declare it, as in \"pages\": 12\n"
    )
    // Any other input from a pipe is read completely, and its pages are counted.
    let text = try await run("a\u{C}b\u{C}c")
    #expect(text.status == 0)
    #expect(try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text.contains("3 of 3"))
    let whole = try await run("{\"version\": 1,\n \"pages\": [{}, {}, {}, {}]}")
    #expect(whole.status == 0)
    #expect(try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text.contains("4 of 4"))
  }
}
