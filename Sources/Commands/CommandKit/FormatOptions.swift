package import ArgumentParser
internal import ContentTypes

/// Which formats may be read at all.
package struct FormatOptions: ParsableArguments {
  /// The formats that the suite reads, by their names in options.
  package static let names = ContentTypeRegistry.formatNames

  /// Formats of files that are not images, which only imgmeta reads.
  package static let withoutImages = ContentTypeRegistry.formatNamesWithoutImages

  /// The same formats for help texts: `JPEG, PNG and TIFF`.
  package static let titles = OptionText.list(ContentTypeRegistry.formatTypes.map(\.name), "and")

  /// The name of a format for messages: `WebP`.
  package static func title(of format: String) -> String {
    ContentTypeRegistry.format(named: format)?.name ?? format.uppercased()
  }

  /// The formats that the suite writes.
  package static let writableNames = ContentTypeRegistry.writableFormatNames

  @Option(
    help: ArgumentHelp("Read these formats only, by content: for example jpeg,png.", valueName: "FORMATS"),
    completion: .list(names), transform: { try Self.formats($0) })
  package var allow: Set<String>?

  package init() {}

  /// The name of a format that is written; its extensions are understood, too.
  package static func writableFormat(_ text: String, or others: [String] = []) throws -> String {
    try format(text, of: writableNames + others)
  }

  /// The name of the format that a text names or is an extension of: `jpeg` for `jpg`. Any other text in lower case.
  package static func name(_ text: String) -> String {
    let lower = text.lowercased()
    return ContentTypeRegistry.formatTypes.first { $0.fileExtensions.contains(lower) }?.formatName ?? lower
  }

  /// The extension of new files in a format, without the dot.
  package static func fileExtension(ofFormat name: String) -> String {
    ContentTypeRegistry.format(named: name)?.fileExtensions.first ?? name
  }

  /// The extensions that new files may get.
  package static var extensions: [String] { writableNames.map(fileExtension(ofFormat:)) }

  /// The format that is written into files with an extension.
  package static func format(ofExtension text: String) -> String? {
    let name = name(text)
    return writableNames.contains(name) ? name : nil
  }

  private static func format(_ text: String, of names: [String]) throws -> String {
    try OptionText.word(name(text), of: names)
  }

  private static func formats(_ text: String) throws -> Set<String> {
    let known = names + withoutImages
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { try format(String($0), of: known) })
  }
}
