internal import BuiltInCodecs
internal import CodecKit
internal import ContentTypes
internal import MetadataReading
internal import TestKit
internal import Testing

/// `ImageFormat.all` is the list of formats. The lists of their codecs and walkers are apart, because `imgmeta` links
/// no codec.
@Suite(.timed) struct FormatNamesTests {
  private static let names = Set(ImageFormat.all.map(\.name))

  @Test("Each format has a line in BuiltInCodecs, and each line a format")
  func codecs() {
    #expect(BuiltInCodecs.names.sorted() == Self.names.sorted())
    #expect(BuiltInCodecs.encoders.map(\.name) == ContentTypeRegistry.writableFormatNames)
  }

  @Test("Each format has a line in FormatReader.all, and each line a format")
  func readers() {
    #expect(MetadataReader.readable.sorted() == (Self.names.union(MetadataReader.withoutImages)).sorted())
  }

  @Test("Names and identifiers are unique, and new files have an extension")
  func rows() {
    #expect(Self.names.count == ImageFormat.all.count)
    #expect(Set(ImageFormat.all.map(\.type.identifier)).count == ImageFormat.all.count)
    for format in ImageFormat.all where format.traits.contains(.isWritten) {
      #expect(!format.type.fileExtensions.isEmpty, "\(format.name)")
    }
  }

  @Test("Each format has fixtures", arguments: ImageFormat.all.map(\.name))
  func fixtures(_ name: String) {
    #expect(!Fixtures.names(under: "\(name)/valid").isEmpty)
    #expect(!Fixtures.names(under: "\(name)/broken").isEmpty)
  }

  /// A row of the table and a section may be about several formats: `| HEIC, AVIF |`, `## HEIC and AVIF`.
  @Test("Each format has a row in README.md and a section in docs/formats.md")
  func guides() {
    func lines(of path: String) -> [Substring] {
      String(decoding: Fixtures.bytes("\(Fixtures.root)/\(path)"), as: UTF8.self).split(separator: "\n")
    }
    let titles = ImageFormat.all.map { Substring($0.type.name) }.sorted()
    let rows = lines(of: "README.md").filter { $0.hasPrefix("| ") && $0.contains("](docs/formats.md#") }
    #expect(rows.flatMap { $0.dropFirst(2).split(separator: " |")[0].split(separator: ", ") }.sorted() == titles)
    let sections = lines(of: "docs/formats.md").filter { $0.hasPrefix("## ") }
    let named = sections.flatMap { $0.dropFirst(3).split(separator: " and ").flatMap { $0.split(separator: ", ") } }
    #expect(named.sorted() == titles)
  }

  @Test("The schema of imgmeta's records has all formats")
  func schema() {
    let schema = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/imgmeta.schema.json"), as: UTF8.self)
    let quoted = MetadataReader.formats.map { "\"\($0)\"" }.joined(separator: ", ")
    let isWritten = schema.contains("\"format\": { \"enum\": [\(quoted)] }")
    #expect(isWritten, "docs/imgmeta.schema.json lists other formats: run scripts/make-man")
  }
}
