package import ByteStreams
package import CodecKit
package import ImageModel

package final class TIFFEncoder: ImageEncoder {
  package init(_ sink: any ByteSink, limits: Limits) {}
  package static func nearestFormat(to format: PixelFormat) -> PixelFormat { format }
  package func begin(_ image: EncodeImage) throws(ImageError) {}
  package func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {}
  package func end() throws(ImageError) {}
  package func finish() throws(ImageError) -> [Diagnostic] { [] }
}
