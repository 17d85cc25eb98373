internal import ByteStreams
package import ProviderProtocol
internal import StructuredText

/// Checks what a provider says it made against what lies there, and reads it.
package struct ReplyChecker: Sendable {
  /// Attachments of one preview.
  package static let attachmentLimit = 256

  package var limits: ProviderLimits
  /// The largest picture in pixels; nil for the limit on megapixels alone.
  package var maximumSize: ThumbnailRequest.Size?

  package init(limits: ProviderLimits, maximumSize: ThumbnailRequest.Size? = nil) {
    self.limits = limits
    self.maximumSize = maximumSize
  }

  private var byteLimit: Int { limits.outputMiB << 20 }

  private func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  /// The pixels of a reply.
  ///
  /// - Parameter path: the output file as the host sees it.
  /// - Throws: `protocolViolation`, `resourceExhausted`.
  package func pixels(_ pixels: ProviderMessage.Pixels, at path: String) throws(ProviderError) -> CheckedPixels {
    let (width, height, stride) = (pixels.width, pixels.height, pixels.stride)
    guard width > 0, height > 0, stride > 0 else { throw violation("a picture without pixels") }
    if let maximumSize, width > maximumSize.width || height > maximumSize.height {
      throw violation("the picture has \(width) by \(height) pixels, more than was asked for")
    }
    let (area, areaOverflow) = width.multipliedReportingOverflow(by: height)
    guard !areaOverflow, area <= limits.megapixels.multipliedReportingOverflow(by: 1_000_000).partialValue else {
      throw violation("the picture has more than \(limits.megapixels) megapixels")
    }
    // The area is small by now, and the row at most as long.
    let row = width * pixels.format.bytesPerPixel
    let (whole, wholeOverflow) = stride.multipliedReportingOverflow(by: height)
    guard stride >= row, !wholeOverflow, whole <= byteLimit else {
      throw violation("\(height) rows of \(stride) bytes are no picture of that width, or too much")
    }
    let file = try open(path)
    // The last row may end with its last pixel.
    guard (whole - stride + row...whole).contains(file.size) else {
      throw violation("\(height) rows of \(stride) bytes were said, \(file.size) bytes lie there")
    }
    let bytes = try file.contents(limit: byteLimit)
    return CheckedPixels(layout: pixels.format, width: width, height: height, stride: stride, bytes: bytes)
  }

  /// The bytes of a file that is passed through, or on to another worker.
  package func file(at path: String) throws(ProviderError) -> [UInt8] {
    let file = try open(path)
    guard file.size > 0 else { throw violation("the output is empty") }
    return try file.contents(limit: byteLimit)
  }

  /// The files that HTML refers to; together with the output within the limit.
  package func attachments(
    _ attachments: [ProviderMessage.Attachment], besides path: String, used: Int
  ) throws(ProviderError) -> [RenderedPreview.Attachment] {
    guard attachments.count <= Self.attachmentLimit else {
      throw violation("more than \(Self.attachmentLimit) attachments")
    }
    var names: Set<String> = []
    var total = used
    var result: [RenderedPreview.Attachment] = []
    for attachment in attachments {
      guard ReplyText.isMediaType(attachment.contentType), ContentIDs.isIdentifier(attachment.id),
        names.insert(attachment.id).inserted
      else { throw violation("an attachment's name or type is no such") }
      let file = try SpoolFile(folder: PathText.split(path).directory, name: attachment.file)
      let bytes = try file.contents(limit: max(0, byteLimit - total))
      total += bytes.count
      result.append(.init(id: attachment.id, contentType: attachment.contentType, bytes: bytes))
    }
    return result
  }

  private func open(_ path: String) throws(ProviderError) -> SpoolFile {
    let (folder, name) = PathText.split(path)
    return try SpoolFile(folder: folder, name: name)
  }
}
