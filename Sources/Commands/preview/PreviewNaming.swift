internal import CommandKit

/// How outputs are called: `report_thumb.png` beside `report.pdf`.
enum PreviewNaming {
  static func naming(_ want: Want) throws -> OutputNaming {
    let isKnown = want.format != .original
    let known = want.format.fileExtension
    return OutputNaming(
      fileName: try OutputTemplate("{stem}\(want.kind.suffix).{ext}"), goesBesideInput: true, isRecognisable: true,
      extensions: isKnown ? [known] : ["png", "pdf", "html"], extensionOfOutput: { _ in isKnown ? known : nil })
  }
}
