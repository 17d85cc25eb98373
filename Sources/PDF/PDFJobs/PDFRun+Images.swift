internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import PDFDocuments
internal import PDFWriting

extension PDFRun {
  func addImages(_ opened: OpenedInput, _ facts: inout PageFacts) throws(ImageError) {
    let source = try opened.image(sources)
    let indices = try shownIndices(try opened.indices(of: source.count), of: source)
    noteCropping()
    try source.checkFrames(upTo: indices.max() ?? 0)
    for index in indices {
      if job.decorations.needsMetadata {
        let properties = try source.readableProperties(at: index)
        facts.properties = (properties.container, properties.image)
        unanswered.removeAll { facts.first($0) != nil }
      }
      var page = try ImagePage(source, index: index, layout: imageLayout, sources)
      let (caption, reserve) = try caption(below: page, facts)
      if reserve > 0 { page = try ImagePage(source, index: index, layout: imageLayout, sources, reserve: reserve) }
      noteResolution(of: page)
      let text = try recognizedText(of: source, index: index, on: page)
      if let dpi = job.layout.downsampling, let smaller = try downsampled(page, source, index, dpi, facts) {
        // Whole pixels change the shape slightly. The page keeps the size that the original gives it.
        let page = try ImagePage(
          smaller.source, index: 0, layout: imageLayout, smaller.options, reserve: reserve, natural: page.naturalSize)
        (page.background, page.recognizedText) = (job.layout.background, text)
        page.alternative = job.inputs[currentNumber].alternative
        let first = current.pictures.count
        try place(page, facts, caption)
        for index in current.pictures.indices.dropFirst(first) {
          (current.pictures[index].handling, current.pictures[index].reason) = (.transcoded, smaller.reason)
        }
      } else {
        (page.background, page.recognizedText) = (job.layout.background, text)
        page.alternative = job.inputs[currentNumber].alternative
        page.range = job.layout.range
        try place(page, facts, caption)
      }
    }
  }

  /// The layout of a picture on its page. In a cell the picture has its own size, and is scaled there.
  var imageLayout: ImagePageLayout {
    var layout = ImagePageLayout(resolution: job.layout.resolution, rotation: job.inputs[currentNumber].rotation)
    guard imposition == nil else { return layout }
    // An orientation only makes sense for paper.
    let standard = job.layout.direction == .asGiven ? PageShape.Medium.content : .fixed(PaperSize.a4.size)
    layout.shape = PageShape(job.layout.medium ?? standard, job.layout.direction)
    layout.margins = margins(0)
    layout.fit = job.layout.fit ?? .inside
    return layout
  }

  /// Adds a note where the resolution of a picture is implausible and ignored.
  private func noteResolution(of page: ImagePage) {
    // In a cell the resolution has no effect.
    guard imposition == nil, let stated = page.info.resolution?.dotsPerInch else { return }
    let rule = job.layout.resolution
    guard rule.dotsPerInch(page.info.resolution).verdict == .implausible else { return }
    func text(_ value: Double) -> String {
      Int(exactly: value).map { "\($0)" } ?? "\((value * 100).rounded() / 100)"
    }
    current.diagnostics.append(
      .note(
        "a resolution of \(text(stated.x)) x \(text(stated.y)) dpi is implausible; \(text(rule.fallback)) dpi is used"
      ))
  }

  /// The caption of a picture on its own page, and the height that it needs.
  private func caption(below page: ImagePage, _ facts: PageFacts) throws(ImageError) -> (Caption?, Double) {
    guard imposition == nil else { return (nil, 0) }
    let facts = onNextPage(facts)
    let (area, bottom) = page.captionArea(imageLayout)
    guard let caption = try caption(facts, area: area) else { return (nil, 0) }
    return (caption, caption.height + bottom)
  }

  // MARK: Downsampling

  /// A downsampled picture.
  private struct SmallerPicture {
    var source: ImageSource
    var options: ImageSource.Options
    /// The reason in reports.
    var reason: String
  }

  /// A downsampled version of a picture; nil where its resolution on the page is not higher than `dpi`, and where the
  /// result would be larger than the file (of a file with several images: than their average).
  ///
  /// The result is upright and in sRGB: a JPEG where the original is one, otherwise a PNG.
  ///
  /// - Parameters:
  ///   - page: the page of the original.
  ///   - dpi: the wanted resolution in dots per inch.
  private func downsampled(
    _ page: ImagePage, _ source: ImageSource, _ index: Int, _ dpi: Double, _ facts: PageFacts
  ) throws(ImageError) -> SmallerPicture? {
    let placed = try placedSize(page, facts).turned(by: job.inputs[currentNumber].rotation)
    let original = page.info.orientation.upright(page.info.size)
    let wanted = PixelSize(
      width: max(1, Int((placed.width * dpi / 72).rounded())), height: max(1, Int((placed.height * dpi / 72).rounded()))
    )
    // A picture that is only slightly smaller is not worth the loss.
    guard wanted.width <= original.width, wanted.height <= original.height,
      Double(wanted.width) * Double(wanted.height) < 0.8 * Double(original.width) * Double(original.height)
    else { return nil }
    do throws(ImageError) {
      var options = RenderOptions(size: SizeRequest(width: wanted.width, height: wanted.height))
      options.fit = .stretch
      options.range = job.layout.range
      let image = try source.thumbnail(at: index, options)
      let isJPEG = source.format == "jpeg"
      let destination = try ImageDestination(format: isJPEG ? "jpeg" : "png", limits: job.environment.limits)
      var encoding = ImageDestination.ImageOptions()
      if isJPEG { encoding.quality = Self.quality }
      try destination.add(image.pixels, encoding)
      let diagnostics = image.diagnostics + (try destination.finish())
      // A bilevel scan becomes larger: the smaller picture has shades of grey.
      guard UInt64(destination.finishedBytes.count) < source.bytes.size / UInt64(max(source.count, 1)) else {
        return nil
      }
      current.diagnostics += diagnostics
      var smaller = sources
      smaller.allowedFormats = nil
      return SmallerPicture(
        source: try ImageSource(MemoryByteSource(destination.finishedBytes), name: source.name, smaller),
        options: smaller,
        reason: "downsampled from \(page.info.size) pixels for --downsample"
          + (isJPEG ? "; JPEG of quality \(Self.quality)" : ""))
    } catch {
      throw error.at(path: source.name)
    }
  }

  private static let quality = 85

  /// The size of a picture on the page or in its cell, in points.
  private func placedSize(_ page: ImagePage, _ facts: PageFacts) throws(ImageError) -> Size {
    guard let imposition else { return page.pictureSize }
    let size = page.seenSize
    return try imposition.cellSize(
      of: size, margins: margins(imposition.defaultMargin),
      captionHeight: try caption(inCell: size, facts)?.height ?? 0)
  }
}
