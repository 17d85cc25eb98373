package import ArgumentParser
internal import ContentTypes

/// Which formats may be read at all.
package struct FormatOptions: ParsableArguments {
  /// The formats that the suite reads, by their names in options.
  package static let names = ContentTypeRegistry.formatNames

  /// The same formats for help texts: `JPEG, PNG and TIFF`.
  package static let titles = OptionText.list(ContentTypeRegistry.formatTypes.map(\.name), "and")

  /// The formats that the suite writes.
  package static let writableNames = ContentTypeRegistry.writableFormatNames

  @Option(
    help: ArgumentHelp("Read these formats only, by content: for example jpeg,png.", valueName: "FORMATS"),
    completion: .list(names), transform: { try Self.formats($0) })
  package var allow: Set<String>?

  package init() {}

  /// The name of a format that is written; `jpg` and `tif` are understood, too.
  package static func writableFormat(_ text: String, or others: [String] = []) throws -> String {
    try format(text, of: writableNames + others)
  }

  /// The extension of new files in a format, without the dot.
  package static func fileExtension(ofFormat name: String) -> String {
    ContentTypeRegistry().type(identifier: "public.\(name)")?.fileExtensions.first ?? name
  }

  /// The extensions that new files may get.
  package static var extensions: [String] { writableNames.map(fileExtension(ofFormat:)) }

  /// The format that is written into files with an extension.
  package static func format(ofExtension text: String) -> String? {
    let name = ContentTypeRegistry().type(header: [], fileName: "x.\(text)")?.name.lowercased()
    return name.flatMap { writableNames.contains($0) ? $0 : nil }
  }

  private static let aliases = ["jpg": "jpeg", "tif": "tiff"]

  private static func format(_ text: String, of names: [String]) throws -> String {
    let name = text.lowercased()
    return try OptionText.word(aliases[name] ?? name, of: names)
  }

  private static func formats(_ text: String) throws -> Set<String> {
    // Sidecar files, which only imgmeta reads.
    let known = names + ["xmp"]
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { try format(String($0), of: known) })
  }
}
