internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

/// A JPEG file with one maker note, built by a test.
struct MakerNoteSample {
  var make: String
  var model: String
  var bigEndian = true
  /// The note's bytes, for an offset from the TIFF header at which they begin.
  var note: (_ place: Int) throws -> [UInt8]

  init(_ make: String, _ model: String, bigEndian: Bool = true, note: @escaping (_ place: Int) throws -> [UInt8]) {
    self.make = make
    self.model = model
    self.bigEndian = bigEndian
    self.note = note
  }

  init(_ make: String, _ model: String, bigEndian: Bool = true, _ note: [UInt8]) {
    self.init(make, model, bigEndian: bigEndian) { _ in note }
  }

  /// The Exif block with the note.
  func block() throws -> [UInt8] {
    func block(_ note: [UInt8]) throws -> [UInt8] {
      try ExifSamples.block(
        [.text(0x010F, make), .text(0x0110, model)], exif: [ExifSamples.undefined(0x927C, note)], bigEndian: bigEndian)
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(0).count)
    return try block(note(SampleExif.offset(of: marker, in: block(marker))))
  }

  func group() throws -> PropertyGroup {
    let metadata = try ExifSamples.read(block(), detail: .readable, makerNotes: true)
    return try #require(metadata.images.first?.properties["MakerNotes"])
  }

  /// Compares the values with those that ExifTool prints of the same file.
  ///
  /// - Returns: the number of values that agree.
  func agreements(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
    let directory = try TemporaryDirectory()
    let path = try directory.write(ExifSamples.jpeg(block()), to: "note.jpg")
    let result = try await Tool.run("exiftool", ["-json", "-n", "-G", "-MakerNotes:All", path])
    let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
    let group = try group()
    var count = 0
    for (key, expected) in list?.first ?? [:] where key.hasPrefix("MakerNotes:") {
      let own = group[String(key.dropFirst(11))]
      if own.map({ Self.agree($0, "\(expected)") }) == true {
        count += 1
      } else {
        let text = own?.plainText ?? "missing"
        Issue.record("\(key) of \(model): \(text), ExifTool: \(expected)", sourceLocation: sourceLocation)
      }
    }
    return count
  }

  private static func agree(_ value: PropertyValue, _ expected: String) -> Bool {
    if case .bytes = value { return expected.hasPrefix("(Binary data") }
    let values = if case .array(let values) = value { values } else { [value] }
    let own = values.flatMap { $0.plainText.split(separator: " ") }
    let other = expected.split(separator: " ")
    return own.count == other.count
      && zip(own, other).allSatisfy { own, other in
        if own == other { return true }
        guard let number = Double(own), let expected = Double(other) else { return false }
        return abs(number - expected) <= 1e-6 * max(1e-4, abs(expected))
      }
  }
}
