internal import ColorManagement
internal import Compression
package import ImageModel

/// The standards that a new document conforms to, and says so.
package struct Conformance: Hashable, Sendable {
  /// A part and a level of the standards for archives.
  package enum Archive: String, Hashable, Sendable, CaseIterable {
    /// ISO 19005-2, level B.
    case pdfa2b = "pdfa-2b"
    /// ISO 19005-2, level U: all text has Unicode values.
    case pdfa2u = "pdfa-2u"
    /// ISO 19005-3, level B, which allows any attached files.
    case pdfa3b = "pdfa-3b"

    package var allowsAttachments: Bool { self == .pdfa3b }
    var part: Int { self == .pdfa3b ? 3 : 2 }
    var level: String { self == .pdfa2u ? "U" : "B" }
    package var name: String { "PDF/A-\(part)\(level.lowercased())" }
  }

  /// The name of the standard for accessible documents, ISO 14289-1.
  package static let accessible = "pdfua-1"
  /// The names of all standards.
  package static let names = Archive.allCases.map(\.rawValue) + [accessible]

  package var archive: Archive?
  /// Whether the document is for readers who do not see it (PDF/UA-1).
  package var isAccessible = false

  package init() {}

  package var isEmpty: Bool { self == Conformance() }

  /// The names of the standards, for messages: `PDF/A-2b and PDF/UA-1`.
  package var name: String {
    [archive?.name, isAccessible ? "PDF/UA-1" : nil].compactMap { $0 }.joined(separator: " and ")
  }

  /// The identification in XMP (ISO 19005-2, 6.6.4; ISO 14289-1, 5).
  var schemas: [XMPSchema] {
    var schemas: [XMPSchema] = []
    if let archive {
      schemas.append(
        XMPSchema(
          namespace: "http://www.aiim.org/pdfa/ns/id/", prefix: "pdfaid",
          properties: [
            .init(name: "part", value: String(archive.part)), .init(name: "conformance", value: archive.level),
          ], isPredefined: true))
    }
    if isAccessible {
      schemas.append(
        XMPSchema(
          title: "Identification of PDF/UA", namespace: "http://www.aiim.org/pdfua/ns/id/", prefix: "pdfuaid",
          properties: [.init(name: "part", value: "1", type: "Integer", description: "The part of ISO 14289")]))
    }
    return schemas
  }
}

extension PDFWriter {
  /// Writes the output intent of a document whose colours are sRGB (ISO 19005-2, 6.2.3).
  package func addOutputIntent() throws(ImageError) -> PDFReference {
    let profile = try ColorProfiles.iccBytes(for: .sRGB, .rgb)
    let stream = try addStream(
      ["N": .integer(3), "Filter": .name("FlateDecode")], [.bytes(try Zlib.deflate(profile, level: 9))])
    let name = PDFObject.text("sRGB IEC61966-2.1")
    return try add(
      .dictionary([
        "Type": .name("OutputIntent"), "S": .name("GTS_PDFA1"), "OutputConditionIdentifier": name, "Info": name,
        "RegistryName": .text("http://www.color.org"), "DestOutputProfile": .reference(stream),
      ]))
  }
}
