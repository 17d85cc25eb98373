package import ImageModel
internal import PDFReading

/// A font program in a document.
package struct PDFFontFile: Hashable, Sendable {
  /// The name of the font, with the tag of a subset.
  package var name: String
  /// The suffix of its format: `ttf`, `otf`, `cff`, `pfb`.
  package var suffix: String
  let stream: ObjectNumber
  /// The lengths of the parts of a Type 1 font, which are stored without the headers of a file.
  let parts: [Int]
}

extension PDFFile {
  /// The font programs that the pages use, in the order of their first pages, each once.
  package func fontFiles() throws(ImageError) -> [PDFFontFile] {
    try read { reader throws(ImageError) in
      var survey = ResourceSurvey()
      for index in 0..<pageCount {
        try survey.add(try dictionary(ofPage: index, reader)["Resources"], page: index + 1, reader)
      }
      var files: [PDFFontFile] = []
      var seen: Set<ObjectNumber> = []
      for font in survey.fonts {
        guard let dictionary = try reader.resolve(font.object).dictionary else { continue }
        let inner = try reader.resolve(try reader.resolve(dictionary["DescendantFonts"]).array?.first).dictionary
        let descriptor = try reader.resolve((inner ?? dictionary)["FontDescriptor"]).dictionary
        guard let key = ["FontFile", "FontFile2", "FontFile3"].first(where: { descriptor?[$0]?.reference != nil }),
          let number = descriptor?[key]?.reference, seen.insert(number).inserted,
          case .stream(let program) = try reader.object(number)
        else { continue }
        let name = try reader.resolve(dictionary["BaseFont"]).name ?? "font"
        var file = PDFFontFile(name: name, suffix: "ttf", stream: number, parts: [])
        if key == "FontFile" {
          file = PDFFontFile(
            name: name, suffix: "pfb", stream: number,
            parts: [
              try reader.resolve(program["Length1"]).integer ?? 0, try reader.resolve(program["Length2"]).integer ?? 0,
            ])
        } else if key == "FontFile3" {
          file.suffix = try reader.resolve(program["Subtype"]).name == "OpenType" ? "otf" : "cff"
        }
        files.append(file)
      }
      return files
    }
  }

  /// The bytes of a font program as a file: those that the document has. A Type 1 font gets the headers of its parts
  /// (PFB).
  ///
  /// - Throws: `unsupported` for filters that cannot be decoded; `limitExceeded`.
  package func bytes(of font: PDFFontFile) throws(ImageError) -> [UInt8] {
    let bytes = try read { reader throws(ImageError) in
      try reader.decodedBytes(of: font.stream, limit: limits.maxMemory / 4)
    }
    guard font.parts.count == 2 else { return bytes }
    let (clear, hidden) = (font.parts[0], font.parts[1])
    guard clear > 0, hidden > 0, clear <= bytes.count, hidden <= bytes.count - clear else { return bytes }
    func part(_ kind: UInt8, _ range: Range<Int>) -> [UInt8] {
      [0x80, kind] + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: range.count >> $0) } + bytes[range]
    }
    let end = clear + hidden
    // The document may leave out the last part: 512 zeros in text.
    let last = end < bytes.count ? part(1, end..<bytes.count) : []
    return part(1, 0..<clear) + part(2, clear..<end) + last + [0x80, 3]
  }
}
