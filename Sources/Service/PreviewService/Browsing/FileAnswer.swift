internal import ByteStreams
internal import ContentTypes
internal import DesktopCache
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import NIOCore
internal import ProviderHost

/// Answers a request for a file itself: whole, or a range of it (RFC 9110, 14).
struct FileAnswer {
  let target: BrowseTarget
  let type: ContentType
  let request: Request

  /// Files of documents must not run scripts, load anything or share the origin of the pages.
  private static let policy =
    "sandbox; default-src 'none'; img-src data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; "
    + "form-action 'none'"

  /// - Parameter isDownload: whether browsers are to save the file, whatever it is.
  /// - Throws: `rangeNotSatisfiable`.
  func answer(isDownload: Bool, _ channel: any Channel) throws(ServiceProblem) -> Response {
    let size = Int(target.status.st_size)
    let tag = EntityTag(["file", FileState.text(target.status)])
    let modified = HTTPDate.lastModified(
      max(target.status.st_mtim.tv_sec, target.status.st_ctim.tv_sec), now: time(nil))
    var fields = [
      ("ETag", tag.text), ("Accept-Ranges", "bytes"), ("Cache-Control", "private, no-cache"),
      ("Content-Type", contentType), ("Content-Security-Policy", Self.policy),
      ("Content-Disposition", disposition(isDownload: isDownload)),
    ]
    if let modified { fields.append(("Last-Modified", HTTPDate.text(modified))) }
    if isUnchanged(tag, modified) { return .notModified(fields.filter { !$0.0.hasPrefix("Content-") }) }
    var range = 0..<size
    var status = HTTPResponse.Status.ok
    // Ranges are those of GET (RFC 9110, 14.2).
    if request.method == .get, let field = request.headers[.range], isRangeMeant(tag, modified),
      let wanted = Self.range(field, of: size)
    {
      guard let part = wanted else {
        throw ServiceProblem(
          .rangeNotSatisfiable, "the file has \(size) bytes", headers: [("Content-Range", "bytes */\(size)")])
      }
      (range, status) = (part, .partialContent)
      fields.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
    }
    let file = ReplyFile(FileRange(target.descriptor, range), size: range.count)
    return Response(status: status, headers: HTTPFields(fields), body: ResponseBody(file, channel))
  }

  private var contentType: String {
    // Firefox plays sound in Ogg under this name only (RFC 5334, 10.3).
    if type.conformsTo.contains("org.xiph.ogg-audio") { return "audio/ogg" }
    guard let type = type.mimeTypes.first else { return "application/octet-stream" }
    return type == "text/plain" ? "text/plain; charset=utf-8" : type
  }

  /// Pictures, sound, films and plain texts are shown; everything else is saved.
  private func disposition(isDownload: Bool) -> String {
    let isShown =
      ["image/", "audio/", "video/"].contains { contentType.hasPrefix($0) } || contentType.hasPrefix("text/plain")
    return Self.disposition(isShown && !isDownload ? "inline" : "attachment", name: target.name)
  }

  /// The field Content-Disposition with a name in UTF-8 (RFC 6266, 4.3).
  static func disposition(_ kind: String, name: String) -> String {
    "\(kind); filename*=UTF-8''\(RequestQuery.encoded(PathText.readable(name).utf8))"
  }

  private func isUnchanged(_ tag: EntityTag, _ modified: Int?) -> Bool {
    let tags = request.headers[values: .ifNoneMatch]
    if !tags.isEmpty { return tag.isNamed(in: tags.joined(separator: ",")) }
    guard let modified, let since = request.headers[.ifModifiedSince].flatMap(HTTPDate.seconds) else { return false }
    return modified <= since
  }

  /// Whether the range is of the file in its present state (If-Range; RFC 9110, 13.1.5).
  private func isRangeMeant(_ tag: EntityTag, _ modified: Int?) -> Bool {
    guard let condition = request.headers[.ifRange] else { return true }
    if condition.hasPrefix("\"") || condition.hasPrefix("W/") { return condition == tag.text }
    return modified.map { HTTPDate.text($0) == condition } ?? false
  }

  /// Reads the field Range.
  ///
  /// - Returns: nil where the whole file is the answer: for another unit, several ranges, and what is not a range;
  ///   nil within for a range that begins after the end.
  static func range(_ field: String, of size: Int) -> Range<Int>?? {
    guard field.hasPrefix("bytes="), !field.contains(",") else { return .none }
    let parts = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? { text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil }
    guard parts.count == 2 else { return .none }
    if parts[0].isEmpty {
      guard let count = number(parts[1]) else { return .none }
      return .some(count > 0 && size > 0 ? max(0, size - count)..<size : nil)
    }
    guard let start = number(parts[0]) else { return .none }
    let last = parts[1].isEmpty ? Int.max : number(parts[1])
    guard let last, last >= start else { return .none }
    return .some(start < size ? start..<min(size, last == .max ? size : last + 1) : nil)
  }
}

/// A part of an open file.
final class FileRange: ByteSource {
  private let file: OpenDescriptor
  private let range: Range<Int>

  init(_ file: OpenDescriptor, _ range: Range<Int>) { (self.file, self.range) = (file, range) }

  var size: UInt64 { UInt64(range.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    guard offset < size else { return 0 }
    let wanted = min(buffer.count, range.count - Int(offset))
    var done = 0
    while done < wanted {
      let place = off_t(range.lowerBound) + off_t(offset) + off_t(done)
      let count = SystemCall.retrying {
        pread(file.descriptor, buffer.baseAddress.map { $0 + done }, wanted - done, place)
      }
      guard count >= 0 else { throw SystemCall.error("read", path: nil) }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
