internal import BuiltInCodecs
internal import CodecKit
internal import ContentTypes
internal import MetadataReading
internal import Testing

/// The list of formats is kept at several places, none of which may import the others.
@Suite struct FormatNamesTests {
  @Test func allListsOfFormatsAreTheSame() {
    let names = ContentTypeRegistry.formatNames
    #expect(BuiltInCodecs.decoders.map(\.name) == names)
    #expect(BuiltInCodecs.encoders.map(\.name) == ContentTypeRegistry.writableFormatNames)
    // Sidecar files hold metadata and no picture.
    #expect(MetadataReader.formats == names + ["xmp"])
    for decoder in BuiltInCodecs.decoders {
      #expect(ContentTypeRegistry().type(identifier: decoder.contentType)?.name.lowercased() == decoder.name)
    }
  }
}
