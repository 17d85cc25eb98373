internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

/// A document of a shipped provider for one test.
struct FolderDocument {
  var provider: String
  var path: String

  /// A fixture.
  init(_ provider: String, _ fixture: String) {
    self.provider = provider
    path = Fixtures.path("preview/\(fixture)")
  }

  /// A file that a test has made.
  init(_ provider: String, path: String) { (self.provider, self.path) = (provider, path) }

  /// A file with a text.
  init(_ provider: String, text: String, name: String = "document", in folder: TemporaryDirectory) throws {
    self.provider = provider
    path = try folder.write(Array(text.utf8), to: name)
  }

  func preview() async throws -> ProviderTrial.Outcome {
    let outcome = try await Shipped.named(provider).inProcess.preview(of: path, contentType: "public.data")
    if case .data = outcome.reply.content { try await HTMLJudge.check(outcome.bytes, path) }
    return outcome
  }

  /// The preview's HTML, in which nothing can run.
  func html() async throws -> String { String(decoding: try await preview().bytes, as: UTF8.self) }

  func thumbnail(page: Int? = nil, side: Double = 128) async throws -> ThumbnailPixels {
    let outcome = try await Shipped.named(provider).inProcess.thumbnail(
      of: path, contentType: "public.data", side: side, page: page)
    return try ThumbnailPixels(outcome)
  }
}

/// The pixels of a thumbnail.
struct ThumbnailPixels {
  let width: Int
  let height: Int
  private let bytes: [UInt8]
  private let stride: Int
  private let step: Int

  init(_ outcome: ProviderTrial.Outcome) throws {
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    (width, height, stride, step) = (pixels.width, pixels.height, pixels.stride, pixels.format.bytesPerPixel)
    // Drawings have the order blue, green, red.
    let isDrawing = pixels.format == .argb32Premultiplied
    bytes = outcome.bytes
    order = isDrawing ? [2, 1, 0] : step >= 3 ? [0, 1, 2] : [0, 0, 0]
  }

  private let order: [Int]

  /// Red, green and blue at a place, in parts of the width and the height.
  func color(_ x: Double, _ y: Double) -> [Int] {
    let (column, row) = (min(Int(x * Double(width)), width - 1), min(Int(y * Double(height)), height - 1))
    return order.map { Int(bytes[row * stride + column * step + $0]) }
  }

  /// Whether a colour is near another one.
  func isNear(_ color: [Int], _ x: Double, _ y: Double) -> Bool {
    zip(self.color(x, y), color).allSatisfy { abs($0 - $1) < 40 }
  }

  /// The number of pixels in some rows that a condition holds for.
  func count(rows: ClosedRange<Double>, where isCounted: ([Int]) -> Bool) -> Int {
    let all = Int(rows.lowerBound * Double(height))..<min(height, Int(rows.upperBound * Double(height)))
    return all.reduce(0) { count, row in
      count + (0..<width).count { column in isCounted(order.map { Int(bytes[row * stride + column * step + $0]) }) }
    }
  }
}
