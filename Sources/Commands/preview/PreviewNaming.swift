internal import CommandKit
internal import Templates

/// How outputs are called: `report_thumb.png` beside `report.pdf`.
enum PreviewNaming {
  static func naming(_ want: Want) throws -> OutputNaming {
    let isKnown = want.format != .original
    let known = want.format.fileExtension
    var naming = OutputNaming(
      fileName: try template(want.kind), goesBesideInput: true, isRecognisable: true,
      extensions: isKnown ? [known] : ["png", "pdf", "html"], extensionOfOutput: { _ in isKnown ? known : nil })
    naming.earlierExtensions = ["png", "jpg", "pdf", "html"]
    naming.otherNames = try Want.Kind.allCases.filter { $0 != want.kind }.map(template)
    return naming
  }

  private static func template(_ kind: Want.Kind) throws -> OutputTemplate {
    try OutputTemplate("{stem}\(kind.suffix).{ext}")
  }
}
