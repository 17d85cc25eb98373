public import ImageModel
internal import PDFReading
package import PDFWriting

/// A destination in a document: a page, and how it is shown (ISO 32000-1, 12.3.2).
public struct PDFDestination: Hashable, Sendable {
  /// The page, counted from 0.
  public var page: Int
  public var view: PDFView

  public init(page: Int, view: PDFView = .whole) {
    (self.page, self.view) = (page, view)
  }

  /// The destination as it is written, with the object of the page.
  package func object(page reference: PDFReference) -> PDFObject {
    .array([.reference(reference)] + view.elements)
  }
}

/// How a page is shown when a link leads to it (ISO 32000-1, table 151). Lengths are in the user units of the page.
public enum PDFView: Hashable, Sendable {
  /// The upper left corner and the magnification; nil keeps the current value.
  case position(left: Double?, top: Double?, zoom: Double?)
  /// The whole page.
  case whole
  case width(top: Double?)
  case height(left: Double?)
  case rectangle(Rect)
  /// The bounding box of the content.
  case content
  case contentWidth(top: Double?)
  case contentHeight(left: Double?)

  var elements: [PDFObject] {
    func real(_ value: Double?) -> PDFObject { value.map { .real($0) } ?? .null }
    return switch self {
    case .position(let left, let top, let zoom): [.name("XYZ"), real(left), real(top), real(zoom)]
    case .whole: [.name("Fit")]
    case .width(let top): [.name("FitH"), real(top)]
    case .height(let left): [.name("FitV"), real(left)]
    case .rectangle(let rect):
      [.name("FitR"), .real(rect.minX), .real(rect.minY), .real(rect.maxX), .real(rect.maxY)]
    case .content: [.name("FitB")]
    case .contentWidth(let top): [.name("FitBH"), real(top)]
    case .contentHeight(let left): [.name("FitBV"), real(left)]
    }
  }

  /// The view in the elements after the page of a destination; the whole page where it is unknown.
  init(_ elements: some Sequence<FileObject>) {
    let elements = Array(elements)
    func number(_ index: Int) -> Double? { index < elements.count ? elements[index].number : nil }
    switch elements.first?.name {
    case "XYZ": self = .position(left: number(1), top: number(2), zoom: number(3))
    case "FitH": self = .width(top: number(1))
    case "FitV": self = .height(left: number(1))
    case "FitR":
      guard let left = number(1), let bottom = number(2), let right = number(3), let top = number(4) else {
        self = .whole
        return
      }
      self = .rectangle(
        Rect(x: min(left, right), y: min(bottom, top), width: abs(right - left), height: abs(top - bottom)))
    case "FitB": self = .content
    case "FitBH": self = .contentWidth(top: number(1))
    case "FitBV": self = .contentHeight(left: number(1))
    default: self = .whole
    }
  }
}

/// The target of an outline entry or a link.
public enum PDFTarget: Hashable, Sendable {
  case destination(PDFDestination)
  /// A named destination, which `PDFFile.namedDestinations` resolves.
  case named(String)
  case uri(String)
}
