internal import CPangoShims
package import ImageModel

/// The fonts of one file, apart from those of the system: TrueType, OpenType and collections, by fontconfig and
/// FreeType.
///
/// WOFF, WOFF2 and Type 1 have faces as well, but pango draws none of their letters (pango 1.44 and later).
package final class FontFile {
  /// One font of the file.
  package struct Face: Hashable, Sendable {
    /// `DejaVu Sans`
    package var family: String
    /// `Bold Oblique`
    package var style: String
    /// The number of characters that it has glyphs for.
    package var characterCount: Int
  }

  /// The fonts in the order of the file.
  package let faces: [Face]
  private let rules: OpaquePointer
  private let characters: OpaquePointer?

  /// The most fonts of a collection that are listed.
  private static let maxFaces = 64

  /// - Throws: `unsupported` without pango; `invalidData` for what is not a font.
  package init(path: String) throws(ImageError) {
    try ImageError.checkLibraries()
    guard let rules = withFonts({ lib.FcConfigCreate() }) else { throw ImageError(.limitExceeded, "out of memory") }
    self.rules = rules
    var (faces, characters): ([Face], OpaquePointer?) = ([], nil)
    withFonts {
      guard lib.FcConfigAppFontAddFile(rules, path) != 0, let set = lib.FcConfigGetFonts(rules, FcSetApplication) else {
        return
      }
      for index in 0..<min(Int(set.pointee.nfont), Self.maxFaces) {
        guard let pattern = set.pointee.fonts?[index] else { continue }
        var found: OpaquePointer?
        if lib.FcPatternGetCharSet(pattern, "charset", 0, &found) == FcResultMatch, characters == nil {
          characters = found
        }
        let face = Face(
          family: Self.text(pattern, "family"), style: Self.text(pattern, "style"),
          characterCount: found.map { Int(lib.FcCharSetCount($0)) } ?? 0)
        // A variable font is there once for each of its named styles, and once for all of them.
        if !faces.contains(face) { faces.append(face) }
      }
    }
    self.faces = faces
    self.characters = characters
    guard let first = faces.first, !first.family.isEmpty else {
      throw ImageError(.invalidData, "the file is damaged, or is not a font")
    }
  }

  deinit { withFonts { lib.FcConfigDestroy(rules) } }

  /// A property of a font. Of several the first is in English, if there is one in English.
  private static func text(_ pattern: OpaquePointer, _ name: String) -> String {
    var value: UnsafeMutablePointer<FcChar8>?
    guard lib.FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else { return "" }
    return String(String(cString: value).prefix(200))
  }

  /// A catalog with these fonts alone: what they lack is drawn as boxes with numbers.
  ///
  /// - Throws: `io` where pango has no font map.
  package func catalog(language: String = "en") throws(ImageError) -> FontCatalog {
    guard let map = withFonts({ lib.pango_cairo_font_map_new() }) else {
      throw ImageError(.io, "no fonts: pango has no font map")
    }
    withFonts { lib.pango_fc_font_map_set_config(OpaquePointer(map), rules) }
    return FontCatalog(own: map, language: language)
  }

  /// Whether the first font has glyphs for all characters of a text, other than spaces.
  package func has(_ text: String) -> Bool {
    guard let characters else { return false }
    return withFonts {
      text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\n" || lib.FcCharSetHasChar(characters, $0.value) != 0 }
    }
  }

  /// The first characters of the first font, without control characters and spaces.
  package func firstCharacters(_ limit: Int) -> [Unicode.Scalar] {
    guard let characters else { return [] }
    var found: [Unicode.Scalar] = []
    withFonts {
      var map = [FcChar32](repeating: 0, count: 8)
      var next: FcChar32 = 0
      var page = lib.FcCharSetFirstPage(characters, &map, &next)
      // Each page has 256 characters; all ones are the end.
      while page != ~0, found.count < limit {
        for bit in 0..<256 where map[bit / 32] >> FcChar32(bit % 32) & 1 == 1 && found.count < limit {
          if let scalar = Unicode.Scalar(page + FcChar32(bit)), scalar.value > 0x20, !scalar.properties.isWhitespace,
            !scalar.properties.isDefaultIgnorableCodePoint, !(0x7F...0xA0).contains(scalar.value)
          {
            found.append(scalar)
          }
        }
        page = lib.FcCharSetNextPage(characters, &map, &next)
      }
    }
    return found
  }
}
