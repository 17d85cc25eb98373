internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Compares groups of a file's properties with ExifTool's, property by property and in both directions.
struct BlockAgreement {
  /// Our group, and the corresponding groups of ExifTool (family 1).
  var groups: [String: [String]]
  /// Properties with another name in ExifTool.
  var names: [String: String] = [:]
  /// Our properties that ExifTool lacks, or has differently for a stated reason. Other tests cover them.
  var ours: Set<String> = []
  /// ExifTool's properties that we leave out, for a stated reason.
  var theirs: Set<String> = []

  /// - Returns: the number of properties that agree.
  func check(_ fixture: String, profileTags: Bool = false) async throws -> Int {
    let path = Fixtures.path(fixture)
    // One process for each file: ExifTool 12.57 keeps definitions of unknown tags from one file to the next.
    let result = try await Tool.run("exiftool", ["-json", "-n", "-G1", "-u", "-struct", path])
    guard let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]],
      let other = list.first
    else { throw TestFailure("exiftool: \(result.errors)") }
    let metadata = try BlockAgreement.read(path, profileTags: profileTags)
    let tree = (metadata.images.first?.properties.groups ?? []) + metadata.properties.groups
    var count = 0
    var found: Set<String> = []
    for group in tree {
      guard let others = groups[group.name] else { continue }
      for property in group.properties where !ours.contains(property.name) {
        let name = names[property.name] ?? property.name.filter { $0 != " " }
        guard let key = others.map({ "\($0):\(name)" }).first(where: { other[$0] != nil }), let expected = other[key]
        else {
          Issue.record("\(fixture): \(group.name):\(property.name) is not in ExifTool's list")
          continue
        }
        found.insert(key)
        #expect(
          Self.agree(property.value, expected), "\(fixture): \(key): \(property.value.plainText), ExifTool: \(expected)"
        )
        count += 1
      }
    }
    let prefixes = groups.values.joined()
    for (key, value) in other where !found.contains(key) {
      let parts = key.split(separator: ":", maxSplits: 1).map { String($0) }
      guard parts.count == 2, prefixes.contains(parts[0]), !theirs.contains(parts[1]) else { continue }
      Issue.record("\(fixture): \(key) (\(value)) is missing")
    }
    return count
  }

  static func read(_ path: String, profileTags: Bool = false) throws -> ImageMetadata {
    var options = MetadataReader.Options(.readable)
    options.profileTags = profileTags
    return try MetadataReader.read(try FileByteSource(path: path), fileName: path, limits: .standard, options: options)
  }

  /// ExifTool's JSON has numbers for texts that look like one, and one text for several numbers.
  static func agree(_ value: PropertyValue, _ expected: Any) -> Bool {
    if let list = expected as? [Any] {
      guard case .array(let values) = value, values.count == list.count else { return false }
      return zip(values, list).allSatisfy { agree($0, $1) }
    }
    let text = "\(expected)"
    switch value {
    case .bytes(let bytes):
      return text.hasPrefix("(Binary data") ? text.hasPrefix("(Binary data \(bytes.count) bytes") : true
    case .text(let own):
      guard expected is String else { return Double(own) == Double(text) }
      return own == text || own == text.trimmingCharacters(in: .whitespaces)
    case .array(let values):
      if values.count == 1, agree(values[0], expected) { return true }
      let isText = values.contains { $0.text != nil }
      let parts = text.components(separatedBy: isText ? ", " : " ").filter { !$0.isEmpty }
      return values.count == parts.count && zip(values, parts).allSatisfy { agree($0, $1) }
    default:
      // ExifTool rounds fixed-point numbers to five decimals.
      guard let number = value.number, let other = Double(text) else { return false }
      return abs(number - other) <= max(1.1e-5, 1e-6 * abs(other))
    }
  }
}
