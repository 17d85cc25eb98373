internal import ProviderProtocol

/// A thumbnail that is wanted.
package struct ThumbnailRequest: Hashable, Sendable {
  /// A width and a height in pixels.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package var document: DocumentReference
  /// The picture is at most so large.
  package var maximumSize: Size
  /// A smaller picture is of no use.
  package var minimumSize = Size(width: 0, height: 0)
  /// Pixels a point: how large providers draw text and lines.
  package var scale = 1.0
  /// Counted from 1; nil for the one that stands for the document.
  package var page: Int?
  /// `png` or `jpeg`.
  package var format = "png"
  /// Whose documents may be shown by the same worker one after the other; nil for a worker of its own.
  package var tenant: String?
  /// The client whose failures the circuit breaker counts. nil: the request shares one breaker with all others that have
  /// none.
  package var clientID: String?
  /// The whole time, waiting included, in seconds; nil for the host's deadlines alone.
  package var deadlineSeconds: Double?
  package var usesCache = true

  package init(document: DocumentReference, maximumSize: Size) {
    self.document = document
    self.maximumSize = maximumSize
  }

  /// The largest side that can be asked for.
  package static let sideLimit = 8_192

  /// - Throws: `requestInvalid`.
  func validate() throws(ProviderError) {
    try RequestCheck.size(maximumSize)
    guard (0...maximumSize.width).contains(minimumSize.width), (0...maximumSize.height).contains(minimumSize.height)
    else { throw ProviderError(.requestInvalid, "the smallest size is larger than the largest") }
    try RequestCheck.common(document, scale: scale, page: page, deadline: deadlineSeconds)
    guard ["png", "jpeg"].contains(format) else {
      throw ProviderError(.requestInvalid, "a thumbnail is png or jpeg")
    }
  }

  /// The size of the thumbnail cache that this request is for; nil for none.
  var cachePixels: Int? {
    guard usesCache, document.identity != nil, format == "png", page == nil, scale == 1,
      maximumSize.width == maximumSize.height, minimumSize.width <= 1, minimumSize.height <= 1
    else { return nil }
    return ThumbnailCache.sizes.first { $0.pixels == maximumSize.width }?.pixels
  }
}

/// What thumbnails and previews ask alike.
enum RequestCheck {
  static func size(_ size: ThumbnailRequest.Size) throws(ProviderError) {
    let sides = 1...ThumbnailRequest.sideLimit
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw ProviderError(.requestInvalid, "a side is 1 to \(ThumbnailRequest.sideLimit) pixels long")
    }
  }

  static func common(
    _ document: DocumentReference, scale: Double, page: Int?, deadline: Double?
  ) throws(ProviderError) {
    guard scale.isFinite, (0.1...16).contains(scale) else {
      throw ProviderError(.requestInvalid, "the scale is 0.1 to 16")
    }
    guard page.map({ (1...1_000_000).contains($0) }) ?? true else {
      throw ProviderError(.requestInvalid, "pages are counted from 1")
    }
    guard deadline.map({ $0.isFinite && $0 > 0 && $0 <= 3_600 }) ?? true else {
      throw ProviderError(.requestInvalid, "a deadline is above 0 and at most an hour")
    }
    guard !document.path.isEmpty, !document.path.utf8.contains(0), document.path.utf8.count < 4_096,
      document.name.utf8.count < 4_096
    else { throw ProviderError(.requestInvalid, "the document's path or name is no such") }
  }
}
