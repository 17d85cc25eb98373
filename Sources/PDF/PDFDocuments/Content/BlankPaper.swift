package import ImageModel
package import Imaging
internal import PDFReading
internal import PDFWriting

/// Tells blank paper from paper with marks.
package enum BlankPaper {
  /// The long side of the reduced picture that is looked at, in pixels.
  private static let side = 512
  /// A pixel that is darker than the paper by this part of the range is a mark. A line of 0.3 mm on a scan of A4 still
  /// is one after it was reduced.
  private static let contrast = 0.12
  /// At most this part of the pixels of a blank page are marks: specks of dust.
  private static let dust = 0.0001
  /// The edge that is ignored, as a part of each side: scanners draw shadows there.
  private static let edge = 0.03

  /// Whether a picture is of one brightness, but for specks.
  ///
  /// - Throws: errors of decoding.
  package static func isBlank(_ source: ImageSource, index: Int) throws(ImageError) -> Bool {
    var options = RenderOptions(size: .longSide(side))
    options.profile = .gray
    options.background = .white
    options.kernel = .box
    return isBlank(try source.thumbnail(at: index, options).pixels)
  }

  /// Whether grey pixels of 8 bits are of one brightness, but for specks.
  static func isBlank(_ pixels: PixelBuffer) -> Bool {
    let step = pixels.format.bytesPerPixel
    let (left, top) = (Int(Double(pixels.size.width) * edge), Int(Double(pixels.size.height) * edge))
    var counts = [Int](repeating: 0, count: 256)
    for y in top..<max(top, pixels.size.height - top) {
      let row = pixels.row(y)
      for x in left..<max(left, pixels.size.width - left) { counts[Int(row[row.startIndex + x * step])] += 1 }
    }
    let total = counts.reduce(0, +)
    // The paper is the median.
    var (sum, paper) = (0, 255)
    for (value, count) in counts.enumerated() {
      sum += count
      if sum * 2 >= total {
        paper = value
        break
      }
    }
    let limit = Int(Double(paper) - contrast * 255)
    let dark = limit > 0 ? counts[..<limit].reduce(0, +) : 0
    // A black page is not paper.
    return paper > 96 && Double(dark) <= dust * Double(total)
  }
}

extension PDFFile {
  /// The pages that show nothing: no text, no drawing that is not white, no annotation, and only blank pictures.
  ///
  /// A page that cannot be read completely is not blank. Invisible text, as of text recognition, does not count.
  ///
  /// - Parameter indices: the pages to look at, counted from 0.
  /// - Throws: errors of reading the pages.
  package func blankPages(among indices: [Int], _ options: ImageSource.Options) throws(ImageError) -> Set<Int> {
    try read { reader throws(ImageError) in
      let scanner = PageScanner(self, reader)
      var known: [ObjectNumber: Bool] = [:]
      var blank: Set<Int> = []
      for index in Set(indices).sorted() {
        let marks = try scanner.scan(page: index)
        guard !marks.hasMarks, !marks.isUnknown else { continue }
        var isBlank = true
        for picture in marks.pictures where isBlank {
          if known[picture] == nil { known[picture] = try self.isBlank(picture, reader, options) }
          isBlank = known[picture] ?? false
        }
        if isBlank { blank.insert(index) }
      }
      return blank
    }
  }

  /// Whether a picture is blank paper. One that cannot be decoded here is not.
  private func isBlank(
    _ number: ObjectNumber, _ reader: ObjectReader, _ options: ImageSource.Options
  ) throws(ImageError) -> Bool {
    do throws(ImageError) {
      guard let source = try pictureFile(number, reader, options) else { return false }
      return try BlankPaper.isBlank(source, index: 0)
    } catch {
      if error.kind == .io || error.kind == .cancelled { throw error }
      return false
    }
  }

  /// A picture of the file as a file of its own: its JPEG or JPEG 2000 data, its fax data as TIFF, or a
  /// PNG of its samples; nil for data that
  /// is not decoded here, and for pictures whose samples do not show what is on the page: stencils, those with a mask,
  /// of inks, or with other values for black and white.
  private func pictureFile(
    _ number: ObjectNumber, _ reader: ObjectReader, _ options: ImageSource.Options
  ) throws(ImageError) -> ImageSource? {
    guard case .stream(let dictionary) = try reader.object(number), dictionary["ImageMask"]?.boolean != true else {
      return nil
    }
    for key in ["SMask", "Mask"] where try reader.resolve(dictionary[key]) != .null { return nil }
    let decode = (try reader.resolve(dictionary["Decode"]).array ?? []).compactMap(\.number)
    for (place, value) in decode.enumerated() where place % 2 == 0 ? value != 0 : value < 1 { return nil }
    let colors = try reader.resolve(try reader.resolve(dictionary["ColorSpace"]).array?.first).name
    guard colors != "Separation", colors != "DeviceN" else { return nil }
    var options = options
    options.allowedFormats = nil
    let filters = try reader.filterNames(of: dictionary)
    let isDecoded = filters.allSatisfy(PictureShrinker.plainFilters.contains)
    let ownFiles: Set<String> = ["DCTDecode", "JPXDecode", "CCITTFaxDecode"]
    guard isDecoded || filters.count == 1 && ownFiles.contains(filters[0]) else { return nil }
    let content = StreamContent()
    try reader.readStream(number, decoded: isDecoded, limit: UInt64(limits.maxMemory / 4)) { piece throws(ImageError) in
      try content.append(piece)
    }
    if ["DCTDecode", "JPXDecode"].contains(filters.first) {
      return try ImageSource(PieceSource(content.pieces), name: name, options)
    }
    let size = PixelSize(
      width: try reader.resolve(dictionary["Width"]).integer ?? 0,
      height: try reader.resolve(dictionary["Height"]).integer ?? 0)
    try limits.check(size, streamed: true, format: "PDF")
    let bytes = try content.allBytes()
    if !isDecoded {
      // One filter may stand in a list.
      let stated = try reader.resolve(dictionary["DecodeParms"])
      let parameters = stated.array == nil ? stated : try reader.resolve(stated.array?.first)
      guard let tiff = FaxPicture.tiff(bytes, size, parameters: parameters.dictionary ?? FileDictionary()) else {
        return nil
      }
      return try ImageSource(bytes: tiff, name: name, options)
    }
    try limits.check(memory: 8 * size.width * size.height, for: "a picture", format: "PDF")
    let bits = try reader.resolve(dictionary["BitsPerComponent"]).integer ?? 8
    guard let space = try PictureSpace(dictionary["ColorSpace"], reader),
      let pixels = try PictureSamples.pixels(bytes, size, bits: bits, space)
    else { return nil }
    let destination = try ImageDestination(format: "png", limits: limits)
    try destination.add(pixels)
    _ = try destination.finish()
    return try ImageSource(bytes: destination.finishedBytes, name: name, options)
  }
}
