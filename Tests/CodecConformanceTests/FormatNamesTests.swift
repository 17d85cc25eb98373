internal import BuiltInCodecs
internal import CodecKit
internal import ContentTypes
internal import Testing

/// The codecs and the content types list the formats separately, because `imgmeta` links no codec.
@Suite struct FormatNamesTests {
  @Test func allListsOfFormatsAreTheSame() {
    #expect(BuiltInCodecs.decoders.map(\.name) == ContentTypeRegistry.formatNames)
    #expect(BuiltInCodecs.encoders.map(\.name) == ContentTypeRegistry.writableFormatNames)
    #expect(BuiltInCodecs.decoders.map(\.contentType) == ContentTypeRegistry.formatTypes.map(\.identifier))
    // The extensions of new files.
    for encoder in BuiltInCodecs.encoders {
      let type = ContentTypeRegistry.formatTypes.first { $0.identifier == encoder.contentType }
      #expect(type?.fileExtensions.first == encoder.fileExtension)
    }
  }
}
