internal import Glibc
internal import TestKit
internal import Testing

/// What `preview FILE...` writes.
@Suite("preview: files", .timed) struct PreviewFileTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test(
    "A thumbnail of each kind of document, 256 pixels on the long side",
    arguments: [
      "preview/valid/bars.pdf", "preview/valid/chess.pplgrp", "preview/valid/coast.md", "preview/valid/cities.csv",
      "preview/valid/project.zip", "preview/valid/settings.json", "preview/valid/words.swift",
      "preview/valid/house.svg", "jpeg/valid/photo_phone.jpg",
    ])
  func thumbnails(_ fixture: String) async throws {
    let name = try run.add(fixture)
    let result = try await run.shipped(name)
    #expect(result.status == 0, "\(result.errors)")
    let stem = name.split(separator: ".")[0]
    let picture = try await run.picture("\(stem)_thumb.png")
    let sides = picture.split(separator: " ").last?.split(separator: "x").compactMap { Int($0) } ?? []
    #expect(picture.hasPrefix("PNG ") && sides.max() == 256, "\(picture)")
  }

  @Test("A directory that acts as one document is shown; other directories are refused")
  func packages() async throws {
    let collection = Fixtures.path("preview/valid/attic.mystuff")
    let result = try await run.shipped("-o", "attic.png", collection)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await run.picture("attic.png") == "PNG 256x256")
    let folder = try await run.shipped("-o", "f.png", run.folder.path)
    #expect(folder.status == 1)
    #expect(folder.errors == "preview: \(run.folder.path): is a directory (-r reads what is in it)\n")
  }

  @Test("Each directory among the inputs is reported, and the documents beside them are shown")
  func directories() async throws {
    let name = try run.add("preview/valid/bars.pdf")
    for folder in ["one", "two"] { mkdir(run.folder.file(folder), 0o755) }
    let result = try await run.shipped("one", "two", name)
    #expect(result.status == 1)
    #expect(
      result.errors
        == ["one", "two"].map { "preview: \($0): is a directory (-r reads what is in it)\n" }.joined())
    #expect(try await run.picture("bars_thumb.png").hasPrefix("PNG "))
  }

  @Test("Unreadable files of a package are reported")
  func unreadablePart() async throws {
    let copied = try await Tool.run("cp", ["-r", Fixtures.path("preview/valid/attic.mystuff"), run.folder.path])
    #expect(copied.status == 0)
    #expect(chmod(run.folder.file("attic.mystuff/lamp.png"), 0) == 0 && chmod(run.folder.path, 0o777) == 0)
    // Root may read everything, and its programs may be where no other user may go.
    var command = ["\(Tool.products)/preview"]
    if geteuid() == 0 {
      mkdir(run.folder.file("bin"), 0o755)
      let programs =
        ["preview", "example-providers"].map { "\(Tool.products)/\($0)" } + [try await PreviewRun.launcher.value]
      #expect(try await Tool.run("install", ["-m", "755"] + programs + [run.folder.file("bin")]).status == 0)
      command = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", run.folder.file("bin/preview")]
    }
    let manifests = "\(Fixtures.root)/Examples/providers"
    #expect(try await Tool.run("cp", ["-r", manifests, run.folder.file("providers")]).status == 0)
    var environment = try await run.environment()
    environment["CAMEO_LAUNCHER"] = nil
    let result = try await Tool.run(
      command[0],
      command.dropFirst() + [
        "--providers", "providers", "--timeout", "120", "--no-cache", "-o", "a.png", "attic.mystuff",
      ],
      directory: run.folder.path, environment: environment)
    #expect(result.status == 3)
    #expect(result.errors.contains("lamp.png of the package cannot be read: Permission denied"), "\(result.errors)")
  }

  @Test("After many documents at which a provider fails, an intact one is still shown")
  func manyFailures() async throws {
    try run.add(
      provider: PreviewRun.greeting(
        """
        elif order["type"] == "thumbnail":
            if open(order["input"]["path"]).read() == "bad":
                os._exit(9)
            open(order["output"]["path"], "wb").write(b"U" * 32)
            print(json.dumps({"type": "reply", "id": order["id"], "pixels":
                  {"format": "gray8", "width": 8, "height": 4, "stride": 8}}), flush=True)
        """, preamble: "import json, os, sys"))
    for number in 0..<7 { try run.folder.write(Array("bad".utf8), to: "\(number).txt") }
    try run.folder.write(Array("good".utf8), to: "8.txt")
    let names = (0..<7).map { "\($0).txt" } + ["8.txt"]
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "-j1", "--timeout", "60"] + names)
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 7, "\(result.errors)")
    #expect(try await run.picture("8_thumb.png") == "PNG 8x4")
  }

  @Test(
    "A provider's encoded picture is decoded like a document: damage is reported, a failure is the provider's fault"
  )
  func encodedReplies() async throws {
    try run.add(
      provider: PreviewRun.greeting(
        """
        elif order["type"] in ("thumbnail", "preview"):
            what = open(order["input"]["path"]).read()
            whole = png(60000, 1) if what == "vast" else png(64, 64)
            made = {"whole": whole, "vast": whole, "cut": whole[:len(whole) * 2 // 3], "no picture": b"GIF"}[what]
            open(order["output"]["path"], "wb").write(made)
            print(json.dumps({"type": "reply", "id": order["id"], "image": {"contentType": "image/png"}}), flush=True)
        """,
        preamble: """
          import json, struct, sys, zlib
          def chunk(kind, data):
              return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
          def png(side, rows):
              return (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
                      + chunk(b"IDAT", zlib.compress(b"".join(b"\\0" + bytes(n * 37 % 251 for n in range(y, y + side))
                                                              for y in range(rows)), 1)) + chunk(b"IEND", b""))
          """))
    for kind in ["thumbnail", "preview"] {
      for (text, status) in [("whole", 0), ("cut", 3), ("vast", 1), ("no picture", 1)] {
        try run.folder.write(Array(text.utf8), to: "a.txt")
        let result = try await run.run(
          ["--providers", "providers", "--provider", "org.example.test"] + PreviewRun.providers
            + ["--timeout", "120", "--kind", kind, "-f", "png", "-o", "a.png", "--json", "a.txt"])
        #expect(result.status == Int32(status), "\(kind) \(text): \(result.errors)")
        if status == 1 { #expect(try await run.json(".files[0].code", result.output) == "protocolViolation") }
        if status == 3 { #expect(try await run.json(".files[0].warnings | length", result.output) != "0") }
        if status != 1 { #expect(try await run.picture("a.png") == "PNG 64x64") }
      }
    }
  }

  @Test("A time limit that is shorter than the provider's own is kept")
  func shorterTime() async throws {
    let name = try run.add("preview/valid/chess.pplgrp")
    let result = try await run.run(PreviewRun.providers + ["--timeout", "4.5", "-o", "c.png", name])
    // On a busy machine the provider may be too late, but it is always found.
    #expect(result.status == 0 || result.errors.contains("no answer within"), "\(result.errors)")
  }

  @Test("The missing part of a damaged document is reported, even if its thumbnail is cached")
  func warnings() async throws {
    let name = try run.add("jpeg/broken/truncated_at_8_16.jpg")
    let thumb = try await Tool.cameo("thumb", ["-o", "t.png", name], directory: run.folder.path)
    // Our own command reports the same for this file.
    let reason = try #require(thumb.errors.split(separator: ": ").last)
    for turn in 1...2 {
      let result = try await run.shipped("-o", "p\(turn).png", name)
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.errors.contains(reason))
    }
    #expect(Fixtures.bytes(run.folder.file("p1.png")) == Fixtures.bytes(run.folder.file("p2.png")))
    let json = try await run.shipped("--json", "-o", "p3.png", name)
    #expect(try await run.json(".files[0].cached", json.output) == "true")
    #expect(try await run.json(".files[0].warnings | length > 0", json.output) == "true")
    try run.folder.write(Array(Fixtures.bytes(Fixtures.path("preview/valid/project.zip")).prefix(400)), to: "cut.zip")
    #expect(try await run.shipped("-o", "z.png", "cut.zip").status == 3)
  }

  @Test("Between two programs, with size and format")
  func pipes() async throws {
    let result = try await run.shipped(
      "-s", "64", "-f", "jpeg", "-o", "-", "-", input: Fixtures.bytes(Fixtures.path("png/valid/photo_rgb.png")))
    #expect(result.status == 0, "\(result.errors)")
    try run.folder.write(result.output, to: "x")
    #expect(try await run.picture("x").hasPrefix("JPEG 64x"))
  }

  @Test("The output's extension chooses the format, and --page the page")
  func suffix() async throws {
    try run.add("preview/valid/bars.pdf")
    #expect(try await run.shipped("--page", "2", "-s", "100", "-o", "p{page}.jpg", "bars.pdf").status == 0)
    #expect(try await run.picture("p2.jpg").hasPrefix("JPEG "))
    // A PDF's preview is the document itself.
    #expect(try await run.shipped("-o", "copy.pdf", "bars.pdf").status == 0)
    #expect(Fixtures.bytes(run.folder.file("copy.pdf")) == Fixtures.bytes(run.folder.file("bars.pdf")))
    let beyond = try await run.shipped("--page", "9", "-o", "x.png", "bars.pdf")
    #expect(beyond.status == 64)
    #expect(beyond.errors == "preview: bars.pdf: there is no page 9: the document has 3\n")
  }

  @Test("Previews are not changed, and their names have the right extension")
  func previews() async throws {
    for name in ["preview/valid/bars.pdf", "preview/valid/coast.md", "preview/valid/house.svg"] { try run.add(name) }
    let result = try await run.shipped("--kind", "preview", "--json", "bars.pdf", "coast.md", "house.svg")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try await run.json(".files[] | [.provider, .outputs[0].path, .outputs[0].contentType]", result.output) == """
        ["org.cameo.pdf","bars_preview.pdf","application/pdf"]
        ["org.cameo.text","coast_preview.html","text/html"]
        ["org.cameo.svg","house_preview.pdf","application/pdf"]
        """)
    #expect(try await run.json("[.version, .command]", result.output) == #"[1,"preview"]"#)
  }

  @Test("A preview as a picture; as PDF it is an error if the provider makes none")
  func otherFormats() async throws {
    try run.add("preview/valid/coast.md")
    let picture = try await run.shipped("--kind", "preview", "-f", "png", "coast.md")
    #expect(picture.status == 0, "\(picture.errors)")
    #expect(picture.errors.contains("note: the preview is text/html"))
    let pdf = try await run.shipped("-f", "pdf", "--json", "coast.md")
    #expect(pdf.status == 1)
    #expect(try await run.json(".files[0].code", pdf.output) == "unsupportedType")
  }

  @Test("A document that cannot be shown does not stop the others, and is reported in one line")
  func damage() async throws {
    try run.add("preview/broken/cut.pdf")
    try run.add("preview/valid/plain.txt")
    let result = try await run.shipped("--json", "cut.pdf", "plain.txt", "missing.txt")
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.contains("preview: cut.pdf: "))
    #expect(result.errors.contains("preview: missing.txt: cannot open: No such file or directory\n"))
    #expect(
      try await run.json(".files[] | [.input, .code, .error.kind]", result.output) == """
        ["cut.pdf","corruptInput","invalidData"]
        ["plain.txt",null,null]
        ["missing.txt",null,"io"]
        """)
    #expect(try await run.picture("plain_thumb.png").hasPrefix("PNG "))
  }

  @Test("Thumbnails are stored in the desktop's cache and read from it")
  func cache() async throws {
    try run.add("preview/valid/plain.txt")
    for cached in ["false", "true"] {
      let result = try await run.shipped("--json", "plain.txt")
      #expect(try await run.json(".files[0].cached", result.output) == cached)
    }
    let result = try await run.shipped("--json", "--no-cache", "plain.txt")
    #expect(try await run.json(".files[0].cached", result.output) == "false")
  }

  @Test("An output that is left alone is not rendered: no provider is started")
  func leftAlone() async throws {
    // A provider that fails shows whether it was used.
    try run.add(provider: "import sys\nsys.exit(3)\n")
    try run.folder.write(Array("x".utf8), to: "a.txt")
    try run.folder.write(Array("old".utf8), to: "a_thumb.png")
    let options = ["--providers", "providers", "--provider", "org.example.test", "--no-cache", "--json"]
    for (option, reason) in [("--no-clobber", "exists"), ("--update", "up-to-date")] {
      let result = try await run.run(options + [option, "a.txt"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        try await run.json(".files[0] | [.provider, (.outputs[0] | .path, .skipped, .bytes)]", result.output)
          == "[null,\"a_thumb.png\",\"\(reason)\",3]")
    }
    #expect(Fixtures.bytes(run.folder.file("a_thumb.png")) == Array("old".utf8))
    // Without an existing output the provider is used.
    #expect(try await run.run(options + ["--no-clobber", "-o", "b.png", "a.txt"]).status == 1)
  }

  @Test("An output that is the input is refused, without advice about options of other commands")
  func ownInput() async throws {
    try run.add("preview/valid/house.svg")
    let result = try await run.shipped("-o", "house.svg", "-f", "png", "house.svg")
    #expect(result.status == 64)
    #expect(result.errors == "preview: house.svg: the output is the input itself\n")
    #expect(Fixtures.bytes(run.folder.file("house.svg")) == Fixtures.bytes(Fixtures.path("preview/valid/house.svg")))
  }

  @Test("A provider that does not answer is ended in time, and the code says so")
  func timeout() async throws {
    try run.add(provider: "import time\ntime.sleep(1000)\n")
    try run.folder.write(Array("x".utf8), to: "a.txt")
    let start = ContinuousClock.now
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "--timeout", "1", "--json", "a.txt"])
    #expect(result.status == 1)
    #expect(["timeout", "providerUnavailable"].contains(try await run.json(".files[0].code", result.output)))
    // The provider itself would have taken much longer.
    #expect(.now - start < .seconds(500))
  }

  @Test("What a provider wrote to standard error is shown when it makes a mistake")
  func standardError() async throws {
    // It writes before hello, and makes its mistake after the next request: standard error has been read by then.
    try run.add(
      provider: """
        import json, sys
        for request in map(json.loads, sys.stdin):
            if request["type"] == "hello":
                print("drawing", file=sys.stderr, flush=True)
                print(json.dumps({"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                                  "capabilities": ["thumbnail", "preview"]}), flush=True)
            elif request["type"] == "thumbnail":
                print(json.dumps({"type": "reply", "id": request["id"] + 7, "image": {"contentType": "image/png"}}),
                      flush=True)
        """)
    try run.folder.write(Array("x".utf8), to: "a.txt")
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "a.txt"])
    #expect(result.errors.contains("note: the provider's standard error: drawing\n"), "\(result.errors)")
    #expect(result.errors.contains("made a mistake"), "\(result.errors)")
  }

  @Test("A batch goes through one worker for each document at a time")
  func reuse() async throws {
    try run.add(provider: Self.tellsItsProcess)
    let names = (1...6).map { "\($0).txt" }
    for name in names { try run.folder.write(Array("x".utf8), to: name) }
    let result = try await run.run(
      ["--providers", "providers", "--provider", "org.example.test", "--timeout", "60", "-j1", "--json"] + names)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await run.json("[.files[].title] | unique | length", result.output) == "1")
  }

  static let tellsItsProcess = """
    import json, os, sys
    process = os.urandom(8).hex()
    for line in sys.stdin:
        order = json.loads(line)
        if order["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "provider": "org.example.test", "version": "1.0",
                      "capabilities": ["thumbnail", "preview"]}
        elif order["type"] == "thumbnail":
            open(order["output"]["path"], "xb").write(bytes([7]))
            answer = {"type": "reply", "id": order["id"], "title": process,
                      "pixels": {"format": "gray8", "width": 1, "height": 1, "stride": 1}}
        else:
            continue
        print(json.dumps(answer), flush=True)
    """
}
