internal import Glibc
internal import ImageModel
internal import MetadataFuzzing

/// The inputs that libFuzzer hands over.
enum FuzzInput {
  private static let target: FuzzTarget = {
    let name = getenv("CAMEO_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.named(name) else { fail("CAMEO_FUZZ_TARGET names no target; --list prints them") }
    return target
  }()

  /// Runs the target over one input; what it should not do ends the process, which is how libFuzzer learns of it.
  static func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch is ImageError {
      // The input is refused.
    } catch {
      complain("\(target.name): \(error)")
      abort()
    }
    return 0
  }
}
