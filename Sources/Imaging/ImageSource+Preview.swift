internal import ByteStreams
package import ImageModel
internal import MetadataModel

extension ImageSource {
  /// A small version of the JPEG file that cameras put into their raw files, whose page is a stamp, or what only a raw converter can
  /// read. It is turned as it says itself, or else as the page.
  ///
  /// - Returns: nil where the file holds none that has more pixels than the page and is sound.
  /// - Throws: `ImageError` of kind `io`, `cancelled`; what the header's faults are.
  package func previewThumbnail(_ options: ThumbnailOptions) throws(ImageError) -> DecodedImage? {
    let page = try info(at: primaryIndex)
    let previews = try metadata().previews.filter { $0.format == "jpeg" && $0.range.count <= Self.longestPreview }
    // The longest has the most pixels, or nearly so; what the sensor saw may be a JPEG file, too, of a kind that is not read.
    for preview in previews.sorted(by: { $0.range.count > $1.range.count }).prefix(Self.mostPreviews) {
      do throws(ImageError) {
        guard let found = try bytes.exactBytes(at: preview.range.lowerBound, count: preview.range.count) else {
          continue
        }
        var own = self.options
        own.allowedFormats = ["jpeg"]
        let source = try ImageSource(bytes: found, name: name, own)
        let info = try source.info(at: 0)
        guard info.size.pixelCount > page.size.pixelCount else { continue }
        var request = RenderRequest(options)
        request.embedded = .never
        if options.applyOrientation {
          request.orientation = info.orientation == .up ? page.orientation : info.orientation
        }
        return try source.collect(try Renderer.render(source, index: 0, request))
      } catch {
        // A damaged one is no reason to fail: there is the page.
        if error.kind == .io || error.kind == .cancelled { throw error }
      }
    }
    return nil
  }

  private static let longestPreview = 64 << 20
  private static let mostPreviews = 4
}
