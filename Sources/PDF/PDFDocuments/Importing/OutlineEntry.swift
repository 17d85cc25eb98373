/// An entry of an existing PDF's outline (ISO 32000-1, 12.3.3).
public struct OutlineEntry: Hashable, Sendable {
  public var title: String
  /// nil for a heading that leads nowhere, and for actions other than going to a page and opening an address.
  public var target: PDFTarget?
  /// Whether its children are shown.
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
