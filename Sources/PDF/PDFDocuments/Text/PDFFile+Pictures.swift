internal import ByteStreams
package import ImageModel

extension PDFFile {
  /// Calls `take` with each picture on some pages as a file: its name, and its bytes. JPEG and JPEG 2000 data are the
  /// bytes in the document; others become PNG, TIFF, or the compressed data of JBIG2 or CCITT with its parameters.
  /// poppler's `pdfimages` makes the files. A picture that is drawn several times comes once.
  ///
  /// - Parameter pages: counted from 0.
  /// - Throws: as `PopplerProgram.run`; the errors of `take`.
  package func pictures(
    onPages pages: ClosedRange<Int>, _ take: (_ name: String, _ bytes: [UInt8]) throws(ImageError) -> Void
  ) throws(ImageError) {
    let program = try poppler()
    let range = ["-f", "\(pages.lowerBound + 1)", "-l", "\(pages.upperBound + 1)"]
    _ = try program.run("pdfimages", range + ["-all", "-p", "-q", "-", program.folderPath + "/picture"])
    // By the hash: a document may have thousands of pictures of one length.
    var known: [Int: [String]] = [:]
    let names = (SystemCall.entries(of: program.folderPath) ?? []).filter { $0.hasPrefix("picture") }.sorted()
    for name in names {
      let path = program.folderPath + "/" + name
      let source = try FileByteSource(path: path)
      guard source.size <= UInt64(limits.maxInputBytes) else {
        throw limits.exceeded("a picture is too large", name: "max-input-bytes", value: limits.maxInputBytes)
      }
      let bytes = try source.bytes(at: 0, count: Int(source.size))
      var isKnown = false
      for other in known[bytes.hashValue] ?? [] where !isKnown {
        isKnown = try FileByteSource(path: other).bytes(at: 0, count: bytes.count + 1) == bytes
      }
      guard !isKnown else { continue }
      known[bytes.hashValue, default: []].append(path)
      try take(name, bytes)
    }
    for name in names { SystemCall.remove(program.folderPath + "/" + name) }
  }

  /// The text of some pages, as `pdftotext` lays it out, with a form feed after each page.
  ///
  /// - Parameter keepsLayout: whether columns stay beside each other.
  /// - Throws: as `PopplerProgram.run`.
  package func plainText(ofPages pages: ClosedRange<Int>, keepsLayout: Bool) throws(ImageError) -> [UInt8] {
    let range = ["-f", "\(pages.lowerBound + 1)", "-l", "\(pages.upperBound + 1)"]
    return try poppler().run("pdftotext", range + ["-enc", "UTF-8"] + (keepsLayout ? ["-layout"] : []) + ["-", "-"])
  }
}
