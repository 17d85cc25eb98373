internal import Foundation
internal import TestKit
internal import Testing

/// `mkpdf --shrink`, as poppler, Pillow and pikepdf see the results.
@Suite("mkpdf: smaller documents", .timed) struct MkpdfShrinkTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs Python with these helpers: `photo(width, height)` is a picture with noise, `document(pages)` makes a PDF of
  /// pages of 400 x 300 points, each a pair of a content and pictures by name.
  private func python(_ program: String) async throws {
    let made = try await Tool.python(
      """
      import sys, io, zlib, random, pikepdf
      from PIL import Image
      from pikepdf import Dictionary, Name
      folder = sys.argv[1]
      pdf = pikepdf.new()
      def photo(width, height, mode='RGB'):
          random.seed(width * height)
          small = Image.new(mode, (16, 12))
          colors = [tuple(random.randrange(256) for _ in small.getbands()) for _ in range(16 * 12)]
          small.putdata([color[0] if len(color) == 1 else color for color in colors])
          noise = Image.effect_noise((width, height), 12).convert(mode)
          return Image.blend(small.resize((width, height), Image.BICUBIC), noise, 0.15)
      def jpeg(image, quality=92):
          file = io.BytesIO(); image.save(file, 'JPEG', quality=quality); return file.getvalue()
      def picture(data, size, space, bits=8, filter=None, **more):
          stream = pdf.make_stream(data, Type=Name.XObject, Subtype=Name.Image, Width=size[0], Height=size[1],
              BitsPerComponent=bits, ColorSpace=space, **more)
          if filter is not None: stream.write(data, filter=filter)
          return stream
      def page(content, **pictures):
          pdf.add_blank_page(page_size=(400, 300))
          pdf.pages[-1].obj.Resources = Dictionary(XObject=Dictionary(**pictures))
          pdf.pages[-1].obj.Contents = pdf.make_stream(content.encode())
      def save(): pdf.save(folder + '/in.pdf', compress_streams=False)

      """ + program, [folder.path])
    #expect(made.errors == "")
  }

  private struct Output {
    var errors: String
    /// The images of the report.
    var images: [[String: Any]]
  }

  private func shrink(_ arguments: [String] = []) async throws -> Output {
    let result = try await Tool.cameo(
      "mkpdf", ["in.pdf", "--shrink", "--json", "-o", "out.pdf"] + arguments, directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    let report = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let files = report?["files"] as? [[String: Any]]
    return Output(errors: result.errors, images: files?.first?["images"] as? [[String: Any]] ?? [])
  }

  /// The images as `pdfimages -list` shows them: width, height, colour, bits and encoding.
  private func images(_ name: String = "out.pdf") async throws -> [String] {
    let text = try await Tool.run("pdfimages", ["-list", folder.file(name)]).text
    return text.split(separator: "\n").dropFirst(2).map { line in
      let words = line.split(separator: " ")
      return [words[3], words[4], words[5], words[7], words[8]].joined(separator: " ")
    }
  }

  private func size(_ name: String) -> Int { Fixtures.bytes(folder.file(name)).count }

  /// The mean difference of the samples of both documents' first pages, drawn with 72 dots per inch.
  private func difference() async throws -> Double {
    for name in ["in", "out"] {
      _ = try await Tool.run(
        "pdftoppm", ["-r", "72", "-singlefile", "-png", folder.file("\(name).pdf"), folder.file("\(name)-drawn")])
    }
    let result = try await Tool.python(
      """
      import sys; from PIL import Image, ImageChops, ImageStat
      one, other = (Image.open(sys.argv[1] + f'/{name}-drawn.png').convert('RGB') for name in ('in', 'out'))
      print(max(ImageStat.Stat(ImageChops.difference(one, other)).mean))
      """, [folder.path])
    return Double(result.text.split(separator: "\n").first ?? "") ?? 255
  }

  @Test("A photograph is reduced to the resolution in which it is drawn, through forms and matrices")
  func photograph() async throws {
    // 2,000 pixels on 2 x 100 points are 720 dots per inch. 150 of them need 417 x 313 pixels, rounded up.
    try await python(
      """
      image = photo(2000, 1500)
      form = pdf.make_stream(b'q 100 0 0 75 0 0 cm /P Do Q', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 400, 300],
          Matrix=[2, 0, 0, 2, 0, 0], Resources=Dictionary(XObject=Dictionary(
              P=picture(jpeg(image), image.size, Name.DeviceRGB, filter=Name.DCTDecode))))
      page('q 1 0 0 1 50 50 cm /F Do Q', F=form)
      save()
      """)
    let output = try await shrink()
    #expect(try await images() == ["417 313 rgb 8 jpeg"])
    #expect(size("out.pdf") < size("in.pdf") / 10)
    let image = try #require(output.images.first)
    #expect(image["handling"] as? String == "transcoded")
    #expect(image["width"] as? Int == 417)
    let before = try #require(image["originalBytes"] as? Int)
    let after = try #require(image["bytes"] as? Int)
    #expect(after > 0)
    #expect(before / after >= 10)
    #expect(output.errors.contains("1 of 1 picture made smaller: \(before) to \(after) bytes"), "\(output.errors)")
    #expect(try await difference() < 4)
    _ = try await shrink(["--downsample", "72", "--quality", "60"])
    #expect(try await images() == ["200 150 rgb 8 jpeg"])
  }

  @Test("The largest size in which a picture is drawn counts, and pictures with few pixels are kept byte for byte")
  func kept() async throws {
    try await python(
      """
      image = photo(800, 600)
      shared = picture(jpeg(image), image.size, Name.DeviceRGB, filter=Name.DCTDecode)
      page('q 40 0 0 30 0 0 cm /P Do Q', P=shared)
      page('q 400 0 0 300 0 0 cm /P Do Q', P=shared)
      save()
      open(folder + '/photo.jpg', 'wb').write(jpeg(image))
      """)
    let output = try await shrink()
    #expect(try await images() == ["800 600 rgb 8 jpeg", "800 600 rgb 8 jpeg"])
    #expect(output.images.first?["reason"] as? String == "it has at most 150 dots per inch")
    _ = try await Tool.run("pdfimages", ["-all", folder.file("out.pdf"), folder.file("image")])
    #expect(Fixtures.bytes(folder.file("image-000.jpg")) == Fixtures.bytes(folder.file("photo.jpg")))
  }

  @Test("Grey stays grey, transparency stays, and drawings are compressed without loss")
  func kinds() async throws {
    try await python(
      """
      grey = photo(1200, 900, 'L')
      mask = Image.new('L', (1200, 900)); mask.paste(255, (0, 0, 600, 900))
      soft = picture(mask.tobytes(), mask.size, Name.DeviceGray)
      drawing = Image.new('RGB', (600, 450), 'white'); drawing.paste((200, 0, 0), (100, 100, 300, 300))
      page('0 0 1 rg 0 0 400 300 re f q 100 0 0 75 0 0 cm /G Do Q q 288 0 0 216 100 80 cm /D Do Q',
          G=picture(grey.tobytes(), grey.size, Name.DeviceGray, SMask=soft),
          D=picture(drawing.tobytes(), drawing.size, Name.DeviceRGB))
      save()
      """)
    _ = try await shrink()
    // The photograph, its mask, and the drawing, which has 150 dots per inch.
    #expect(Set(try await images()) == ["209 157 gray 8 jpeg", "209 157 gray 8 image", "600 450 rgb 8 image"])
    #expect(size("out.pdf") < 60_000)
    #expect(try await difference() < 4)
  }

  @Test("--gray makes pictures, colours of pages and of forms grey, with their brightness")
  func gray() async throws {
    try await python(
      """
      image = photo(400, 300)
      flat = Image.new('RGB', (100, 75), (255, 0, 0))
      space = pikepdf.Array([Name.CalRGB, Dictionary(WhitePoint=[0.9505, 1, 1.089])])
      form = pdf.make_stream(b'q /C cs 0 1 0 sc 0 0 100 100 re f Q 0 1 1 0 K 10 w 0 50 m 100 50 l S', Type=Name.XObject,
          Subtype=Name.Form, BBox=[0, 0, 400, 300], Resources=Dictionary(ColorSpace=Dictionary(C=space)))
      page('1 0 0 rg 0 0 400 300 re f /F Do q 100 0 0 75 200 0 cm /P Do Q q 100 0 0 75 200 200 cm /S Do Q',
          F=form, P=picture(jpeg(image), image.size, Name.DeviceRGB, filter=Name.DCTDecode),
          S=picture(flat.tobytes(), flat.size, Name.DeviceRGB))
      save()
      """)
    _ = try await shrink(["--gray"])
    #expect(try await images().allSatisfy { $0.contains("gray") })
    _ = try await Tool.run(
      "pdftoppm", ["-r", "72", "-singlefile", "-png", folder.file("out.pdf"), folder.file("out-drawn")])
    let result = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1] + '/out-drawn.png').convert('RGB')
      print(max(max(pixel) - min(pixel) for pixel in image.getdata()))
      print(*[image.getpixel(place)[0] for place in ((350, 150), (50, 220), (250, 50))])
      """, [folder.path])
    // Rec. 601: red is 0.299, green 0.587.
    #expect(result.text == "0\n76 150 76\n", "\(result.text)\(result.errors)")
  }

  @Test("Bilevel pictures become Group 4 fax data with the same pixels")
  func bilevel() async throws {
    try await python(
      """
      from PIL import ImageDraw, ImageFont
      font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 32)
      scan = Image.new('1', (1653, 2338), 1)
      draw = ImageDraw.Draw(scan)
      random.seed(3)
      for line in range(45):
          words = ''.join(random.choice('abcdefgh ijklmnop qrstu vwxyz') for _ in range(80))
          draw.text((100, 100 + 48 * line), words, fill=0, font=font)
      page('q 200 0 0 283 0 0 cm /S Do Q', S=picture(zlib.compress(scan.tobytes()), scan.size, Name.DeviceGray, 1,
          filter=Name.FlateDecode))
      save()
      scan.save(folder + '/scan.png')
      """)
    _ = try await shrink()
    #expect(try await images() == ["1653 2338 gray 1 ccitt"])
    _ = try await Tool.run("pdfimages", ["-png", folder.file("out.pdf"), folder.file("image")])
    let equal = try await Tool.python(
      """
      import sys; from PIL import Image
      one, other = (Image.open(sys.argv[1] + name).convert('1') for name in ('/scan.png', '/image-000.png'))
      print(one.tobytes() == other.tobytes())
      """, [folder.path])
    #expect(equal.text.hasPrefix("True"))
  }

  @Test("Pictures that cannot be reduced well are kept, with the reason", arguments: ["mask", "cmyk", "glyph"])
  func reasons(_ kind: String) async throws {
    try await python(
      """
      image = photo(800, 600)
      data = dict(filter=Name.DCTDecode)
      if '\(kind)' == 'mask':
          page('q 40 0 0 30 0 0 cm /P Do Q', P=picture(jpeg(image), image.size, Name.DeviceRGB,
              Mask=pikepdf.Array([0, 0, 0, 0, 0, 0]), **data))
      elif '\(kind)' == 'cmyk':
          page('q 40 0 0 30 0 0 cm /P Do Q', P=picture(jpeg(image.convert('CMYK')), image.size, Name.DeviceCMYK, **data))
      else:
          page('BT /T 1 Tf (a) Tj ET')
          shape = pdf.make_stream(b'1000 0 0 0 1000 1000 d1 q 9 0 0 9 0 0 cm /P Do Q')
          pdf.pages[0].obj.Resources.Font = Dictionary(T=Dictionary(Type=Name.Font, Subtype=Name.Type3,
              FontBBox=[0, 0, 9, 9], FontMatrix=[1, 0, 0, 1, 0, 0], FirstChar=97, LastChar=97, Widths=[9],
              Encoding=Dictionary(Differences=[97, Name.a]), CharProcs=Dictionary(a=shape),
              Resources=Dictionary(XObject=Dictionary(
                  P=picture(jpeg(image), image.size, Name.DeviceRGB, **data)))))
      save()
      """)
    let output = try await shrink()
    let reasons = [
      "mask": "one of its colours is transparent", "cmyk": "its colour space is kept",
      "glyph": "its size on the pages is not known",
    ]
    let given = output.images.compactMap { $0["reason"] as? String }
    #expect(given == [reasons[kind] ?? ""])
    #expect(output.images.first?["handling"] as? String == "passed")
  }

  @Test("Equal streams are stored once, unused objects are left out, and others are deflated")
  func objects() async throws {
    try await python(
      """
      for number in range(6):
          profile = pdf.make_stream(bytes(range(256)) * 40, N=3)
          page('% ' + 'comment ' * 500 + '\\nq 100 0 0 100 0 0 cm /P Do Q', P=picture(
              bytes(range(192)) * 5, (32, 10), pikepdf.Array([Name.ICCBased, profile])))
      pdf.Root.Unused = Dictionary()
      save()
      """)
    let output = try await shrink()
    #expect(output.images.count == 1)
    let result = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1] + '/out.pdf')
      print(len({page.Resources.XObject.P.objgen for page in pdf.pages}), len(pdf.pages))
      """, [folder.path])
    #expect(result.text.hasPrefix("1 6"), "\(result.text)\(result.errors)")
    #expect(size("out.pdf") < size("in.pdf") / 10)
  }

  @Test("Documents with the same font program share it; other subsets stay apart")
  func fonts() async throws {
    try await python(
      """
      program = open('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 'rb').read()
      for number, bytes in enumerate([program, program, program + b'more']):
          pdf = pikepdf.new()
          # The length is an object of its own, as cairo writes it.
          file = pdf.make_stream(bytes, Length1=len(bytes))
          font = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name('/DejaVuSans'), FirstChar=65,
              LastChar=67, Widths=[684, 686, 698], Encoding=Name.WinAnsiEncoding,
              FontDescriptor=pdf.make_indirect(Dictionary(Type=Name.FontDescriptor, FontName=Name('/DejaVuSans'),
                  Flags=32, FontBBox=[-1021, -463, 1793, 1232], ItalicAngle=0, Ascent=928, Descent=-236, CapHeight=729,
                  StemV=80, FontFile2=file)))
          pdf.add_blank_page(page_size=(400, 300))
          pdf.pages[0].obj.Resources = Dictionary(Font=Dictionary(F=pdf.make_indirect(font)))
          text = ['ABC', 'CAB', 'BCA'][number]
          pdf.pages[0].obj.Contents = pdf.make_stream(f'BT /F 20 Tf 20 40 Td ({text}) Tj ET'.encode())
          pdf.save(f'{folder}/{number}.pdf')
      """)
    let made = try await Tool.cameo(
      "mkpdf", ["0.pdf", "1.pdf", "2.pdf", "--shrink", "-o", "out.pdf"], directory: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    let found = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      files = [page.Resources.Font.F.FontDescriptor.FontFile2 for page in pdf.pages]
      print(*(file.objgen == files[0].objgen for file in files))
      print(*(len(file.read_bytes()) - len(files[0].read_bytes()) for file in files))
      """, [folder.file("out.pdf")])
    #expect(found.text == "True True False\n0 0 4\n", "\(found.errors)")
    let text = try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
    #expect(text.split { $0 == "\n" || $0 == "\u{0C}" } == ["ABC", "CAB", "BCA"], "\(text)")
  }

  @Test("A document that would become larger is copied unchanged")
  func neverLarger() async throws {
    try await python("page('')\npdf.save(folder + '/in.pdf', object_stream_mode=pikepdf.ObjectStreamMode.generate)")
    let output = try await shrink()
    #expect(Fixtures.bytes(folder.file("in.pdf")) == Fixtures.bytes(folder.file("out.pdf")))
    #expect(output.errors.contains("is copied unchanged"), "\(output.errors)")
    // Another change is made nevertheless.
    _ = try await shrink(["--title", "Other"])
    #expect(try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.contains("Other"))
  }

  @Test("A form that is drawn very often, with many fonts, does not end the work")
  func manyForms() async throws {
    try await python(
      """
      image = photo(800, 600)
      fonts = pdf.make_indirect(Dictionary({f'/F{n}': pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1,
          BaseFont=Name.Helvetica)) for n in range(1000)}))
      form = pdf.make_stream(b'q Q', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9],
          Resources=Dictionary(Font=fonts))
      page('/N Do ' * 20000 + 'q 72 0 0 54 0 0 cm /P Do Q', N=form,
          P=picture(jpeg(image), image.size, Name.DeviceRGB, filter=Name.DCTDecode))
      save()
      """)
    let output = try await shrink()
    #expect(output.images.first?["handling"] as? String == "transcoded", "\(output.errors)")
  }

  @Test("A damaged document is repaired, also where it becomes larger")
  func damaged() async throws {
    try await python("page('')\npdf.save(folder + '/in.pdf', object_stream_mode=pikepdf.ObjectStreamMode.generate)")
    var bytes = Fixtures.bytes(folder.file("in.pdf"))
    // The place of the cross-references is wrong.
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: "startxref".utf8) })
    bytes.replaceSubrange((place + 10)..., with: Array("7\n%%EOF\n".utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("in.pdf")))
    let result = try await Tool.cameo(
      "mkpdf", ["in.pdf", "--shrink", "--warning-exit-0", "-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("is copied unchanged"), "\(result.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
  }

  /// Long streams use up the bytes that may be read, in half a second. Short ones use up the number of streams, which
  /// takes ten, and is counted in the same place.
  @Test(
    "Hostile content ends the search for sizes, and pictures are kept", arguments: isThorough ? [8_000, 0] : [8_000])
  func hostile(_ padding: Int) async throws {
    // Each form draws the next one ten times: 10^12 drawings.
    try await python(
      """
      image = photo(800, 600)
      inner = picture(jpeg(image), image.size, Name.DeviceRGB, filter=Name.DCTDecode)
      for _ in range(12):
          inner = pdf.make_stream(b'/N Do ' * 10 + b' ' * \(padding), Type=Name.XObject, Subtype=Name.Form,
              BBox=[0, 0, 9, 9], Resources=Dictionary(XObject=Dictionary(N=inner)))
      page('/N Do', N=inner)
      save()
      """)
    let output = try await shrink(["--max-memory", "8M"])
    #expect(output.images.first?["handling"] as? String == "passed")
    #expect(output.errors.contains("not all content of the pages could be read"), "\(output.errors)")
  }
}
