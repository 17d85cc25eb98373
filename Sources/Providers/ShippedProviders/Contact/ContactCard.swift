internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// The contacts of a file (vCard 2.1; RFC 2426, which is 3.0; RFC 6350, which is 4.0).
struct ContactFile {
  private(set) var cards: [ContactCard] = []
  /// Whether there is more than was read.
  private(set) var isCut: Bool

  private static let maxBytes = 16 << 20
  private static let maxCards = 500

  /// - Throws: `corruptInput` for a file that has no contacts, and what reading throws.
  init(path: String) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    isCut = !isWhole
    let lines = ContentLine.lines(bytes, isWhole: isWhole)
    guard lines.first?.name == "BEGIN", lines.first?.value.uppercased() == "VCARD" else {
      throw ProviderError(.corruptInput, "the file is not a list of contacts: it does not begin with BEGIN:VCARD")
    }
    // A contact of vCard 2.1 may contain another one.
    var open: [ContactCard] = []
    for (index, line) in lines.enumerated() {
      if index % 4_096 == 0 { try Task.checkCancellation() }
      switch line.name {
      case "BEGIN":
        if open.count > 8 { throw ProviderError(.limitExceeded, "contacts are nested too deeply") }
        open.append(ContactCard())
      case "END": if let card = open.popLast() { add(card) }
      default: if !open.isEmpty { open[open.count - 1].read(line) }
      }
    }
    while let card = open.popLast() { add(card) }
  }

  private mutating func add(_ card: ContactCard) {
    if cards.count < Self.maxCards { cards.append(card) } else { isCut = true }
  }
}

/// One contact.
struct ContactCard: Hashable {
  private(set) var name = ""
  private(set) var organisation = ""
  private(set) var role = ""
  /// Telephone numbers, addresses and the like with their labels, in their order.
  private(set) var facts: [SheetBlock.Property] = []
  private(set) var note = ""
  /// A picture file.
  private(set) var picture: [UInt8]?

  private static let maxFacts = 60
  private static let longest = 1_000

  /// The name, or what stands for it.
  var title: String {
    !name.isEmpty ? name : !organisation.isEmpty ? organisation : facts.first?.value ?? "Contact"
  }

  /// The first letters of the first and the last word: `AL`.
  var initials: String {
    let words = title.split(separator: " ").filter { $0.first?.isLetter ?? false || $0.first?.isNumber ?? false }
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    return String(letters).uppercased()
  }

  fileprivate mutating func read(_ line: ContentLine) {
    switch line.name {
    case "FN": if name.isEmpty || hasPartsOnly { (name, hasPartsOnly) = (Self.joined([line.text]), false) }
    case "N":
      // Family name, given name, further names, title, suffix (RFC 6350, 6.2.2).
      let parts = line.parts
      guard name.isEmpty else { break }
      name = Self.joined([3, 1, 2, 0, 4].compactMap { parts.indices.contains($0) ? parts[$0] : nil })
      hasPartsOnly = true
    case "ORG": organisation = Self.joined(line.parts, separator: ", ")
    case "TITLE", "ROLE": if role.isEmpty { role = Self.joined([line.text]) }
    case "TEL": fact(line, "Telephone", line.text.hasPrefix("tel:") ? String(line.text.dropFirst(4)) : line.text)
    case "EMAIL": fact(line, "Mail", line.text)
    case "URL": fact(line, "Web", line.text)
    case "ADR":
      // Box, extension, street, town, region, code, country (RFC 6350, 6.3.1).
      let parts = line.parts
      let order = [2, 1, 0, 5, 3, 4, 6]
      fact(
        line, "Address", Self.joined(order.compactMap { parts.indices.contains($0) ? parts[$0] : nil }, separator: ", ")
      )
    case "BDAY": fact(line, "Birthday", Self.day(line.text))
    case "IMPP": fact(line, "Chat", line.text)
    case "NICKNAME": fact(line, "Nickname", line.text)
    case "NOTE": note = line.text.shortened(to: 4 * Self.longest)
    case "PHOTO", "LOGO": if picture == nil || line.name == "PHOTO" { picture = line.data ?? picture }
    default: break
    }
  }

  /// Whether the name is put together of its parts, which a full name replaces.
  private var hasPartsOnly = false

  private static let labels = ["HOME": "home", "WORK": "work", "CELL": "mobile", "FAX": "fax"]

  private mutating func fact(_ line: ContentLine, _ label: String, _ value: String) {
    let value = Self.joined([value])
    guard !value.isEmpty, facts.count < Self.maxFacts else { return }
    let types = (line.parameters["TYPE"] ?? "").uppercased().split(separator: ",").compactMap {
      Self.labels[String($0)]
    }
    facts.append(.init(key: types.isEmpty ? label : "\(label) (\(types.joined(separator: ", ")))", value: value))
  }

  /// Parts on one line, without the empty ones.
  private static func joined(_ parts: [String], separator: String = " ") -> String {
    let parts = parts.map { $0.collapsed }.filter { !$0.isEmpty }
    return parts.joined(separator: separator).shortened(to: longest)
  }

  /// `1815-12-10` for `18151210`.
  private static func day(_ text: String) -> String {
    guard text.utf8.count == 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return text }
    let digits = Array(text)
    return String(digits[0..<4]) + "-" + String(digits[4..<6]) + "-" + String(digits[6..<8])
  }
}
