internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Maker notes")
struct MakerNoteTests {
  @Test("What libexif knows is listed when it is asked for", arguments: [false, true])
  func canon(bigEndian: Bool) throws {
    let block = try SampleExif.block(bigEndian: bigEndian)
    #expect(try ExifSamples.read(block).images.first?.properties["MakerNotes"] == nil)
    let group = try #require(try ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"])
    #expect(group["Maker"] == .text("Canon"))
    #expect(group["Size"]?.number ?? 0 > 40)
    // The text that SampleExif wrote, under libexif's name for tag 6.
    #expect(group["ImageType"] == .text("IMG:Cameo test JPEG"))
    #expect(group.properties.first { $0.tag == 6 }?.title == "Image Type")
  }

  @Test("The values are those of the program exif")
  func valuesOfExif() async throws {
    guard let corpus = getenv("CAMEO_CORPUS").map({ String(cString: $0) }) else { return }
    let found = try await Tool.run("find", [corpus + "/exif", "-name", "*.jpg", "-size", "-200k"])
    var compared = 0
    for path in found.text.split(separator: "\n").map({ String($0) }).sorted() {
      var options = MetadataReader.Options()
      options.makerNotes = true
      guard
        let metadata = try? MetadataReader.read(
          try FileByteSource(path: path), fileName: path, limits: .standard, options: options),
        let group = metadata.images.first?.properties["MakerNotes"]
      else { continue }
      let ours = group.properties.filter { $0.tag != nil }.map { Array($0.value.plainText.unicodeScalars) }
      let other = try await Tool.run("exif", ["--show-mnote", "-m", path])
      let theirs = other.output.split(separator: 0x0A).compactMap { line in
        line.firstIndex(of: 0x09).map { line[($0 + 1)...].map { Unicode.Scalar($0) } }
      }
      // exif refuses a few files of which we read more.
      guard theirs.count == ours.count else { continue }
      for (own, other) in zip(ours, theirs) {
        // exif cuts long values.
        let text = other.reversed().drop { $0 == " " }.reversed()
        #expect(own.starts(with: text), "\(path)")
        compared += 1
      }
    }
    #expect(compared > 2_000)
  }

  @Test(
    "Whose note it is, is said in words",
    arguments: [("SONY DSC \0\0\0", "Sony, 36,864 bytes"), ("?", "Maker, 36,864 bytes")])
  func makers(signature: String, words: String) throws {
    let note = Array(signature.utf8) + [UInt8](repeating: 0, count: 36_864 - signature.utf8.count)
    let tree = try ExifSamples.properties(
      [.text(0x010F, "Maker  ")], exif: [ExifSamples.undefined(0x927C, note)], detail: .readable)
    #expect(tree["Exif"]?.properties.first?.words == words)
  }

  /// libexif sees hostile bytes here: whatever they are, it ends.
  @Test func damagedNotesDoNotTrap() throws {
    let sample = try SampleExif.block(bigEndian: false)
    let note = try SampleExif.offset(of: Array("IMG:Cameo".utf8), in: sample)
    var random = Deterministic(seed: 11)
    for _ in 0..<2_000 {
      var damaged = sample
      for _ in 0..<4 {
        let place = note - 60 + Int(random.next() % 80)
        damaged[min(max(0, place), damaged.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      let group = try ExifSamples.read(damaged, makerNotes: true).images.first?.properties["MakerNotes"]
      #expect(group?.properties.count ?? 0 <= 1_002)
    }
  }
}
