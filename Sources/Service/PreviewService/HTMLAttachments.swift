internal import ProviderProtocol
internal import StructuredText

/// Puts the files that HTML refers to by `cid:` into it, for an answer is one body.
enum HTMLAttachments {
  /// Replaces `cid:ID` by a data URL.
  ///
  /// - Throws: `limitExceeded` where the result would be larger than a limit.
  static func inlined(_ reply: RenderReply, limit: Int) throws(ProviderError) -> [UInt8] {
    var files = ContentIDs()
    for file in reply.attachments { files.add(file.id, file.contentType, file.bytes) }
    guard let result = files.inlined(in: reply.bytes, limit: limit, excess: .refuses) else {
      throw ProviderError(.limitExceeded, "the preview is too large with its pictures")
    }
    return result
  }
}
