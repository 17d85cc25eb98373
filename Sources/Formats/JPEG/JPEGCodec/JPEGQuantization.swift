internal import CodecKit

/// How finely a JPEG picture is stored: the steps and the sampling.
struct JPEGQuantization: BlockCoding, Hashable {
  /// 64 steps in zigzag order, of luma, grey or ink.
  var luma: [UInt16]
  /// 64 steps in zigzag order, of chroma.
  var chroma: [UInt16]
  /// The name of the chroma subsampling, such as `4:2:0`; nil for a picture without chroma.
  var subsampling: String?
}
