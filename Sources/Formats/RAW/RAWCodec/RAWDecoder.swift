internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import RAWStructure

/// A raw file. It shows the largest picture in it that can be decoded. The data of the sensor is not.
final class RAWDecoder: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  var diagnostics: [Diagnostic] { notes + picture.diagnostics }
  private let picture: any ImageDecoder
  private let notes: [Diagnostic]

  /// - Throws: `invalidData`; `unsupported` for a file without a picture that can be decoded; `limitExceeded`, `io`.
  init(
    _ source: any ByteSource, jpeg: DecoderDescriptor, tiff: DecoderDescriptor, limits: Limits
  ) throws(ImageError) {
    let structure = try RAWStructure.read(source, limits: limits)
    guard let (kind, info) = structure.picture else {
      throw ImageError(.unsupported, "there is no picture beside the data of the sensor", format: "RAW")
    }
    switch kind {
    case .jpeg(let range):
      picture = try jpeg.open(PatchedByteSource(range, of: source), limits)
      let note =
        "the picture itself is data of a camera's sensor, which is not decoded: its preview of \(info.size) is used"
      notes = structure.diagnostics + [.note(note)]
    case .page:
      picture = try tiff.open(source, limits)
      notes = []
    }
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "RAW")
    return try picture.info(at: 0)
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "RAW")
    return try picture.rows(at: 0, request)
  }
}
