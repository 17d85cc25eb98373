internal import Glibc
internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Replies", .timed)
struct ReplyTests {
  private func pixel(_ outcome: ProviderTrial.Outcome, _ x: Int, _ y: Int) throws -> [UInt8] {
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    let start = y * pixels.stride + x * pixels.format.bytesPerPixel
    return Array(outcome.bytes[start..<start + pixels.format.bytesPerPixel])
  }

  @Test("A drawing from the upper left, and one from the lower left", arguments: [true, false])
  func coordinates(_ fromTop: Bool) async throws {
    let definition = ProviderDefinition.thumbnails { request in
      let corner = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
      let size = Size(width: 40, height: 20)
      return fromTop
        ? ThumbnailReply(contextSize: size, currentContextDrawing: { $0.fill(corner, .color(red)) })
        : ThumbnailReply(contextSize: size, drawing: { $0.fill(corner, .color(red)) })
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).thumbnail(of: "/x", contentType: "t", scale: 2)
    #expect(outcome.reply.content == .pixels(.init(format: .rgba8, width: 80, height: 40, stride: 320)))
    #expect(try pixel(outcome, 5, fromTop ? 5 : 34) == [255, 0, 0, 255])
    #expect(try pixel(outcome, 5, fromTop ? 34 : 5) == [0, 0, 0, 0])
  }

  @Test("A drawing that is too large is scaled down and keeps its aspect ratio")
  func fitted() async throws {
    let definition = ProviderDefinition.thumbnails { _ in
      ThumbnailReply(
        contextSize: Size(width: 1_000, height: 500),
        currentContextDrawing: { $0.fill(.rect(Rect($0.size)), .color(red)) })
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).thumbnail(of: "/x", contentType: "t", side: 100)
    #expect(outcome.reply.content == .pixels(.init(format: .rgba8, width: 100, height: 50, stride: 400)))
    #expect(try pixel(outcome, 99, 49) == [255, 0, 0, 255])
  }

  @Test("Pixels are converted to a layout of the protocol")
  func pixelLayouts() async throws {
    let cases: [(PixelFormat, [UInt8], ProviderMessage.PixelLayout, [UInt8])] = [
      (.gray8, [7], .gray8, [7]), (.rgb8, [1, 2, 3], .rgb8, [1, 2, 3]), (.rgba8, [1, 2, 3, 4], .rgba8, [1, 2, 3, 4]),
      (PixelFormat(.uint8, .gray, alpha: .straight), [9, 4], .rgba8, [9, 9, 9, 4]),
      (PixelFormat(.uint8, .rgb, alpha: .premultiplied), [64, 0, 128, 128], .rgba8, [128, 0, 255, 128]),
    ]
    for (format, bytes, layout, expected) in cases {
      let picture = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: format, bytes: bytes)
      let definition = ProviderDefinition.thumbnails { _ in ThumbnailReply(pixels: picture) }
      let outcome = try await ProviderTrial(.inProcess(definition)).thumbnail(of: "/x", contentType: "t")
      #expect(
        outcome.reply.content == .pixels(.init(format: layout, width: 1, height: 1, stride: layout.bytesPerPixel)))
      #expect(outcome.bytes == expected)
    }
  }

  @Test("An encoded picture is copied byte for byte")
  func imageFile() async throws {
    let path = Fixtures.path(
      "jpeg/valid/" + (Fixtures.names(under: "jpeg/valid").first?.split(separator: "/").last ?? ""))
    let definition = ProviderDefinition.thumbnails { request in
      var reply = ThumbnailReply(imageFilePath: request.filePath, contentType: "image/jpeg")
      reply.title = "A\npicture"
      reply.extensionBadge = "JPG"
      return reply
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).thumbnail(of: path, contentType: "public.jpeg")
    #expect(outcome.reply.content == .image(contentType: "image/jpeg"))
    #expect(outcome.bytes == Fixtures.bytes(path))
    #expect(outcome.reply.title == "A picture")
    #expect(outcome.reply.extensionBadge == "JPG")
  }

  @Test("A first picture comes before the answer")
  func partial() async throws {
    let definition = ProviderDefinition.thumbnails { request in
      try request.show(partial: ThumbnailReply(contextSize: Size(width: 1, height: 1), drawing: { _ in }))
      return ThumbnailReply(contextSize: Size(width: 2, height: 2), drawing: { _ in })
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).thumbnail(of: "/x", contentType: "t")
    #expect(outcome.partials.map(\.bytes.count) == [4])
    #expect(outcome.bytes.count == 16)
  }

  @Test("HTML with attachments, its encoding and its title")
  func attachments() async throws {
    let definition = ProviderDefinition.previews { _ in
      var reply = PreviewReply.data(of: "text/html") { Array("<img src='cid:../../a'>".utf8) }
      reply.attachments = [PreviewAttachment(id: "../../a", contentType: "image/png", data: [1, 2, 3])]
      reply.stringEncoding = "utf-8"
      reply.title = "Title"
      return reply
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).preview(of: "/x", contentType: "t")
    #expect(outcome.attachments == ["../../a": [1, 2, 3]])
    guard case .data("text/html", "utf-8", let listed) = outcome.reply.content else { throw TestFailure("no data") }
    #expect(listed.map(\.file) == ["attachment-0"])
    #expect(outcome.reply.title == "Title")
  }

  @Test("A document writes itself as PDF")
  func pdf() async throws {
    struct Document: PreviewDocument {
      var pageCount: Int { 2 }
      func writePreview(to path: String) throws {
        let (from, to) = ("%PDF-1.4", path)
        try from.withCString { text in
          guard let file = fopen(to, "wx") else { throw TestFailure("exists") }
          fputs(text, file)
          fclose(file)
        }
      }
    }
    let definition = ProviderDefinition.previews { _ in
      .forPDF(pageSize: Size(width: 10, height: 20)) { size in
        #expect(size == Size(width: 10, height: 20))
        return Document()
      }
    }
    let outcome = try await ProviderTrial(.inProcess(definition)).preview(of: "/x", contentType: "t")
    #expect(outcome.reply.content == .pdf)
    #expect(outcome.reply.pageCount == 2)
    #expect(outcome.bytes == Array("%PDF-1.4".utf8))
  }
}

@Suite("Failures of providers", .timed)
struct FailureTests {
  private func code(_ definition: ProviderDefinition, limits: HostMessage.RenderLimits = .init()) async
    -> ProviderError?
  {
    var trial = ProviderTrial(.inProcess(definition))
    trial.limits = limits
    // Sixteen megapixels take long in a build for debugging, on a machine that is busy with other tests.
    trial.deadlineSeconds = 600
    do {
      _ = try await trial.thumbnail(of: "/nowhere/secret", contentType: "t", side: 4_000)
    } catch {
      return error as? ProviderError
    }
    return nil
  }

  @Test("Errors become codes, and messages hold no paths")
  func errors() async throws {
    let kinds: [(ImageError.Kind, ProviderError.Code)] = [
      (.invalidData, .corruptInput), (.unsupported, .unsupportedType), (.limitExceeded, .limitExceeded),
      (.io, .sourceUnavailable), (.usage, .requestInvalid), (.cancelled, .cancelled),
    ]
    for (kind, expected) in kinds {
      let error = await code(.thumbnails { _ in throw ImageError(kind, "odd", path: "/nowhere/secret") })
      #expect(error?.code == expected)
      #expect(error?.message == "odd")
    }
    #expect(await code(.thumbnails { _ in throw CancellationError() })?.code == .cancelled)
    #expect(await code(.thumbnails { _ in throw ProviderError(.passwordRequired, "x") })?.code == .passwordRequired)
    #expect(await code(.previews { _ in throw ProviderError(.corruptInput, "x") })?.code == .requestInvalid)
  }

  @Test("A picture beyond the host's limits is not written")
  func limits() async throws {
    let drawing = ProviderDefinition.thumbnails { request in
      ThumbnailReply(contextSize: request.maximumSize, drawing: { _ in })
    }
    #expect(await code(drawing, limits: .init(megapixels: 15))?.code == .limitExceeded)
    #expect(await code(drawing, limits: .init(outputMiB: 61))?.code == .limitExceeded)
    #expect(await code(drawing)?.code == nil)
  }

  @Test("A size that is not positive and finite is an error")
  func size() async throws {
    for size in [Size(width: 0, height: 1), Size(width: .nan, height: 1), Size(width: .infinity, height: 1)] {
      let error = await code(.thumbnails { _ in ThumbnailReply(contextSize: size, drawing: { _ in }) })
      #expect(error?.code == .corruptInput)
    }
  }
}
