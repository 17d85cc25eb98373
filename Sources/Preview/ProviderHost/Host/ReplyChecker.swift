internal import ByteStreams
internal import DesktopCache
internal import Glibc
package import ImageModel
package import ProviderProtocol
internal import StructuredText

/// Encodes pixels as a file. The commands implement it with Imaging, because the host uses no codec.
package protocol PixelEncoding: Sendable {
  /// Crops, stretches and encodes a picture as a request says (`maximumSize`, `fit`, `position`, `format`, `quality`).
  func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture
}

/// A picture as a file.
package struct EncodedPicture: Hashable, Sendable {
  package var format: PictureFormat
  package var size: PixelSize
  package var bytes: [UInt8]

  package init(format: PictureFormat, size: PixelSize, bytes: [UInt8]) {
    self.format = format
    self.size = size
    self.bytes = bytes
  }
}

/// Pixels whose sizes were checked: `bytes` holds `height` rows, which begin `stride` bytes apart. The last row has
/// at least `width` pixels.
package struct CheckedPixels: Hashable, Sendable {
  package var layout: ProviderMessage.PixelLayout
  package var width: Int
  package var height: Int
  package var stride: Int
  package var bytes: [UInt8]

  package var size: PixelSize { PixelSize(width: width, height: height) }
}

/// The output of a worker, read and checked.
package struct RenderedContent: Sendable {
  package enum Body: Sendable {
    /// The reply's own bytes: PDF, HTML, data.
    case finished
    case pixels(CheckedPixels)
    /// A picture that the provider encoded.
    case encoded([UInt8])
  }

  package var reply: RenderReply
  package var body: Body
}

/// Checks a provider's reply against the files that the provider wrote, and reads the files.
package struct ReplyChecker: Sendable {
  /// The maximum number of attachments of one preview.
  package static let attachmentLimit = 256

  package var limits: ProviderLimits
  /// The maximum size of a picture in pixels; nil if only the limit on megapixels applies.
  package var maximumSize: PixelSize?
  /// Where large replies are kept; nil for memory.
  package var files: ReplyFiles?

  /// The client in whose share of the space the files are counted.
  package var client: String?

  package init(
    limits: ProviderLimits, maximumSize: PixelSize? = nil, files: ReplyFiles? = nil, client: String? = nil
  ) {
    self.limits = limits
    self.maximumSize = maximumSize
    self.files = files
    self.client = client
  }

  private var byteLimit: Int { limits.outputMiB << 20 }

  private func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  /// The checked contents of a reply whose file is at a path.
  ///
  /// - Throws: `protocolViolation`, `resourceExhausted`.
  package func content(
    of reply: ProviderMessage.Reply, at path: String, for capability: ProviderCapability
  ) throws(ProviderError) -> RenderedContent {
    var result = RenderReply(contentType: "image/png", provider: nil)
    result.title = ReplyText.line(reply.title, limit: 1_024)
    result.extensionBadge = ReplyText.line(reply.extensionBadge, limit: 16)
    result.pageCount = reply.pageCount.flatMap { RenderRequest.pages.contains($0) ? $0 : nil }
    result.warnings = ReplyText.lines(reply.warnings)
    result.isProvisional = reply.isProvisional
    switch reply.content {
    case .pixels(let pixels): return RenderedContent(reply: result, body: .pixels(try self.pixels(pixels, at: path)))
    case .image: return RenderedContent(reply: result, body: .encoded(try file(at: path)))
    case .pdf, .data: guard capability == .preview else { throw violation("the thumbnail is not a picture") }
    }
    // A reply with attachments is kept in memory, because the attachments are inlined later.
    if case .data(_, _, let attachments) = reply.content, !attachments.isEmpty {
      result.bytes = try file(at: path)
    } else {
      try read(path, into: &result)
    }
    if case .data(let contentType, let encoding, let attachments) = reply.content {
      guard ReplyText.isMediaType(contentType) else { throw violation("'\(contentType)' is not a MIME type") }
      guard encoding.map(Self.isEncodingName) ?? true else { throw violation("not a valid name of an encoding") }
      let name = contentType.split(separator: ";")[0].lowercased()
      result.kind = name == "text/html" || name == "application/xhtml+xml" ? .html : .data
      (result.contentType, result.encoding) = (contentType, encoding)
      result.attachments = try self.attachments(attachments, besides: path, used: result.bytes.count)
      if result.kind == .html {
        let missing = Self.references(in: result.bytes).subtracting(attachments.map(\.id))
        let notes = missing.sorted().map { "the preview refers to the attachment '\($0)', which is missing" }
        result.warnings = ReplyText.lines(result.warnings + notes)
      }
    } else {
      // The rest of the file is checked by the program that shows the document.
      let count = PDFHeader.searchedBytes
      let start = try result.file?.start(count) ?? Array(result.bytes.prefix(count))
      guard PDFHeader.isIn(start) else { throw violation("the reply is not a PDF document") }
      (result.kind, result.contentType) = (.pdf, "application/pdf")
    }
    return RenderedContent(reply: result, body: .finished)
  }

  /// The bytes of HTML in which references are searched, and the most references that are looked at. The search must
  /// not take long, whatever the provider wrote.
  private static let searchedBytes = 1 << 20
  private static let maxReferences = 4_096

  /// The identifiers that HTML loads: `src="cid:photo"`, `url(cid:paper)`. The HTML is not parsed.
  private static func references(in html: [UInt8]) -> Set<String> {
    let marker = Array("cid:".utf8)
    var found: Set<String> = []
    var count = 0
    var rest = html.prefix(searchedBytes)
    while found.count < attachmentLimit, count < maxReferences,
      let place = rest.firstIndex(where: { lowercase($0) == marker[0] })
    {
      rest = rest[place...].dropFirst()
      guard html[place...].starts(with: marker, by: { lowercase($0) == $1 }) else { continue }
      count += 1
      guard loads(before: html[..<place].suffix(16)) else { continue }
      let name = html[(place + marker.count)...].prefix(129).prefix { !"\"'<>() \t\n\r".utf8.contains($0) }
      let id = String(decoding: name, as: UTF8.self)
      if ContentIDs.isIdentifier(id) { found.insert(id) }
    }
    return found
  }

  /// What stands before the address of a file to load.
  private static let openings = ["src=", "url(", "href=", "poster=", "background="].map { Array($0.utf8) }

  /// Whether what comes next in HTML is the address of a file to load.
  private static func loads(before end: ArraySlice<UInt8>) -> Bool {
    openings.contains { opening in
      var rest = end
      for byte in opening.reversed() {
        while let last = rest.last, "\"' \t\n\r".utf8.contains(last) { rest = rest.dropLast() }
        guard let last = rest.last, lowercase(last) == byte else { return false }
        rest = rest.dropLast()
      }
      return true
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func isEncodingName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"\\;,".utf8.contains($0) }
  }

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
    // This does not overflow: the area is small, and a row is at most as long.
    let row = width * pixels.format.bytesPerPixel
    let (whole, wholeOverflow) = stride.multipliedReportingOverflow(by: height)
    guard stride >= row, !wholeOverflow, whole <= byteLimit else {
      throw violation("\(height) rows of \(stride) bytes do not fit the picture's width, or the output limit")
    }
    let file = try open(path)
    // The last row may end with its last pixel.
    guard (whole - stride + row...whole).contains(file.size) else {
      throw violation("the reply promises \(height) rows of \(stride) bytes, the output has \(file.size) bytes")
    }
    let bytes = try file.contents(limit: byteLimit)
    return CheckedPixels(layout: pixels.format, width: width, height: height, stride: stride, bytes: bytes)
  }

  /// The bytes of a file that is passed on unchanged, to the caller or to another worker.
  private func file(at path: String) throws(ProviderError) -> [UInt8] {
    try openFilled(path).contents(limit: byteLimit)
  }

  /// Reads a file into a reply. A large file is copied to another file, so it is never in memory as a whole.
  private func read(_ path: String, into reply: inout RenderReply) throws(ProviderError) {
    let output = try openFilled(path)
    if let files, output.size > ReplyFiles.threshold {
      reply.file = try output.copy(to: files, for: client, limit: byteLimit)
    } else {
      reply.bytes = try output.contents(limit: byteLimit)
    }
  }

  /// The files that HTML refers to. Together with the `used` bytes of the output they must stay within the limit.
  package func attachments(
    _ attachments: [ProviderMessage.Attachment], besides path: String, used: Int
  ) throws(ProviderError) -> [RenderReply.Attachment] {
    guard attachments.count <= Self.attachmentLimit else {
      throw violation("more than \(Self.attachmentLimit) attachments")
    }
    var names: Set<String> = []
    var total = used
    var result: [RenderReply.Attachment] = []
    for attachment in attachments {
      guard ReplyText.isMediaType(attachment.contentType), ContentIDs.isIdentifier(attachment.id),
        names.insert(attachment.id).inserted
      else { throw violation("not a valid attachment name or type") }
      let file = try WrittenFile(
        folder: PathText.split(path).directory, name: attachment.file,
        title: "the file of the attachment '\(attachment.id)'")
      let bytes = try file.contents(limit: max(0, byteLimit - total))
      total += bytes.count
      result.append(.init(id: attachment.id, contentType: attachment.contentType, bytes: bytes))
    }
    return result
  }

  private func open(_ path: String) throws(ProviderError) -> WrittenFile {
    let (folder, name) = PathText.split(path)
    return try WrittenFile(folder: folder, name: name)
  }

  /// Opens a file that must not be empty.
  private func openFilled(_ path: String) throws(ProviderError) -> WrittenFile {
    let file = try open(path)
    guard file.size > 0 else { throw violation("the output is empty") }
    return file
  }
}

/// A file that a provider wrote, open for reading.
///
/// It is not a link, a pipe or a device, and it has no other name elsewhere. It is never mapped into memory, because
/// the provider can truncate it at any time.
private struct WrittenFile: ~Copyable {
  private let descriptor: Int32
  /// Bytes, as the file says.
  let size: Int

  /// - Parameters:
  ///   - folder: the worker's output folder. The folder that contains it cannot be replaced by the provider.
  ///   - name: the name of a file in the folder, without slashes.
  ///   - title: what the file is, for messages.
  /// - Throws: `protocolViolation`.
  init(folder: String, name: String, title: String = "the reply's file") throws(ProviderError) {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
      throw ProviderError(.protocolViolation, "\(title) is outside of its folder")
    }
    // The provider could have replaced the folder by a link.
    let parent = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if parent < 0, SystemCall.lacksDescriptors() { throw .tooManyFiles }
    guard parent >= 0 else { throw ProviderError(.protocolViolation, "the output folder is gone") }
    defer { close(parent) }
    let file = PathText.withCString(name) { name in
      SystemCall.retrying { openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    }
    guard file >= 0 else {
      if SystemCall.lacksDescriptors() { throw .tooManyFiles }
      let isLink = errno == ELOOP
      throw ProviderError(
        .protocolViolation, isLink ? "the output is a link" : "\(title) is missing or unreadable")
    }
    var status = stat()
    var parentStatus = stat()
    guard fstat(file, &status) == 0, fstat(parent, &parentStatus) == 0, status.isRegularFile, status.st_nlink == 1,
      status.st_uid == parentStatus.st_uid || status.st_uid == geteuid(), status.st_size >= 0
    else {
      close(file)
      throw ProviderError(.protocolViolation, "the output is not a file of the provider's own")
    }
    descriptor = file
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// All bytes of the file.
  ///
  /// - Throws: `resourceExhausted` for more than `limit` bytes; `protocolViolation` where the file was truncated after
  ///   it was opened.
  func contents(limit: Int) throws(ProviderError) -> [UInt8] {
    try check(limit)
    guard let bytes = CacheFile.contents(descriptor, count: size) else { throw Self.truncated }
    return bytes
  }

  /// A copy of the file that the provider can no longer change.
  ///
  /// - Throws: as `contents`; `overloaded` where there is no space.
  func copy(to files: ReplyFiles, for client: String?, limit: Int) throws(ProviderError) -> ReplyFile {
    try check(limit)
    guard let copy = try files.copy(of: descriptor, size: size, for: client) else { throw Self.truncated }
    return copy
  }

  private func check(_ limit: Int) throws(ProviderError) {
    guard size <= limit else {
      throw ProviderError(.resourceExhausted, "the provider wrote more than \(limit >> 20) MiB")
    }
  }

  private static var truncated: ProviderError {
    ProviderError(.protocolViolation, "the output was truncated after the reply")
  }
}
