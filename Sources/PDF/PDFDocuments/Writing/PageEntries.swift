internal import Drawing
internal import ImageModel
internal import PDFWriting

/// The entries of a page dictionary for the size and the rotation of the page.
enum PageEntries {
  /// The limits of viewers, in user units of the page (ISO 32000-1, annex C.2).
  static let shortest = 3.0
  static let longest = 14_400.0

  /// The user unit in points with which a page is within the limits (ISO 32000-1, 14.11.1): 1 for nearly all pages.
  static func userUnit(_ size: Size) -> Double {
    let side = max(size.width, size.height)
    return side > longest ? (side / longest).rounded(.up) : 1
  }

  static func diagnostics(_ size: Size, unit: Double) -> [Diagnostic] {
    if min(size.width, size.height) < shortest {
      return [.note("the page is \(size.inPoints); some viewers do not show pages below 3 pt")]
    }
    if unit == 1, max(size.width, size.height) > longest {
      return [.note("the page is \(size.inPoints); some viewers do not show pages above 14,400 pt")]
    }
    return []
  }

  /// Boxes that are equal to the media box are left out.
  static func entries(boxes: [PageBox: Rect], rotation: Int, unit: Double) -> PDFDictionary {
    var dictionary: PDFDictionary = [:]
    for box in PageBox.allCases {
      guard let rect = boxes[box], box == .media || rect != boxes[.media] else { continue }
      dictionary[box.key] = rectangle(rect, unit: unit)
    }
    if rotation != 0 { dictionary["Rotate"] = .integer(rotation) }
    if unit != 1 { dictionary["UserUnit"] = .real(unit) }
    return dictionary
  }

  static func rectangle(_ rect: Rect, unit: Double = 1) -> PDFObject {
    .array([rect.minX, rect.minY, rect.maxX, rect.maxY].map { .real($0 / unit) })
  }
}

extension ImportedPage {
  /// Applies the changes of the page to its dictionary.
  func addChanges(to dictionary: inout PDFDictionary) {
    if rotation != original.rotation { dictionary["Rotate"] = rotation == 0 ? nil : .integer(rotation) }
    for box in PageBox.allCases {
      guard let rect = ownBoxes[box], rect != original.bounds(for: box) else { continue }
      dictionary[box.key] = PageEntries.rectangle(rect)
    }
  }
}

/// The content stream of a page that shows one picture, with as few operators as possible.
enum ImagePageContent {
  static let name = "I"

  /// - Parameter unit: the user unit of the page in points.
  static func operators(_ page: ImagePage, unit: Double) -> [UInt8] {
    let placement = page.placement
    var text: [UInt8] = []
    func number(_ value: Double) { PDFSyntax.append(.real(value), to: &text) }
    func operation(_ name: String, _ values: [Double]) {
      for value in values { number(value) }
      PDFSyntax.append(.syntax(Array(name.utf8)), to: &text)
      text.append(0x0A)
    }
    let isTagged = page.alternative != nil && unit == 1
    if unit != 1 { operation("cm", [1 / unit, 0, 0, 1 / unit, 0, 0]) }
    if let color = page.background {
      if isTagged { operation("/Artifact BMC", []) }
      operation("rg", [color.red, color.green, color.blue])
      operation("re f", [0, 0, placement.page.width, placement.page.height])
      if isTagged { operation("EMC", []) }
    }
    if placement.isClipped {
      let frame = placement.frame
      operation("re W n", [frame.minX, frame.minY, frame.width, frame.height])
    }
    let matrix = ImagePlacement.matrix(orientation: page.orientation, in: placement.picture)
    operation("cm", [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty])
    // A picture with an empty text is a decoration.
    let mark = page.alternative == "" ? "/Artifact BMC" : "/Figure<</MCID 0>>BDC"
    text += Array((isTagged ? "\(mark)/\(name) Do EMC" : "/\(name) Do").utf8)
    return text
  }
}
