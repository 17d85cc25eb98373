internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import PDFDocuments

extension PDFRun {
  /// A picture that was made smaller.
  struct SmallerPicture {
    var source: ImageSource
    var options: ImageSource.Options
    /// What was done, for reports.
    var reason: String
  }

  /// A smaller version of a picture that has more dots an inch than are wanted where it stands; nil where it has not, and
  /// where the smaller one would take more bytes than the file does (of several images, their average).
  ///
  /// It is upright, in sRGB; JPEG where the original is, PNG where that is free of loss or transparent.
  ///
  /// - Parameters:
  ///   - page: the page of the original.
  ///   - dpi: the dots an inch that are enough.
  func downsampled(
    _ page: ImagePage, _ source: ImageSource, _ index: Int, _ dpi: Double, _ facts: PageFacts
  ) throws(ImageError) -> SmallerPicture? {
    let placed = try placedSize(page, facts).turned(by: job.layout.rotation)
    let original = page.info.orientation.upright(page.info.size)
    let wanted = PixelSize(
      width: max(1, Int((placed.width * dpi / 72).rounded())), height: max(1, Int((placed.height * dpi / 72).rounded()))
    )
    // What is hardly smaller is not worth the loss.
    guard wanted.width <= original.width, wanted.height <= original.height,
      Double(wanted.width) * Double(wanted.height) < 0.8 * Double(original.width) * Double(original.height)
    else { return nil }
    do throws(ImageError) {
      var options = ImageSource.ThumbnailOptions(size: SizeRequest(width: wanted.width, height: wanted.height))
      options.fit = .fill
      let image = try source.thumbnail(at: index, options)
      let isJPEG = source.format == "jpeg"
      let destination = try ImageDestination(format: isJPEG ? "jpeg" : "png", limits: job.environment.limits)
      var encoding = ImageDestination.ImageOptions()
      if isJPEG { encoding.quality = Self.quality }
      try destination.add(image.pixels, encoding)
      let diagnostics = image.diagnostics + (try destination.finish())
      // Scans in black and white take more with the greys that a smaller picture has.
      guard UInt64(destination.finishedBytes.count) < source.bytes.size / UInt64(max(source.count, 1)) else {
        return nil
      }
      current.diagnostics += diagnostics
      var smaller = sources
      smaller.allowedFormats = nil
      return SmallerPicture(
        source: try ImageSource(MemoryByteSource(destination.finishedBytes), name: source.name, smaller),
        options: smaller,
        reason: "made smaller, from \(page.info.size) pixels, for --downsample"
          + (isJPEG ? "; JPEG of quality \(Self.quality)" : ""))
    } catch {
      throw error.at(path: source.name)
    }
  }

  private static let quality = 85

  /// The size of a picture, in points, where it comes to stand.
  private func placedSize(_ page: ImagePage, _ facts: PageFacts) throws(ImageError) -> Size {
    guard let sheets else { return page.pictureSize }
    let size = SheetCell(page).naturalSize
    return try sheets.cellSize(
      of: size, margins: margins(sheets.standardMargin),
      captionHeight: try caption(inCell: size, facts)?.height ?? 0)
  }
}
