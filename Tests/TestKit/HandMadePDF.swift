/// A PDF built object by object; the cross-reference table is computed.
package struct HandMadePDF {
  package var objects: [(number: Int, body: String)] = []
  package var trailer = "/Root 1 0 R"

  package init(_ objects: [Int: String]) {
    self.objects = objects.sorted { $0.key < $1.key }.map { (number: $0.key, body: $0.value) }
  }

  package static func stream(_ content: String, _ entries: String = "") -> String {
    "<< /Length \(content.utf8.count) \(entries) >>\nstream\n\(content)\nendstream"
  }

  package var bytes: [UInt8] {
    var bytes = Array("%PDF-1.7\n".utf8)
    let size = (objects.last?.number ?? 0) + 1
    var offsets = [Int?](repeating: nil, count: size)
    for object in objects {
      offsets[object.number] = bytes.count
      bytes += Array("\(object.number) 0 obj\n\(object.body)\nendobj\n".utf8)
    }
    let start = bytes.count
    var table = "xref\n0 \(size)\n0000000000 65535 f \n"
    for offset in offsets.dropFirst() {
      let digits = String(offset ?? 0)
      table += String(repeating: "0", count: 10 - digits.utf8.count) + digits
      table += offset == nil ? " 65535 f \n" : " 00000 n \n"
    }
    return bytes + Array("\(table)trailer\n<< /Size \(size) \(trailer) >>\nstartxref\n\(start)\n%%EOF\n".utf8)
  }

  /// Pages of 200 by 100 points with their number as text; the catalog is object 1, the pages 10, 11, ..., their
  /// contents 50, 51, ..., a font 3. At most 40 pages.
  package static func pages(
    _ count: Int, catalog: String = "", page: (Int) -> String = { _ in "" }, more: [Int: String] = [:]
  ) -> HandMadePDF {
    var objects = more
    let kids = (0..<count).map { "\(10 + $0) 0 R" }.joined(separator: " ")
    objects[1] = "<< /Type /Catalog /Pages 2 0 R \(catalog) >>"
    objects[2] = "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>"
    objects[3] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    for index in 0..<count {
      objects[10 + index] = """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents \(50 + index) 0 R
        /Resources << /Font << /F1 3 0 R >> >> \(page(index)) >>
        """
      objects[50 + index] = stream("BT /F1 20 Tf 20 40 Td (Page \(index + 1)) Tj ET")
    }
    return HandMadePDF(objects)
  }
}
