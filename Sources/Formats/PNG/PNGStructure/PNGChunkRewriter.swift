package import ByteStreams
package import ImageModel

/// Replaces chunks of a PNG file. All other chunks are copied, as are bytes after IEND unless they are dropped.
package struct PNGChunkRewriter {
  private let source: any ByteSource
  private let chunks: [PNGChunk]
  /// The keywords of texts, by the number of the chunk.
  private var keywords: [Int: String] = [:]
  /// The numbers of the chunks with a keyword. Walking all chunks for each of many texts would take quadratic time.
  private var places: [String: [Int]] = [:]
  private var removed: Set<Int> = []
  /// New chunks, by the number of the chunk before which they go.
  private var inserted: [Int: [UInt8]] = [:]

  /// - Throws: `invalidData` for a file without image data; `io`.
  package init(_ structure: PNGStructure, _ source: any ByteSource) throws(ImageError) {
    self.source = source
    chunks = structure.chunks
    guard chunks.contains(where: \.isImageData) else {
      throw ImageError(.invalidData, "there is no image data; nothing is changed", format: "PNG")
    }
    for (index, chunk) in chunks.enumerated() where ["tEXt", "zTXt", "iTXt"].contains(chunk.name) {
      let start = try source.bytes(at: chunk.contentOffset, count: min(80, Int(chunk.length)))
      if let end = start.firstIndex(of: 0) {
        let keyword = PNGText.latin1(start[..<end])
        keywords[index] = keyword
        places[keyword, default: []].append(index)
      }
    }
  }

  /// The keywords of all texts that stay, in their order.
  package var textKeywords: [String] {
    keywords.keys.sorted().filter { !removed.contains($0) }.compactMap { keywords[$0] }
  }

  package func contains(_ name: String) -> Bool {
    chunks.indices.contains { chunks[$0].name == name && !removed.contains($0) }
  }

  /// Removes chunks.
  ///
  /// - Parameter isMeant: selects chunks by their name and, for texts, their keyword.
  /// - Returns: the number of the first removed chunk.
  @discardableResult
  package mutating func remove(where isMeant: (_ name: String, _ keyword: String?) -> Bool) -> Int? {
    var first: Int?
    for index in chunks.indices where !removed.contains(index) && isMeant(chunks[index].name, keywords[index]) {
      removed.insert(index)
      if first == nil { first = index }
    }
    return first
  }

  /// Removes the texts with a keyword.
  ///
  /// - Returns: the number of the first removed chunk.
  @discardableResult
  package mutating func removeTexts(_ keyword: String) -> Int? {
    let meant = (places[keyword] ?? []).filter { !removed.contains($0) }
    removed.formUnion(meant)
    return meant.first
  }

  /// The number of selected chunks that stay.
  package func count(where isMeant: (_ name: String, _ keyword: String?) -> Bool) -> Int {
    chunks.indices.count { !removed.contains($0) && isMeant(chunks[$0].name, keywords[$0]) }
  }

  /// The names of the selected chunks that stay.
  package func names(where isMeant: (_ name: String, _ keyword: String?) -> Bool) -> [String] {
    chunks.indices.filter { !removed.contains($0) && isMeant(chunks[$0].name, keywords[$0]) }.map { chunks[$0].name }
  }

  /// Inserts a chunk at the place of another one, else before the image data.
  package mutating func insert(_ name: String, _ content: [UInt8], at place: Int? = nil) throws(ImageError) {
    guard content.count <= Int(Int32.max) else {
      throw ImageError(.unsupported, "\(name) is longer than a chunk may be", format: "PNG")
    }
    let index = place ?? firstOfPicture
    inserted[index, default: []] += PNGFrame.chunk(name, content)
  }

  /// The chunk after IHDR, before which a chunk comes that has to precede the palette.
  package var endOfHeader: Int { (chunks.firstIndex { $0.name == "IHDR" } ?? -1) + 1 }

  /// The first chunk of the picture: IDAT, or the frame control before it (APNG).
  private var firstOfPicture: Int {
    chunks.firstIndex { $0.isImageData || $0.name == "fcTL" } ?? chunks.count
  }

  /// The number of bytes after IEND.
  package var trailingBytes: UInt64 {
    guard let last = chunks.last, last.name == "IEND" else { return 0 }
    return source.size - min(last.endOffset, source.size)
  }

  package consuming func finish() -> FilePatch {
    var patch = FilePatch()
    var position: UInt64 = 0
    for (index, chunk) in chunks.enumerated() {
      guard inserted[index] != nil || removed.contains(index) else { continue }
      patch.copy(position..<min(chunk.offset, source.size))
      if let bytes = inserted[index] { patch.append(bytes) }
      position = min(removed.contains(index) ? chunk.endOffset : chunk.offset, source.size)
    }
    patch.copy(position..<source.size)
    return patch
  }
}
