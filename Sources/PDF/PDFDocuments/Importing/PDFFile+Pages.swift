package import ImageModel

extension PDFFile {
  /// The geometry of a page, counted from 0, with what it inherits.
  ///
  /// Boxes and rotations that make no sense are as if they were missing, with a warning.
  ///
  /// - Throws: `usage` for a page that is not there; what reading throws.
  package func page(_ index: Int) throws(ImageError) -> PDFFilePage {
    try read { reader throws(ImageError) in
      let page = try dictionary(ofPage: index, reader)
      var boxes: [PageBox: Rect] = [:]
      for box in PageBox.allCases {
        guard let declared = page[box.key] else { continue }
        if let rect = try rectangle(declared, reader) {
          boxes[box] = rect
        } else {
          warn("page \(index + 1): the \(box.rawValue) box is no rectangle")
        }
      }
      if boxes[.media] == nil {
        warn("page \(index + 1) has no media box; US Letter is taken")
        boxes[.media] = PDFFilePage.letter
      }
      return PDFFilePage(
        boxes: boxes, rotation: try rotation(page, index, reader), userUnit: try userUnit(page, index, reader))
    }
  }

  /// A page's dictionary with inherited entries in it.
  func dictionary(ofPage index: Int, _ reader: ObjectReader) throws(ImageError) -> FileDictionary {
    guard tree.pages.indices.contains(index) else {
      throw ImageError(.usage, "has no page \(index + 1); there are \(pageCount)", path: name)
    }
    let page = tree.pages[index]
    var dictionary: FileDictionary
    switch page.place {
    case .direct(let direct): dictionary = direct
    case .object(let number): dictionary = try reader.object(number).dictionary ?? FileDictionary()
    }
    for entry in tree.inherited[page.node].entries where dictionary[entry.key] == nil {
      dictionary.entries.removeAll { $0.key == entry.key }
      dictionary.entries.append(entry)
    }
    return dictionary
  }

  /// Four numbers as a rectangle, whatever the order of its corners; nil for anything without area.
  func rectangle(_ object: FileObject?, _ reader: ObjectReader) throws(ImageError) -> Rect? {
    guard let elements = try reader.resolve(object).array, elements.count >= 4 else { return nil }
    var numbers: [Double] = []
    for element in elements.prefix(4) {
      guard let number = try reader.resolve(element).number, abs(number) < 1e7 else { return nil }
      numbers.append(number)
    }
    let (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
    let (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
    guard right - left > 1e-3, top - bottom > 1e-3 else { return nil }
    return Rect(x: left, y: bottom, width: right - left, height: top - bottom)
  }

  private func rotation(_ page: FileDictionary, _ index: Int, _ reader: ObjectReader) throws(ImageError) -> Int {
    guard let value = page["Rotate"] else { return 0 }
    guard let degrees = try reader.resolve(value).integer, degrees % 90 == 0 else {
      warn("page \(index + 1): a rotation that is no multiple of 90 degrees is not applied")
      return 0
    }
    return (degrees % 360 + 360) % 360
  }

  private func userUnit(_ page: FileDictionary, _ index: Int, _ reader: ObjectReader) throws(ImageError) -> Double {
    guard let value = page["UserUnit"] else { return 1 }
    guard let unit = try reader.resolve(value).number, unit > 0, unit <= 75_000 else {
      warn("page \(index + 1): a user unit that makes no sense is not applied")
      return 1
    }
    return unit
  }
}
