@testable internal import PreviewService
internal import PreviewServiceFakes
internal import TestKit
internal import Testing

@Suite("previewd: presets, screens and fallback pictures", .timed)
struct PresetTests {
  private static let card = ["preset": ["card:width=320&height=200&fit=cover&format=jpeg", "small:size=64"]]

  @Test("A preset stands for its options, has the same entity tag, and is multiplied by dpr")
  func preset() async throws {
    try await RunningService.with(Self.card) { service in
      let answer = try await service.ask("/v1/thumbnail?preset=card", body: [1])
      #expect(answer.status == 200 && answer.text.contains(" 320x200 "), "\(answer.text)")
      let long = try await service.ask("/v1/thumbnail?width=320&height=200&fit=cover&format=jpeg", body: [1])
      #expect(long.text == answer.text && long.fields["etag"] == answer.fields["etag"])
      let sharp = try await service.ask("/v1/thumbnail?preset=small&dpr=3", body: [1])
      #expect(sharp.text.contains(" 192x192 "), "\(sharp.text)")
      for target in ["preset=large", "preset=card&size=64", "preset="] {
        #expect(try await service.ask("/v1/thumbnail?\(target)", body: [1]).isProblem(400, "requestInvalid"))
      }
    }
  }

  @Test("If only presets are allowed, no other size or format is made")
  func onlyPresets() async throws {
    try await RunningService.with(Self.card.merging(["presets-only": ["true"]]) { $1 }) { service in
      #expect(try await service.ask("/v1/thumbnail?preset=small&dpr=2&name=a.txt", body: [1]).status == 200)
      for target in ["", "?size=64", "?preset=small&quality=3", "?preset=small&scale=2", "?dpr=2"] {
        let answer = try await service.ask("/v1/thumbnail\(target)", body: [1])
        #expect(answer.isProblem(400, "requestInvalid"), "\(target) \(answer.text)")
      }
      #expect(service.fake.started == 1)
    }
  }

  @Test("If only presets are allowed, a name counts by its type, and Accept by the kinds of previews")
  func fewVariants() async throws {
    let folder = try TemporaryDirectory()
    let settings = ["presets-only": ["true"], "result-cache": [folder.path], "result-cache-limit": ["9Mi"]]
    try await RunningService.with(Self.card.merging(settings) { $1 }) { service in
      func tag(_ target: String, _ accept: String = "*/*") async throws -> String? {
        let answer = try await service.ask(target, headers: ["Accept: \(accept)"], body: [1])
        #expect(answer.status == 200, "\(target) \(answer.text)")
        return answer.fields["etag"]
      }
      let first = try await tag("/v1/thumbnail?preset=small&name=a.html")
      #expect(try await tag("/v1/thumbnail?preset=small&name=another.HTML") == first)
      #expect(try await tag("/v1/thumbnail?preset=small&name=a.pdf") != first)
      #expect(try await tag("/v1/thumbnail?preset=small&name=a.x1") == tag("/v1/thumbnail?preset=small&name=b.x2"))
      #expect(service.fake.started == 3)
      let page = "/v1/preview?preset=small&name=page.html"
      let preview = try await tag(page, "text/html, application/x-one, image/jpeg;q=0.1")
      #expect(try await tag(page, "application/x-two;q=0.2, text/html, image/jpeg;q=0.3") == preview)
      #expect(service.fake.started == 4)
    }
    try await RunningService.with { service in
      let answers = try await [
        service.ask("/v1/thumbnail?name=a.html", body: [1]), service.ask("/v1/thumbnail?name=b.html", body: [1]),
      ]
      #expect(answers[0].fields["etag"] != answers[1].fields["etag"])
      #expect(answers[1].fields["cameo-title"] == "b.html")
    }
  }

  @Test(
    "dpr multiplies the size that is given, and the default one",
    arguments: [("", "512x512"), ("&width=10", "20x8192")])
  func density(_ options: String, _ size: String) async throws {
    try await RunningService.with { service in
      let answer = try await service.ask("/v1/thumbnail?dpr=2\(options)", body: [1])
      #expect(answer.text.contains(" \(size) "), "\(answer.text)")
      for wrong in ["dpr=0", "dpr=5", "dpr=1.5", "dpr=2&size=4097", "dpr=4&scale=5"] {
        #expect(try await service.ask("/v1/thumbnail?\(wrong)", body: [1]).isProblem(400, "requestInvalid"))
      }
    }
  }

  @Test("A preset draws a picture over others, which no address can; another one is another entity tag")
  func overlay() async throws {
    let presets = [
      "marked:size=64&overlay=/logo.png&overlay-opacity=50&overlay-position=left&overlay-size=20%25",
      "other:size=64&overlay=/another.png&overlay-opacity=50&overlay-position=left&overlay-size=20%25",
      "plain:size=64", "only:overlay=/logo.png",
    ]
    try await RunningService.with(["preset": presets]) { service in
      let marked = try await service.ask("/v1/thumbnail?preset=marked", body: [1])
      #expect(marked.status == 200 && marked.text.hasSuffix(" 64x64 0 overlay 0.5 at 0.0"), "\(marked.text)")
      let plain = try await service.ask("/v1/thumbnail?preset=plain", body: [1])
      let other = try await service.ask("/v1/thumbnail?preset=other", body: [1])
      #expect(Set([marked, plain, other].map { $0.fields["etag"] }).count == 3)
      #expect(try await service.ask("/v1/thumbnail?preset=only&size=9", body: [1]).text.contains(" 9x9 0 overlay 1.0"))
      for target in ["thumbnail?preset=plain&overlay=/logo.png", "preview?preset=marked&kind=pdf"] {
        #expect(try await service.ask("/v1/\(target)", body: [1]).isProblem(400, "requestInvalid"), "\(target)")
      }
      // A preview that has an overlay is a picture.
      let preview = try await service.ask("/v1/preview?preset=marked&name=page.txt", body: [1])
      #expect(preview.fields["content-type"]?.hasPrefix("image/") == true, "\(preview.fields)")
    }
  }

  @Test(
    "A wrong preset is an error at the start",
    arguments: [
      "card", "card:", ":size=1", "a b:size=1", "card:size=0", "card:size=9000", "card:path=a", "card:size=1&size=2",
      "card:width=3&fit=cover", "card:dpr=2", "card:size=1&overlay=/missing.png", "card:overlay-opacity=5",
      "card:overlay=a&overlay-opacity=0", "card:overlay=a&overlay-size=0", "card:overlay=a&overlay-position=here",
      "card:overlay=a&overlay-tile=1",
    ])
  func wrong(_ text: String) {
    #expect(throws: (any Error).self) { try RunningService.configuration(["preset": [text]]) }
  }

  @Test("An overlay that cannot be read is an error of the configuration, with its path")
  func unreadable() async throws {
    let path = Fixtures.path("png/valid/missing.png")
    let result = try await Tool.cameo("previewd", ["--preset", "card:overlay=\(path)", "--check-config"])
    #expect(result.status == 64 && result.errors.contains("preset: 'card': \(path): "), "\(result.errors)")
  }

  @Test("Presets alone need a preset, and names are unique")
  func none() {
    #expect(throws: (any Error).self) { try RunningService.configuration(["presets-only": ["true"]]) }
    #expect(throws: (any Error).self) { try RunningService.configuration(["preset": ["a:size=1", "a:size=2"]]) }
  }

  @Test("A document without a preview gets the fallback picture, with the status and code of its failure")
  func fallback() async throws {
    let directory = try TemporaryDirectory()
    let gif = Array("GIF89a and more".utf8)
    let file = try directory.write(gif, to: "none.gif")
    try await RunningService.with(["fallback": [file]]) { service in
      let answer = try await service.ask("/v1/thumbnail?name=error-corruptInput", body: [1])
      #expect(answer.status == 422 && answer.body == gif)
      #expect(answer.fields["content-type"] == "image/gif" && answer.fields["cameo-fallback"] == "corruptInput")
      #expect(answer.fields["cache-control"] == "no-store" && answer.fields["x-content-type-options"] == "nosniff")
      let plain = try await service.ask("/v1/thumbnail?name=error-corruptInput&fallback=none", body: [2])
      #expect(plain.isProblem(422, "corruptInput"))
      let jpeg = try await service.ask(
        "/v1/thumbnail?name=error-corruptInput", headers: ["Accept: image/jpeg"], body: [3])
      #expect(jpeg.isProblem(422, "corruptInput"))
      // These are not failures of a document.
      #expect(try await service.ask("/v1/thumbnail?name=error-overloaded", body: [4]).isProblem(429, "overloaded"))
      #expect(try await service.ask("/v1/thumbnail?path=missing").status == 404)
      #expect(try await service.ask("/v1/thumbnail?size=0", body: [5]).isProblem(400, "requestInvalid"))
    }
  }

  @Test("fallback=icon draws a sheet with the extension of the name, if that is plain")
  func icon() async throws {
    try await RunningService.with { service in
      try service.write("error-timeout", "hello")
      let bare = try await service.ask("/v1/thumbnail?path=error-timeout&fallback=icon")
      #expect(bare.status == 422 && bare.fields["content-type"] == "image/svg+xml")
      #expect(bare.fields["cameo-fallback"] == "timeout" && bare.text.contains("></text>"), "\(bare.text)")
      #expect(try await service.ask("/v1/thumbnail?fallback=picture", body: [1]).isProblem(400, "requestInvalid"))
      #expect(try await service.ask("/v1/thumbnail?fallback=x", body: [1]).isProblem(400, "requestInvalid"))
    }
    func label(_ name: String) -> String { String(decoding: FallbackPicture.icon(for: name).bytes, as: UTF8.self) }
    #expect(label("letter.docx").contains(">DOCX</text>"))
    for name in ["a.<b>", "a.", ".bashrc", "a.toolong", "a.ä"] { #expect(label(name).contains("></text>"), "\(name)") }
  }

  @Test("A fallback that browsers do not show is an error at the start")
  func wrongFallback() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Array("no picture".utf8), to: "a.png")
    for path in [file, directory.file("missing")] {
      #expect(throws: (any Error).self) { try RunningService.configuration(["fallback": [path]]) }
    }
  }

  @Test("The limits of providers are settings; they are the usual ones without")
  func limits() throws {
    let usual = try RunningService.configuration([:])
    #expect((usual.memoryMiB, usual.outputMiB, usual.megapixels) == (512, 64, 50))
    let larger = try RunningService.configuration(["output-mib": ["256"], "megapixels": ["68"]])
    #expect((larger.outputMiB, larger.megapixels) == (256, 68))
  }
}
