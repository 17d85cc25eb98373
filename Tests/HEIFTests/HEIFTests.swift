import ByteStreams
import CodecKit
import HEIFCodec
import HEIFStructure
import ImageModel
import Testing

@Suite struct HEIFTests {
}
