internal import ByteStreams
internal import DesktopCache
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("The host", .timed)
struct HostTests {
  private static func patient(_ limits: inout ProviderDescription) { limits.limits = HostRig.patientLimits }

  @Test("A thumbnail is encoded by the host, and its texts cannot deceive")
  func thumbnail() async throws {
    let rig = try await HostRig("good", describe: Self.patient)
    var request = rig.request
    request.format = .jpeg
    let thumbnail = try await rig.host.thumbnail(request)
    #expect(String(decoding: thumbnail.bytes, as: UTF8.self) == "jpeg gray8 8x4 85")
    #expect(thumbnail.contentType == "image/jpeg")
    #expect(thumbnail.title == "A  title of two lines")
    #expect(thumbnail.extensionBadge == "TST")
    #expect(thumbnail.pageCount == 3)
    #expect(thumbnail.provider == ProviderName(id: "org.example.misbehave", version: "1.0"))
    #expect(await rig.host.metrics.latency.count == 1)
    #expect(await rig.leftovers() == [])
  }

  @Test("Previews are passed on with all their parts")
  func previews() async throws {
    let html = try await HostRig("html", describe: Self.patient)
    let page = try await html.host.preview(html.previewRequest)
    #expect(page.kind == .html)
    #expect(page.encoding == "utf-8")
    #expect(page.bytes == Array("<p>Hello<img src='cid:one'>".utf8))
    #expect(page.attachments == [.init(id: "one", contentType: "image/png", bytes: Array("picture".utf8))])
    #expect(await html.leftovers() == [])
    let pdf = try await HostRig("pdf", describe: Self.patient)
    #expect(try await pdf.host.preview(pdf.previewRequest).contentType == "application/pdf")
    #expect(await pdf.leftovers() == [])
    let pixels = try await HostRig("good", describe: Self.patient)
    #expect(try await pixels.host.preview(pixels.previewRequest).kind == .image)
    #expect(await pixels.leftovers() == [])
  }

  @Test("A preview that must be a picture is the thumbnail where the preview is none")
  func pictures() async throws {
    let html = try await HostRig("html", describe: Self.patient)
    var request = html.previewRequest
    request.mustBePicture = true
    // This worker answers thumbnails with a page, too, and that is its own fault.
    #expect(await code { try await html.host.preview(request) } == .protocolViolation)
    let pixels = try await HostRig("good", describe: Self.patient)
    request = pixels.previewRequest
    request.mustBePicture = true
    let picture = try await pixels.host.preview(request)
    #expect(picture.kind == .image)
    #expect(picture.previewType == nil)
    let thumbnails = try await HostRig("good") {
      Self.patient(&$0)
      $0.capabilities = [.thumbnail]
    }
    request = thumbnails.previewRequest
    request.mustBePicture = true
    let thumbnail = try await thumbnails.host.preview(request)
    #expect(thumbnail.kind == .image)
    #expect(thumbnail.previewType == nil)
  }

  @Test("Invalid requests, missing documents and types without a provider have their codes")
  func refusals() async throws {
    let rig = try await HostRig("good")
    var request = rig.request
    request.maximumSize = .init(width: 0, height: 10)
    #expect(await code { try await rig.host.thumbnail(request) } == .requestInvalid)
    request = rig.request
    request.scale = .nan
    #expect(await code { try await rig.host.thumbnail(request) } == .requestInvalid)
    request = rig.request
    request.document.path = "/nowhere"
    #expect(await code { try await rig.host.thumbnail(request) } == .sourceUnavailable)
    request.document.path = "/dev/zero"
    #expect(await code { try await rig.host.thumbnail(request) } == .sourceUnavailable)
    request.document.path = try rig.folder.write(Array("GIF89a".utf8), to: "a.gif")
    #expect(await code { try await rig.host.thumbnail(request) } == .unsupportedType)
    #expect(rig.notes("pids").isEmpty)
    #expect(await rig.host.metrics.requests[""]?.values.reduce(0, +) == 5)
    await rig.host.shutdown()
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .draining)
  }

  @Test("Equal requests at the same time are rendered once; one that is cancelled does not affect the others")
  func singleFlight() async throws {
    let rig = try await HostRig("gated", describe: Self.patient)
    var request = rig.request
    request.document.identity = DocumentIdentity(path: rig.document)
    request.usesCache = false
    let tasks = (0..<8).map { _ in Task { [request] in await code { try await rig.host.thumbnail(request) } } }
    for _ in 0..<6_000 {
      if await rig.host.waiting == 8, !rig.notes("orders").isEmpty { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    for index in [0, 5] {
      tasks[index].cancel()
      #expect(await tasks[index].value == .cancelled)
    }
    try rig.folder.write([], to: "gate")
    for (index, task) in tasks.enumerated() where index % 5 != 0 { #expect(await task.value == nil) }
    #expect(rig.notes("orders").count == 1)
    #expect(rig.notes("cancelled").isEmpty)
    #expect(await rig.leftovers() == [])
  }

  @Test("Requests over the queue's length are refused, and each of the others gets its own document")
  func queue() async throws {
    let rig = try await HostRig("by-document", describe: Self.patient) {
      $0.concurrency = 2
      $0.queueLength = 16
    }
    var requests: [(UInt8, RenderRequest)] = []
    for shade in UInt8(100)..<164 {
      var request = rig.request
      request.document.path = try rig.folder.write([shade], to: "\(shade).txt")
      request.tenant = "us"
      requests.append((shade, request))
    }
    var codes: [ProviderError.Code?: Int] = [:]
    await withTaskGroup(of: ProviderError.Code?.self) { group in
      for (shade, request) in requests {
        group.addTask {
          do {
            let thumbnail = try await rig.host.thumbnail(request)
            return String(decoding: thumbnail.bytes, as: UTF8.self) == "png gray8 8x4 \(shade)"
              ? nil : .protocolViolation
          } catch {
            return (error as? ProviderError)?.code
          }
        }
      }
      for await code in group { codes[code, default: 0] += 1 }
    }
    #expect(Set(codes.keys).isSubset(of: [nil, .overloaded]))
    #expect(codes[nil, default: 0] >= 18)
    #expect(codes.values.reduce(0, +) == 64)
    #expect(rig.notes("orders").count == codes[nil])
    #expect(await rig.leftovers() == [])
  }

  @Test("Waiting in the queue has a deadline of its own, and the whole request has another")
  func deadlines() async throws {
    let rig = try await HostRig("hang", describe: Self.patient) {
      $0.concurrency = 1
      $0.queueSeconds = 0.2
    }
    let first = Task { await code { try await rig.host.thumbnail(rig.request) } }
    for _ in 0..<6_000 where rig.notes("orders").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .overloaded)
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(await rig.leftovers() == [])

    let other = try await HostRig("hang", describe: Self.patient)
    var request = other.request
    request.deadlineSeconds = 0.5
    #expect(await code { try await other.host.thumbnail(request) } == .timeout)
    #expect(await other.leftovers() == [])
  }

  @Test("A request's deadline also holds while its worker starts", arguments: [false, true])
  func deadlineAtStart(isAhead: Bool) async throws {
    let rig = try await HostRig(isAhead ? "silent-later" : "silent", describe: Self.patient) {
      $0.workers.prewarmed = isAhead ? 1 : 0
      $0.workers.helloSeconds = 600
    }
    // The worker after the first one is started ahead of its document.
    if isAhead { _ = try await rig.host.thumbnail(rig.request) }
    var request = rig.request
    request.deadlineSeconds = 0.5
    let start = ContinuousClock.now
    #expect(await code { try await rig.host.thumbnail(request) } == .timeout)
    // The host would wait ten minutes for the hello. A shutdown does not wait for it either.
    #expect(await rig.leftovers() == [])
    #expect(ContinuousClock.now - start < .seconds(500))
  }

  @Test("A shutdown lets running requests end, refuses waiting ones, and leaves no process")
  func shutdown() async throws {
    let rig = try await HostRig("gated", describe: Self.patient) { $0.concurrency = 1 }
    let codes = try await withThrowingTaskGroup(of: ProviderError.Code?.self) { group in
      for _ in 0..<3 { group.addTask { await code { try await rig.host.thumbnail(rig.request) } } }
      for _ in 0..<6_000 where rig.notes("orders").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      let shutdown = Task { await rig.host.shutdown(graceSeconds: 60) }
      var codes: [ProviderError.Code?] = []
      for try await code in group {
        codes.append(code)
        if codes.count == 2 { try rig.folder.write([], to: "gate") }
      }
      await shutdown.value
      return codes
    }
    #expect(codes == [.draining, .draining, nil])
    #expect(await rig.leftovers() == [])
    #expect(await rig.host.health.isReady == false)
  }

  @Test("A shutdown does not wait forever for a provider that hangs")
  func shutdownByForce() async throws {
    let rig = try await HostRig("deaf", describe: Self.patient)
    let task = Task { await code { try await rig.host.thumbnail(rig.request) } }
    for _ in 0..<6_000 where rig.notes("orders").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    await rig.host.shutdown(graceSeconds: 0.1)
    #expect(await task.value == .cancelled)
    #expect(await rig.leftovers() == [])
  }

  @Test("Attachments have the names that HTML refers to, or the reply is refused")
  func attachmentNames() throws {
    let folder = try TemporaryDirectory()
    let checker = ReplyChecker(limits: HostRig.hastyLimits)
    let output = try folder.write(Array("<img>".utf8), to: "output")
    try folder.write([1, 2, 3], to: "picture")
    func attached(_ id: String) throws -> [RenderReply.Attachment] {
      let attachment = ProviderMessage.Attachment(id: id, file: "picture", contentType: "image/png")
      return try checker.attachments([attachment], besides: output, used: 5)
    }
    for id in ["A-z_0.9@example.org", String(repeating: "x", count: 128)] {
      var files = ContentIDs()
      for file in try attached(id) { files.add(file.id, file.contentType, file.bytes) }
      let html = files.inlined(in: Array("<img src=cid:\(id)>".utf8), limit: 1_000, excess: .refuses)
      #expect(html == Array("<img src=data:image/png;base64,AQID>".utf8))
    }
    for id in ["", "a b", "a%40b", "a'", String(repeating: "x", count: 129)] {
      #expect(throws: ProviderError.self) { try attached(id) }
    }
  }

  @Test("A missing attachment is named: its file, and one that HTML refers to")
  func missingAttachments() throws {
    let folder = try TemporaryDirectory()
    let checker = ReplyChecker(limits: HostRig.hastyLimits)
    let output = try folder.write(
      Array("<img src=\"cid:a\"><img SRC = 'cid:nope'><b a='cid:any'>&quot;cid:text&quot; cid:other".utf8), to: "output"
    )
    try folder.write([1], to: "a")
    func reply(_ file: String) -> ProviderMessage.Reply {
      .init(
        id: 1,
        content: .data(
          contentType: "text/html", encoding: "utf-8",
          attachments: [.init(id: "a", file: file, contentType: "image/png")]))
    }
    let content = try checker.content(of: reply("a"), at: output, for: .preview)
    #expect(content.reply.warnings == ["the preview refers to the attachment 'nope', which is missing"])
    #expect {
      try checker.content(of: reply("nothing"), at: output, for: .preview)
    } throws: {
      ($0 as? ProviderError)
        == ProviderError(.protocolViolation, "the file of the attachment 'a' is missing or unreadable")
    }
  }

  @Test("References to attachments are found in any case, and only the first thousands are looked at")
  func manyReferences() throws {
    let folder = try TemporaryDirectory()
    let checker = ReplyChecker(limits: HostRig.hastyLimits)
    let reply = ProviderMessage.Reply(
      id: 1,
      content: .data(
        contentType: "text/html", encoding: "utf-8",
        attachments: [.init(id: "a", file: "a", contentType: "image/png")]))
    try folder.write([1], to: "a")
    for (count, isFound) in [(0, true), (4_095, true), (4_096, false)] {
      let html = String(repeating: "cid:", count: count) + "<IMG SRC='CID:none'>"
      let output = try folder.write(Array(html.utf8), to: "output")
      let warnings = try checker.content(of: reply, at: output, for: .preview).reply.warnings
      #expect(warnings == (isFound ? ["the preview refers to the attachment 'none', which is missing"] : []))
    }
  }

  @Test("A PDF may have bytes before its header, within the first 1,024")
  func headerOfPDF() throws {
    let folder = try TemporaryDirectory()
    let checker = ReplyChecker(limits: HostRig.hastyLimits)
    for (count, isPDF) in [(0, true), (3, true), (1_019, true), (1_020, false)] {
      let path = try folder.write([UInt8](repeating: 0x20, count: count) + Array("%PDF-1.4\n".utf8), to: "output")
      let content = try? checker.content(of: .init(id: 1, content: .pdf), at: path, for: .preview)
      #expect((content?.reply.contentType == "application/pdf") == isPDF, "\(count)")
    }
  }

  @Test("A file that is truncated while it is read, and pixels whose last row has no padding")
  func replyFiles() throws {
    let folder = try TemporaryDirectory()
    let checker = ReplyChecker(limits: HostRig.hastyLimits)
    let path = try folder.write([UInt8](repeating: 7, count: 10 * 3 + 4), to: "output")
    let pixels = ProviderMessage.Pixels(format: .gray8, width: 4, height: 4, stride: 10)
    #expect(try checker.pixels(pixels, at: path).bytes.count == 34)
    try folder.write([UInt8](repeating: 7, count: 33), to: "output")
    #expect(throws: ProviderError.self) { try checker.pixels(pixels, at: path) }
    try folder.write([UInt8](repeating: 7, count: 41), to: "output")
    #expect(throws: ProviderError.self) { try checker.pixels(pixels, at: path) }
  }
}
