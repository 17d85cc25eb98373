package import ByteStreams
package import ImageModel
internal import Imaging
internal import PDFWriting

/// Takes a document to its place: straight, or through a temporary file where libqpdf has to write it once more.
package enum DocumentOutput {
  /// A sink over a temporary file, which can be read when it is written.
  private final class Spool: ByteSink {
    let file: TemporaryFile
    private(set) var size: UInt64 = 0

    init() throws(ImageError) { file = try TemporaryFile() }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
      try file.write(bytes, at: offset)
      size = max(size, offset + UInt64(bytes.count))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      try file.read(into: buffer, at: offset)
    }
  }

  /// Writes a document into a sink.
  ///
  /// - Parameter body: writes to the sink that it is given.
  package static func write<Result>(
    to sink: any ByteSink, _ options: WriteOptions, _ body: (any ByteSink) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    guard options.needsFinishing else { return try body(sink) }
    let spool = try Spool()
    let result = try body(spool)
    try PDFFinishing.encryptAndLinearize(
      from: spool.file, to: sink, encryption: options.encryption, linearize: options.isLinearized,
      version: options.version, limits: options.limits)
    return result
  }
}
