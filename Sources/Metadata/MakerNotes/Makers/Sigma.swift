internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Sigma and Foveon.
  static let sigma: Maker = Maker(
    name: "Sigma",
    headers: [
      MakerNoteHeader("SIGMA\0", at: .at(10)),
      MakerNoteHeader("FOVEON\0", at: .at(10)),
    ],
    tables: TagTables(sigmaTables, sigmaWords),
    conversions: [
      // The text after its label: "Cont:+0.0".
      "afterColon": { value, _ in
        guard let text = value.text, let colon = text.firstIndex(of: ":") else { return value }
        return .text(String(text[text.index(after: colon)...].drop { $0 == " " }))
      },
      "fromHexadecimal": { value, _ in
        value.text.flatMap { Int64($0, radix: 16) }.map { .integer($0) } ?? value
      },
    ],
    conditions: [
      // Before the cameras of 2011 the tags have other numbers.
      "isOld": { _, context in !isNewSigma(context.model) },
      "hasExposureTime2": { _, context in
        !["SD1", "SD9", "SD15", "Merrill", "Quattro", "fp"].contains { context.model.hasSuffix(" " + $0) }
      },
      "hasMicroseconds": { _, context in context.model.hasSuffix("Merrill") || context.model.hasSuffix("SD1") },
      "isQuattro": { _, context in context.model.hasSuffix("Quattro") },
    ])

  private static func isNewSigma(_ model: String) -> Bool {
    ["SD1", "SD1 Merrill", "Quattro", "Quattro H", "fp", "fp L"].contains { model.hasSuffix(" " + $0) }
      || model.contains("Merrill")
  }
}
