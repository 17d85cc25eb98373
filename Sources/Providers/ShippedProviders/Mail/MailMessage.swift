internal import ByteStreams
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A mail: its headers, its text and the names of its attachments. Of a mailbox (RFC 4155) it is the first.
struct MailMessage {
  enum Body {
    case plain(String)
    case html(SafeMarkup)
  }

  struct Attachment {
    var name: String
    var type: String
    var byteCount: Int64
  }

  let subject: String
  /// The name of the sender, or the address.
  let sender: String
  /// From, To, Cc and Date, as far as they are there.
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var body = Body.plain("")
  private(set) var attachments: [Attachment] = []
  /// The mails of the mailbox, as far as it was read; nil for a mail by itself.
  private(set) var mailCount: Int?
  /// Whether the file is longer than what was read.
  let isCut: Bool

  /// Parts with pictures, by the identifiers that HTML refers to.
  private var pictures: [String: MIMEPart] = [:]
  /// The parts with pictures that are attached, in their order.
  private(set) var attachedPictures: [MIMEPart] = []

  private static let maxBytes = 32 << 20
  private static let textBytes = 1 << 20
  private static let pictureBytes = 16 << 20
  private static let maxAttachments = 200
  private static let known: Set<String> = [
    "from", "to", "subject", "date", "received", "message-id", "return-path", "mime-version", "content-type",
    "delivered-to", "reply-to", "sender", "cc",
  ]

  /// - Throws: `corruptInput` for a file without a header of a mail, and what reading throws.
  init(path: String) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    isCut = !isWhole
    var mail = bytes[...]
    if bytes.starts(with: "From ".utf8) { (mail, mailCount) = Self.first(of: bytes) }
    var count = 0
    let root = MIMEPart(mail, count: &count)
    guard root.headers.contains(where: { Self.known.contains($0.name) }) else {
      throw ProviderError(.corruptInput, "the file is not a mail: it has no header of one")
    }
    subject = Self.cut(root.header("subject") ?? "")
    let from = Self.cut(root.header("from") ?? root.header("sender") ?? "")
    sender = Self.name(in: from)
    for (name, label) in [("from", "From"), ("to", "To"), ("cc", "Cc"), ("date", "Date")] {
      guard let value = root.header(name), !value.isEmpty else { continue }
      facts.append(.init(key: label, value: Self.cut(value)))
    }
    var hasBody = false
    try read(root, isAlternative: false, &hasBody)
    if mailCount != nil, case .plain(let text) = body { body = .plain(Self.unquoted(text)) }
  }

  private static func cut(_ text: String) -> String { text.shortened(to: 1_000) }

  /// `Ada Lovelace` of `"Ada Lovelace" <ada@example.org>`.
  private static func name(in address: String) -> String {
    let name = address.prefix { $0 != "<" }.filter { $0 != "\"" }.split(separator: " ").joined(separator: " ")
    return name.isEmpty ? address.filter { $0 != "<" && $0 != ">" } : name
  }

  /// The first mail of a mailbox without its line `From `, and how many there are.
  private static func first(of mailbox: [UInt8]) -> (ArraySlice<UInt8>, Int) {
    let mark = Array("\nFrom ".utf8)
    let start = (mailbox.firstIndex(of: 0x0A) ?? mailbox.endIndex - 1) + 1
    var (end, count): (Int?, Int) = (nil, 1)
    var place = start
    while place < mailbox.count, let found = mailbox[place...].firstIndex(of: 0x0A) {
      place = found + 1
      // An empty line comes before it.
      guard mailbox[found...].starts(with: mark), found > 0,
        mailbox[found - 1] == 0x0A || mailbox[found - 1] == 0x0D && found > 1 && mailbox[found - 2] == 0x0A
      else { continue }
      count += 1
      if end == nil { end = found }
    }
    return (mailbox[start..<(end ?? mailbox.endIndex)], count)
  }

  /// The text of a mail without the signs by which a mailbox keeps lines from being the beginning of a mail.
  private static func unquoted(_ text: String) -> String {
    String("\n\(text)".replacing("\n>From ", with: "\nFrom ").dropFirst())
  }

  // MARK: Parts

  private mutating func read(_ part: MIMEPart, isAlternative: Bool, _ hasBody: inout Bool) throws {
    try Task.checkCancellation()
    if let id = part.contentID, part.type.value.hasPrefix("image/"), pictures[id] == nil { pictures[id] = part }
    guard part.parts.isEmpty else {
      if part.type.value == "multipart/alternative" {
        // The last one that can be shown is the best (RFC 2046, 5.1.4). Pictures of the others are not needed.
        for inner in part.parts.reversed() where !hasBody { try read(inner, isAlternative: true, &hasBody) }
      } else {
        for inner in part.parts { try read(inner, isAlternative: isAlternative, &hasBody) }
      }
      return
    }
    let type = part.type.value
    // A multipart without its boundary is shown as it is.
    let isText = type == "text/plain" || type == "" || type.hasPrefix("multipart/") && !isAlternative
    if !part.isAttachment, !hasBody, type == "text/html" || isText {
      hasBody = true
      body = isText ? .plain(part.text(atMost: Self.textBytes)) : .html(part.markup(atMost: Self.textBytes))
    } else if part.isAttachment || part.fileName != nil || !isAlternative && !type.hasPrefix("multipart/") {
      // A picture that the text shows is no attachment.
      if type.hasPrefix("image/"), part.contentID != nil, !part.isAttachment { return }
      guard attachments.count < Self.maxAttachments else { return }
      let name = part.fileName ?? (type == "message/rfc822" ? "Mail" : type)
      // A name that changes the direction of writing may look like that of a harmless type.
      attachments.append(
        Attachment(name: PrintableText.escaped(Self.cut(name)), type: type, byteCount: part.byteCount))
      if type.hasPrefix("image/") { attachedPictures.append(part) }
    }
  }

  /// The file of a picture that the text names: one of the mail, or data in the text. Pictures on the web are never
  /// loaded: they tell their owner that the mail was read.
  func picture(at address: String) -> [UInt8]? {
    guard address.prefix(4).lowercased() == "cid:" else { return DataAddress.bytes(address) }
    return pictures[String(address.dropFirst(4))].map(file)
  }

  func file(_ part: MIMEPart) -> [UInt8] { part.content(atMost: Self.pictureBytes) }

  /// Whether the mail has no text.
  var isEmpty: Bool {
    switch body {
    case .plain(let text): text.allSatisfy(\.isWhitespace)
    case .html(let markup): markup.isEmpty
    }
  }
}
