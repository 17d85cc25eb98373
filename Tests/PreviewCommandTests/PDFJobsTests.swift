internal import Foundation
internal import TestKit
internal import Testing

/// Runs the commands of docs/pdf-jobs.md.
@Suite("The jobs for PDFs", .timed)
struct PDFJobsTests {
  /// A row of the page.
  struct Job: Sendable, CustomTestStringConvertible {
    var title: String
    var command: String

    var testDescription: String { title }

    static func all() throws -> [Job] {
      let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/pdf-jobs.md"), as: UTF8.self)
      let jobs = text.split(separator: "\n").compactMap { line -> Job? in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        guard line.hasPrefix("| "), cells.count == 5, let command = cells[3].wholeMatch(of: #/ `(.+)` /#) else {
          return nil
        }
        return Job(title: cells[1].trimmingCharacters(in: .whitespaces), command: String(command.1))
      }
      guard jobs.count >= 40 else { throw TestFailure("docs/pdf-jobs.md has \(jobs.count) jobs") }
      return jobs
    }
  }

  @Test("The command of a job works, and its documents are valid", arguments: try Job.all())
  func job(_ job: Job) async throws {
    let run = try PreviewRun()
    let folder = run.folder
    for (name, bytes) in try await Self.documents.value { try folder.write(bytes, to: name) }
    let before = Set(folder.names)
    let words = job.command.split(separator: " ").map(String.init)
    let program = try #require(words.first)
    var arguments = Array(words.dropFirst())
    if program == "preview" { arguments += ["--providers", "\(Fixtures.root)/share/providers", "--timeout", "120"] }
    let result = try await Tool.cameo(
      program, arguments, directory: folder.path, environment: try await run.environment())
    #expect(result.status == 0, "\(job.command)\n\(result.errors)")
    let new = folder.names.filter { !before.contains($0) && !$0.hasPrefix(".") }
    if arguments.contains("-o") { #expect(!new.isEmpty) }
    for name in new where name.hasSuffix(".pdf") {
      let password = job.command.contains("--encrypt") ? ["--password=secret"] : []
      let check = try await Tool.run("qpdf", password + ["--check", folder.file(name)])
      #expect(check.status == 0, "\(job.command)\n\(check.text)\(check.errors)")
    }
  }

  /// The documents that the page names. `report.pdf` has ten pages, an outline, an attached file, a comment, a script
  /// and a layer; `scans.pdf` six pictures and a blank page,
  /// `sheets.pdf` a page with a bar code (Code 39) between two others.
  private static let documents = Task {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(Self.program, [folder.path])
    guard made.errors.isEmpty else { throw TestFailure(made.errors) }
    return folder.names.map { ($0, Fixtures.bytes(folder.file($0))) }
  }

  private static let program = """
    import sys, io, random, pikepdf
    from PIL import Image
    from pikepdf import Array, Dictionary, Name, String
    folder = sys.argv[1]
    random.seed(7)
    def document(words, count):
        pdf = pikepdf.new()
        font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
        for number in range(1, count + 1):
            pdf.add_blank_page(page_size=(595, 842))
            page = pdf.pages[-1].obj
            page.Resources = Dictionary(Font=Dictionary(F1=font))
            page.Contents = pdf.make_stream(f'BT /F1 20 Tf 72 700 Td ({words} {number}) Tj ET'.encode())
        return pdf
    report = document('Report', 10)
    with report.open_outline() as outline:
        for number in (1, 4, 8): outline.root.append(pikepdf.OutlineItem(f'Chapter {number}', number - 1))
    report.attachments['data.xml'] = pikepdf.AttachedFileSpec(report, b'<a/>', filename='data.xml')
    layer = report.make_indirect(Dictionary(Type=Name.OCG, Name=String('notes')))
    report.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page = report.pages[0].obj
    page.Resources.Properties = Dictionary(L=layer)
    page.Contents = report.make_stream(page.Contents.read_bytes() + b' /OC /L BDC 9 9 9 9 re f EMC')
    page.Annots = Array([report.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[9, 9, 29, 29],
        Contents='note', T='Ada'))])
    report.Root.OpenAction = Dictionary(S=Name.JavaScript, JS='1')
    report.docinfo['/Author'] = 'Ada'
    report.save(folder + '/report.pdf')
    report.save(folder + '/same.pdf', object_stream_mode=pikepdf.ObjectStreamMode.generate)
    report.save(folder + '/locked.pdf', encryption=pikepdf.Encryption(owner='owner', user='secret'))
    document('Front', 3).save(folder + '/front.pdf')
    document('Back', 3).save(folder + '/back.pdf')
    document('Paper', 2).save(folder + '/paper.pdf')
    whole = open(folder + '/report.pdf', 'rb').read()
    open(folder + '/damaged.pdf', 'wb').write(whole[:whole.rindex(b'xref')])
    def photo(width, height):
        small = Image.new('RGB', (8, 8)); small.putdata([tuple(random.randrange(256) for _ in 'rgb') for _ in range(64)])
        noise = Image.effect_noise((width, height), 20).convert('RGB')
        return Image.blend(small.resize((width, height), Image.BICUBIC), noise, 0.1)
    photo(300, 200).save(folder + '/photo.jpg')
    Image.new('RGBA', (60, 30), (200, 0, 0, 128)).save(folder + '/logo.png')
    open(folder + '/invoice.xml', 'w').write('<invoice/>')
    scans = pikepdf.new()
    for number in range(7):
        scans.add_blank_page(page_size=(200, 280))
        if number == 3: continue
        file = io.BytesIO(); photo(1000, 1400).save(file, 'JPEG', quality=40)
        picture = scans.make_stream(b'', Type=Name.XObject, Subtype=Name.Image, Width=1000, Height=1400,
            BitsPerComponent=8, ColorSpace=Name.DeviceRGB)
        picture.write(file.getvalue(), filter=Name.DCTDecode)
        scans.pages[-1].obj.Resources = Dictionary(XObject=Dictionary(P=picture))
        scans.pages[-1].obj.Contents = scans.make_stream(b'200 0 0 280 0 0 cm /P Do')
    scans.save(folder + '/scans.pdf')
    sheets = document('Letter', 3)
    # Bars and spaces of Code 39 in turn (ISO/IEC 16388); 1 is wide.
    bars = {'*': '010010100', 'P': '001010010', 'A': '100001001', 'T': '000010110', 'C': '101001000', 'H': '100001100'}
    x, content = 100, ''
    for character in '*PATCHT*':
        for place, wide in enumerate(bars[character]):
            width = 5 if wide == '1' else 2
            if place % 2 == 0: content += f'{x} 400 {width} 80 re '
            x += width
        x += 2
    sheets.pages[1].obj.Contents = sheets.make_stream(content.encode() + b'f')
    sheets.save(folder + '/sheets.pdf')
    """
}
