internal import Glibc
public import ImageModel
internal import ImageOps

extension ImageSource {
  /// The index of the image with the most information: its small version has grey levels of the largest entropy. A
  /// black or a blurred frame has few levels. Up to 32 images are compared, at equal distances.
  ///
  /// - Throws: errors of decoding, if no image can be decoded.
  public func mostInformativeIndex() throws(ImageError) -> Int {
    guard count > 1 else { return primaryIndex }
    var options = RenderOptions(size: .longSide(64))
    options.component = .uint8
    options.profile = .gray
    options.background = .white
    var best: (index: Int, entropy: Double)?
    var failure: ImageError?
    let candidates = min(count, 32)
    for number in 0..<candidates {
      let index = number * count / candidates
      do throws(ImageError) {
        let entropy = Self.entropy(try thumbnail(at: index, options).pixels.bytes)
        if entropy > best?.entropy ?? -1 { best = (index, entropy) }
      } catch {
        guard error.kind == .invalidData || error.kind == .limitExceeded && best != nil else { throw error }
        failure = failure ?? error
      }
    }
    if let best { return best.index }
    throw failure ?? ImageError(.invalidData, "no image can be decoded", path: name)
  }

  /// The entropy of the values in bits (Shannon 1948), in 64 classes.
  private static func entropy(_ values: [UInt8]) -> Double {
    var counts = [Double](repeating: 0, count: 64)
    for value in values { counts[Int(value >> 2)] += 1 }
    return counts.reduce(0) { sum, count in
      count > 0 ? sum - count / Double(values.count) * log2(count / Double(values.count)) : sum
    }
  }
}
