package import ArgumentParser
package import TextReading

/// How old texts are read.
package struct CharsetOption: ParsableArguments {
  @Option(
    name: .customLong("charset"), parsing: .unconditional,
    help: ArgumentHelp(
      "Read texts of Exif and IPTC that are not UTF-8 in this encoding: shift_jis, gbk, windows-1251 ... IPTC that "
        + "declares one keeps it. (default: Latin-1 in Exif, Windows-1252 in IPTC)", valueName: "NAME"),
    transform: { try Self.encoding($0) })
  package var encoding: NamedEncoding?

  package init() {}

  private static func encoding(_ name: String) throws -> NamedEncoding {
    guard let encoding = NamedEncoding(name) else {
      throw ValidationError(
        "no old encoding is called '\(name)'; names are those of IANA, such as shift_jis. UTF-8 needs no name: it is "
          + "always tried first")
    }
    return encoding
  }
}
