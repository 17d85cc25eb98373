internal import ImageModel
internal import Imaging
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Shipped providers", .timed)
struct ProvidersTests {
  @Test(
    "A thumbnail fits its size, and is the same in the process and through a worker",
    arguments: Sample.files + Sample.packages)
  func thumbnails(_ sample: Sample) async throws {
    let shipped = try Shipped.named(sample.provider)
    let here = try await shipped.inProcess.thumbnail(
      of: sample.file, contentType: sample.contentType, side: 96, scale: 2)
    guard case .pixels(let pixels) = here.reply.content else { throw TestFailure("no pixels") }
    #expect(max(pixels.width, pixels.height) <= 192)
    guard !sample.hasRealPages else { return }
    let there = try await shipped.asProgram.thumbnail(
      of: sample.file, contentType: sample.contentType, side: 96, scale: 2)
    #expect(there.reply == here.reply)
    #expect(there.bytes == here.bytes)
  }

  @Test("Small sizes down to one pixel give a picture", arguments: Sample.files + Sample.packages)
  func smallest(_ sample: Sample) async throws {
    let shipped = try Shipped.named(sample.provider)
    for side in [1.0, 3, 16, 33] {
      let outcome = try await shipped.inProcess.thumbnail(of: sample.file, contentType: sample.contentType, side: side)
      guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
      #expect(max(pixels.width, pixels.height) <= Int(side))
    }
  }

  @Test("A preview is the same in the process and through a worker", arguments: Sample.files + Sample.packages)
  func previews(_ sample: Sample) async throws {
    let shipped = try Shipped.named(sample.provider)
    let here = try await shipped.inProcess.preview(of: sample.file, contentType: sample.contentType)
    if !sample.hasRealPages {
      let there = try await shipped.asProgram.preview(of: sample.file, contentType: sample.contentType)
      #expect(there.reply == here.reply)
      #expect(there.bytes == here.bytes)
    }
    if case .data(let type, let encoding, _) = here.reply.content {
      #expect(type == "text/html")
      #expect(encoding == "utf-8")
      try await HTMLJudge.check(here.bytes, sample.path)
    }
  }

  @Test("A picture's thumbnail has the pixels that thumb writes")
  func fidelity() async throws {
    let folder = try TemporaryDirectory()
    for name in ["jpeg/valid/photo_landscape_420.jpg"] + Fixtures.names(under: "png/valid").prefix(6) {
      let output = folder.file("thumb.png")
      let run = try await Tool.cameo("thumb", ["-s", "40", "-f", "png", "-o", output, Fixtures.path(name)])
      guard run.status == 0 || run.status == 3 else { continue }
      let expected = try ImageSource(path: output).image(at: 0).pixels
      let outcome = try await Shipped.named("images").inProcess.thumbnail(
        of: Fixtures.path(name), contentType: "public.image", side: 40)
      guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
      #expect(PixelSize(width: pixels.width, height: pixels.height) == expected.size, "\(name)")
      if pixels.format.bytesPerPixel == expected.format.bytesPerPixel {
        #expect(outcome.bytes == expected.bytes, "\(name)")
      }
    }
  }

  @Test("Pages are counted, and can be asked for")
  func pages() async throws {
    let pdf = try Shipped.named("pdf").inProcess
    let path = Fixtures.path("preview/valid/bars.pdf")
    let first = try await pdf.thumbnail(of: path, contentType: "com.adobe.pdf", side: 70)
    #expect(first.reply.pageCount == 3)
    #expect(first.reply.title == "Bars")
    #expect(first.reply.content == .pixels(.init(format: .rgb8, width: 40, height: 70, stride: 120)))
    let third = try await pdf.thumbnail(of: path, contentType: "com.adobe.pdf", side: 70, page: 3)
    // Page n has n bars of 30 points, 60 points apart, the first at 60 points. A pixel is ten points.
    func bars(_ outcome: ProviderTrial.Outcome) -> [Bool] {
      [7, 13, 19].map { outcome.bytes[35 * 120 + $0 * 3 + 1] < 128 }
    }
    #expect(bars(first) == [true, false, false])
    #expect(bars(third) == [true, true, true])
    await #expect { try await pdf.thumbnail(of: path, contentType: "com.adobe.pdf", page: 4) } throws: {
      ($0 as? ProviderError)?.code == .requestInvalid
    }
    let preview = try await pdf.preview(of: path, contentType: "com.adobe.pdf")
    #expect(preview.reply.content == .pdf)
    #expect(preview.bytes == Fixtures.bytes(path))
  }

  @Test(
    "A PDF with bytes before its header is shown, with a preview that viewers open",
    arguments: ["\u{FEFF}", String(repeating: "x", count: 1_019), String(repeating: "Received: by mail\n", count: 200)])
  func bytesBeforeHeader(_ bytes: String) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      Array(bytes.utf8) + Fixtures.bytes(Fixtures.path("preview/valid/bars.pdf")), to: "a.pdf")
    for trial in try [Shipped.named("pdf").inProcess, Shipped.named("pdf").asProgram] {
      let thumbnail = try await trial.thumbnail(of: path, contentType: "com.adobe.pdf", side: 70)
      #expect(thumbnail.reply.pageCount == 3)
      let preview = try await trial.preview(of: path, contentType: "com.adobe.pdf")
      #expect(preview.reply.content == .pdf && preview.reply.pageCount == 3)
      #expect(String(decoding: preview.bytes.prefix(1_024), as: UTF8.self).contains("%PDF-"))
      let pages = try await Tool.run("pdfinfo", [folder.write(preview.bytes, to: "b.pdf")]).text
      #expect(pages.contains("Pages:           3"), "\(pages)")
    }
  }

  @Test("An encrypted PDF needs a password")
  func password() async throws {
    let folder = try TemporaryDirectory()
    let locked = folder.file("locked.pdf")
    let made = try await Tool.run(
      "qpdf", ["--encrypt", "user", "owner", "256", "--", Fixtures.path("preview/valid/bars.pdf"), locked])
    #expect(made.status == 0)
    for trial in try [Shipped.named("pdf").inProcess, Shipped.named("pdf").asProgram] {
      await #expect { try await trial.thumbnail(of: locked, contentType: "com.adobe.pdf") } throws: {
        ($0 as? ProviderError)?.code == .passwordRequired
      }
      await #expect { try await trial.preview(of: locked, contentType: "com.adobe.pdf") } throws: {
        ($0 as? ProviderError)?.code == .passwordRequired
      }
    }
  }

  @Test("A collection's preview is a PDF that shows its things")
  func collectionPDF() async throws {
    let outcome = try await Shipped.named("collection").inProcess.preview(
      of: Fixtures.path("preview/valid/attic.mystuff"), contentType: "org.cameo.mystuff")
    #expect(outcome.reply.content == .pdf)
    #expect(outcome.reply.title == "attic")
    #expect(outcome.reply.pageCount == 2)
    let folder = try TemporaryDirectory()
    let path = try folder.write(outcome.bytes, to: "attic.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    let text = try await Tool.run("pdftotext", [path, "-"]).text
    for word in ["attic", "Lamp", "from the flea market", "Chessboard", "Typewriter"] { #expect(text.contains(word)) }
    let images = try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n").dropFirst(2)
    #expect(images.count == 7)
    // The JPEG files are embedded byte for byte.
    #expect(images.filter { $0.contains(" jpeg ") }.count == 3)
    #expect(try await Tool.run("pdfimages", ["-j", path, folder.file("picture")]).status == 0)
    let embedded = folder.names.filter { $0.hasSuffix(".jpg") }.map { Fixtures.bytes(folder.file($0)) }
    for name in ["teapot.jpg", "radio.jpg", "chessboard.jpg"] {
      #expect(embedded.contains(Fixtures.bytes(Fixtures.path("preview/valid/attic.mystuff/\(name)"))), "\(name)")
    }
  }

  @Test("A drawing's preview is a page without pixels, or pixels for clients that prefer them")
  func drawing() async throws {
    let svg = try Shipped.named("svg").inProcess
    let path = Fixtures.path("preview/valid/house.svg")
    let page = try await svg.preview(of: path, contentType: "public.svg-image", side: 600)
    #expect(page.reply.content == .pdf)
    #expect(page.reply.pageCount == 1)
    let folder = try TemporaryDirectory()
    let file = try folder.write(page.bytes, to: "house.pdf")
    #expect(try await Tool.run("pdfinfo", [file]).text.contains("Page size:       600 x 300 pts"))
    #expect(try await Tool.run("pdfimages", ["-list", file]).text.split(separator: "\n").count == 2)
    for (accept, isPDF) in [
      (["image/png"], false), (["text/html", "image/png", "application/pdf"], false),
      (["application/pdf", "image/png"], true), (["*/*"], true),
    ] {
      let outcome = try await svg.preview(of: path, contentType: "public.svg-image", accept: accept)
      #expect((outcome.reply.content == .pdf) == isPDF, "\(accept)")
    }
  }

  @Test("A camera's raw file is shown by the preview in it, upright")
  func cameraRaw() async throws {
    let images = try Shipped.named("images").inProcess
    let path = Fixtures.path("preview/valid/camera.dng")
    let raw = try await images.thumbnail(of: path, contentType: "com.adobe.raw-image", side: 100)
    // 200 by 150 pixels, red on the left and blue on the right, turned to the right.
    #expect(raw.reply.content == .pixels(.init(format: .rgb8, width: 75, height: 100, stride: 225)))
    let (top, bottom) = (raw.bytes[(10 * 225 + 90)...].prefix(3), raw.bytes[(90 * 225 + 90)...].prefix(3))
    #expect((top.first ?? 0) > 150 && (top.last ?? 255) < 90)
    #expect((bottom.first ?? 255) < 90 && (bottom.last ?? 0) > 150)
    // Read as a TIFF, it shows the same preview.
    let page = try await images.thumbnail(of: path, contentType: "public.tiff", side: 100)
    #expect(page.reply.content == raw.reply.content)
    #expect(page.bytes == raw.bytes)
  }
}
