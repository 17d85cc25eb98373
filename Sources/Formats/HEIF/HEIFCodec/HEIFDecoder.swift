internal import ByteStreams
internal import CodecKit
internal import HEIFStructure
internal import ImageModel
internal import MetadataModel

/// A HEIF or AVIF file whose boxes have been walked. Its images are its independent pictures, or the frames of a
/// sequence of AVIF.
final class HEIFDecoder: ImageDecoder {
  let imageCount: Int
  let primaryIndex: Int
  let diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let structure: HEIFStructure
  var lentStructure: (any ImageStructure)? { structure }
  /// The sequence, where the images are its frames.
  private let sequence: HEIFSequence?
  private let frames: AVIFFrames?

  var animation: Animation? { sequence.flatMap { $0.frameCount > 1 ? $0.animation : nil } }

  /// - Throws: `invalidData`, `limitExceeded` for the declared size, `io`; `unsupported` for a sequence without
  ///   libavif.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    var structure = try HEIFStructure.read(source, limits: limits)
    self.source = source
    self.limits = limits
    var (shown, notes) = (structure.shownSequence, structure.diagnostics)
    do throws(ImageError) {
      frames = try shown.map { shown throws(ImageError) in try AVIFFrames(shown, source, limits: limits) }
    } catch {
      guard error.kind == .invalidData, structure.hasStillPicture else { throw error }
      notes.append(.warning("the frames cannot be read, and the still picture is used: \(error.message)"))
      (frames, shown) = (nil, nil)
      structure.prefersStillPicture = true
    }
    self.structure = structure
    sequence = shown
    if let shown {
      (imageCount, primaryIndex) = (max(1, shown.animation.durations.count), 0)
      notes += limits.leftOut(frames: shown.frameCount)
    } else {
      try limits.check(structure.pictures[structure.primaryIndex].codedSize, streamed: false, format: "HEIF")
      imageCount = max(1, min(structure.pictures.count, limits.maxImages))
      primaryIndex = min(structure.primaryIndex, imageCount - 1)
    }
    diagnostics = notes
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "HEIF")
    return sequence?.picture.info ?? structure.pictures[index].info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "HEIF")
    if let frames { return try frames.rows(at: index, request) }
    let picture = structure.pictures[index]
    guard structure.hasStillPicture else {
      let codec = picture.info.compression ?? picture.item.type
      throw ImageError(.unsupported, "a sequence of \(codec) without a still picture", format: "HEIF")
    }
    return try rows(picture, request)
  }

  /// The largest thumbnail of a picture.
  func thumbnail(at index: Int) throws(ImageError) -> ImageInfo? {
    try check(index: index, format: "HEIF")
    guard sequence == nil else { return nil }
    return try largestThumbnail(of: structure.pictures[index])?.info
  }

  func thumbnailRows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> (any RowSource)? {
    try check(index: index, format: "HEIF")
    guard sequence == nil else { return nil }
    guard let thumbnail = try largestThumbnail(of: structure.pictures[index]) else { return nil }
    return try rows(thumbnail, request)
  }

  /// The names in `HEIFStructure.auxiliaries` for the picture that represents the file.
  var auxiliaryNames: [String] { structure.auxiliaries(of: structure.pictures[structure.primaryIndex]).map(\.name) }

  func auxiliary(_ name: String) throws(ImageError) -> (any ImageDecoder)? {
    let owner = structure.pictures[structure.primaryIndex]
    guard let found = structure.auxiliaries(of: owner).first(where: { $0.name == name }) else { return nil }
    guard let picture = try HEIFPicture(found.item, in: structure, source) else {
      throw ImageError(.invalidData, "the image '\(name)' does not declare its size", format: "HEIF")
    }
    try limits.check(picture.codedSize, streamed: false, format: "HEIF")
    return SingleImageDecoder(picture.info) { request throws(ImageError) in try self.rows(picture, request) }
  }

  private func rows(_ picture: HEIFPicture, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try LibHEIF.load()
    try structure.check(picture, source, limits: limits)
    return try HEIFRows(
      picture, PlaneDecoder(structure: structure, source: source, limits: limits, request: request))
  }

  private func largestThumbnail(of picture: HEIFPicture) throws(ImageError) -> HEIFPicture? {
    try structure.thumbnails(of: picture, source).max { $0.info.size.pixelCount < $1.info.size.pixelCount }
  }
}
