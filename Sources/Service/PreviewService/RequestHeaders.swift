internal import Digests
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// The types that a client accepts: the header field Accept (RFC 9110, 12.5.1).
package struct AcceptedTypes {
  private struct Range {
    var type: String
    var subtype: String
    var quality: Double

    /// How specifically the range matches a type; nil where it does not match.
    func precision(_ type: Substring, _ subtype: Substring) -> Int? {
      if self.type == "*" { return 0 }
      guard self.type == type else { return nil }
      if self.subtype == "*" { return 1 }
      return self.subtype == subtype ? 2 : nil
    }
  }

  /// Empty where everything is accepted.
  private var ranges: [Range] = []

  /// - Parameter field: the value, with all lines joined; nil or empty for everything. Invalid parts are ignored.
  package init(_ field: String?) {
    for part in (field ?? "").split(separator: ",").prefix(64) {
      let pieces = part.split(separator: ";").map { Self.trimmed($0) }
      guard let name = pieces.first?.split(separator: "/", omittingEmptySubsequences: false), name.count == 2,
        !name[0].isEmpty, !name[1].isEmpty
      else { continue }
      var quality = 1.0
      for parameter in pieces.dropFirst() where parameter.hasPrefix("q=") {
        quality = Double(parameter.dropFirst(2)).map { min(1, max(0, $0)) } ?? 1
      }
      ranges.append(Range(type: String(name[0]), subtype: String(name[1]), quality: quality))
    }
  }

  /// The quality from 0 (not accepted) to 1. The most specific range decides.
  private func quality(of mimeType: String) -> Double {
    if ranges.isEmpty { return 1 }
    let name = Self.trimmed(mimeType.prefix { $0 != ";" }).split(separator: "/")
    guard name.count == 2 else { return 0 }
    var best: (precision: Int, quality: Double)?
    for range in ranges {
      guard let precision = range.precision(name[0], name[1]) else { continue }
      if best.map({ precision > $0.precision }) ?? true { best = (precision, range.quality) }
    }
    return best?.quality ?? 0
  }

  package func allows(_ mimeType: String) -> Bool { quality(of: mimeType) > 0 }

  /// The formats that a picture may get. There are four outcomes, so few answers differ: WebP; JPEG or PNG, as the
  /// picture is opaque or not; JPEG; PNG.
  ///
  /// WebP has to be named, as browsers do: programs that take `image/*` may not know it. Whether PNG is preferred to
  /// JPEG makes no difference: browsers name PNG and mean every picture.
  var pictureFormats: [PictureFormat] {
    let allowed = [PictureFormat.jpeg, .png].filter { allows($0.contentType) }
    if prefers(.webp, to: allowed) { return [.webp] }
    return allowed.isEmpty ? [.jpeg, .png] : allowed
  }

  /// Whether the client would take AVIF instead of any other picture.
  package var takesAVIF: Bool { prefers(.avif, to: [.jpeg, .png, .webp]) }

  /// Whether a format is named in full, and none of the others is preferred to it.
  private func prefers(_ format: PictureFormat, to others: [PictureFormat]) -> Bool {
    guard ranges.contains(where: { "\($0.type)/\($0.subtype)" == format.contentType }) else { return false }
    let own = quality(of: format.contentType)
    return own > 0 && others.allSatisfy { quality(of: $0.contentType) <= own }
  }

  /// The types that are named in full, the best first; empty if a wildcard is among them.
  package var named: [String] {
    guard ranges.allSatisfy({ $0.type != "*" && $0.subtype != "*" }) else { return [] }
    return ranges.filter { $0.quality > 0 }.sorted { $0.quality > $1.quality }.prefix(32).map {
      "\($0.type)/\($0.subtype)"
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text.lowercased()
  }
}

/// Identifies one version of an answer. It is known before anything is rendered (RFC 9110, 8.8.3).
package struct EntityTag: Hashable {
  /// The tag with its quotation marks.
  package let text: String

  /// - Parameter parts: everything that the answer depends on.
  package init(_ parts: [String]) { text = "\"\(Hexadecimal.text(Self.digest(parts).prefix(16)))\"" }

  /// The SHA-256 of a list of texts.
  static func digest(_ parts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "\(part.utf8.count):".utf8
      bytes += part.utf8
    }
    return SHA256.digest(of: bytes)
  }

  /// The tag of a rendering.
  ///
  /// - Parameter generation: names the installed providers, because other providers may render the same document
  ///   differently.
  init(_ request: RenderRequest, _ kind: PreviewKind, generation: String) {
    self.init(Self.parts(request, kind, document: request.document.fingerprint ?? "", generation: generation))
  }

  /// Everything that a rendering depends on.
  ///
  /// - Parameter document: names the document's content.
  static func parts(
    _ request: RenderRequest, _ kind: PreviewKind, document: String, generation: String
  ) -> [String] {
    let position = request.position
    return [
      request.capability.rawValue, document, request.document.name, request.document.contentType ?? "-",
      "\(request.maximumSize)@\(request.scale) \(request.page ?? 0) \(request.mustBePicture)",
      "\(request.format?.rawValue ?? "") \(request.quality ?? 0) \(request.fit.rawValue)",
      "\(position.x) \(position.y) \(position.followsDetail)\(request.overlay.map(overlayText) ?? "")",
      kind.rawValue, request.accept.joined(separator: ","), generation,
    ]
  }

  /// Everything that an overlay depends on, its pixels by their digest.
  private static func overlayText(_ overlay: Overlay) -> String {
    let size =
      switch overlay.size {
      case nil: ""
      case .inside(let box)?: box.text
      case .widthFraction(let part)?: "\(part)"
      }
    return " \(overlay.picture) \(size) \(overlay.position.x) \(overlay.position.y) \(overlay.margin) "
      + "\(overlay.opacity)"
  }

  /// Whether a header field If-None-Match contains this tag. Weak tags are compared like strong ones (RFC 9110,
  /// 13.1.2).
  package func isNamed(in field: String?) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { part in
      var part = part[...]
      while part.first == " " || part.first == "\t" { part.removeFirst() }
      while part.last == " " || part.last == "\t" { part.removeLast() }
      if part == "*" { return true }
      return (part.hasPrefix("W/") ? part.dropFirst(2) : part) == text[...]
    }
  }
}

/// Dates of header fields (RFC 9110, 5.6.7), as seconds since 1970.
package enum HTTPDate {
  /// The first day of the year 1 was a Monday.
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`. The years are 1 to 9999.
  package static func text(_ seconds: Int) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    let day = days[(time.secondsSince1970 - CivilTime.secondsOfYears.lowerBound) / 86_400 % 7]
    let date = "\(CivilTime.digits(time.day)) \(months[time.month - 1]) \(CivilTime.digits(time.year, 4))"
    return "\(day), \(date) \(time.clock) GMT"
  }

  /// The time in a field, in the current format or one of the two obsolete ones; nil for any other text.
  package static func seconds(_ text: String) -> Int? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    // `Sun Nov  6 08:49:37 1994`, as asctime(3) writes it.
    if words.count == 5 { words = [words[0], words[2], words[1], words[4], words[3], "GMT"] }
    guard words.count == 6, days.contains(where: { words[0].hasPrefix($0) }), words[5] == "GMT",
      let month = months.firstIndex(where: { $0 == words[2] })
    else { return nil }
    let clock = words[4].split(separator: ":").map { number($0) }
    guard let day = number(words[1]), var year = number(words[3]), clock.count == 3, let hour = clock[0],
      let minute = clock[1], let second = clock[2]
    else { return nil }
    // The format of RFC 850 has years of two digits.
    if words[3].utf8.count == 2 { year += year < 70 ? 2_000 : 1_900 }
    return CivilTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)?
      .secondsSince1970
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The Last-Modified date for a file; nil where the file changed in the current second. Such a file may change again
  /// within that second, and the date must not be later than the answer (RFC 9110, 8.8.2.1).
  static func lastModified(_ modified: Int?, now: Int) -> Int? { modified.flatMap { $0 < now ? $0 : nil } }
}
