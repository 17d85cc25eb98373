/// Tells mails from other texts that begin with the same words. The rules of shared-mime-info look at one word alone:
/// `Subject: ` and `From ` begin notes and stories, too.
enum MailDetection {
  /// Whether the beginning of a file confirms a rule of the database. Types other than mails and mailboxes need no
  /// confirmation.
  static func confirms(_ identifier: String, _ header: [UInt8]) -> Bool {
    switch identifier {
    case "com.apple.mail.email": isMail(header[...])
    case "org.ietf.mbox": isMailbox(header)
    default: true
    }
  }

  private static let names: Set<String> = [
    "from", "to", "cc", "subject", "date", "received", "message-id", "return-path", "mime-version", "content-type",
    "delivered-to", "reply-to", "sender", "newsgroups", "path", "relay-version", "references", "in-reply-to",
    "content-transfer-encoding", "dkim-signature", "list-id", "user-agent", "envelope-to", "authentication-results",
  ]
  private static let longestName = 40

  /// Whether there are two headers of a mail before the first empty line (RFC 5322, 2.2).
  private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
    var count = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard let first = line.first else { return false }
      // A header goes on.
      if first == 0x20 || first == 0x09 { continue }
      guard let colon = line.prefix(longestName).firstIndex(of: UInt8(ascii: ":")) else { return false }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
      if names.contains(name) || name.hasPrefix("x-") { count += 1 }
      if count == 2 { return true }
    }
    return false
  }

  private static let days: Set<Substring> = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months: Set<Substring> = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Whether the first line has an address and a date as `asctime` writes it (RFC 4155, appendix A), or headers follow.
  private static func isMailbox(_ header: [UInt8]) -> Bool {
    guard header.starts(with: "From ".utf8) else { return isMail(header[...]) }
    let line = header.prefix { $0 != 0x0A && $0 != 0x0D }
    let words = String(decoding: line.prefix(1_000), as: UTF8.self).split(separator: " ").dropFirst()
    if words.contains(where: days.contains), words.contains(where: months.contains),
      words.contains(where: { $0.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 0 && $0.first?.isNumber == true }),
      words.contains(where: { $0.utf8.count == 4 && Int($0) != nil })
    {
      return true
    }
    let end = header.firstIndex(of: 0x0A).map { $0 + 1 } ?? header.endIndex
    return isMail(header[end...])
  }
}
