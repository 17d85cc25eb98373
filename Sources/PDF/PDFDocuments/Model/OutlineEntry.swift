internal import PDFReading
internal import PDFWriting

/// An entry of an outline, which viewers show as bookmarks (ISO 32000-1, 12.3.3).
public struct OutlineEntry: Hashable, Sendable {
  public var title: String
  /// nil for an entry without a target, and for actions other than opening a page or an address.
  public var target: PDFTarget?
  /// Whether the children are shown.
  public var isOpen = false
  public var isBold = false
  public var isItalic = false
  /// Red, green and blue from 0 to 1; nil is black.
  public var color: [Double]?
  public var children: [OutlineEntry] = []
  /// What the entry of an existing file has instead of a target: another kind of action, or a tag.
  var source = FileDictionary()
  /// Whether the entry of an existing file leads to a page that does not exist.
  var isBroken = false
  /// `source` in the document that is being written.
  var entries = PDFDictionary([])

  public init(title: String, target: PDFTarget? = nil) {
    (self.title, self.target) = (title, target)
  }

  /// The entry after pages were moved. An entry whose page was removed has no target.
  func moved(_ place: (Int) -> Int?) -> OutlineEntry {
    var entry = self
    if case .destination(let destination)? = target {
      entry.target = place(destination.page).map { .destination(PDFDestination(page: $0, view: destination.view)) }
    }
    entry.children = children.map { $0.moved(place) }
    return entry
  }

  /// The entry with named destinations resolved.
  func resolved(_ names: [String: PDFDestination]) -> OutlineEntry {
    var entry = self
    if case .named(let name)? = target, let destination = names[name] { entry.target = .destination(destination) }
    entry.children = children.map { $0.resolved(names) }
    return entry
  }
}
