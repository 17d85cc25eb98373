internal import CPangoShims
public import ImageModel
internal import Synchronization

/// The fonts of the system for one job (`pango_cairo_font_map_new`, over fontconfig).
///
/// It may be used by one thread at a time. Loaded fonts stay loaded for the next catalog of the process.
public final class FontCatalog {
  private let map: UnsafeMutablePointer<PangoFontMap>
  /// Whether the map has the fonts of a file alone, and no other catalog may use it.
  private let isOwn: Bool
  private var contexts: [Bool: GObject] = [:]
  package let language: String
  private var resolved: [[String]: String] = [:]
  private var replaced: [[String]: Diagnostic?] = [:]

  /// - Parameter language: the language of the text, by BCP 47. It selects fonts, and glyph variants where a font has
  ///   several. It is not taken from the environment, so that a page looks the same everywhere.
  /// - Throws: `ImageError` where no font is installed, or pango is not installed.
  public init(language: String = "en") throws(ImageError) {
    try ImageError.checkLibraries()
    guard SystemFonts.areThere else {
      throw ImageError(.io, "no fonts: fontconfig finds none (is a package of fonts installed?)")
    }
    guard let map = withFonts({ IdleFontMap.take() ?? lib.pango_cairo_font_map_new() }) else {
      throw ImageError(.io, "no fonts: pango has no font map")
    }
    self.map = map
    self.language = language
    isOwn = false
  }

  /// A catalog over a map with other fonts than the system's, of which it takes ownership.
  init(own map: UnsafeMutablePointer<PangoFontMap>, language: String) {
    self.map = map
    self.language = language
    isOwn = true
  }

  /// A catalog with the fonts of files beside those of the system. No other catalog uses it.
  ///
  /// - Parameter paths: TrueType, OpenType and collections, which `FontFile` has read.
  /// - Throws: `io` where a file cannot be read any more.
  package convenience init(adding paths: [String], language: String) throws(ImageError) {
    try ImageError.checkLibraries()
    let map: UnsafeMutablePointer<PangoFontMap>? = withFonts {
      guard let rules = SystemFonts.rules() else { return nil }
      // The map keeps a reference.
      defer { lib.FcConfigDestroy(rules) }
      guard paths.allSatisfy({ lib.FcConfigAppFontAddFile(rules, $0) != 0 }),
        let map = lib.pango_cairo_font_map_new()
      else { return nil }
      lib.pango_fc_font_map_set_config(OpaquePointer(map), rules)
      return map
    }
    guard let map else { throw ImageError(.io, "the fonts of the files cannot be loaded") }
    self.init(own: map, language: language)
  }

  deinit {
    withFonts {
      contexts = [:]
      if isOwn { lib.g_object_unref(map) } else { IdleFontMap.keep(map) }
    }
  }

  /// Preloads the libraries and the default font in some styles, which saves the first text of a process about ten
  /// milliseconds. Errors are ignored here; the first use reports them.
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

  /// Whether the language is Chinese, Japanese or Korean, so that it need not be guessed from the text.
  var isEastAsian: Bool { ["zh", "ja", "ko"].contains(language.prefix { $0 != "-" }.lowercased()) }

  /// The names of all installed families, sorted (`pango_font_map_list_families`).
  public private(set) lazy var familyNames: [String] = withFonts { listFamilies() }

  /// The family that is used for a style: the first of its families that is installed, or the replacement of fontconfig
  /// (`pango_context_load_font`).
  public func family(for style: TextStyle) -> String {
    if let known = resolved[style.families] { return known }
    let name = withFonts { load(style) } ?? ""
    resolved[style.families] = name
    return name
  }

  /// Warnings about the fonts of a text that are replaced, one for each font.
  func diagnostics(for text: AttributedText) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var last: [String]?
    for run in text.runs where run.style.families != last {
      last = run.style.families
      if let replaced = replacement(for: run.style), !found.contains(replaced) { found.append(replaced) }
    }
    return found
  }

  /// A warning where none of the families of a style is installed; nil where one is installed or generic.
  private func replacement(for style: TextStyle) -> Diagnostic? {
    if let known = replaced[style.families] { return known }
    let found = findReplacement(for: style)
    replaced[style.families] = .some(found)
    return found
  }

  private func findReplacement(for style: TextStyle) -> Diagnostic? {
    guard let first = style.families.first else { return nil }
    let families = style.usableFamilies
    let used = family(for: style)
    let names = Set(families.map { $0.lowercased() })
    if names.contains(used.lowercased()) || !names.isDisjoint(with: Self.generic) { return nil }
    if familyNames.contains(where: { names.contains($0.lowercased()) }) { return nil }
    return .warning("font '\(first)' is not installed; '\(used)' is used")
  }

  /// The generic family names of fontconfig.
  private static let generic: Set<String> = [
    "sans", "sans-serif", "serif", "monospace", "mono", "system-ui", "cursive", "fantasy",
  ]

  /// A context for layouts with a base direction (`pango_font_map_create_context`).
  ///
  /// Hinting and rounding to pixels are off, so that the width of text is the same on every target.
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

/// The fonts of the system by the configuration of fontconfig (`/etc/fonts/fonts.conf`, or the file in
/// FONTCONFIG_FILE).
private enum SystemFonts {
  /// Whether any font is installed.
  static let areThere: Bool = {
    // If this fails, `FcConfigGetFonts` loads the configuration, or defaults if there is none (`FcInit`).
    loadRules()
    guard let fonts = lib.FcConfigGetFonts(nil, FcSetSystem) else { return false }
    return fonts.pointee.nfont > 0
  }()

  /// Reads the active configuration. `FcInit` also reads the available but inactive files, for `fc-conflist`, which
  /// takes half as long again.
  private static func loadRules() {
    guard let rules = rules() else { return }
    // The process owns the current configuration.
    if lib.FcConfigSetCurrent(rules) == 0 { lib.FcConfigDestroy(rules) }
  }

  /// A configuration with the fonts of the system, which the caller owns; nil where it cannot be read.
  fileprivate static func rules() -> OpaquePointer? {
    guard let rules = lib.FcConfigCreate() else { return nil }
    if lib.FcConfigParseAndLoad(rules, nil, 0) != 0, namesCache(rules), lib.FcConfigBuildFonts(rules) != 0 {
      return rules
    }
    lib.FcConfigDestroy(rules)
    return nil
  }

  /// Whether there is a cache directory. Without one, fontconfig would open every font each time.
  private static func namesCache(_ rules: OpaquePointer) -> Bool {
    guard let folders = lib.FcConfigGetCacheDirs(rules) else { return false }
    defer { lib.FcStrListDone(folders) }
    return lib.FcStrListNext(folders) != nil
  }
}

/// Keeps the font map with its loaded fonts while no catalog uses it. A process that draws one document after another
/// loads its fonts only once, which takes some milliseconds.
private enum IdleFontMap {
  /// A font map is used by one thread at a time. It may move between threads (`pango_cairo_font_map_new` does not bind
  /// it to one).
  private struct Slot: @unchecked Sendable {
    var map: UnsafeMutablePointer<PangoFontMap>?
  }

  private static let slot = Mutex(Slot())

  /// Transfers the map to the caller.
  static func take() -> UnsafeMutablePointer<PangoFontMap>? {
    slot.withLock { slot in
      defer { slot.map = nil }
      return slot.map
    }
  }

  /// Takes ownership of a map. If another one is kept already, this one is released (`g_object_unref`).
  static func keep(_ map: UnsafeMutablePointer<PangoFontMap>) {
    let box = Slot(map: map)
    let surplus = slot.withLock { slot in
      guard slot.map == nil else { return box }
      slot = box
      return Slot()
    }
    if let map = surplus.map { lib.g_object_unref(map) }
  }
}
