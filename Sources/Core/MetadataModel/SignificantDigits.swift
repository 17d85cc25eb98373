internal import Glibc

/// Numbers with a limited number of significant digits, as C's `%g` writes them.
package enum SignificantDigits {
  /// `%.*g` of C.
  package static func text(_ value: Double, _ digits: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 48)
    let count = withVaList([Int32(digits), value]) { vsnprintf(&buffer, buffer.count, "%.*g", $0) }
    return String(decoding: buffer.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package static func rounded(_ value: Double, _ digits: Int) -> Double { Double(text(value, digits)) ?? value }
}
