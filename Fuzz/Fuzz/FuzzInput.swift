internal import Glibc
internal import MetadataFuzzing
internal import ParserFuzzing

#if SERVICE
  internal import ServiceFuzzing
#endif

/// The inputs that libFuzzer hands over.
enum FuzzInput {
  #if SERVICE
    static let targets = FuzzTarget.every + FuzzTarget.service
  #else
    static let targets = FuzzTarget.every
  #endif

  private static let target: FuzzTarget = {
    let name = getenv("CAMEO_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      fail("CAMEO_FUZZ_TARGET names no target; --list prints them")
    }
    return target
  }()

  /// Seconds of processor time for one input. The elapsed time, which libFuzzer uses, means nothing on a busy machine.
  private static let mostSeconds = 2.0

  /// Runs the target over one input. Forbidden behaviour ends the process, and so libFuzzer learns of it.
  static func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let before = clock()
    do {
      try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch let failure as BrokenPromise {
      complain("\(target.name): \(failure)")
      abort()
    } catch {
      // The input is refused.
    }
    let seconds = Double(clock() - before) / 1_000_000
    if seconds > mostSeconds {
      complain("\(target.name): an input of \(count) bytes took \(seconds) s")
      abort()
    }
    return 0
  }
}
