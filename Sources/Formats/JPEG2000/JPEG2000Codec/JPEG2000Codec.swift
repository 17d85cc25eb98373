internal import ByteStreams
package import CodecKit
internal import ImageModel
internal import JPEG2000Structure

/// JPEG 2000: headers only. The data can be embedded in PDF as it is.
package enum JPEG2000Codec {
  package static let decoder = DecoderDescriptor(
    name: "jpeg2000", contentType: "public.jpeg-2000",
    open: { source, limits throws(ImageError) in
      JPEG2000Headers(try JPEG2000Structure.read(source, limits: limits))
    })
}

private final class JPEG2000Headers: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  let diagnostics: [Diagnostic]
  private let info: ImageInfo

  init(_ structure: JPEG2000Structure) {
    (info, diagnostics) = (structure.imageInfo, structure.diagnostics)
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo { info }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    throw ImageError(
      .unsupported, "the data is not decoded; it can only be embedded in PDF as it is", format: "JPEG 2000")
  }
}
