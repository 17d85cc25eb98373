internal import Foundation
internal import TestKit
internal import Testing

/// What `imgmeta` says of PDFs, beside qpdf, poppler's programs and openssl.
@Suite("imgmeta of PDFs", .timed)
struct PDFMetadataTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private typealias Groups = [String: [String: Any]]

  private func groups(_ name: String, status: Int = 0) async throws -> Groups {
    let result = try await Tool.cameo("imgmeta", ["--json", name], directory: folder.path)
    #expect(result.status == status, "\(result.errors)")
    let records = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    return try #require(records.first?["properties"] as? Groups)
  }

  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2"
    pdfaid:conformance="B" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/></rdf:RDF></x:xmpmeta>
    """

  /// Three pages with a form, an attachment, Info and XMP.
  private static var sample: HandMadePDF {
    var pdf = HandMadePDF.pages(
      3,
      catalog: """
        /Lang (de) /MarkInfo << /Marked true >> /Metadata 4 0 R /AcroForm << /Fields [20 0 R 21 0 R] >>
        /Names << /EmbeddedFiles << /Names [(data) 30 0 R] >> >>
        """,
      page: { $0 == 2 ? "/Rotate 90 /CropBox [10 10 110 60]" : $0 == 0 ? "/Annots [22 0 R 21 0 R]" : "" },
      more: [
        4: HandMadePDF.stream(Self.xmp, "/Type /Metadata /Subtype /XML"),
        5: "<< /Title (A \\(short\\) title) /Author <FEFF00C4006400610020> /CreationDate (D:20240131235959+01'00') >>",
        20: "<< /FT /Tx /T (address) /Kids [22 0 R] >>",
        21: """
        << /FT /Btn /T (agreed) /V /Yes /AS /Yes /Ff 2 /Type /Annot /Subtype /Widget /P 10 0 R /Rect [1 1 9 9] >>
        """,
        22: """
        << /T (city) /Parent 20 0 R /V (Z\\374rich) /MaxLen 40 /Type /Annot /Subtype /Widget /P 10 0 R
        /Rect [10 10 90 20] >>
        """,
        30: "<< /Type /Filespec /F (data.xml) /UF (data.xml) /Desc (An invoice) /EF << /F 31 0 R >> >>",
        31: HandMadePDF.stream("<a/>", "/Type /EmbeddedFile /Subtype /text#2Fxml /Params << /Size 4 >>"),
      ])
    pdf.trailer = "/Root 1 0 R /Info 5 0 R /ID [<0123456789ABCDEF0123456789ABCDEF> <00112233445566778899AABBCCDDEEFF>]"
    return pdf
  }

  private func check(_ groups: Groups, version: String = "1.7") throws {
    let main = try #require(groups["PDF"])
    #expect(main["Version"] as? String == version)
    #expect(main["PageCount"] as? Int == 3)
    #expect(main["PageWidth"] as? Double == 200 && main["PageHeight"] as? Double == 100)
    #expect(main["Language"] as? String == "de")
    #expect(main["IsTagged"] as? Bool == true)
    #expect(main["Conformance"] as? [String] == ["PDF/A-2b", "PDF/UA-1"])
    let boxes = try #require(main["Boxes"] as? [[String: Any]])
    #expect(boxes.map { $0["Pages"] as? String } == ["1-2", "3"])
    #expect(boxes[1]["Rotation"] as? Int == 90)
    #expect(boxes[1]["CropBox"] as? [Double] == [10, 10, 110, 60])
    #expect(groups["Info"]?["Title"] as? String == "A (short) title")
    #expect(groups["Info"]?["Author"] as? String == "Äda ")
    #expect(groups["Info"]?["CreationDate"] as? String == "2024-01-31T23:59:59+01:00")
    #expect(groups["XMP"]?["pdfaid:part"] as? String == "2")
    let font = try #require(groups["Fonts"]?["Helvetica"] as? [String: Any])
    #expect(font["Type"] as? String == "Type 1" && font["IsEmbedded"] as? Bool == false)
    let city = try #require(groups["Fields"]?["address.city"] as? [String: Any])
    #expect(city["Value"] as? String == "Zürich" && city["Type"] as? String == "text")
    #expect(city["MaxLength"] as? Int == 40 && city["Page"] as? Int == 1)
    let agreed = try #require(groups["Fields"]?["agreed"] as? [String: Any])
    #expect(agreed["Type"] as? String == "checkbox" && agreed["Value"] as? String == "Yes")
    #expect(agreed["IsRequired"] as? Bool == true)
    let file = try #require(groups["Attachments"]?["data.xml"] as? [String: Any])
    #expect(file["Type"] as? String == "text/xml" && file["Size"] as? Int == 4)
    #expect(file["Description"] as? String == "An invoice")
  }

  @Test("A document is described, also with object streams, linearized, and encrypted without a user password")
  func description() async throws {
    try folder.write(Self.sample.bytes, to: "plain.pdf")
    try check(try await groups("plain.pdf"))
    for (name, options) in [
      ("packed", ["--object-streams=generate"]), ("linear", ["--linearize", "--object-streams=generate"]),
      ("rc4-40", ["--allow-weak-crypto", "--encrypt", "", "owner", "40", "--"]),
      ("rc4-128", ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--"]),
      ("aes-128", ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"]),
      ("aes-256", ["--object-streams=generate", "--encrypt", "", "owner", "256", "--"]),
      ("clear", ["--encrypt", "", "owner", "256", "--cleartext-metadata", "--"]),
    ] {
      let made = try await Tool.run("qpdf", options + ["plain.pdf", "\(name).pdf"], directory: folder.path)
      #expect(made.status == 0, "\(name): \(made.errors)")
      let found = try await groups("\(name).pdf")
      try check(found)
      #expect((found["PDF"]?["IsLinearized"] as? Bool ?? false) == (name == "linear"))
      #expect(found["PDF"]?["UpdateCount"] == nil, "\(name)")
    }
    let names = try await Tool.cameo(
      "imgmeta", ["--print", "{pdf.Encryption}", "rc4-40.pdf", "rc4-128.pdf", "aes-128.pdf", "aes-256.pdf"],
      directory: folder.path)
    #expect(names.text == "RC4, 40 bits\nRC4, 128 bits\nAES-128\nAES-256\n")
  }

  @Test("Permissions are those of the file, and a document that needs a password shows its encryption")
  func encryption() async throws {
    try folder.write(Self.sample.bytes, to: "plain.pdf")
    let limits = ["--print=none", "--extract=n", "--modify=annotate", "--accessibility=y", "--"]
    let made = try await Tool.run(
      "qpdf", ["--encrypt", "", "owner", "256"] + limits + ["plain.pdf", "limited.pdf"], directory: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let limited = try await groups("limited.pdf")
    #expect(limited["PDF"]?["Permissions"] as? [String] == ["assemble", "annotate", "forms", "accessibility"])
    _ = try await Tool.run(
      "qpdf", ["--encrypt", "secret", "owner", "256", "--", "plain.pdf", "closed.pdf"], directory: folder.path)
    let closed = try await groups("closed.pdf", status: 3)
    #expect(closed["PDF"]?["NeedsPassword"] as? Bool == true)
    #expect(closed["PDF"]?["Encryption"] as? String == "AES-256")
    #expect(closed["Info"] == nil)
  }

  @Test("A document whose cross-references are cut off is read, with a warning")
  func damage() async throws {
    let whole = Self.sample.bytes
    let end = try #require(String(decoding: whole, as: UTF8.self).range(of: "xref\n"))
    let text = String(decoding: whole, as: UTF8.self)
    try folder.write(Array(text[..<end.lowerBound].utf8), to: "cut.pdf")
    let found = try await groups("cut.pdf", status: 3)
    #expect(found["PDF"]?["PageCount"] as? Int == 3)
    #expect(found["Fields"]?.count == 2)
    try folder.write(Array("%PDF-1.4\nnothing\n".utf8), to: "empty.pdf")
    let empty = try await Tool.cameo("imgmeta", ["empty.pdf"], directory: folder.path)
    #expect(empty.status == 1 && empty.errors.contains("there is no catalog"), "\(empty.errors)")
  }

  @Test("Each cut and many changed bytes give a description or an error")
  func hostile() async throws {
    let whole = Self.sample.bytes
    var names: [String] = []
    for length in stride(from: 1, to: whole.count, by: whole.count / 60) {
      names.append("cut\(length).pdf")
      try folder.write(Array(whole[..<length]), to: names[names.count - 1])
      var changed = whole
      changed[length] ^= 0x15
      names.append("changed\(length).pdf")
      try folder.write(changed, to: names[names.count - 1])
    }
    let result = try await Tool.cameo("imgmeta", ["--jsonl"] + names, directory: folder.path)
    #expect([0, 1, 3].contains(result.status))
    #expect(result.text.split(separator: "\n").count == names.count)
  }

  @Test("A table of cross-references that begins at the largest integer is damage")
  func largestNumber() async throws {
    let text = String(decoding: Self.sample.bytes, as: UTF8.self)
    try folder.write(Array(text.replacing("xref\n0 ", with: "xref\n9223372036854775807 ").utf8), to: "a.pdf")
    #expect(try await groups("a.pdf", status: 3)["PDF"]?["PageCount"] as? Int == 3)
  }

  @Test("Lengths of object streams that are in the next stream each do not overflow the stack")
  func nesting() async throws {
    // Objects 1 and 2 are the catalog and the page tree, then come the streams, and then their lengths.
    let count = 20_000
    var text = "%PDF-1.5\n"
    var rows = [String](repeating: "00000000000000", count: 4 + count * 2)
    func digits(_ value: Int) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
    var content = "1 0 2 40 " + "<< /Type /Catalog /Pages 2 0 R >>       " + "<< /Type /Pages /Kids [] /Count 0 >>"
    var first = 9
    for index in 0..<count {
      let length = 3 + count + index
      rows[3 + index] = "01\(digits(text.utf8.count))0000"
      rows[length] = index + 1 < count ? "02\(digits(4 + index))0000" : "00000000000000"
      let stated = index + 1 < count ? "\(length) 0 R" : "\(content.utf8.count)"
      text += "\(3 + index) 0 obj\n<< /Type /ObjStm /N \(index == 0 ? 2 : 1) /First \(first) /Length \(stated) >>\n"
      text += "stream\n\(content)\nendstream\nendobj\n"
      let header = "\(length) 0 "
      content = "\(header)\(content.utf8.count) "
      first = header.utf8.count
    }
    (rows[1], rows[2]) = ("02\(digits(3))0000", "02\(digits(3))0001")
    let start = text.utf8.count
    let table = rows.joined() + ">"
    text += "\(3 + count * 2) 0 obj\n<< /Type /XRef /W [1 4 2] /Size \(rows.count) /Root 1 0 R "
    text += "/Filter /ASCIIHexDecode /Length \(table.utf8.count) >>\nstream\n\(table)\nendstream\nendobj\n"
    text += "startxref\n\(start)\n%%EOF\n"
    try folder.write(Array(text.utf8), to: "a.pdf")
    #expect(try await groups("a.pdf", status: 3)["PDF"]?["PageCount"] as? Int == 0)
  }

  @Test("Documents are chosen by conditions, and their XMP is extracted")
  func conditions() async throws {
    try folder.write(Self.sample.bytes, to: "a.pdf")
    try folder.write(HandMadePDF.pages(1).bytes, to: "b.pdf")
    let found = try await Tool.cameo(
      "imgmeta",
      ["--where", "pdf.PageCount > 2 and pdf.FieldCount = 2", "--print", "{path} {info.Title}", "a.pdf", "b.pdf"],
      directory: folder.path)
    #expect(found.text == "a.pdf A (short) title\n")
    let packet = try await Tool.cameo("imgmeta", ["--extract", "xmp", "-o", "-", "a.pdf"], directory: folder.path)
    #expect(packet.text == Self.xmp)
    // The content decides, not the name.
    try folder.write(Self.sample.bytes, to: "c.jpg")
    let renamed = try await groups("c.jpg")
    #expect(renamed["File"]?["MIMEType"] as? String == "application/pdf")
  }

  // MARK: Signatures

  /// A document with an empty signature in place: its hash is computed by openssl as a signing program does.
  private func signed() async throws -> [UInt8] {
    let room = 8_192
    var pdf = HandMadePDF.pages(
      1, catalog: "/AcroForm << /SigFlags 3 /Fields [20 0 R] >>", page: { _ in "/Annots [20 0 R]" })
    let value = """
      << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (Ada) /Reason (Approval)
      /M (D:20240506070809Z) /ByteRange [0000000000 0000000000 0000000000 0000000000]
      /Contents <\(String(repeating: "0", count: room * 2))> >>
      """
    pdf.objects.append(
      (20, "<< /FT /Sig /T (Sig1) /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 10 0 R /V 21 0 R >>"))
    pdf.objects.append((21, value))
    pdf.objects.sort { $0.number < $1.number }
    var text = String(decoding: pdf.bytes, as: UTF8.self)
    let contents = try #require(text.range(of: "/Contents <0"))
    let start = text.utf8.distance(from: text.startIndex, to: contents.upperBound) - 2
    let end = start + room * 2 + 2
    let numbers = [0, start, end, text.utf8.count - end].map { number in
      String(repeating: "0", count: 10 - String(number).utf8.count) + String(number)
    }
    text = text.replacing(
      "/ByteRange [0000000000 0000000000 0000000000 0000000000]", with: "/ByteRange [\(numbers.joined(separator: " "))]"
    )
    var bytes = Array(text.utf8)
    try folder.write(Array(bytes[..<start] + bytes[end...]), to: "content")
    let key = try await Tool.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "certificate", "-days", "9", "-subj",
        "/O=Example/CN=Ada Example",
      ],
      directory: folder.path)
    #expect(key.status == 0, "\(key.errors)")
    let made = try await Tool.run(
      "openssl",
      [
        "cms", "-sign", "-binary", "-in", "content", "-signer", "certificate", "-inkey", "key", "-outform", "DER",
        "-md", "sha256",
      ],
      directory: folder.path)
    #expect(made.status == 0 && made.output.count < room, "\(made.errors)")
    let digits = Array(made.output.flatMap { [$0 >> 4, $0 & 15] }.map { Array("0123456789abcdef".utf8)[Int($0)] })
    bytes.replaceSubrange(start + 1..<start + 1 + digits.count, with: digits)
    return bytes
  }

  @Test("A signature says what it covers, and whether the file still has the signed hash")
  func signatures() async throws {
    let whole = try await signed()
    try folder.write(whole, to: "signed.pdf")
    let judge = try await Tool.run("pdfsig", ["-nocert", "signed.pdf"], directory: folder.path)
    #expect(judge.text.contains("Signature Validation: Signature is Valid"), "\(judge.text)")
    let signature = try #require(try await groups("signed.pdf")["Signatures"]?["Sig1"] as? [String: Any])
    #expect(signature["Signer"] as? String == "Ada Example")
    #expect(signature["Reason"] as? String == "Approval")
    #expect(signature["Date"] as? String == "2024-05-06T07:08:09Z")
    #expect(signature["CoversFile"] as? Bool == true && signature["BytesAfter"] as? Int == 0)
    #expect(signature["Digest"] as? String == "SHA-256" && signature["DigestMatches"] as? Bool == true)

    try folder.write(whole + Array("% an update\n".utf8), to: "longer.pdf")
    let longer = try #require(try await groups("longer.pdf")["Signatures"]?["Sig1"] as? [String: Any])
    #expect(longer["CoversFile"] as? Bool == false && longer["BytesAfter"] as? Int == 12)
    #expect(longer["DigestMatches"] as? Bool == true)

    // The signature as another string leaves room in the gap, which is not signed.
    let text = String(decoding: whole, as: UTF8.self)
    let contents = try #require(text.range(of: "/Contents <"))
    let start = text.utf8.distance(from: text.startIndex, to: contents.upperBound) - 1
    let gap = 8_192 * 2 + 2
    let digits = whole[start + 1..<start + gap - 1].map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0) }
    var other = Array("<00>/Contents(".utf8)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let byte = digits[index] << 4 | digits[index + 1]
      // Parentheses, backslashes and ends of lines.
      let octal = String(byte, radix: 8)
      let isSpecial = [0x28, 0x29, 0x5C, 0x0A, 0x0D].contains(byte)
      other += isSpecial ? Array("\\\(String(repeating: "0", count: 3 - octal.count))\(octal)".utf8) : [byte]
    }
    other += Array(")/X<".utf8)
    other += [UInt8](repeating: UInt8(ascii: "0"), count: gap - other.count - 1) + [UInt8(ascii: ">")]
    var wrapped = whole
    wrapped.replaceSubrange(start..<start + gap, with: other)
    try folder.write(wrapped, to: "wrapped.pdf")
    let loose = try #require(try await groups("wrapped.pdf", status: 3)["Signatures"]?["Sig1"] as? [String: Any])
    #expect(loose["CoversFile"] as? Bool == false && loose["DigestMatches"] as? Bool == true)

    var changed = whole
    let place = try #require(text.range(of: "(Page 1)"))
    let offset = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    changed[offset + 6] = UInt8(ascii: "2")
    try folder.write(changed, to: "changed.pdf")
    let found = try #require(try await groups("changed.pdf", status: 3)["Signatures"]?["Sig1"] as? [String: Any])
    #expect(found["DigestMatches"] as? Bool == false)
  }
}
