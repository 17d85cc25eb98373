/// An entry of an existing PDF's outline (ISO 32000-1, 12.3.3).
package struct OutlineEntry: Hashable, Sendable {
  package var title: String
  /// nil for a heading that leads nowhere, and for actions other than going to a page and opening an address.
  package var target: PDFTarget?
  /// Whether its children are shown.
  package var isOpen = false
  package var isBold = false
  package var isItalic = false
  /// Red, green and blue from 0 to 1; nil is black.
  package var color: [Double]?
  package var children: [OutlineEntry] = []

  package init(title: String, target: PDFTarget? = nil) {
    (self.title, self.target) = (title, target)
  }
}
