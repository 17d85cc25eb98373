internal import ArgumentParser
internal import CommandKit
internal import PDFDocuments
internal import PDFJobs

/// Imposition: several pictures or pages on one sheet.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Put pictures in columns and rows on each page, with their names below. --caption replaces the names; an empty "
        + "one leaves the space to the pictures.", valueName: "CxR"),
    transform: { try OptionValues.grid($0, most: 100) })
  var contactSheet: (columns: Int, rows: Int)?

  @Option(
    help: ArgumentHelp("Put several pages on each sheet, in columns and rows, as in 2x1 or 2x2.", valueName: "CxR"),
    transform: { try OptionValues.grid($0, most: 100) })
  var nup: (columns: Int, rows: Int)?

  @Flag(
    help: "Put two pages on each side of a sheet, so that the sheets, printed along the short edge, fold to a booklet.")
  var booklet = false

  @Option(
    help: ArgumentHelp("The space between cells of a sheet. (default: 4mm; 0 for --nup)", valueName: "LENGTH"),
    transform: { try OptionValues.length($0, of: "a gap") })
  var gap: Double?

  func validate() throws {
    try OptionRules.exclude(["--contact-sheet": contactSheet, "--nup": nup, "--booklet": booklet])
    if gap != nil, contactSheet == nil, nup == nil {
      throw ValidationError("--gap is the space between the cells of --contact-sheet and --nup")
    }
  }

  var arrangement: PDFJob.Arrangement {
    if let (columns, rows) = contactSheet {
      return .contactSheet(SheetGrid(columns: columns, rows: rows, gap: gap ?? 4 * 72 / 25.4))
    }
    if let (columns, rows) = nup { return .nup(SheetGrid(columns: columns, rows: rows, gap: gap ?? 0)) }
    return booklet ? .booklet : .single
  }
}
