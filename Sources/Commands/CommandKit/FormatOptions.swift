package import ArgumentParser

/// Which formats may be read at all.
package struct FormatOptions: ParsableArguments {
  /// The formats that the suite reads, by the names that options use.
  package static let names = ["jpeg", "png", "tiff"]

  @Option(
    help: ArgumentHelp("Read these formats only, by content: for example jpeg,png.", valueName: "FORMATS"),
    completion: .list(names), transform: { try Self.formats($0) })
  package var allow: Set<String>?

  package init() {}

  private static func formats(_ text: String) throws -> Set<String> {
    let aliases = ["jpg": "jpeg", "tif": "tiff"]
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        let name = part.lowercased()
        return try OptionText.word(aliases[name] ?? name, of: names)
      })
  }
}
