internal import CPangoShims
public import ImageModel

/// The fonts of the system, as one job uses them (`pango_cairo_font_map_new`, over fontconfig).
///
/// It belongs to one thread at a time. Fonts that were loaded stay loaded for the next catalog of the process.
public final class FontCatalog {
  private let map: UnsafeMutablePointer<PangoFontMap>
  private var contexts: [Bool: GObject] = [:]
  private let language: String
  private var resolved: [[String]: String] = [:]
  private var replaced: [[String]: Diagnostic?] = [:]

  /// - Parameter language: of the text, as in BCP 47. It chooses between forms of letters where a font has several, and
  ///   between fonts; it is not taken from the environment, so that a page looks the same everywhere.
  /// - Throws: `ImageError` where there is no font at all, or pango is not installed.
  public init(language: String = "en") throws(ImageError) {
    try ImageError.checkLibraries()
    guard SystemFonts.areThere else {
      throw ImageError(.io, "no fonts: fontconfig finds none (is a package of fonts installed?)")
    }
    guard let map = IdleFontMap.take() ?? lib.pango_cairo_font_map_new() else {
      throw ImageError(.io, "no fonts: pango has no font map")
    }
    self.map = map
    self.language = language
  }

  deinit {
    contexts = [:]
    IdleFontMap.keep(map)
  }

  /// Loads what the first text of a process needs, so that it comes some ten milliseconds sooner: the libraries, and the
  /// standard font in these styles. Where there is none, the first use says so.
  public static func load(_ styles: [TextStyle] = [TextStyle()], language: String = "en") {
    guard let fonts = try? FontCatalog(language: language),
      let context = try? DrawingContext.image(size: PixelSize(width: 64, height: 16), scale: 1)
    else { return }
    for style in styles {
      if let layout = try? TextLayout(AttributedText("Cameo 123", style), fonts: fonts) {
        context.draw(layout, at: .zero)
      }
    }
  }

  /// Whether the language is written in ideographs, and need not be guessed for them.
  var isEastAsian: Bool { ["zh", "ja", "ko"].contains(language.prefix { $0 != "-" }.lowercased()) }

  /// The names of all installed families, sorted (`pango_font_map_list_families`).
  public private(set) lazy var familyNames: [String] = listFamilies()

  /// The family that text in a style is set in: the first of its families that is installed, or what fontconfig takes
  /// instead (`pango_context_load_font`).
  public func family(for style: TextStyle) -> String {
    if let known = resolved[style.families] { return known }
    let name = load(style) ?? ""
    resolved[style.families] = name
    return name
  }

  /// Says which of a text's fonts are replaced, once for each.
  func diagnostics(for text: AttributedText) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var last: [String]?
    for run in text.runs where run.style.families != last {
      last = run.style.families
      if let replaced = replacement(for: run.style), !found.contains(replaced) { found.append(replaced) }
    }
    return found
  }

  /// Says where none of a style's families is installed; nil where one is, or a generic name was asked for.
  private func replacement(for style: TextStyle) -> Diagnostic? {
    if let known = replaced[style.families] { return known }
    let found = findReplacement(for: style)
    replaced[style.families] = .some(found)
    return found
  }

  private func findReplacement(for style: TextStyle) -> Diagnostic? {
    let wanted = style.usableFamilies
    guard let first = wanted.first else { return nil }
    let used = family(for: style)
    let names = Set(wanted.map { $0.lowercased() })
    if names.contains(used.lowercased()) || !names.isDisjoint(with: Self.generic) { return nil }
    if familyNames.contains(where: { names.contains($0.lowercased()) }) { return nil }
    return .warning("font '\(first)' is not installed; '\(used)' is used")
  }

  /// The names that fontconfig understands as kinds of fonts.
  private static let generic: Set<String> = [
    "sans", "sans-serif", "serif", "monospace", "mono", "system-ui", "cursive", "fantasy",
  ]

  /// A context for layouts whose base direction is given (`pango_font_map_create_context`).
  ///
  /// Hints and rounding to pixels are off, so that text is as wide on every target.
  func context(rightToLeft: Bool) -> OpaquePointer? {
    if let made = contexts[rightToLeft] { return made.pointer }
    guard let context = lib.pango_font_map_create_context(map) else { return nil }
    lib.pango_context_set_base_dir(context, rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    lib.pango_context_set_language(context, lib.pango_language_from_string(language))
    lib.pango_context_set_round_glyph_positions(context, 0)
    let options = lib.cairo_font_options_create()
    lib.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    lib.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    lib.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    lib.pango_cairo_context_set_font_options(context, options)
    lib.cairo_font_options_destroy(options)
    contexts[rightToLeft] = GObject(context)
    return context
  }

  /// The family of the font that a style loads.
  private func load(_ style: TextStyle) -> String? {
    guard let context = context(rightToLeft: false) else { return nil }
    let wanted = style.pangoDescription()
    defer { lib.pango_font_description_free(wanted) }
    guard let font = lib.pango_font_map_load_font(map, context, wanted) else { return nil }
    defer { lib.g_object_unref(font) }
    guard let found = lib.pango_font_describe(font) else { return nil }
    defer { lib.pango_font_description_free(found) }
    return lib.pango_font_description_get_family(found).map { String(cString: $0) }
  }

  private func listFamilies() -> [String] {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    lib.pango_font_map_list_families(map, &families, &count)
    defer { lib.g_free(families) }
    guard let families else { return [] }
    return (0..<Int(count)).compactMap { index in
      families[index].flatMap { lib.pango_font_family_get_name($0) }.map { String(cString: $0) }
    }.sorted()
  }
}
