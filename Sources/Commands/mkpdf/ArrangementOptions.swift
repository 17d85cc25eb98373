internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs

/// The order of pages, blank pages, and several documents instead of one.
struct ArrangementOptions: ParsableArguments {
  @Flag(help: "Take pages from the inputs in turn: the first of each, then the second of each.")
  var collate = false

  @Option(
    help: ArgumentHelp(
      "Add blank pages after each input up to a multiple of N pages: 2 for printing on both sides.", valueName: "N"),
    transform: { try OptionText.number($0, in: 2...100) })
  var padTo: Int?

  @Flag(help: "Leave out pages of PDFs and pictures that show nothing.")
  var removeBlank = false

  @Option(
    help: ArgumentHelp(
      "Write several documents: a new one after every N pages, at the top entries of the outline (outline), before it "
        + "would have more than a size (20MB), at blank pages, which are left out (blank), or at pages with a bar code "
        + "or a QR code (barcode; barcode:TEXT leaves them out). -o gets -1, -2 and so on before its suffix, or has "
        + "the field {n}.", valueName: "N|outline|SIZE|blank|barcode"),
    completion: .list(["1", "outline", "10MB", "blank", "barcode"]), transform: { try Self.rule($0) })
  var split: SplitRule?

  /// The units of sizes. As in the manuals of mail servers, a megabyte has 1,000,000 bytes.
  private static let units: KeyValuePairs<String, UInt64> = [
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000,
    "k": 1_000, "m": 1_000_000, "g": 1_000_000_000,
  ]

  private static func rule(_ text: String) throws -> SplitRule {
    if text == "outline" { return .outline }
    if text == "blank" { return .blank }
    if text == "barcode" { return .barCode(nil) }
    if text.hasPrefix("barcode:"), text != "barcode:" { return .barCode(String(text.dropFirst(8))) }
    if Int(text) != nil { return .pages(try OptionText.number(text, in: 1...10_000_000)) }
    let lower = text.lowercased()
    if let unit = units.first(where: { lower.hasSuffix($0.key) }),
      let count = Double(decimal: lower.dropLast(unit.key.count)), count > 0, count < 1e6
    {
      return .bytes(UInt64((count * Double(unit.value)).rounded()))
    }
    throw ValidationError("expected a number of pages, a size such as 20MB, outline, blank or barcode")
  }

  func validate() throws {
    try OptionRules.exclude(["--collate": collate, "--pad-to": padTo, "--split": split])
  }

  func apply(to job: inout PDFJob) {
    job.collates = collate
    job.padding = padTo ?? 1
    job.leavesOutBlankPages = removeBlank
  }
}
