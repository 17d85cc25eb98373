internal import ByteStreams
internal import ContentTypes
package import DesktopCache
internal import Glibc
package import ImageModel

/// Puts thumbnails of one file, which is not in the cache itself, into the cache of the user's desktop.
package struct DesktopThumbnailJob: Sendable {
  package var path: String
  package var cache: ThumbnailCache
  /// The sizes in pixels, of `ThumbnailCache.sizes`.
  package var sizes: [Int]
  /// How the pictures are made, apart from their size.
  package var thumbnail = RenderOptions(size: .longSide(256))

  package init(path: String, cache: ThumbnailCache, sizes: [Int]) {
    self.path = path
    self.cache = cache
    self.sizes = sizes
  }

  /// Does the work. A thumbnail that is up to date is skipped, and so is a file that failed before and has not changed
  /// since.
  ///
  /// - Throws: `ImageError` with the path.
  package func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let document = cache.identity(of: path)
    if let document, let failure = cache.failure(for: document), failure.code == Self.brokenCode {
      throw ImageError(
        .invalidData, "\(failure.reason) (remembered; it is tried again when the file changes)", path: path)
    }
    do throws(ImageError) {
      return try write(document, environment)
    } catch {
      if let document, error.kind == .invalidData, !environment.files.dryRun {
        let expires = Int(time(nil)) + ThumbnailCache.lifetimeOfBroken
        cache.remember(
          .init(code: Self.brokenCode, reason: String(error.reason.prefix(500)), expires: expires), for: document)
      }
      throw error
    }
  }

  /// The code of a broken file. Failures for other reasons are neither remembered nor looked up: their cause may be the
  /// installation, a provider or the options.
  private static let brokenCode = "corruptInput"

  private func write(_ document: DocumentIdentity?, _ environment: JobEnvironment) throws(ImageError) -> JobReport {
    let source = try ImageSource(.path(path), in: environment)
    guard let document, document.size != nil else {
      throw ImageError(.usage, "the cache has thumbnails of files alone", path: path)
    }
    let index = source.primaryIndex
    let info = try source.info(at: index)
    var report = JobReport(
      input: path, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    var missing: [Int] = []
    for pixels in sizes {
      if let entry = cache.entry(for: document, pixels: pixels) {
        let size = PixelSize(width: entry.width, height: entry.height)
        report.outputs.append(output(document, pixels, size, entry.bytes.count, skipped: .upToDate))
      } else {
        missing.append(pixels)
      }
    }
    source.keepsRows = missing.count > 1
    for pixels in missing.sorted(by: >) {
      var options = ImageDestination.ImageOptions()
      options.metadata = []
      options.orientation = .apply
      options.thumbnail = thumbnail
      options.thumbnail?.size = .longSide(pixels)
      let picture = try ImageDestination(format: "png", limits: environment.limits)
      if environment.files.dryRun {
        let size = try ImageDestination.plannedSize(source, index: index, options, picture.descriptor)
        report.outputs.append(output(document, pixels, size, 0, skipped: .dryRun))
        report.diagnostics.append(.note("would write \(cache.path(document, pixels) ?? ""): \(size) pixels, png"))
        continue
      }
      try picture.add(from: source, index: index, options)
      try picture.finish()
      report.diagnostics += picture.diagnostics
      let bytes = picture.finishedBytes
      guard
        cache.store(
          bytes, for: document, pixels: pixels,
          mimeType: ContentTypeRegistry.format(named: source.format)?.mimeTypes.first,
          texts: [
            ("Thumb::Image::Width", String(info.size.width)), ("Thumb::Image::Height", String(info.size.height)),
          ])
      else {
        throw SystemCall.error("write", path: cache.path(document, pixels) ?? path)
      }
      let size = picture.lastSize ?? PixelSize(width: pixels, height: pixels)
      report.outputs.append(output(document, pixels, size, bytes.count))
    }
    report.diagnostics += source.diagnostics
    if !environment.files.dryRun { cache.forgetFailure(for: document) }
    return report
  }

  private func output(
    _ document: DocumentIdentity, _ pixels: Int, _ size: PixelSize, _ byteCount: Int, skipped: JobReport.Skip? = nil
  ) -> JobReport.Output {
    .init(
      path: cache.path(document, pixels) ?? "", format: "png", size: size, byteCount: UInt64(byteCount),
      skipped: skipped)
  }
}
