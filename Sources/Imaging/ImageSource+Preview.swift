internal import ByteStreams
package import ImageModel
internal import ImageOps
internal import MetadataModel

extension ImageSource {
  /// A small version of the JPEG file that cameras put into their raw files. The page of such a file is tiny, or only a
  /// raw converter can read it. The preview is turned by its own orientation, or else by that of the page.
  ///
  /// - Returns: nil if the file has no undamaged preview with more pixels than the page.
  /// - Throws: `ImageError` of kind `io` or `cancelled`; errors of a damaged header.
  package func previewThumbnail(_ options: RenderOptions) throws(ImageError) -> DecodedImage? {
    let page = try info(at: primaryIndex)
    let previews = try metadata().previews.filter { $0.format == "jpeg" && $0.range.count <= Self.longestPreview }
    // The longest preview usually has the most pixels. Sensor data can also be a JPEG file, of a kind that we do not
    // read.
    for preview in previews.sorted(by: { $0.range.count > $1.range.count }).prefix(Self.maxPreviews) {
      do throws(ImageError) {
        guard let found = try bytes.exactBytes(at: preview.range.lowerBound, count: preview.range.count) else {
          continue
        }
        var own = self.options
        own.allowedFormats = ["jpeg"]
        let source = try ImageSource(bytes: found, name: name, own)
        let info = try source.info(at: 0)
        guard info.size.pixelCount > page.size.pixelCount else { continue }
        var pipeline = RowPipeline.Options(options)
        pipeline.render.embedded = .never
        if options.applyOrientation {
          pipeline.orientation = info.orientation == .up ? page.orientation : info.orientation
        }
        return try source.collect(try Renderer.render(source, index: 0, pipeline))
      } catch {
        // A damaged preview is skipped: the page can still be used.
        if error.kind == .io || error.kind == .cancelled { throw error }
      }
    }
    return nil
  }

  private static let longestPreview = 64 << 20
  private static let maxPreviews = 4
}
