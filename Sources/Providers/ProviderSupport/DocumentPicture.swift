package import ImageModel
internal import Imaging
package import ProviderKit

/// A picture that is part of a document: the cover of a book, a page of a comic, the attachment of a mail. It is
/// decoded with limits, and handed on as new pixels, never as the bytes of the document.
package enum DocumentPicture {
  /// What documents contain. A camera's raw file is no part of one.
  private static let formats: Set<String> = [
    "jpeg", "png", "gif", "webp", "bmp", "tiff", "avif", "heic", "jpeg2000", "jpegxl", "ico",
  ]
  /// What one picture may take, so that a document with pictures stays within the limits of its worker.
  private static let maxMemory = 160 << 20

  /// The pixels in the size of a box, upright and in sRGB; nil for what is not a picture, or is damaged or too large.
  ///
  /// - Parameter background: what transparent pixels show; nil keeps them transparent.
  package static func pixels(
    _ bytes: [UInt8], fitting box: PixelSize, background: BackgroundColor? = nil
  ) -> PixelBuffer? {
    guard let source = source(bytes) else { return nil }
    return pixels(source, fitting: box, background: background)
  }

  /// The pixels of a picture file that one of our programs has drawn, in the size of a box.
  ///
  /// - Parameter format: the only format that the file may have.
  package static func drawn(_ path: String, format: String, fitting box: PixelSize) throws -> PixelBuffer {
    let source = try ImageSource(path: path, .init(allowedFormats: [format]))
    return try source.thumbnail(at: 0, .init(size: SizeRequest(width: box.width, height: box.height))).pixels
  }

  /// The picture as a file for HTML: PNG for pictures with few colours or transparency, JPEG for all others.
  ///
  /// - Parameters:
  ///   - side: the longest side in pixels.
  ///   - budget: the pixels that all pictures of a document may still have. Those of this one are subtracted.
  /// - Returns: nil as `pixels`, and for a picture beyond the budget.
  fileprivate static func file(
    _ bytes: [UInt8], side: Int, budget: inout Int
  ) -> (contentType: String, bytes: [UInt8])? {
    guard let source = source(bytes), let count = try? source.info(at: source.primaryIndex).size.pixelCount,
      count <= budget
    else { return nil }
    budget -= count
    guard let pixels = pixels(source, fitting: PixelSize(width: side, height: side)) else { return nil }
    return file(pixels, isPNG: pixels.format.hasAlpha || ["png", "gif", "ico", "bmp"].contains(source.format))
  }

  fileprivate static func file(_ pixels: PixelBuffer, isPNG: Bool) -> (contentType: String, bytes: [UInt8])? {
    encoded(pixels, isPNG: isPNG).map { (isPNG ? "image/png" : "image/jpeg", $0) }
  }

  /// A picture that was drawn as a PNG file; nil where it is too large.
  package static func png(_ pixels: PixelBuffer) -> [UInt8]? { encoded(pixels, isPNG: true) }

  private static func encoded(_ pixels: PixelBuffer, isPNG: Bool) -> [UInt8]? {
    var options = ImageDestination.ImageOptions()
    if !isPNG { options.quality = 82 }
    guard let destination = try? ImageDestination(format: isPNG ? "png" : "jpeg") else { return nil }
    do {
      try destination.add(pixels, options)
      try destination.finish()
    } catch {
      return nil
    }
    return destination.finishedBytes
  }

  private static func source(_ bytes: [UInt8]) -> ImageSource? {
    var limits = Limits.standard
    limits.maxMemory = min(limits.maxMemory, maxMemory)
    return try? ImageSource(
      bytes: bytes, name: "picture",
      .init(limits: limits, allowedFormats: formats, isCancelled: { Task.isCancelled }))
  }

  private static func pixels(
    _ source: ImageSource, fitting box: PixelSize, background: BackgroundColor? = nil
  ) -> PixelBuffer? {
    var options = RenderOptions(size: SizeRequest(width: box.width, height: box.height))
    options.background = background
    return try? source.thumbnail(at: source.primaryIndex, options).pixels
  }
}

/// The pictures of an HTML preview: each is decoded once, and becomes an attachment.
package struct PicturePile {
  package private(set) var attachments: [PreviewAttachment] = []
  private var addresses: [String: String?] = [:]
  private var byteCount = 0
  private let maxCount: Int
  private let side: Int

  /// The bytes of all attachments. Pictures beyond them are left out.
  private static let maxBytes = 24 << 20
  /// The pixels of all pictures before they are made smaller: forty of a camera, but only seven of those whose size is
  /// meant to keep a decoder busy.
  private var pixelBudget = 1_000_000_000

  /// - Parameters:
  ///   - maxCount: how many pictures are shown.
  ///   - side: the longest side of one, in pixels.
  package init(maxCount: Int = 100, side: Int = 1_024) {
    self.maxCount = maxCount
    self.side = side
  }

  /// The address of a picture for `src`: `cid:picture-0`. nil for what cannot be shown.
  ///
  /// - Parameters:
  ///   - name: two pictures with the same name are the same.
  ///   - bytes: reads the file; nil where it is missing.
  package mutating func address(_ name: String, _ bytes: () -> [UInt8]?) -> String? {
    if let known = addresses[name] { return known }
    guard addresses.count < 4 * maxCount else { return nil }
    let side = side
    let address = add { budget in
      bytes().flatMap { DocumentPicture.file($0, side: side, budget: &budget) }
    }
    addresses[name] = .some(address)
    return address
  }

  /// The address of a picture that was drawn. Grey pages of text stay sharp as PNG.
  package mutating func address(_ name: String, _ pixels: PixelBuffer) -> String? {
    if let known = addresses[name] { return known }
    let isPNG = pixels.format.hasAlpha || pixels.format.colorModel == .gray
    let address = add { _ in DocumentPicture.file(pixels, isPNG: isPNG) }
    addresses[name] = .some(address)
    return address
  }

  private mutating func add(_ file: (inout Int) -> (contentType: String, bytes: [UInt8])?) -> String? {
    guard attachments.count < maxCount, byteCount < Self.maxBytes, let file = file(&pixelBudget),
      byteCount + file.bytes.count <= Self.maxBytes
    else { return nil }
    let id = "picture-\(attachments.count)"
    byteCount += file.bytes.count
    attachments.append(PreviewAttachment(id: id, contentType: file.contentType, data: file.bytes))
    return "cid:\(id)"
  }
}
