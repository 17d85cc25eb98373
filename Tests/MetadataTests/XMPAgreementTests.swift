internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// XMP agrees with Adobe's toolkit (in exiv2) and with ExifTool.
@Suite("XMP agrees with peers", .timed)
struct XMPAgreementTests {
  /// The properties of a file, and the prefixes of its names.
  private func xmp(_ path: String) throws -> [Property] {
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: path, limits: .standard)
    let trees = metadata.images.map(\.properties) + [metadata.properties]
    return trees.compactMap { $0["XMP"]?.properties }.first ?? []
  }

  /// exiv2 rejects packets with other prefixes than its own.
  @Test(
    "Every value of every RDF form has exiv2's path and text",
    arguments: XMPSamples.all.map(\.name).filter { $0 != "other prefixes" })
  func exiv2(name: String) async throws {
    let sample = try #require(XMPSamples.all.first { $0.name == name })
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array(sample.packet.utf8), to: "sample.xmp")
    #expect(try await Self.exiv2(path) == Self.lines(try xmp(path)))
  }

  @Test("The XMP of the fixtures is exiv2's")
  func fixtures() async throws {
    let names = ["jpeg/valid", "png/valid", "tiff/valid", "webp/valid"].flatMap { Fixtures.names(under: $0) }
    var compared = 0
    for name in names where name.contains("xmp") || name.contains("everything") {
      // exiv2 does not read extended XMP.
      if name.contains("extended") { continue }
      let expected = try await Self.exiv2(Fixtures.path(name))
      #expect(expected == Self.lines(try xmp(Fixtures.path(name))), "\(name)")
      compared += expected.count
    }
    #expect(compared >= 12)
  }

  /// The lines of `exiv2 -PXkv`, without the spaces between name and value.
  private static func exiv2(_ path: String) async throws -> [String] {
    let result = try await Tool.run("exiv2", ["-PXkv", path])
    return result.text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      // Columns are padded to 45 characters, and one more character separates name and value.
      let value = line.dropFirst(max(46, (parts.first?.count ?? 0) + 2))
      // It sorts languages.
      let languages = value.components(separatedBy: ", lang=")
      let sorted = languages.prefix(1) + languages.dropFirst().sorted()
      return "\(parts.first ?? "") \(sorted.joined(separator: ", lang="))"
    }.sorted()
  }

  /// Our tree in exiv2's notation.
  private static func lines(_ properties: [Property]) -> [String] {
    var lines: [String] = []
    func add(_ path: String, _ value: PropertyValue) {
      switch value {
      case .array(let values):
        let texts = values.compactMap(\.text)
        guard texts.count < values.count else {
          lines.append("\(path) \(texts.joined(separator: ", "))")
          return
        }
        lines.append("\(path) ")
        for (index, value) in values.enumerated() { add("\(path)[\(index + 1)]", value) }
      case .structure(let fields) where fields.first?.name == "rdf:value":
        add(path, fields[0].value)
        for field in fields.dropFirst() { add("\(path)/?\(field.name)", field.value) }
      case .structure(let fields) where fields.allSatisfy { !$0.name.contains(":") }:
        let languages = fields.map { "lang=\"\($0.name)\" \($0.value.text ?? "")" }
        lines.append("\(path) " + (languages.prefix(1) + languages.dropFirst().sorted()).joined(separator: ", "))
      case .structure(let fields):
        lines.append("\(path) ")
        for field in fields { add("\(path)/\(field.name)", field.value) }
      default: lines.append("\(path) \(value.text ?? "")")
      }
    }
    for property in properties where property.name != "x:xmptk" {
      add("Xmp." + property.name.replacingOccurrences(of: ":", with: "."), property.value)
    }
    return lines.sorted()
  }

  @Test("ExifTool gives the same properties, except for its names and conversions")
  func exifTool() async throws {
    let directory = try TemporaryDirectory()
    var paths: [String] = []
    for (index, sample) in XMPSamples.all.enumerated() {
      paths.append(try directory.write(Array(sample.packet.utf8), to: "\(index).xmp"))
    }
    paths += ["jpeg/valid/xmp.jpg", "jpeg/valid/xmp_extended.jpg", "jpeg/valid/everything.jpg", "png/valid/xmp.png"]
      .map { Fixtures.path($0) }
    let result = try await Tool.run(
      "exiftool", ["-j", "-struct", "-G1", "-n", "-a", "-XMP:all", "-@", "-"],
      input: Array(paths.joined(separator: "\n").utf8))
    let files = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    var compared = 0
    for file in files {
      let path = try #require(file["SourceFile"] as? String)
      var ours: [String: String] = [:]
      for property in try xmp(path) { Self.flatten(property.name.lowercased(), property.value, into: &ours) }
      var theirs: [String: String] = [:]
      for (name, value) in file where name.hasPrefix("XMP-") {
        Self.flatten(name.dropFirst(4).lowercased(), value, into: &theirs)
      }
      theirs["x:xmptk"] = theirs.removeValue(forKey: "x:xmptoolkit")
      for (name, value) in theirs {
        // If a property is in the packet and in its extension, ExifTool shows the second.
        if path.hasSuffix("xmp_extended.jpg"), name == "dc:title" { continue }
        // ExifTool turns texts that look like numbers into numbers.
        let isEqual = ours[name] == value || Double(value) != nil && Double(value) == ours[name].flatMap { Double($0) }
        #expect(isEqual, "\(path) \(name): \(ours[name] ?? "nothing"), ExifTool: \(value)")
        compared += 1
      }
    }
    #expect(compared > 50)
  }

  /// Our values by path, in ExifTool's notation.
  private static func flatten(_ path: String, _ value: PropertyValue, into values: inout [String: String]) {
    switch value {
    case .array(let items):
      for (index, item) in items.enumerated() { flatten("\(path)[\(index)]", item, into: &values) }
    case .structure(let fields):
      for field in fields {
        let name = field.name.split(separator: ":").last.map { $0.lowercased() } ?? ""
        switch field.name {
        case "x-default", "rdf:value": flatten(path, field.value, into: &values)
        // ExifTool omits the language of a single text in another language than the default.
        case "xml:lang": break
        default:
          if !field.name.contains(":") {
            flatten("\(path)-\(name)", field.value, into: &values)
          } else if fields[0].name == "rdf:value" {
            // In ExifTool a qualifier is a property of its own.
            flatten("\(path)\(name)", field.value, into: &values)
          } else {
            flatten("\(path).\(name)", field.value, into: &values)
          }
        }
      }
    default: values[path] = dated(value.text ?? "")
    }
  }

  /// ExifTool's values by path.
  private static func flatten(_ path: String, _ value: Any, into values: inout [String: String]) {
    if let fields = value as? [String: Any] {
      for (name, value) in fields { flatten("\(path).\(name.lowercased())", value, into: &values) }
    } else if let items = value as? [Any] {
      for (index, item) in items.enumerated() { flatten("\(path)[\(index)]", item, into: &values) }
    } else {
      values[path] = "\(value)"
    }
  }

  /// ExifTool has dates in Exif's format.
  private static func dated(_ text: String) -> String {
    guard text.contains("T"), let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(.*)/) else { return text }
    return "\(match.1):\(match.2):\(match.3) \(match.4)"
  }
}
