internal import PDFWriting

/// The language of a document, and how viewers should open it (ISO 32000-1, 7.7.2 and 12.2). nil and empty: not
/// specified.
public struct ViewerSettings: Hashable, Sendable {
  /// The arrangement of pages.
  public enum PageLayout: String, Hashable, Sendable, CaseIterable {
    case singlePage = "SinglePage"
    case oneColumn = "OneColumn"
    /// Two columns, odd pages on the left.
    case twoColumnLeft = "TwoColumnLeft"
    /// Two columns, odd pages on the right.
    case twoColumnRight = "TwoColumnRight"
    /// Two pages at a time, odd ones on the left.
    case twoPageLeft = "TwoPageLeft"
    /// Two pages at a time, odd ones on the right.
    case twoPageRight = "TwoPageRight"
  }

  /// The panel that is shown beside the pages.
  public enum PageMode: String, Hashable, Sendable, CaseIterable {
    case none = "UseNone"
    /// The outline. Not written for a document without an outline.
    case outline = "UseOutlines"
    case thumbnails = "UseThumbs"
    case fullScreen = "FullScreen"
    /// The list of layers. Not written for a document without layers.
    case layers = "UseOC"
  }

  /// The value of a preference.
  public enum Preference: Hashable, Sendable {
    case flag(Bool)
    case name(String)
    case number(Int)
  }

  /// The language of the text, as in BCP 47: `en-GB`.
  public var language: String?
  public var pageLayout: PageLayout?
  /// nil shows the outline of a document that has one.
  public var pageMode: PageMode?
  /// Settings of the viewer's window and print dialog, by the keys of ISO 32000-1, table 150: `DisplayDocTitle`,
  /// `Direction`.
  public var preferences: [String: Preference] = [:]
  /// The destination at which the document opens; nil for the first page.
  public var opening: PDFDestination?

  public init() {}

  /// Takes missing settings from another document; of the preferences, each one separately.
  mutating func complete(by other: ViewerSettings) {
    language = language ?? other.language
    pageLayout = pageLayout ?? other.pageLayout
    pageMode = pageMode ?? other.pageMode
    preferences.merge(other.preferences) { own, _ in own }
    opening = opening ?? other.opening
  }

  /// The settings after pages were moved. A removed page is not opened.
  func moved(_ place: (Int) -> Int?) -> ViewerSettings {
    var settings = self
    settings.opening = opening.flatMap { opening in
      place(opening.page).map { PDFDestination(page: $0, view: opening.view) }
    }
    return settings
  }

  /// Entries of the catalog.
  ///
  /// - Parameters:
  ///   - shown: whether there is an outline, and whether there are layers.
  ///   - page: the object of a page; nil for one that is not there.
  func entries(_ shown: (outline: Bool, layers: Bool), page: (Int) -> PDFReference?) -> PDFDictionary {
    var entries: PDFDictionary = [:]
    entries["PageLayout"] = pageLayout.map { .name($0.rawValue) }
    var mode = pageMode
    if mode == .outline, !shown.outline { mode = nil }
    if mode == .layers, !shown.layers { mode = nil }
    if mode == nil, shown.outline { mode = .outline }
    entries["PageMode"] = mode.map { .name($0.rawValue) }
    if let opening { entries["OpenAction"] = page(opening.page).map { opening.object(page: $0) } }
    entries["Lang"] = language.map { .text($0) }
    let preferences = preferences.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.object) }
    if !preferences.isEmpty { entries["ViewerPreferences"] = .dictionary(PDFDictionary(preferences)) }
    return entries
  }
}

extension ViewerSettings.Preference {
  fileprivate var object: PDFObject {
    switch self {
    case .flag(let value): .boolean(value)
    case .name(let name): .name(name)
    case .number(let value): .integer(value)
    }
  }
}
