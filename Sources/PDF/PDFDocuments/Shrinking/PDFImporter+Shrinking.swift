internal import Compression
internal import ImageModel
internal import PDFReading
internal import PDFWriting

/// Copying pages with less data.
extension PDFImporter {
  /// Prepares for copying pages with smaller pictures: finds how large pictures are drawn, and which objects are equal.
  ///
  /// - Parameters:
  ///   - pages: their indices in the file, counted from 0.
  ///   - streams: those of the files before.
  func shrink(_ options: ShrinkOptions, pages: [Int], sharing streams: SharedStreams) throws(ImageError) {
    try file.read { reader throws(ImageError) in
      let scanner = PageScanner(file, reader)
      var roots: [FileObject] = []
      for page in pages {
        _ = try scanner.scan(page: page)
        roots.append(.dictionary(try file.dictionary(ofPage: page, reader)))
      }
      shrinker = PictureShrinker(options, scanner, limits: file.limits)
      let equal = try EqualObjects(file, from: roots, reader)
      (equalObjects, sharedKeys, sharedStreams) = (equal.firsts, equal.shared, streams)
    }
  }

  /// Writes a stream with less data, where that is asked for and possible.
  ///
  /// - Returns: whether it was written.
  func writeShorter(
    _ dictionary: FileDictionary, of number: ObjectNumber, as reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    guard let shrinker, dictionary["F"] == nil else { return false }
    if try reader.resolve(dictionary["Subtype"]).name == "Image" {
      guard let made = try shrinker.replacement(of: number, dictionary, as: reference, reader) else { return false }
      var kept = FileDictionary(
        entries: dictionary.entries.filter { entry in
          entry.key != "Length" && !made.entries.contains { $0.key == entry.key }
        })
      if let space = made.space {
        kept.entries.removeAll { $0.key == "ColorSpace" }
        kept.entries.append(FileDictionary.Entry(key: "ColorSpace", value: space))
      }
      var whole = PDFDictionary(try entries(kept, omitting: try omittedKeys(of: kept, reader), reader))
      for entry in made.entries { whole[entry.key] = entry.value }
      try writer.writeStream(whole, made.content, as: reference)
      return true
    }
    guard let (content, omitted) = try deflated(dictionary, number, reader) else { return false }
    var whole = PDFDictionary(
      try entries(dictionary, omitting: try omittedKeys(of: dictionary, reader).union(omitted), reader))
    whole["Filter"] = .name("FlateDecode")
    try writer.writeStream(whole, [.bytes(content)], as: reference)
    return true
  }

  /// Longer streams are copied as they are.
  private static let maxDeflated: Int = 32 << 20

  /// The data of a stream, deflated as well as possible; nil where it is stored as short already. XMP stays plain, so
  /// that programs without support for PDF find it.
  private func deflated(
    _ dictionary: FileDictionary, _ number: ObjectNumber, _ reader: ObjectReader
  ) throws(ImageError) -> (content: [UInt8], omitted: Set<String>)? {
    guard dictionary["Type"]?.name != "Metadata" else { return nil }
    guard try reader.filterNames(of: dictionary).allSatisfy(PictureShrinker.plainFilters.contains) else { return nil }
    let stored = StreamContent()
    let bytes: [UInt8]
    do throws(ImageError) {
      try reader.readStream(number, decoded: false, limit: UInt64(Self.maxDeflated)) { piece throws(ImageError) in
        try stored.append(piece)
      }
      bytes = try reader.decodedBytes(of: number, limit: Self.maxDeflated)
    } catch {
      if error.kind == .io { throw error }
      return nil
    }
    let content = try Zlib.deflate(bytes, level: 9)
    // The entry /Filter/FlateDecode takes 19 bytes.
    guard content.count + 19 < stored.pieces.reduce(0, { $0 + $1.count }) else { return nil }
    return (content, ["Length", "Filter", "DecodeParms"])
  }
}
