internal import ProviderProtocol
internal import StructuredText

/// Puts the files that HTML refers to by `cid:` into it, for an answer is one body.
enum HTMLAttachments {
  /// Replaces `cid:ID` by a data URL. The HTML is not parsed: nobody here trusts it, and it is shown in a sandbox.
  ///
  /// - Throws: `limitExceeded` where the result would be larger than a limit.
  static func inlined(_ reply: RenderReply, limit: Int) throws(ProviderError) -> [UInt8] {
    guard !reply.attachments.isEmpty else { return reply.bytes }
    var urls: [[UInt8]: [UInt8]] = [:]
    for file in reply.attachments where urls[Array(file.id.utf8)] == nil {
      let type =
        file.contentType.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C }
        ? file.contentType : "application/octet-stream"
      urls[Array(file.id.utf8)] = Array("data:\(type);base64,\(Base64.text(file.bytes))".utf8)
    }
    let marker = Array("cid:".utf8)
    let bytes = reply.bytes
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == marker[0], bytes[index...].starts(with: marker) {
        let start = index + marker.count
        var end = start
        while end < bytes.count, end - start < 256, isOfIdentifier(bytes[end]) { end += 1 }
        if let url = urls[Array(bytes[start..<end])] {
          out += url
          index = end
          guard out.count <= limit else {
            throw ProviderError(.limitExceeded, "the preview is too large with its pictures")
          }
          continue
        }
      }
      out.append(bytes[index])
      index += 1
    }
    return out
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "._-@+$%".utf8.contains(byte)
    }
  }
}
