internal import ByteStreams
internal import ImageModel
internal import PNGStructure

/// PNG files as Xcode writes them for iPhones (`PNGStructure.isAppleVariant`).
enum AppleVariant {
  /// The file as libpng reads it: without CgBI, and with the beginning and the end of a zlib stream (RFC 1950) around
  /// the image data. These are IDAT chunks of their own, so that the others keep their check values. The check value of
  /// the stream is invented; the samples stay as they are.
  static func standardised(_ source: any ByteSource, limits: Limits) throws(ImageError) -> any ByteSource {
    let chunks = try PNGStructure.read(source, limits: limits).chunks
    guard let first = chunks.first, let firstData = chunks.first(where: \.isImageData),
      let lastData = chunks.last(where: \.isImageData)
    else { return source }
    var patch = FilePatch()
    patch.append(PNGFrame.signature)
    patch.copy(first.endOffset..<firstData.offset)
    // Deflate with a window of 32 KiB.
    patch.append(PNGFrame.chunk("IDAT", [0x78, 0x9C]))
    patch.copy(firstData.offset..<min(lastData.endOffset, source.size))
    if lastData.endOffset <= source.size {
      patch.append(PNGFrame.chunk("IDAT", [0, 0, 0, 0]))
      patch.copy(lastData.endOffset..<source.size)
    }
    return PatchedByteSource(patch, of: source)
  }
}
