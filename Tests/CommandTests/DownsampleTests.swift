internal import Foundation
internal import TestKit
internal import Testing

/// `mkpdf --downsample`, as poppler and Pillow see it.
@Suite("Pictures made smaller", .timed) struct DownsampleTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // 1280 x 960 pixels, to be turned upright.
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_phone.jpg")), to: "a.jpg")
  }

  private struct Outcome {
    /// The members of the report's images, file by file.
    var images: [[[String: Any]]]
    /// Width, height and dots an inch of the images in the document.
    var listed: [[Int]]
  }

  private func make(_ arguments: [String], to name: String = "out.pdf") async throws -> Outcome {
    let result = try await Tool.cameo("mkpdf", arguments + ["--json", "-o", name], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let files = report?["files"] as? [[String: Any]] ?? []
    let lines = try await Tool.run("pdfimages", ["-list", folder.file(name)]).text.split(separator: "\n").dropFirst(2)
    return Outcome(
      images: files.map { $0["images"] as? [[String: Any]] ?? [] },
      listed: lines.map { line in
        let words = line.split(separator: " ")
        return [3, 4, 12].compactMap { Int(words[$0]) }
      })
  }

  private func pageSize(_ name: String) async throws -> Substring? {
    try await Tool.run("pdfinfo", [folder.file(name)]).text.split(separator: "\n").first { $0.hasPrefix("Page size") }
  }

  @Test("A photograph has the requested resolution, on pages and in cells; the report says so")
  func photographs() async throws {
    let onPage = try await make(["a.jpg", "--paper", "3x4in", "--downsample", "72"])
    #expect(onPage.listed == [[216, 288, 72]])
    let image = try #require(onPage.images.first?.first)
    #expect(image["handling"] as? String == "transcoded")
    #expect(
      image["reason"] as? String == "downsampled from 1280x960 pixels for --downsample; JPEG of quality 85")
    // Its own size on paper stays: 1280 pixels at 320 dots are 4 inches.
    let own = try await make(["a.jpg", "--force-dpi", "320", "--downsample", "160"], to: "own.pdf")
    #expect(own.listed == [[480, 640, 160]])
    #expect(try await pageSize("own.pdf") == "Page size:       216 x 288 pts")
    let sheet = try await make(["a.jpg", "--contact-sheet", "3x3", "--downsample", "100"], to: "sheet.pdf")
    let listed = try #require(sheet.listed.first)
    #expect(listed[0] < 300 && (98...102).contains(listed[2]))
    #expect(sheet.images.first?.first?["handling"] as? String == "transcoded")
    #expect(Fixtures.bytes(folder.file("sheet.pdf")).count < Fixtures.bytes(folder.file("a.jpg")).count / 4)
  }

  @Test("A note says that the pictures of PDFs are not made smaller")
  func picturesOfPDFs() async throws {
    _ = try await make(["a.jpg"], to: "in.pdf")
    try folder.write(Array("words\n".utf8), to: "t.txt")
    _ = try await make(["t.txt"], to: "text.pdf")
    let note = "--downsample does not change the pictures of PDFs; --shrink does"
    for (input, note) in [("in.pdf", note), ("text.pdf", nil)] {
      let result = try await Tool.cameo(
        "mkpdf", [input, "--downsample", "72", "-o", "out.pdf"], directory: folder.path)
      #expect(result.errors == (note.map { "mkpdf: \(input): note: \($0)\n" } ?? ""))
    }
  }

  @Test("The page keeps its size, also for long and narrow pictures and for pixels that are not square")
  func samePage() async throws {
    _ = try await Tool.python(
      """
      import sys; from PIL import Image
      Image.new('L', (3000, 10), 128).save(sys.argv[1] + '/wide.png')
      Image.new('RGB', (601, 299)).save(sys.argv[1] + '/oblong.jpg', dpi=(300, 150))
      """, [folder.path])
    for (name, size, dots) in [("wide.png", "2250 x 7.5", "20"), ("oblong.jpg", "144.24 x 143.52", "72")] {
      let outcome = try await make([name, "--downsample", dots])
      #expect(outcome.images.first?.first?["handling"] as? String == "transcoded")
      #expect(try await pageSize("out.pdf") == "Page size:       \(size) pts")
    }
  }

  @Test("A bilevel scan, which would take more bytes in grey, is untouched")
  func scans() async throws {
    _ = try await Tool.python(
      """
      import sys; from PIL import Image, ImageDraw
      picture = Image.new('1', (2480, 3508), 1); draw = ImageDraw.Draw(picture)
      for y in range(200, 3300, 60):
        for x in range(200, 2200, 37): draw.line((x, y, x + 20, y + 30 + x * y % 13), fill=0, width=3)
      picture.save(sys.argv[1], compression='group4', dpi=(300, 300))
      """, [folder.file("scan.tif")])
    let outcome = try await make(["scan.tif", "--downsample", "150"])
    #expect(outcome.images.first?.first?["handling"] as? String == "re-packed")
    #expect(outcome.listed == [[2480, 3508, 300]])
  }

  @Test("A picture with few pixels, or only slightly too many, is untouched")
  func untouched() async throws {
    let few = try await make(["a.jpg", "--paper", "3x4in", "--downsample", "300"])
    #expect(few.listed == [[1280, 960, 320]])
    #expect(few.images.first?.first?["handling"] as? String == "passed")
  }

  @Test("Rotated and transparent pictures look the same", arguments: ["turned", "alpha"])
  func looks(_ kind: String) async throws {
    let name = "\(kind).\(kind == "alpha" ? "png" : "jpg")"
    // Large areas of colour; the rotated one has orientation 6.
    _ = try await Tool.python(
      """
      import sys; from PIL import Image
      picture = Image.new('RGBA', (600, 400), (200, 30, 30, 255))
      picture.paste((30, 30, 200, 255), (0, 0, 300, 200))
      picture.paste((30, 200, 30, 0), (300, 200, 600, 400))
      if sys.argv[1].endswith('png'): picture.save(sys.argv[1])
      else:
        exif = Image.Exif(); exif[0x112] = 6
        picture.convert('RGB').save(sys.argv[1], exif=exif, quality=95)
      """, [folder.file(name)])
    let options = [name, "--paper", "200x200pt", "--rotate", "90"]
    _ = try await make(options, to: "large.pdf")
    let small = try await make(options + ["--downsample", "72"], to: "small.pdf")
    #expect(small.images.first?.first?["handling"] as? String == "transcoded")
    #expect(small.listed.allSatisfy { max($0[0], $0[1]) == 200 && min($0[0], $0[1]) == 133 })
    for name in ["large", "small"] {
      _ = try await Tool.run(
        "pdftoppm", ["-png", "-r", "72", "-singlefile", folder.file("\(name).pdf"), folder.file(name)])
    }
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image, ImageChops, ImageStat
      one, other = (Image.open(f'{sys.argv[1]}/{name}.png').convert('RGB') for name in ('large', 'small'))
      print(one.size == other.size, max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 4)
      """, [folder.path])
    #expect(seen.text == "True True\n")
  }
}
