internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import Imaging
internal import MetadataFuzzing
internal import PDFDocuments
internal import PDFWriting

/// A document that a target writes in memory. It must be readable whatever was put into it.
final class FuzzDocument {
  let writer: DocumentWriter
  private let sink = MemoryByteSink()

  var bytes: [UInt8] { sink.bytes }

  init(limits: Limits = .standard, keepsMetadata: Bool = false) throws(ImageError) {
    var images = ImageEmbedder.Options(limits: limits)
    images.keepsMetadata = keepsMetadata
    writer = DocumentWriter(to: sink, .init(), images, sources: .init(limits: limits))
  }

  /// Appends pages of a file. If one fails, the rest of the file is skipped, as with `--skip-bad`, and an empty page
  /// follows.
  func append(abandoning file: PDFFile, _ body: () throws(ImageError) -> Void) throws(ImageError) {
    do throws(ImageError) {
      try body()
    } catch {
      writer.abandon(file)
      try writer.append(DrawnPage(size: Size(width: 10, height: 10)) { _ in })
    }
  }

  /// Writes the rest, and checks the whole.
  func finish(_ frame: DocumentWriter.Properties = DocumentWriter.Properties()) throws {
    _ = try writer.finish(frame)
    try check(bytes)
  }

  /// Throws `BrokenPromise` if the file cannot be opened again, lacks pages or is damaged.
  ///
  /// - Parameter allowed: a part of warnings that are no failure.
  func check(_ bytes: [UInt8], password: String? = nil, allowing allowed: String? = nil) throws {
    do {
      let file = try PDFFile(bytes: bytes, name: "output.pdf", password: password, limits: .standard)
      guard file.pageCount == writer.pageCount else {
        throw BrokenPromise("\(writer.pageCount) pages have become \(file.pageCount)")
      }
      for index in 0..<file.pageCount { _ = try file.page(index) }
      _ = (try file.information(), try file.pageLabels(), try file.outline(), try file.namedDestinations())
      let damages = file.diagnostics.filter { damage in !(allowed.map { damage.message.contains($0) } ?? false) }
      if let damage = damages.first { throw BrokenPromise("what we wrote is damaged: \(damage.message)") }
    } catch let error as ImageError {
      throw BrokenPromise("what we wrote cannot be read: \(error)")
    }
  }
}
