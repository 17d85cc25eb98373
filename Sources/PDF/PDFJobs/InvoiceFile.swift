internal import ImageModel
internal import PDFWriting
internal import XMLReading

/// An invoice in XML that a document carries for programs: Factur-X 1.0, which is also ZUGFeRD 2.1 and later, and
/// ZUGFeRD 2.0.
enum InvoiceFile {
  /// The names by which programs find the invoice.
  static let names = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"]
  /// The MIME type that the standard asks for.
  static let type = "text/xml"
  private static let maxNodes = 1_000_000

  /// Whether a file looks like an invoice, by its first bytes.
  static func isInvoice(header: [UInt8]) -> Bool {
    let text = String(decoding: header, as: UTF8.self)
    return text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "<" && text.contains("CrossIndustryInvoice")
  }

  /// What XMP says about an invoice.
  ///
  /// - Parameters:
  ///   - name: one of `names`.
  ///   - relationship: what the file is to the document (ISO 32000-2, table 43).
  /// - Throws: `invalidData` and `unsupported` for a file that is no such invoice; `usage` for another relationship or
  ///   name than the standard asks for.
  static func description(
    of bytes: [UInt8], name: String, relationship: String
  ) throws(ImageError) -> ElectronicInvoice {
    let guideline = try guideline(of: bytes)
    guard let (level, version, isOld) = profile(guideline, isOld: name == names[2]) else {
      throw ImageError(.unsupported, "'\(guideline)' is no profile of Factur-X")
    }
    let wanted = isOld ? names[2] : level == xrechnung ? names[1] : names[0]
    guard name == wanted else {
      throw ImageError(.usage, "is an invoice with the profile \(level) and must be named \(wanted)")
    }
    let relationships = summaries.contains(level) ? ["Data"] : ["Alternative", "Data", "Source"]
    guard relationships.contains(relationship) else {
      let words = relationships.map { $0.lowercased() }
      throw ImageError(
        .usage,
        "an invoice with the profile \(level) needs a relationship: --attach \(name):\(words[0])"
          + (words.count > 1 ? ", data or source" : ""))
    }
    return ElectronicInvoice(fileName: name, level: level, version: version, isOld: isOld)
  }

  private static let xrechnung = "XRECHNUNG"
  /// The profiles that do not have the whole invoice, so that they cannot be an alternative to its pages.
  private static let summaries = ["MINIMUM", "BASIC WL"]

  /// The profile with an identifier, and the version of its standard.
  private static func profile(_ guideline: String, isOld: Bool) -> (level: String, version: String, isOld: Bool)? {
    if guideline == "urn:cen.eu:en16931:2017" { return ("EN 16931", isOld ? "2p0" : "1.0", isOld) }
    if guideline.contains(":kosit:"), let last = guideline.split(separator: "_").last, last.first?.isNumber == true {
      return (xrechnung, String(last), false)
    }
    let levels = ["minimum": "MINIMUM", "basicwl": "BASIC WL", "basic": "BASIC", "extended": "EXTENDED"]
    let parts = guideline.split(separator: "#").last?.split(separator: ":") ?? []
    guard parts.count == 4, let level = levels[String(parts[3])] else { return nil }
    switch parts[1...2].joined(separator: ":") {
    case "factur-x.eu:1p0": return (level, "1.0", false)
    case "zugferd.de:2p0": return (level, "2p0", true)
    default: return nil
    }
  }

  /// The identifier of the profile: `ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID`.
  private static func guideline(of bytes: [UInt8]) throws(ImageError) -> String {
    let document = XMLDocument(bytes[...], maxDepth: 64, maxNodes: maxNodes)
    if document.stop != nil {
      throw ImageError(.invalidData, "is damaged in line \(document.stopLine)")
    }
    var path: [Substring] = []
    var guideline = ""
    for index in 0..<document.eventCount {
      switch document.event(index) {
      case .start(let name, _):
        path.append(document.name(name).string.split(separator: ":").last ?? "")
        if path.count == 1, path != ["CrossIndustryInvoice"] {
          let reason = path == ["CrossIndustryDocument"] ? "ZUGFeRD 1.0 is not written" : "has the element \(path[0])"
          throw ImageError(.unsupported, "\(reason), and Factur-X asks for a CrossIndustryInvoice of UN/CEFACT")
        }
      case .text(let text):
        if path.dropFirst() == ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"] {
          guideline += text.string
        }
      case .attribute: break
      case .end: path.removeLast()
      }
    }
    guideline = String(guideline.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !guideline.isEmpty else {
      throw ImageError(
        .invalidData, "has no profile (ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID)")
    }
    return guideline
  }
}
