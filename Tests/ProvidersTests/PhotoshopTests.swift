internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Photoshop documents", .timed)
struct PhotoshopTests {
  @Test(
    "The picture of all layers is shown in each mode of colours",
    arguments: ["flag.psd", "inks.psd", "indexed.psd", "lab.psd"])
  func composite(_ name: String) async throws {
    // 60 by 40 pixels are not enlarged.
    let pixels = try await FolderDocument("photoshop", "valid/\(name)").thumbnail()
    #expect((pixels.width, pixels.height) == (60, 40))
    #expect(pixels.isNear([200, 40, 40], 0.1, 0.2) && pixels.isNear([40, 60, 200], 0.9, 0.2))
    if name != "indexed.psd" { #expect(pixels.isNear([20, 20, 20], 0.5, 0.95)) }
    let small = try await FolderDocument("photoshop", "valid/\(name)").thumbnail(side: 12)
    #expect((small.width, small.height) == (12, 8))
    #expect(small.isNear([200, 40, 40], 0.1, 0.2) && small.isNear([40, 60, 200], 0.9, 0.2))
  }

  @Test("A transparent picture is transparent, in its own colours")
  func transparent() async throws {
    let outcome = try await Shipped.named("photoshop").inProcess.preview(
      of: Fixtures.path("preview/valid/glass.psd"), contentType: "com.adobe.photoshop-image", side: 60)
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    #expect((pixels.width, pixels.height) == (60, 40))
    #expect(pixels.format == .rgba8)
    func words(_ x: Int, _ y: Int) -> [Int] {
      outcome.bytes[(y * pixels.stride + 4 * x)...].prefix(4).map { Int($0) }
    }
    // Red, green, blue and alpha.
    let (left, right) = (words(5, 5), words(55, 5))
    #expect(zip(left, [200, 40, 40, 128]).allSatisfy { abs($0 - $1) <= 2 }, "\(left)")
    #expect(zip(right, [40, 60, 200, 255]).allSatisfy { abs($0 - $1) <= 2 }, "\(right)")
  }

  @Test("A document in other colours is shown by the small picture that it carries")
  func small() async throws {
    let pixels = try await FolderDocument("photoshop", "valid/small_only.psd").thumbnail()
    #expect((pixels.width, pixels.height) == (60, 40))
    #expect(pixels.isNear([30, 140, 70], 0.05, 0.05))
  }

  @Test("Sizes that the file does not have, and rows of impossible lengths")
  func hostile() async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/flag.psd"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 5)
    for round in 0..<300 {
      var damaged = bytes
      if round < 100 {
        for place in 12..<26 { damaged[place] = UInt8.random(in: 0...1, using: &random) }
      } else {
        for _ in 0..<6 {
          damaged[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let file = FolderDocument("photoshop", path: try folder.write(damaged, to: "a"))
      do {
        #expect(try await file.thumbnail(side: 32).width <= 32)
      } catch let error as ProviderError {
        #expect([.corruptInput, .unsupportedType, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }
}
