internal import MetadataModel
internal import MetadataWriting

/// Checks datasets of IPTC's Information Interchange Model 4.2. Lengths that are impossible are found by its reader.
enum IPTCValidator {
  static func findings(_ bytes: [UInt8]) -> [Finding] {
    guard let records = IPTCRecords(IPTCByteOrder.restored(bytes)) else { return [] }
    var findings: [Finding] = []
    var seen: Set<UInt8> = []
    var lastRecord: UInt8 = 0
    for dataset in records.datasets {
      if dataset.record < lastRecord {
        findings.append(
          Finding(.structure, "IPTC", "record \(dataset.record) follows record \(lastRecord)"))
      }
      lastRecord = dataset.record
      guard dataset.record == 2, let tag = IPTCTag.table.first(where: { $0.number == dataset.number }) else { continue }
      let place = "IPTC: \(tag.name)"
      if !tag.repeats, !seen.insert(tag.number).inserted {
        findings.append(Finding(.iptcRepeated, place, "it occurs twice and may occur once"))
      }
      if dataset.content.count > tag.maxBytes {
        findings.append(
          Finding(.iptcLength, place, "it has \(dataset.content.count) bytes of at most \(tag.maxBytes)"))
      }
      if let expected = expectation(tag, dataset.content) {
        let text = String(decoding: dataset.content.prefix(32), as: UTF8.self)
        findings.append(Finding(.iptcValue, place, "'\(text)' is not \(expected)"))
      }
    }
    let hasRecord2 = records.datasets.contains { $0.record == 2 }
    if hasRecord2, !records.datasets.contains(where: { $0.record == 2 && $0.number == 0 }) {
      findings.append(Finding(.iptcVersion, "IPTC", "the mandatory dataset 2:00, the version, is missing"))
    }
    return findings
  }

  /// What a value should be; nil for one that is right.
  private static func expectation(_ tag: IPTCTag, _ content: [UInt8]) -> String? {
    let digits = content.prefix { (0x30...0x39).contains($0) }.count
    switch tag.format {
    case .text: return nil
    case .digits: return digits == content.count ? nil : "digits"
    case .date:
      let text = String(decoding: content, as: UTF8.self)
      // Zeros stand for an unknown day or month (IIM 4.2, 2:55).
      guard digits == 8, content.count == 8 else { return "a date such as 20240506" }
      let parts = [text.dropFirst(4).prefix(2), text.dropFirst(6)].compactMap { Int($0) }
      return parts.count == 2 && parts[0] <= 12 && parts[1] <= 31 ? nil : "a date such as 20240506"
    case .time:
      let zone = content.dropFirst(7)
      guard content.count == 11, digits == 6, content[6] == 0x2B || content[6] == 0x2D,
        zone.allSatisfy({ (0x30...0x39).contains($0) })
      else { return "a time such as 070809+0100" }
      return nil
    }
  }
}
