internal import ByteStreams
internal import Digests
internal import ImageModel
internal import MetadataModel
internal import PDFReading

/// The signatures of a document, each under the name of its field (ISO 32000-1, 12.8): what each covers, and whether
/// the file still has the hash that was signed.
///
/// Certificates and the signatures over the hashes are not checked: `pdfsig` does that.
struct PDFSignatureList {
  private let document: PDFObjects
  private(set) var warnings: [String] = []
  /// The bytes that may still be hashed: a file may list one range thousands of times.
  private var bytesLeft: UInt64

  init(_ document: PDFObjects) {
    self.document = document
    bytesLeft = min(document.file.size, 1 << 48) * 16
  }

  /// The properties of those fields that are signed.
  mutating func properties(_ fields: [(name: String, value: FileDictionary?)]) throws(ImageError) -> [Property] {
    var properties: [Property] = []
    for (name, value) in fields {
      if let value { properties.append(Property(name, .structure(try self.fields(name, value)))) }
    }
    return properties
  }

  private mutating func fields(_ name: String, _ value: FileDictionary) throws(ImageError) -> [Property] {
    var fields: [Property] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { fields.append(Property(name, .text(text))) }
    }
    let format = try document.resolve(value["SubFilter"]).name
    let contents = try document.resolve(value["Contents"]).string ?? []
    let message = SignedMessage(contents)
    add("Signer", message?.signer)
    add("Name", try document.resolve(value["Name"]).text)
    for key in ["Reason", "Location", "ContactInfo"] { add(key, try document.resolve(value[key]).text) }
    add("Date", try document.resolve(value["M"]).text.map { PDFDateText.text($0) })
    add("Format", format)
    var numbers: [UInt64] = []
    for element in try document.resolve(value["ByteRange"]).array ?? [] {
      guard let number = try document.resolve(element).integer, number >= 0, numbers.count < 64 else { break }
      numbers.append(UInt64(number))
    }
    guard let ranges = Self.ranges(numbers, in: document.file.size) else {
      warnings.append("the signature '\(name)' has no valid range of bytes")
      return fields
    }
    fields.append(Property("ByteRange", .array(numbers.map { .integer(Int64(clamping: $0)) })))
    let end = ranges[ranges.count - 1].upperBound
    let covered = ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    fields.append(Property("SignedBytes", .integer(Int64(clamping: covered))))
    fields.append(Property("BytesAfter", .integer(Int64(clamping: document.file.size - end))))
    let isExact = try coversAll(ranges, but: contents)
    if !isExact { warnings.append("the signature '\(name)' leaves out more than itself") }
    fields.append(Property("CoversFile", .boolean(isExact && end == document.file.size)))
    if let message, let expected = message.digest(for: format) {
      add("Digest", expected.kind.rawValue)
      if let own = try digest(expected.kind, of: ranges) {
        let matches = own == expected.bytes
        fields.append(Property("DigestMatches", .boolean(matches)))
        if !matches { warnings.append("the signed part of the file has changed since the signature '\(name)'") }
      } else {
        warnings.append(
          "the hash of the signature '\(name)' is not compared: libcrypto lacks it, or there are too many")
      }
    }
    return fields
  }

  /// Ranges of the file, in order and without overlaps; nil for others.
  private static func ranges(_ numbers: [UInt64], in size: UInt64) -> [Range<UInt64>]? {
    guard numbers.count >= 2, numbers.count % 2 == 0 else { return nil }
    var ranges: [Range<UInt64>] = []
    for index in stride(from: 0, to: numbers.count, by: 2) {
      let (end, overflow) = numbers[index].addingReportingOverflow(numbers[index + 1])
      guard !overflow, end <= size, numbers[index] >= ranges.last?.upperBound ?? 0 else { return nil }
      ranges.append(numbers[index]..<end)
    }
    return ranges
  }

  /// Whether the ranges begin at the start of the file and leave out nothing but the signature: the hexadecimal string
  /// with its brackets. Anything else in the gap could be changed without changing the hash.
  private mutating func coversAll(_ ranges: [Range<UInt64>], but contents: [UInt8]) throws(ImageError) -> Bool {
    guard ranges.count == 2, ranges[0].lowerBound == 0 else { return false }
    let gap = ranges[1].lowerBound - ranges[0].upperBound
    guard gap == UInt64(contents.count) * 2 + 2, gap <= bytesLeft else { return false }
    bytesLeft -= gap
    let written = try document.file.bytes(at: ranges[0].upperBound, count: Int(gap))
    guard written.first == UInt8(ascii: "<"), written.last == UInt8(ascii: ">") else { return false }
    let digits = written.dropFirst().dropLast().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == contents.count * 2
      && contents.indices.allSatisfy { Int(contents[$0]) == digits[$0 * 2] << 4 | digits[$0 * 2 + 1] }
  }

  /// The hash of the ranges; nil where libcrypto is missing, and after too many bytes.
  private mutating func digest(
    _ kind: CryptographicHash.Kind, of ranges: [Range<UInt64>]
  ) throws(ImageError) -> [UInt8]? {
    guard var hash = CryptographicHash(kind) else { return nil }
    for range in ranges {
      var place = range.lowerBound
      while place < range.upperBound {
        let bytes = try document.file.bytes(at: place, count: Int(min(1 << 20, range.upperBound - place)))
        guard !bytes.isEmpty, UInt64(bytes.count) <= bytesLeft else { return nil }
        bytesLeft -= UInt64(bytes.count)
        hash.update(bytes)
        place += UInt64(bytes.count)
      }
    }
    return hash.finish()
  }
}

/// The parts of a CMS message (RFC 5652) that a signature of a PDF consists of.
struct SignedMessage {
  /// The common name of the signer's certificate.
  private(set) var signer: String?
  private var attributeDigest: [UInt8]?
  private var kind: CryptographicHash.Kind?
  /// The content within the message, if it has one.
  private var content: [UInt8]?

  /// nil for bytes that are no such message.
  init?(_ bytes: [UInt8]) {
    guard let message = DERValue(bytes), let parts = message.children, parts.count >= 2,
      parts[0].bytes == Self.signedData, let body = parts[1].children?.first?.children, body.count >= 4
    else { return nil }
    let encapsulated = body[2].children ?? []
    content = encapsulated.dropFirst().first?.children?.first?.bytes
    guard let signerInfo = body.last?.children?.first?.children, signerInfo.count >= 5 else { return }
    kind = Self.kind(signerInfo[2])
    // The attributes that are signed have the tag [0].
    let attributes: [DERValue] = signerInfo.dropFirst(3).first(where: { $0.tag == 0xA0 })?.children ?? []
    for attribute in attributes {
      guard let parts = attribute.children, parts.count >= 2, parts[0].bytes == Self.messageDigest else { continue }
      attributeDigest = parts[1].children?.first?.bytes
    }
    let serial = signerInfo[1].children?.last?.bytes
    let certificates: [DERValue] = body.first(where: { $0.tag == 0xA0 })?.children ?? []
    // A signer may be named by the identifier of a key, which only an extension of the certificate has.
    guard serial != nil || certificates.count == 1 else { return }
    signer = certificates.lazy.compactMap { Self.subject(of: $0, serial: serial) }.first
  }

  /// The hash that the file must have; nil where it is not stated.
  ///
  /// - Parameter format: the entry /SubFilter.
  func digest(for format: String?) -> (kind: CryptographicHash.Kind, bytes: [UInt8])? {
    switch format {
    case "adbe.pkcs7.sha1":
      // The content is the hash of the file.
      return content.flatMap { $0.count == 20 ? (.sha1, $0) : nil }
    case "ETSI.RFC3161":
      // The content is a time stamp: version, policy, and the hash of the file with its kind (RFC 3161, 2.4.2).
      guard let content, let stamp = DERValue(content)?.children, stamp.count > 2, let imprint = stamp[2].children,
        imprint.count == 2, let kind = Self.kind(imprint[0])
      else { return nil }
      return (kind, imprint[1].bytes)
    default:
      guard let kind, let attributeDigest else { return nil }
      return (kind, attributeDigest)
    }
  }

  /// 1.2.840.113549.1.7.2
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  /// 1.2.840.113549.1.9.4
  private static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
  /// 2.5.4.3
  private static let commonName: [UInt8] = [0x55, 0x04, 0x03]

  /// The kind of hash in an AlgorithmIdentifier.
  private static func kind(_ algorithm: DERValue) -> CryptographicHash.Kind? {
    switch algorithm.children?.first?.bytes {
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]: .md5
    case [0x2B, 0x0E, 0x03, 0x02, 0x1A]: .sha1
    case [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]: .sha256
    case [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]: .sha384
    case [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]: .sha512
    default: nil
    }
  }

  /// The common name of a certificate's subject, if the certificate has the serial number (RFC 5280, 4.1).
  private static func subject(of certificate: DERValue, serial: [UInt8]?) -> String? {
    guard var parts = certificate.children?.first?.children else { return nil }
    // The version.
    if parts.first?.tag == 0xA0 { parts.removeFirst() }
    guard parts.count > 4, serial == nil || parts[0].bytes == serial else { return nil }
    let names = (parts[4].children ?? []).compactMap { $0.children?.first?.children }
    return names.last { $0.count == 2 && $0[0].bytes == commonName }.map { name in
      // A BMPString has two bytes for each character.
      name[1].tag == 0x1E
        ? TextString.text([0xFE, 0xFF] + name[1].bytes) : String(decoding: name[1].bytes, as: UTF8.self)
    }
  }
}

/// A value in DER (ITU-T X.690) with a length that is stated.
struct DERValue {
  let tag: UInt8
  /// The content.
  let bytes: [UInt8]

  /// The value at the beginning of the bytes, after which others may follow. nil for bytes that are none.
  init?(_ all: [UInt8]) {
    guard let (value, _) = Self.read(all[...]) else { return nil }
    self = value
  }

  private init(tag: UInt8, bytes: [UInt8]) {
    (self.tag, self.bytes) = (tag, bytes)
  }

  /// The values that the content consists of; nil for content of another kind.
  var children: [DERValue]? {
    // Constructed values alone have others in them. OCTET STRINGs of time stamps are read by `init`.
    guard tag & 0x20 != 0 else { return nil }
    var found: [DERValue] = []
    var rest = bytes[...]
    while !rest.isEmpty, found.count < 10_000 {
      guard let (value, count) = Self.read(rest) else { return nil }
      found.append(value)
      rest = rest.dropFirst(count)
    }
    return found
  }

  private static func read(_ bytes: ArraySlice<UInt8>) -> (value: DERValue, count: Int)? {
    guard bytes.count >= 2 else { return nil }
    let start = bytes.startIndex
    let first = Int(bytes[start + 1])
    var (length, header) = (first, 2)
    if first >= 0x80 {
      let count = first & 0x7F
      guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
      length = bytes[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
      header += count
    }
    guard length <= bytes.count - header else { return nil }
    let content = bytes[(start + header)..<(start + header + length)]
    return (DERValue(tag: bytes[start], bytes: Array(content)), header + length)
  }
}
