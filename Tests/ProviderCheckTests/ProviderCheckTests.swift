internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderCheck
internal import ProviderHost
internal import TestKit
internal import Testing

@Suite("Checking providers", .timed)
struct ProviderCheckTests {
  /// The shipped providers and examples, with samples: those of each run, and those of `scripts/test --all`. Of each
  /// kind of provider there is one in each run: our own decoders, packages, texts, a library in C, other programs.
  private static let shippedProviders: [(name: String, samples: [String])] = {
    let always = [
      ("images", ["jpeg/valid/photo_landscape_420.jpg"]), ("collection", ["preview/valid/attic.mystuff"]),
      ("text", ["preview/valid/coast.md"]), ("archive", ["preview/valid/project.zip"]),
      ("svg", ["preview/valid/house.svg"]), ("pdf", ["preview/valid/bars.pdf"]),
    ]
    let others = [
      ("images", ["jpeg/valid/photo_phone.jpg"]), ("peoplegroups", ["preview/valid/chess.pplgrp"]),
      ("peoplegroups", ["preview/valid/empty.pplgrp"]),
      ("text", ["preview/valid/cities.csv", "preview/valid/settings.json"]), ("mail", ["preview/valid/news.eml"]),
      ("database", ["preview/valid/ships.sqlite"]), ("djvu", ["preview/valid/squares.djvu"]),
      ("archive", ["preview/valid/project.tar"]), ("book", ["preview/valid/lamp.epub", "preview/valid/lamp.mobi"]),
      ("comic", ["preview/valid/squares.cbz"]), ("mail", ["preview/valid/two.mbox"]),
      ("calendar", ["preview/valid/harbour.ics"]), ("contact", ["preview/valid/three.vcf"]),
      ("notebook", ["preview/valid/ships.ipynb"]), ("web", ["preview/valid/pier.html"]),
      ("audio", ["preview/valid/hut.mp3", "preview/valid/lamp.m4a"]), ("photoshop", ["preview/valid/flag.psd"]),
      ("font", ["preview/valid/blocks.ttf"]), ("postscript", ["preview/valid/squares.ps"]),
      ("video", ["preview/valid/pier.mp4"]), ("track", ["preview/valid/pier.gpx", "preview/valid/pier.geojson"]),
    ]
    return isThorough ? always + others : always
  }()

  @Test("Shipped providers and examples pass", arguments: shippedProviders)
  func shipped(name: String, samples: [String]) async throws {
    let documents = samples.map { "\(Fixtures.root)/Fixtures/\($0)" }
    let options = try await CheckRig.patientOptions(samples: documents, requests: 10)
    let folder = ["peoplegroups", "collection"].contains(name) ? "Examples" : "share"
    let report = try await ProviderCheck(options).run("\(Fixtures.root)/\(folder)/providers/org.cameo.\(name)")
    #expect(report.isPassed, "\(report.faults)")
    #expect(report.provider == "org.cameo.\(name)")
    #expect(report.count(.warning) == 0, "\(report.lines.joined(separator: "\n"))")
    #expect(report.results.contains { $0.name == "tier A" && $0.verdict == .passed })
    #expect(report.results.contains { $0.name == "tier B" && $0.verdict == .passed })
    let attacks = report.results.filter { $0.name.hasPrefix("attacks in tier ") }
    #expect(attacks.map(\.name) == ["attacks in tier A", "attacks in tier B"])
    #expect(attacks.allSatisfy { $0.verdict == .passed && $0.seen.contains(" lock, sockets-of-others,") })
    #expect(attacks.map { $0.seen.hasSuffix("; possible: load-output") } == [false, true])
    if getenv("CAMEO_SHOW") != nil { print(report.lines.joined(separator: "\n")) }
  }

  @Test("The example in Python passes")
  func example() async throws {
    let folder = try TemporaryDirectory()
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.bars", program: "docs/examples/org.example.bars/provider.py")
    let report = try await ProviderCheck(try await CheckRig.options()).run(provider)
    #expect(report.isPassed, "\(report.faults)")
    if getenv("CAMEO_SHOW") != nil { print(report.lines.joined(separator: "\n")) }
  }

  @Test("The example in Go passes, without warnings")
  func exampleInGo() async throws {
    let folder = try TemporaryDirectory()
    // Workers run as a user of their own where the tests run as root.
    try #require(chmod(folder.path, 0o755) == 0)
    let provider = folder.file("org.example.tally")
    let built = try await Tool.run(
      "sh",
      [
        "-c", "cp -r \"$0\" \"$1\" && cd \"$1\" && go build -o tally-provider . && chmod -R a+rX .",
        "\(Fixtures.root)/docs/examples/org.example.tally", provider,
      ],
      environment: ["GOCACHE": Tool.goCache, "CGO_ENABLED": "0", "PATH": "/usr/bin:/bin"])
    try #require(built.status == 0, "\(built.errors)")
    let report = try await ProviderCheck(try await CheckRig.patientOptions(requests: 20)).run(provider)
    #expect(report.isPassed, "\(report.faults)")
    #expect(report.count(.warning) == 0, "\(report.lines.joined(separator: "\n"))")
  }

  /// All modes of the misbehaving provider from which the host has to protect itself.
  @Test("Each way to misbehave is found", arguments: MisbehavingModes.all)
  func misbehaving(mode: String) async throws {
    let folder = try TemporaryDirectory()
    // Only modes that never answer should reach the deadline.
    let seconds = MisbehavingModes.unanswering.contains(mode) ? 0.5 : 30
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.misbehave", program: "\(try await TestProgram.folder())/misbehave",
      arguments: [mode, folder.path],
      limits:
        ", \"limits\": { \"thumbnailSeconds\": \(seconds), \"previewSeconds\": \(seconds), \"memoryMiB\": 128, \"outputMiB\": 2, \"megapixels\": 1 }"
    )
    var options = try await CheckRig.options(requests: 10)
    if mode.hasPrefix("silent") { options.policy.helloSeconds = 1 }
    let report = try await ProviderCheck(options).run(provider)
    #expect(!report.isPassed, "\(report.lines.joined(separator: "\n"))")
    let expected = MisbehavingModes.words[mode]
    if let expected { #expect(report.faults.contains(expected), "\(report.faults)") }
    if getenv("CAMEO_SHOW") != nil { print("\(mode): \(report.faults.prefix(200))") }
  }

  @Test(
    "For a path or id that is not a provider, the report says what is missing",
    arguments: [
      ("/nowhere", "there is no folder /nowhere", "name a folder with provider.json"),
      ("./nowhere/provider.json", "there is no folder ./nowhere", "name a folder with provider.json"),
      ("/etc", "/etc has no provider.json", "preview new NAME"),
      ("\(Fixtures.root)/share/providers", "has no provider.json", "org.cameo.archive, org.cameo.audio"),
      ("org.example.nobody", "no provider has the id 'org.example.nobody'", "installed are org.cameo.archive"),
      ("pdf", "no provider has the id 'pdf'", "installed are org.cameo.pdf; or name a folder"),
    ])
  func nobody(row: (name: String, reason: String, advice: String)) async throws {
    var options = try await CheckRig.options()
    options.folders = ["\(Fixtures.root)/share/providers"]
    let report = try await ProviderCheck(options).run(row.name)
    #expect(!report.isPassed)
    #expect(report.results.count == 1)
    #expect(report.results[0].seen.contains(row.reason), "\(report.results[0].seen)")
    #expect(report.results[0].advice.contains(row.advice), "\(report.results[0].advice)")
  }

  @Test("A provider that crashes is shown with the last lines of its standard error")
  func standardError() async throws {
    let folder = try TemporaryDirectory()
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.broken", program: "docs/examples/org.example.bars/provider.py")
    let path = "\(provider)/program.py"
    let text = Array("import sys, nothing_of_this_name\n".utf8)
    _ = try folder.write(text, to: "org.example.broken/program.py")
    let report = try await ProviderCheck(try await CheckRig.options()).run(provider)
    let hello = try #require(report.results.first { $0.name == "hello" })
    #expect(hello.verdict == .failed)
    #expect(hello.standardError.last?.hasPrefix("ModuleNotFoundError: No module named 'nothing_of_this_name'") == true)
    #expect(report.lines.contains("        | ModuleNotFoundError: No module named 'nothing_of_this_name'"), "\(path)")
  }

  /// A provider whose thumbnails are files with these bytes, which it calls PNG.
  private func encoder(_ picture: [UInt8], in folder: TemporaryDirectory) throws -> String {
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.encoder", program: "docs/examples/org.example.bars/provider.py")
    let program = """
      import json, sys
      for request in map(json.loads, sys.stdin):
          if request["type"] == "hello":
              answer = {"type": "hello", "protocol": 1, "provider": "org.example.encoder", "version": "1.0",
                        "capabilities": ["thumbnail", "preview"]}
          elif request["type"] in ("thumbnail", "preview"):
              open(request["output"]["path"], "xb").write(bytes.fromhex("\(Hexadecimal.text(picture))"))
              answer = {"type": "reply", "id": request["id"], "image": {"contentType": "image/png"}}
          else: continue
          print(json.dumps(answer), flush=True)
      """
    _ = try folder.write(Array(program.utf8), to: "org.example.encoder/program.py")
    return provider
  }

  @Test("Pictures that a provider encodes are decoded, as hosts do")
  func encodedPictures() async throws {
    var options = try await CheckRig.options(requests: 10)
    options.folders = ["\(Fixtures.root)/share/providers"]
    let folder = try TemporaryDirectory()
    let good = try await ProviderCheck(options).run(
      try encoder(Fixtures.bytes(Fixtures.path("png/valid/colour_srgb.png")), in: folder))
    let shown = try #require(good.results.first { $0.name == "thumbnail of a.txt" })
    #expect(shown.verdict == .passed && shown.seen.contains("decoded to"), "\(shown.seen)")
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>".utf8)
    for (bytes, fault) in [
      (svg, "what it made is not a picture that can be read"),
      (
        Array(Fixtures.bytes(Fixtures.path("png/valid/colour_srgb.png")).prefix(20)),
        "the picture that it made is broken"
      ),
    ] {
      let folder = try TemporaryDirectory()
      let report = try await ProviderCheck(options).run(try encoder(bytes, in: folder))
      #expect(report.faults.contains("thumbnail of a.txt") && report.faults.contains(fault), "\(report.faults)")
    }
  }

  @Test("A provider without samples is checked as far as possible, with one warning")
  func noSamples() async throws {
    let folder = try TemporaryDirectory()
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.bars", program: "docs/examples/org.example.bars/provider.py")
    SystemCall.remove("\(provider)/samples/a.txt")
    var options = try await CheckRig.options()
    let report = try await ProviderCheck(options).run(provider)
    #expect(report.isPassed, "\(report.faults)")
    #expect(report.results.filter { $0.seen.contains("no samples") }.map(\.verdict) == [.warning])
    #expect(report.results.allSatisfy { !$0.seen.isEmpty }, "\(report.lines.joined(separator: "\n"))")
    // A named sample that cannot be read is not an error about types.
    options.samples = ["/nosuch"]
    let failed = try await ProviderCheck(options).run(provider)
    #expect(failed.faults == "samples: /nosuch: cannot open: No such file or directory")
    #expect(failed.results.allSatisfy { !$0.advice.contains("extensions") })
  }

  @Test("A thumbnailer of the desktop is said to be one, and the folder of a manifest without a program what it lacks")
  func uncheckable() async throws {
    let folder = try TemporaryDirectory()
    let entry = "[Thumbnailer Entry]\nExec=/usr/bin/true %i %o\nMimeType=text/plain;\n"
    _ = try folder.write(Array(entry.utf8), to: "plain.thumbnailer")
    var options = try await CheckRig.options()
    options.thumbnailerFolders = [folder.path]
    let report = try await ProviderCheck(options).run("thumbnailer.plain")
    #expect(report.faults.contains("level 0"), "\(report.faults)")
    let provider = try CheckRig.provider(
      in: folder, id: "org.example.bars", program: "docs/examples/org.example.bars/provider.py")
    let manifest = """
      { "id": "org.example.bars", "version": "1.0", "protocol": [1], "exec": ["./program.py"],
        "capabilities": ["preview"], "supportedContentTypes": ["public.plain-text"] }
      """
    _ = try folder.write(Array(manifest.utf8), to: "org.example.bars/provider.json")
    #expect(chmod("\(provider)/program.py", 0o644) == 0)
    let other = try await ProviderCheck(options).run(provider)
    #expect(other.faults.contains("the program './program.py' is not executable: chmod +x"), "\(other.faults)")
  }

  @Test("The error for an invalid id says what ids look like")
  func badID() async throws {
    let folder = try TemporaryDirectory()
    let provider = try CheckRig.provider(in: folder, id: "notes", program: "docs/examples/org.example.bars/provider.py")
    let report = try await ProviderCheck(try await CheckRig.options()).run(provider)
    #expect(report.faults.contains("line 1: id must be a reversed domain name like org.example.name, not 'notes'"))
  }

  @Test("An unknown key of a manifest is reported with its line")
  func brokenManifest() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("{ \"id\": \"org.example.x\",\n \"colour\": 1 }".utf8), to: "provider.json")
    let report = try await ProviderCheck(try await CheckRig.options()).run(PathText.split(path).directory)
    #expect(report.faults.contains("line 2"), "\(report.faults)")
  }
}

/// The first argument of misbehave.c.
enum MisbehavingModes {
  static let all = [
    "silent", "silent-deaf", "exit-at-once", "early-reply", "wrong-protocol", "two-hellos", "garbage", "long-line",
    "endless-line", "noise", "log-flood", "stderr-flood", "wrong-id", "two-replies", "late-reply", "partial-flood",
    "too-few-bytes", "too-many-bytes", "short-stride", "negative", "overflow", "stride-overflow", "too-large", "sparse",
    "cut", "missing", "symlink", "folder-symlink", "hard-link", "fifo", "directory", "attachment-escape",
    "attachment-link", "header-injection", "no-pdf", "hang", "deaf", "busy", "stopped", "ignores-cancel", "exit-0",
    "exit-3", "segfault", "file-limit", "memory", "closes-output", "closes-all", "children",
  ]

  static let unanswering: Set = [
    "silent", "silent-deaf", "hang", "deaf", "busy", "stopped", "ignores-cancel", "closes-output", "closes-all",
  ]

  /// The expected report for some of them.
  static let words = [
    "silent": "no hello within 1 s", "noise": "Loading fonts", "long-line": "65536",
    "too-few-bytes": "the output has",
    "hang": "no answer within 500 ms", "memory": "resourceExhausted", "segfault": "crashed",
  ]
}
