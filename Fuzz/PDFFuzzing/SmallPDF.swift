/// PDFs as seeds, written by hand. The parts that our reader parses are not compressed, so that a fuzzer can change
/// them.
enum SmallPDF {
  /// Objects by their numbers, with a valid cross-reference table.
  private static func file(_ objects: [Int: String]) -> [UInt8] {
    var bytes = Array("%PDF-1.7\n".utf8)
    let size = (objects.keys.max() ?? 0) + 1
    var table = "xref\n0 \(size)\n0000000000 65535 f \n"
    for number in 1..<size {
      guard let body = objects[number] else {
        table += "0000000000 65535 f \n"
        continue
      }
      let digits = String(bytes.count)
      table += String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
      bytes += Array("\(number) 0 obj\n\(body)\nendobj\n".utf8)
    }
    let end = "trailer\n<< /Size \(size) /Root 1 0 R /Info 4 0 R >>\nstartxref\n\(bytes.count)\n%%EOF\n"
    return bytes + Array((table + end).utf8)
  }

  private static func stream(_ content: String, _ entries: String = "") -> String {
    "<< /Length \(content.utf8.count) \(entries) >>\nstream\n\(content)\nendstream"
  }

  /// A document of two pages: 2 is the page tree, 10 and 11 are pages, 50 and 51 their contents, 3 is a font.
  private static func pages(
    catalog: String = "", page: String = "", _ more: [Int: String] = [:]
  ) -> [UInt8] {
    var objects: [Int: String] = [
      1: "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
      2: "<< /Type /Pages /Kids [10 0 R 11 0 R] /Count 2 /MediaBox [0 0 200 100] /Rotate 90 >>",
      3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      4: "<< /Title (A) /Keywords (b, c) /CreationDate (D:20240101120000+01'00') >>",
      50: stream("BT /F1 20 Tf 20 40 Td (One) Tj ET"),
      51: stream("BT /F1 20 Tf 20 40 Td (Two) Tj ET"),
    ]
    for (index, number) in [10, 11].enumerated() {
      objects[number] = """
        << /Type /Page /Parent 2 0 R /Contents \(50 + index) 0 R /Resources << /Font << /F1 3 0 R >> >> \(page) >>
        """
    }
    return file(objects.merging(more) { $1 })
  }

  static var plain: [UInt8] { pages() }

  static var all: [[UInt8]] {
    [
      plain,
      // Boxes, a unit, a group, contents in parts, private things.
      pages(
        page: """
          /CropBox [10 10 150 90] /TrimBox [20 20 30 30] /Rotate 270 /UserUnit 2.5 /Group << /S /Transparency >>
          /Contents [50 0 R 51 0 R 50 0 R] /PieceInfo << /A 1 >> /AA << /O 5 0 R >> /Metadata 60 0 R
          """, [5: "<< /S /JavaScript /JS (x) >>", 60: stream("<x/>", "/Type /Metadata /Subtype /XML")]),
      // An outline, names of both kinds, labels, links.
      pages(
        catalog: """
          /Outlines 20 0 R /Dests << /old [11 0 R /Fit] >> /Names << /Dests 25 0 R >>
          /PageLabels << /Nums [0 << /S /r >> 1 << /S /D /P (A-) /St 4 >>] >>
          """,
        page: "/Annots [30 0 R 31 0 R 32 0 R]",
        [
          20: "<< /First 21 0 R /Last 22 0 R /Count 2 >>",
          21:
            "<< /Title (One) /Parent 20 0 R /Next 22 0 R /Dest [10 0 R /XYZ 0 100 null] /First 23 0 R /Last 23 0 R /Count -1 >>",
          22: "<< /Title <FEFF00E9> /Parent 20 0 R /Prev 21 0 R /A << /S /URI /URI (http://a/) >> /C [1 0 0] /F 3 >>",
          23: "<< /Title (In) /Parent 21 0 R /Dest (new) >>",
          25: "<< /Kids [26 0 R] >>",
          26: "<< /Limits [(new) (new)] /Names [(new) << /D [11 0 R /FitR 1 2 3 4] >>] >>",
          30: "<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /Dest /old >>",
          31: "<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /A << /S /GoTo /D (new) >> >>",
          32: "<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /A << /S /GoToR /F (a.pdf) /D [0 /Fit] >> >>",
        ]),
      // A form field, a note with its window, the appearances of both, and layers.
      pages(
        catalog: """
          /AcroForm << /Fields [40 0 R] /DA (/F1 9 Tf) /DR << /Font << /F1 3 0 R >> >> >>
          /OCProperties << /OCGs [45 0 R] /D << /ON [45 0 R] /Order [45 0 R] >> >>
          """,
        page: """
          /Annots [41 0 R 43 0 R 44 0 R] /Resources << /Font << /F1 3 0 R >> /XObject << /X 42 0 R >>
          /Properties << /L 45 0 R >> >> /Contents 52 0 R
          """,
        [
          40: "<< /T (field) /FT /Tx /V (value) /Kids [41 0 R] >>",
          41: "<< /Type /Annot /Subtype /Widget /Parent 40 0 R /Rect [10 10 60 30] /P 10 0 R /AP << /N 42 0 R >> >>",
          42: stream(
            "0 0 50 20 re f", "/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Matrix [1 0 0 1 0 0] /OC 45 0 R"),
          43: "<< /Subtype /Text /Rect [0 0 9 9] /Popup 44 0 R /AP << /N << /On 42 0 R >> >> /AS /On /F 4 >>",
          44: "<< /Subtype /Popup /Rect [0 0 9 9] /Parent 43 0 R >>",
          45: "<< /Type /OCG /Name (layer) >>",
          52: stream("/OC /L BDC q 1 0 0 1 5 5 cm /X Do Q EMC BI /W 1 /H 1 /BPC 8 /CS /G ID a EI"),
        ]),
      // Filters, lengths elsewhere, a stream in two pages.
      pages([
        50: "<< /Length 60 0 R /Filter [/ASCIIHexDecode /RunLengthDecode] >>\nstream\n02712051 80>\nendstream",
        51: stream("789c0300000000 01>", "/Filter [/AHx /Fl] /DecodeParms [null << /Predictor 12 /Columns 4 >>]"),
        60: "13",
      ]),
    ]
  }
}
