package import ProviderProtocol

/// Turns pixels into a file. Implemented by the commands over the image layer.
package protocol PixelEncoding: Sendable {
  /// - Parameter format: `png` or `jpeg`.
  func encode(_ pixels: CheckedPixels, format: String) throws -> [UInt8]
}

/// Pixels whose sizes were checked: `bytes` holds `height` rows, each `stride` bytes behind the one before, of the last one at
/// least `width` pixels.
package struct CheckedPixels: Hashable, Sendable {
  package var layout: ProviderMessage.PixelLayout
  package var width: Int
  package var height: Int
  package var stride: Int
  package var bytes: [UInt8]
}
