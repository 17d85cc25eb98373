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

  public init(title: String, target: PDFTarget? = nil) {
    (self.title, self.target) = (title, target)
  }
}
