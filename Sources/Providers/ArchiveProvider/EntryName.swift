/// The names of an archive's entries as text.
enum EntryName {
  /// Names are UTF-8 nowadays. Of older archives few say in which encoding theirs are: of ZIP it is that of the IBM PC (APPNOTE.TXT,
  /// appendix D), elsewhere Latin-1 is as likely as any.
  static func text(_ name: UnsafePointer<CChar>, isZip: Bool) -> String {
    if let text = String(validatingCString: name) { return text }
    var scalars = String.UnicodeScalarView()
    var place = name
    while place.pointee != 0 {
      let byte = UInt8(bitPattern: place.pointee)
      scalars.append(isZip && byte >= 0x80 ? upperHalf[Int(byte) - 0x80] : Unicode.Scalar(byte))
      place += 1
    }
    return String(scalars)
  }

  /// The name in a form that is the same for all archives: without the way to the place where it is unpacked, and for directories with
  /// a slash behind it. nil for that place itself.
  static func shown(_ name: String, isDirectory: Bool) -> String? {
    var shown = name[...]
    while shown.hasPrefix("./") { shown = shown.dropFirst(2).drop { $0 == "/" } }
    guard isDirectory else { return String(shown) }
    if shown.isEmpty || shown == "." { return nil }
    return shown.hasSuffix("/") ? String(shown) : shown + "/"
  }

  /// Code page 437, from 0x80 on.
  private static let upperHalf = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩\
    ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}
