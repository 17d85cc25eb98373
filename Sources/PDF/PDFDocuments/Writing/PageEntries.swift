internal import ImageModel
internal import PDFWriting

/// The entries of a page's dictionary that say how large the page is and how it is turned.
enum PageEntries {
  /// What viewers can show, in the page's units (ISO 32000-1, annex C.2).
  static let shortest = 3.0
  static let longest = 14_400.0

  /// The points of a unit in which a page fits the bound (ISO 32000-1, 14.11.1): 1 for nearly all.
  static func userUnit(_ size: Size) -> Double {
    let side = max(size.width, size.height)
    return side > longest ? (side / longest).rounded(.up) : 1
  }

  static func diagnostics(_ size: Size, unit: Double) -> [Diagnostic] {
    if min(size.width, size.height) < shortest {
      return [.note("the page is \(size.inPoints); some viewers show none below 3 pt")]
    }
    if unit == 1, max(size.width, size.height) > longest {
      return [.note("the page is \(size.inPoints); some viewers show none beyond 14,400 pt")]
    }
    return []
  }

  /// Boxes that say no more than the media box are left out.
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
  /// Changes the page's dictionary as its model was changed.
  func addChanges(to dictionary: inout PDFDictionary) {
    if rotation != original.rotation { dictionary["Rotate"] = rotation == 0 ? nil : .integer(rotation) }
    for box in PageBox.allCases {
      guard let rect = ownBoxes[box], rect != original.bounds(for: box) else { continue }
      dictionary[box.key] = PageEntries.rectangle(rect)
    }
  }
}
