internal import CodecKit
internal import ColorManagement
internal import Glibc
internal import ImageModel
internal import ImageOps

// Times the row pipeline beyond decoding: the source only copies prepared rows. Build and run with
//   CAMEO_DEV=1 swift run -c release RowPipelineBenchmark

/// One thing to measure: rows that a decoder delivers for a picture, and what is made of them.
struct Case {
  var name: String
  var delivered: PixelSize
  var format = PixelFormat.rgb8
  /// The size of the picture, where the decoder scaled it.
  var picture: PixelSize
  /// The long side of the result; nil keeps the size.
  var side: Int?
  var linear = false
  var orientation = Orientation.up
  var profile: ColorProfile?
  var background: BackgroundColor?

  func pipeline(_ source: any RowSource) throws(ImageError) -> RowPipeline {
    var options = RowPipeline.Options()
    if let side {
      options.render.size = .longSide(side)
      options = try options.resizing(picture)
      options.render.component = .uint8
    }
    options.render.linear = linear
    options.render.profile = .sRGB
    options.orientation = orientation
    options.render.background = background
    return try RowPipeline(source, options, limits: .standard)
  }
}

let (twelve, twentyFour) = (PixelSize(width: 4000, height: 3000), PixelSize(width: 6000, height: 4000))
let (eighth, quarter) = (PixelSize(width: 500, height: 375), PixelSize(width: 1000, height: 750))
let wideGamut = ColorProfile(.calibrated(.init(gamma: 1.8)))
let rgb16 = PixelFormat(.uint16, .rgb)

let cases = [
  Case(name: "12 MP at 1/8 to 256", delivered: eighth, picture: twelve, side: 256),
  Case(name: "12 MP at 1/4 to 256", delivered: quarter, picture: twelve, side: 256),
  Case(name: "12 MP at 1/4 to 256, profile", delivered: quarter, picture: twelve, side: 256, profile: wideGamut),
  Case(name: "24 MP to 256", delivered: twentyFour, picture: twentyFour, side: 256),
  Case(name: "24 MP to 256, light", delivered: twentyFour, picture: twentyFour, side: 256, linear: true),
  Case(name: "24 MP to 256, gray", delivered: twentyFour, format: .gray8, picture: twentyFour, side: 256),
  Case(name: "24 MP to 256, alpha", delivered: twentyFour, format: .rgba8, picture: twentyFour, side: 256),
  Case(name: "24 MP to 256, 16 bits", delivered: twentyFour, format: rgb16, picture: twentyFour, side: 256),
  Case(name: "24 MP to 4000", delivered: twentyFour, picture: twentyFour, side: 4000),
  Case(name: "24 MP, profile", delivered: twentyFour, picture: twentyFour, profile: wideGamut),
  Case(name: "24 MP, profile, 16 bits", delivered: twentyFour, format: rgb16, picture: twentyFour, profile: wideGamut),
  Case(name: "24 MP, turned", delivered: twentyFour, picture: twentyFour, orientation: .right),
  Case(
    name: "24 MP, alpha on white", delivered: twentyFour, format: .rgba8, picture: twentyFour, background: .white),
]

for item in cases {
  let rows = PreparedRows.Block(bytesPerRow: item.delivered.width * item.format.bytesPerPixel)
  func source() -> PreparedRows { PreparedRows(item.delivered, item.format, item.profile, rows) }
  let whole = try fastest { try drain(try item.pipeline(source())) }
  let alone = try fastest { try drain(source()) }
  let time = ((whole - alone) * 100).rounded() / 100
  print("\(item.name): \(time) ms (and \(((alone * 100).rounded()) / 100) ms for the source)")
}

/// The shortest time of some runs in milliseconds.
func fastest(_ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<7 {
    let start = milliseconds()
    try body()
    best = min(best, milliseconds() - start)
  }
  return best
}

func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Reads all rows, 16 at a time.
func drain(_ rows: any RowSource) throws {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: rows.layout.bytesPerRow * 16, alignment: 64)
  defer { buffer.deallocate() }
  while try rows.read(into: buffer, maxRows: 16) > 0 {}
}
