internal import ByteStreams
internal import CodecKit
internal import ContentTypes
public import ImageModel
internal import MetadataModel

extension ImageSource {
  /// An image that belongs to the picture that represents the file: `gainmap`, `depth`, or another of the names that
  /// `imgmeta` lists as `AuxiliaryImages`. A source of it has one image and no metadata.
  ///
  /// The images are the auxiliary ones of HEIC and AVIF, and the gain map of a JPEG file (Ultra HDR, ISO 21496-1),
  /// which is turned as the picture is.
  ///
  /// - Throws: `usage` where there is no such image; `invalidData`, `limitExceeded`, `io`.
  public func auxiliary(_ image: String) throws(ImageError) -> ImageSource {
    do throws(ImageError) {
      if let decoder = try decoder.auxiliary(image) { return try ImageSource(decoder, in: bytes, of: self) }
      var names = decoder.auxiliaryNames
      if traits.contains(.hasFurtherPictures), let map = try gainMap() {
        if image == "gainmap" {
          let decoder = try descriptor.open(map, options.limits)
          return try ImageSource(decoder, in: map, orientation: info(at: primaryIndex).orientation, of: self)
        }
        names.append("gainmap")
      }
      let known = names.isEmpty ? "none" : names.joined(separator: ", ")
      throw ImageError(.usage, "there is no image '\(image)'; the file has \(known)")
    } catch {
      throw error.at(path: name)
    }
  }

  /// The first picture of the multi-picture format that says that it is a gain map: in XMP (Ultra HDR, Apple) or in a
  /// segment of its own (ISO 21496-1, annex C).
  private func gainMap() throws(ImageError) -> (any ByteSource)? {
    let marks = ["http://ns.adobe.com/hdr-gain-map/1.0/", "urn:iso:std:iso:ts:21496:-1", "HDRGainMapVersion"]
    for preview in try metadata().previews where preview.origin == "MPF" && preview.format == "jpeg" {
      let head = String(
        decoding: try bytes.bytes(at: preview.range.lowerBound, count: min(preview.range.count, 1 << 16)), as: UTF8.self
      )
      if marks.contains(where: head.contains) { return PatchedByteSource(preview.range, of: bytes) }
    }
    return nil
  }
}
