internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PDFDocuments
internal import PDFWriting

/// The properties of the document, and how it is written.
struct DocumentOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The document's title.", valueName: "TEXT"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The document's author.", valueName: "TEXT"))
  var author: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The document's subject.", valueName: "TEXT"))
  var subject: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Keywords, separated by commas. May be given several times.", valueName: "WORDS"))
  var keywords: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The program that made the original.", valueName: "TEXT"))
  var creator: String?

  @Option(
    help: ArgumentHelp(
      "The language of the document, as in en-GB. (default: as in the PDFs; otherwise that of the locale, or en)",
      valueName: "TAG"), transform: { try Self.languageTag($0) })
  var lang: String?

  @Option(
    help: ArgumentHelp(
      "The outline that viewers show: names makes an entry for each file, none leaves it out, FILE.json defines it. "
        + "(default: the outlines of the PDFs)", valueName: "names|none|FILE"), completion: .file(extensions: ["json"]))
  var outline: String?

  @Option(
    help: ArgumentHelp(
      "The page labels in viewers, by rules PAGE:STYLE/START/PREFIX: 1:r,5:D numbers i to iv, then from 1. Styles are "
        + "D r R a A, or - for only the prefix. (default: as in the PDFs)", valueName: "RULES"),
    transform: { try OptionValues.pageLabels($0) })
  var pageLabels: [PageLabelRange]?

  @Option(
    help: ArgumentHelp(
      "Make a document that conforms to a standard, or fail: pdfa-2b, pdfa-2u, pdfa-3b, pdfua-1, or one of the first "
        + "three and pdfua-1 with a comma. Not for pages of PDFs.", valueName: "STANDARDS"),
    completion: .list(Conformance.names), transform: { try Self.conformance($0) })
  var conform: Conformance?

  @Flag(help: "Put the objects of the first page first, so that viewers can show it while the file is loading.")
  var linearize = false

  @Flag(help: "Keep the metadata in JPEG files: Exif including the GPS position, XMP, comments.")
  var keepMetadata = false

  @Option(
    help: ArgumentHelp("The version of PDF: 1.4, 1.5, 1.6, 1.7 or 2.0. (default: 1.7)", valueName: "V"),
    completion: .list(PDFVersion.allCases.map(\.rawValue)), transform: { try Self.version($0) })
  var pdfVersion: PDFVersion?

  private static func conformance(_ text: String) throws -> Conformance {
    var conformance = Conformance()
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = try OptionText.word(String(word), of: Conformance.names)
      let isTaken = name == Conformance.accessible ? conformance.isAccessible : conformance.archive != nil
      guard !isTaken else { throw ValidationError("a document conforms to one level of PDF/A") }
      if let archive = Conformance.Archive(rawValue: name) {
        conformance.archive = archive
      } else {
        conformance.isAccessible = true
      }
    }
    return conformance
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { word in
      var word = word.drop { $0 == " " }
      while word.last == " " { word.removeLast() }
      return String(word)
    }.filter { !$0.isEmpty }
  }

  /// A language tag (BCP 47): words of at most eight letters and digits with hyphens between them.
  private static func languageTag(_ text: String) throws -> String {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = words.first, first.allSatisfy(\.isLetter), text.utf8.allSatisfy({ $0 < 0x80 }),
      words.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isNumber } })
    else { throw ValidationError("expected a language tag, as in en, de-CH or zh-Hant") }
    return text
  }

  /// The language tag of the locale in the environment; `en` for the locale C.
  static func language(environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = String(locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    guard name != "C", name != "POSIX", let tag = try? languageTag(name) else { return "en" }
    return tag
  }

  private static func version(_ text: String) throws -> PDFVersion {
    guard let version = PDFVersion(rawValue: text) else {
      throw ValidationError("expected \(OptionText.list(PDFVersion.allCases.map(\.rawValue)))")
    }
    return version
  }

  /// The attributes of the document. Dates come from SOURCE_DATE_EPOCH, or are left out.
  func attributes(environment: [String: String]) -> DocumentAttributes {
    var attributes = DocumentAttributes()
    attributes.title = title
    attributes.author = author
    attributes.subject = subject
    attributes.keywords = keywords.flatMap(Self.words)
    attributes.creator = creator
    attributes.producer = "Cameo mkpdf \(Version.number)"
    attributes.creationTime = environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }
    attributes.modificationTime = attributes.creationTime
    return attributes
  }
}
