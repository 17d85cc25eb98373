internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import MetadataModel
internal import MetadataReading

/// Rows that are ready to be written or kept.
struct Rendering {
  var rows: any RowSource
  /// What was odd before the first row.
  var diagnostics: [Diagnostic] = []
  var usedEmbeddedPreview = false
}

/// Turns an image of a source into rows as they are wanted: the one way from a file to pixels.
enum Renderer {
  /// - Throws: `ImageError` with the source's name.
  static func render(
    _ source: ImageSource, index: Int, _ request: RenderRequest
  ) throws(ImageError) -> Rendering {
    do throws(ImageError) {
      let info = try source.info(at: index)
      if request.embedded != .never, let rendering = try preview(source, index: index, info, request) {
        return rendering
      }
      if request.embedded == .only {
        throw ImageError(.unsupported, "there is no embedded preview that is large enough (--embedded only)")
      }
      let geometry = try request.geometry(for: info.size)
      var options = request.pipelineOptions(geometry)
      options.pictureHeight = info.size.height
      options.progress = source.options.progress
      let rows = try source.rows(at: index, minimumSize: options.resize?.minimumSize)
      return Rendering(rows: try RowPipeline(rows, options, limits: source.options.limits))
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// Rows of a picture that is in memory.
  static func render(
    _ pixels: PixelBuffer, _ request: RenderRequest, limits: Limits
  ) throws(ImageError) -> Rendering {
    let options = request.pipelineOptions(try request.geometry(for: pixels.size))
    return Rendering(rows: try RowPipeline(BufferRowSource(pixels), options, limits: limits))
  }

  /// Rows of the preview that is embedded in the file; nil where it must not stand in for the picture.
  ///
  /// With `.auto` it has to be at least as large as the result, have the picture's aspect and decode without a warning.
  private static func preview(
    _ source: ImageSource, index: Int, _ info: ImageInfo, _ request: RenderRequest
  ) throws(ImageError) -> Rendering? {
    guard index == source.primaryIndex, let bytes = try source.metadata(.essentials).embeddedThumbnail else {
      return nil
    }
    var options = source.options
    options.allowedFormats = ["jpeg"]
    // A damaged preview is no reason to fail: the picture itself is there.
    guard let embedded = try? ImageSource(bytes: bytes, name: source.name, options),
      let small = try? embedded.info(at: 0)
    else { return nil }
    if request.embedded == .auto {
      guard sameAspect(info.size, small.size), let full = try request.geometry(for: info.size),
        let reduced = try request.geometry(for: small.size)
      else { return nil }
      let plan = ResizePlan(full, orientation: request.orientation).geometry
      guard full.size == reduced.size, small.size.width >= plan.size.width, small.size.height >= plan.size.height
      else { return nil }
    }
    let pipeline = request.pipelineOptions(try request.geometry(for: small.size))
    let decoded = try? embedded.rows(at: 0, minimumSize: nil).readAll(limits: options.limits)
    guard let (pixels, diagnostics) = decoded, diagnostics.isEmpty || request.embedded == .only else { return nil }
    var described = pixels
    // Cameras leave the profile out of the preview; it is that of the picture.
    let fits = info.colorModel == .ycbcr || info.colorModel == .rgb
    described.profile = pixels.profile ?? (fits && pixels.format.colorModel == .rgb ? info.profile : nil)
    let rows = try RowPipeline(BufferRowSource(described), pipeline, limits: options.limits)
    return Rendering(rows: rows, diagnostics: diagnostics, usedEmbeddedPreview: true)
  }

  /// Whether two pictures have the same aspect, as far as whole pixels allow.
  private static func sameAspect(_ full: PixelSize, _ small: PixelSize) -> Bool {
    let height = Double(small.width) * Double(full.height) / Double(full.width)
    let width = Double(small.height) * Double(full.width) / Double(full.height)
    return abs(height - Double(small.height)) <= 1 || abs(width - Double(small.width)) <= 1
  }
}
