package import ArgumentParser
internal import ContentTypes

/// Which formats may be read at all.
package struct FormatOptions: ParsableArguments {
  /// The formats that the suite reads, by their names in options.
  package static let names = ContentTypeRegistry.formatNames

  @Option(
    help: ArgumentHelp("Read these formats only, by content: for example jpeg,png.", valueName: "FORMATS"),
    completion: .list(names), transform: { try Self.formats($0) })
  package var allow: Set<String>?

  package init() {}

  /// The name of a format; `jpg` and `tif` are understood, too.
  package static func format(_ text: String, or others: [String] = []) throws -> String {
    let name = text.lowercased()
    return try OptionText.word(aliases[name] ?? name, of: names + others)
  }

  /// The extension of new files in a format, without the dot.
  package static func fileExtension(ofFormat name: String) -> String {
    ContentTypeRegistry().type(identifier: "public.\(name)")?.fileExtensions.first ?? name
  }

  /// The extensions that new files may get.
  package static var extensions: [String] { names.map(fileExtension(ofFormat:)) }

  /// The format that a file's extension stands for.
  package static func format(ofExtension text: String) -> String? {
    let name = ContentTypeRegistry().type(header: [], fileName: "x.\(text)")?.name.lowercased()
    return name.flatMap { names.contains($0) ? $0 : nil }
  }

  private static let aliases = ["jpg": "jpeg", "tif": "tiff"]

  private static func formats(_ text: String) throws -> Set<String> {
    // Sidecar files, which only imgmeta reads.
    Set(try text.split(separator: ",", omittingEmptySubsequences: false).map { try format(String($0), or: ["xmp"]) })
  }
}
