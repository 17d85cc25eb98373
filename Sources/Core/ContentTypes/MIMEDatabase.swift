internal import ByteStreams
internal import ImageModel

/// The contents of the shared-mime-info database (freedesktop.org, Shared MIME-info Database, 2.2): the files that
/// `update-mime-database` generates from its XML.
///
/// The files belong to the system and its users. Invalid lines are skipped; numbers and lengths are bounded.
struct MIMEDatabase: Sendable {
  struct Glob: Hashable, Sendable {
    var mimeType: String
    var pattern: NamePattern
  }

  struct Magic: Hashable, Sendable {
    var mimeType: String
    var signatures: [ContentType.Signature]
  }

  /// The MIME types, in the order of the files.
  private(set) var mimeTypes: [String] = []
  private(set) var globs: [Glob] = []
  private(set) var magic: [Magic] = []
  /// MIME types and what each is a special case of.
  private(set) var superclasses: [String: [String]] = [:]
  /// Other names of a MIME type.
  private(set) var aliases: [String: [String]] = [:]
  private(set) var iconNames: [String: String] = [:]
  /// What was skipped, one line per file.
  private(set) var problems: [String] = []

  private var known: Set<String> = []
  /// The original spelling of MIME types that are not in lower case, for programs that compare them exactly.
  private(set) var spellings: [String: String] = [:]

  static let longestFile = 8 << 20
  static let longestLine = 4_096
  static let maxTypes = 20_000
  static let maxGlobs = 50_000

  /// Reads folders (`/usr/share/mime`) in order of precedence. Missing ones are skipped.
  init(folders: [String]) {
    // Folders of higher precedence come later, because they can revoke earlier entries.
    for folder in folders.reversed() {
      lines(of: folder, "types") { database, fields in database.record(fields[0]) }
      lines(of: folder, "globs2", separator: ":", parts: 3) { database, fields in database.takeGlob(fields) }
      takeMagic(folder)
      lines(of: folder, "subclasses", separator: " ", parts: 2) { database, fields in
        guard database.record(fields[0]), MIMEName.isValid(fields[1]) else { return false }
        let (type, parent) = (fields[0].lowercased(), fields[1].lowercased())
        guard database.superclasses[type]?.count ?? 0 < 32 else { return false }
        if database.superclasses[type]?.contains(parent) != true {
          database.superclasses[type, default: []].append(parent)
        }
        return true
      }
      lines(of: folder, "aliases", separator: " ", parts: 2) { database, fields in
        guard MIMEName.isValid(fields[0]), database.record(fields[1]) else { return false }
        let (alias, type) = (fields[0].lowercased(), fields[1].lowercased())
        guard database.aliases[type]?.count ?? 0 < 64 else { return false }
        if database.aliases[type]?.contains(alias) != true { database.aliases[type, default: []].append(alias) }
        return true
      }
      lines(of: folder, "generic-icons", separator: ":", parts: 2) { database, fields in
        guard database.record(fields[0]), !fields[1].isEmpty, fields[1].utf8.count <= 100 else { return false }
        database.iconNames[fields[0].lowercased()] = fields[1]
        return true
      }
    }
  }

  /// Passes on the fields of each line that is not a comment. Refused lines are counted and reported.
  private mutating func lines(
    of folder: String, _ name: String, separator: Unicode.Scalar? = nil, parts: Int = 1,
    take: (inout MIMEDatabase, [String]) -> Bool
  ) {
    guard let bytes = content("\(folder)/\(name)") else { return }
    var refused = 0
    for line in bytes.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
      let fields =
        separator.map {
          line.split(separator: UInt8(ascii: $0), maxSplits: parts - 1, omittingEmptySubsequences: false)
        }
        ?? [line]
      let texts = fields.compactMap { String(validating: $0, as: UTF8.self) }
      guard line.count <= Self.longestLine, texts.count == parts, take(&self, texts) else {
        refused += 1
        continue
      }
    }
    if refused > 0 { problems.append("\(folder)/\(name): \(refused) lines were skipped") }
  }

  private mutating func content(_ path: String) -> [UInt8]? {
    guard let source = try? FileByteSource(path: path) else { return nil }
    guard source.size <= UInt64(Self.longestFile), let bytes = try? source.bytes(at: 0, count: Self.longestFile) else {
      problems.append("\(path): the file is too long")
      return nil
    }
    return bytes
  }

  /// Records a MIME type. Returns false for an invalid one, and for one too many.
  @discardableResult
  private mutating func record(_ text: String) -> Bool {
    let type = text.lowercased()
    if known.contains(type) { return true }
    guard MIMEName.isValid(type), known.count < Self.maxTypes else { return false }
    known.insert(type)
    if type != text { spellings[type] = text }
    mimeTypes.append(type)
    return true
  }

  /// `50:text/x-c++src:*.C:cs`; `0:text/x-foo:__NOGLOBS__` revokes the entries of folders of lower precedence.
  private mutating func takeGlob(_ fields: [String]) -> Bool {
    guard let weight = Int(fields[0]), (0...100).contains(weight), record(fields[1]), globs.count < Self.maxGlobs
    else {
      return false
    }
    let type = fields[1].lowercased()
    let parts = fields[2].utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      String($0) ?? ""
    }
    guard let text = parts.first, !text.isEmpty, text.utf8.count <= 255 else { return false }
    if text == "__NOGLOBS__" {
      globs.removeAll { $0.mimeType == type }
      return true
    }
    let flags = parts.dropFirst().flatMap { $0.utf8.split(separator: UInt8(ascii: ",")).map { String($0) ?? "" } }
    globs.append(
      Glob(
        mimeType: type,
        pattern: NamePattern(text, weight: weight, isCaseSensitive: flags.contains("cs"), isFromDatabase: true)))
    return true
  }

  private mutating func takeMagic(_ folder: String) {
    guard let bytes = content("\(folder)/magic") else { return }
    var reader = MagicFileReader(bytes)
    let sections = reader.sections()
    for section in sections {
      guard record(section.mimeType) else { continue }
      if section.isRevoking { magic.removeAll { $0.mimeType == section.mimeType } }
      if !section.signatures.isEmpty {
        magic.append(Magic(mimeType: section.mimeType, signatures: section.signatures))
      }
    }
    if let problem = reader.problem { problems.append("\(folder)/magic: \(problem)") }
  }
}

/// MIME types as keys, and identifiers for types that only have a MIME type.
package enum MIMEName {
  /// The maximum length: RFC 6838, 4.2, allows 127 characters on each side of the slash.
  private static let longest = 255

  /// A MIME type without parameters and white space, in lower case.
  package static func normalized(_ text: String) -> String {
    let bare = text.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 > 0x20 }
    return String(decoding: bare, as: UTF8.self).lowercased()
  }

  /// Whether a text is a MIME type: two restricted names of RFC 6838, 4.2, with a slash between.
  package static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= longest else { return false }
    let special = Set("!#$&-^_.+".utf8)
    return parts.allSatisfy { part in
      part.first?.isASCIILetterOrDigit ?? false
        && part.allSatisfy { $0.isASCIILetterOrDigit || special.contains($0) }
    }
  }

  /// The identifier of a type that only the database knows: `mime.image.x-foo` for `image/x-foo`. The part before the
  /// slash has no dots, so the MIME type can be derived from it.
  package static func identifier(_ mimeType: String) -> String {
    "mime." + String(decoding: mimeType.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
  }

  /// The types that all MIME types with the same part before the slash conform to.
  static func family(_ mimeType: String) -> String? {
    switch mimeType.utf8.prefix(while: { $0 != UInt8(ascii: "/") }) {
    case let part where part.elementsEqual("image".utf8): "public.image"
    case let part where part.elementsEqual("audio".utf8): "public.audio"
    case let part where part.elementsEqual("video".utf8): "public.movie"
    case let part where part.elementsEqual("font".utf8): "public.font"
    case let part where part.elementsEqual("text".utf8): "public.text"
    case let part where part.elementsEqual("inode".utf8): "public.item"
    default: nil
    }
  }
}
