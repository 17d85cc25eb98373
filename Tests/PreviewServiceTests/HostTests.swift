internal import Glibc
internal import TestKit
internal import Testing

@Suite("previewd: with the real host of providers", .timed)
struct HostTests {
  @Test("The provider of the docs draws for HTTP clients, in a sandbox, and nothing is left running")
  func example() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("org.example.bars")
    // Providers run as another user where the tests run as root.
    #expect(chmod(directory.path, 0o755) == 0 && mkdir(folder, 0o755) == 0)
    try directory.write(
      Fixtures.bytes("\(Fixtures.root)/docs/examples/org.example.bars/provider.py"), to: "org.example.bars/provider.py")
    let manifest = """
      {"id": "org.example.bars", "version": "1.0", "protocol": [1], "exec": ["python3", "./provider.py"],
       "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["public.plain-text"], "priority": 10}
      """
    try directory.write(Array(manifest.utf8), to: "org.example.bars/provider.json")
    let result = try await Tool.run(
      "/usr/bin/python3", [RunningService.client("host.py"), "\(Tool.products)/previewd", directory.path],
      // A Python in a home directory would be found first, and providers cannot read home directories.
      environment: ["PATH": "/usr/bin:/bin"])
    // The provider draws 0x60 for the line's characters, two rows high.
    #expect(
      result.text == """
        image/png
        org.example.bars/1.0
        (8, 6)
        60 60 ff ff
        60 60 ff ff
        ff ff ff ff
        ff ff ff ff
        200 JPEG
        200 text/html; charset=utf-8 <pre>&lt;b&gt;</pre>
        422 corruptInput
        200 True
        200 True
        True
        status 0
        left 0

        """, "\(result.text) \(result.errors)")
  }

  /// A folder with a provider of plain text, in Python, below `providers`.
  private func folder(with program: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for name in ["providers", "providers/org.example.test", "root", "spool"] { mkdir(directory.file(name), 0o755) }
    guard chmod(directory.path, 0o755) == 0 else { throw TestFailure("chmod") }
    let manifest = """
      {"id": "org.example.test", "version": "1.0", "protocol": [1], "exec": ["/usr/bin/python3", "./main.py"],
       "capabilities": ["thumbnail"], "supportedContentTypes": ["public.plain-text"], "priority": 10}
      """
    try directory.write(Array(manifest.utf8), to: "providers/org.example.test/provider.json")
    try directory.write(Array(program.utf8), to: "providers/org.example.test/main.py")
    return directory
  }

  /// Waits until there is a file `gate` beside the program.
  private static let waitsForGate = "while not os.path.exists(sys.path[0] + '/gate'): time.sleep(0.01)"

  /// Does something before each answer.
  private static func slow(_ waiting: String) -> String {
    """
    import json, os, sys, time
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0", "capabilities": ["thumbnail"]}
        elif order["type"] == "thumbnail":
            \(waiting)
            open(order["output"]["path"], "xb").write(bytes([7]))
            answer = {"type": "reply", "id": order["id"], "pixels": {"format": "gray8", "width": 1, "height": 1, "stride": 1}}
        else:
            continue
        print(json.dumps(answer), flush=True)
    """
  }

  @Test("Twenty equal requests are one rendering by the host's own metrics, though one client disconnects")
  func equal() async throws {
    let directory = try folder(with: Self.slow(Self.waitsForGate))
    try directory.write(Array("hello".utf8), to: "root/slow.txt")
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("equal.py"), "\(Tool.products)/previewd", directory.file("providers"),
        directory.file("root"),
      ])
    #expect(
      result.text == "answers 20 {200} 1 different\nrenderings 1\nstatus 0\n", "\(result.text) \(result.errors)")
  }

  @Test("SIGHUP takes over changed providers; what is being rendered ends with the earlier one")
  func reload() async throws {
    let directory = try folder(
      with: """
        VALUE = 10
        import json, os, sys, time
        for line in sys.stdin:
            order = json.loads(line)
            if order["type"] == "hello":
                answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0", "capabilities": ["thumbnail"]}
            elif order["type"] == "thumbnail":
                if open(order["input"]["path"], "rb").read() == b"slow":
                    \(Self.waitsForGate)
                open(order["output"]["path"], "xb").write(bytes([VALUE]))
                answer = {"type": "reply", "id": order["id"], "pixels": {"format": "gray8", "width": 1, "height": 1, "stride": 1}}
            else:
                continue
            print(json.dumps(answer), flush=True)

        """)
    let result = try await Tool.run(
      "/usr/bin/python3",
      [RunningService.client("reload.py"), "\(Tool.products)/previewd", directory.file("providers")])
    #expect(
      result.text == """
        org.example.test/1.0 10
        True
        org.example.test/2.0 20 True
        org.example.test/1.0 10
        True org.example.test/2.0 30
        True org.example.test/2.0 30
        True 1
        True
        True
        status 0

        """, "\(result.text) \(result.errors)")
  }

  @Test("One line of the log tells what a document lacks; a fault of the provider has its own, with the request's name")
  func faults() async throws {
    let directory = try folder(
      with: """
        import json, sys
        for line in sys.stdin:
            order = json.loads(line)
            if order["type"] == "hello":
                answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0", "capabilities": ["thumbnail"]}
            elif order["type"] == "thumbnail":
                content = open(order["input"]["path"], "rb").read()
                if content == b"crash":
                    sys.exit(1)
                if content == b"corrupt":
                    answer = {"type": "error", "id": order["id"], "code": "corruptInput", "message": "line 3 is broken"}
                else:
                    open(order["output"]["path"], "xb").write(bytes([7]))
                    answer = {"type": "reply", "id": order["id"], "pixels": {"format": "gray8", "width": 1, "height": 1, "stride": 1}}
            else:
                continue
            print(json.dumps(answer), flush=True)

        """)
    let result = try await Tool.run(
      "/usr/bin/python3",
      [RunningService.client("faults.py"), "\(Tool.products)/previewd", directory.file("providers")])
    let lines = result.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(result.text) \(result.errors)")
    #expect(lines[0] == "good; 200; ; ")
    #expect(lines[1] == "corrupt; 422; corruptInput; line 3 is broken")
    #expect(lines[2].hasPrefix("crash; crashed: ") && lines[2].hasSuffix("(org.example.test), tried again"))
    #expect(lines[3].hasPrefix("crash; crashed: ") && lines[3].hasSuffix("(org.example.test)"))
    #expect(lines[4].hasPrefix("crash; 422; crashed; ") && lines[4].count > 22)
  }

  @Test("Killed while workers are busy, previewd leaves no process, and the next one removes the files")
  func killed() async throws {
    let directory = try folder(with: Self.slow("time.sleep(1_000)"))
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("killed.py"), "\(Tool.products)/previewd", directory.file("providers"),
        directory.file("spool"),
      ])
    #expect(
      result.text == """
        busy True directories True bodies True
        processes left 0
        directories left 0
        status 0 bodies 0

        """,
      "\(result.text) \(result.errors)")
  }

  @Test(
    "A book and a film by providers of ours, and a drawing by a thumbnailer of Debian's packages, go to HTTP clients")
  func thumbnailers() async throws {
    let directory = try folder(with: Self.slow("pass"))
    for (kind, name) in [("book", "book.epub"), ("film", "clip.avi")] {
      let made = try await Tool.run(
        "/usr/bin/python3", [RunningService.client("desktop_documents.py"), kind, directory.file("root/\(name)")])
      try #require(made.status == 0, "\(made.errors)")
    }
    let drawing =
      "/* XPM */\nstatic char *dot[] = {\n\"4 3 1 1\",\n\"b c #0000C8\",\n\"bbbb\",\n\"bbbb\",\n\"bbbb\"};\n"
    try directory.write(Array(drawing.utf8), to: "root/dot.xpm")
    let result = try await Tool.run(
      "/usr/bin/python3",
      [
        RunningService.client("thumbnailers.py"), "\(Tool.products)/previewd", "\(Fixtures.root)/share/providers",
        directory.file("root"), "book.epub", "clip.avi", "dot.xpm",
      ])
    // The cover has 300 by 450 pixels. Thumbnailers make no previews: the drawing is previewed by its thumbnail.
    #expect(
      result.text == """
        book.epub POST (171, 256) blue
        book.epub GET (171, 256) blue
        book.epub preview 200
        clip.avi POST (256, 192) blue
        clip.avi GET (256, 192) blue
        clip.avi preview 200
        dot.xpm POST (256, 192) blue
        dot.xpm GET (256, 192) blue
        dot.xpm preview 200
        status 0

        """, "\(result.text) \(result.errors)")
  }

  @Test("Without a launcher nothing is served")
  func failsClosed() async throws {
    let result = try await Tool.cameo(
      "previewd", ["--listen", "127.0.0.1:0", "--health-listen", "127.0.0.1:0"],
      environment: ["CAMEO_LAUNCHER": "/nowhere/cameo-launcher"])
    #expect(result.status == 1 && result.errors.contains("cameo-launcher is missing"), "\(result.errors)")
  }
}
