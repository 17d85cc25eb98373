internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Runs over a directory of real and hostile files that is named by CAMEO_CORPUS (`scripts/test --corpus DIR`); without
/// one there are no cases.
///
/// `expected.tsv` in the directory says what independent decoders make of each file: path, verdict (`all`, `most`,
/// `one`, `none` read it), and for the first of them the size (`JPEG 500 375 RGB 1`).
@Suite(.timed) struct CorpusTests {
  struct File: CustomTestStringConvertible {
    var path: String
    var name: String
    var verdict: String
    /// The size that an independent decoder reports.
    var size: PixelSize?
    var testDescription: String { name }
  }

  static let files: [File] = {
    guard let root = ProcessInfo.processInfo.environment["CAMEO_CORPUS"] else { return [] }
    return String(decoding: Fixtures.bytes("\(root)/expected.tsv"), as: UTF8.self).split(separator: "\n").compactMap {
      line in
      let fields = line.split(separator: "\t").map(String.init)
      guard !line.hasPrefix("#"), fields.count >= 3 else { return nil }
      let words = fields[2].split(separator: " ")
      var size: PixelSize?
      if words.count >= 3, let width = Int(words[1]), let height = Int(words[2]) {
        size = PixelSize(width: width, height: height)
      }
      return File(path: "\(root)/\(fields[0])", name: fields[0], verdict: fields[1], size: size)
    }
  }()

  /// A file that at least two decoders read is read or unsupported by name. Any other gives an error or a picture.
  @Test("A corpus file is read, or refused with a reason", arguments: files)
  func isReadOrRefusedWithAReason(_ file: File) throws {
    let source = try FileByteSource(path: file.path)
    do throws(ImageError) {
      let decoded = try Conformance.decode(source, fileName: file.name, limits: .standard)
      if let size = file.size, file.verdict == "all" {
        #expect(decoded.info.size == size)
      }
      // 64-bit integers are valid TIFF, though no peer reads them.
      if file.verdict == "none", decoded.info.bitsPerSample < 64 {
        #expect(decoded.hasWarnings, "no other decoder reads this file, and nothing was said about it")
      }
    } catch {
      #expect(!error.reason.isEmpty)
      if ["all", "most"].contains(file.verdict) {
        // Some peers ignore PNG's checksums; a picture whose data fail them is an error here.
        let isChecksum = error.format == "PNG" && error.message.contains("CRC error")
        #expect(error.kind == .unsupported || isChecksum, "others read this file: \(error)")
      }
    }
  }

  /// Metadata of every file is read in full or refused with a reason.
  @Test("Metadata is read or refused with a reason", arguments: files)
  func metadataIsReadOrRefusedWithAReason(_ file: File) throws {
    do throws(ImageError) {
      let metadata = try MetadataReader.read(
        try FileByteSource(path: file.path), fileName: file.name, limits: .standard)
      #expect(!metadata.images.isEmpty)
    } catch {
      #expect(!error.reason.isEmpty)
      #expect(file.verdict != "all" || error.kind == .unsupported, "others read this file: \(error)")
    }
  }
}
