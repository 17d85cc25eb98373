internal import ImageModel
internal import MetadataModel

/// The stream cipher of Nikon's notes. The keys are the camera's serial number and its shutter count,
/// which the note states.
enum NikonCipher {
  /// The readable bytes; the first ones are not encrypted.
  ///
  /// - Parameters:
  ///   - start: where the encrypted bytes begin.
  ///   - serial: a serial number that is not a number counts as the camera's default.
  static func plain(_ bytes: [UInt8], from start: Int, serial: Int, count: Int) -> [UInt8] {
    guard bytes.count > start else { return bytes }
    var plain = bytes
    let factor = serialKeys[serial & 0xFF]
    let countKey = (0..<4).reduce(0) { $0 ^ (count >> (8 * $1) & 0xFF) }
    var sum = countKeys[countKey]
    var step: UInt8 = 0x60
    for index in start..<plain.count {
      sum = sum &+ factor &* step
      step = step &+ 1
      plain[index] ^= sum
    }
    return plain
  }

  /// The keys of a note that has been read so far; nil before both are known.
  static func keys(_ context: MakerNoteContext) -> (serial: Int, count: Int)? {
    guard let text = context.text("SerialNumber"), text.utf8.count <= 64, let count = context.number("ShutterCount"),
      (0..<4_294_967_296).contains(count)
    else { return nil }
    let digits = text.trimmingTrailingSpaces
    if let number = Int(digits) { return (number, Int(count)) }
    return (context.model.hasSuffix("D50") ? 0x22 : 0x60, Int(count))
  }

  /// A serial number reduced to its last eight bits, with as many digits. Empty for a text that is
  /// not a number, and so not a key.
  static func key(ofSerial text: [UInt8]) -> [UInt8] {
    let digits = String(decoding: text, as: UTF8.self).trimmingTrailingSpaces
    guard digits.utf8.count <= 64, let number = Int(digits) else { return [] }
    let key = String(number & 0xFF)
    return Array((String(repeating: "0", count: max(0, digits.utf8.count - key.utf8.count)) + key).utf8)
  }

  private static let serialKeys = numbers(
    """
    c1bf6d0d59c5139d83616b4fc77f3d3d5359e3c7e92f95a7951fdf7f2b29c70ddf07ef71893d133d3b13fb0d89c1651fb30d6b29e3fb
    efa36b477f9535a7474fc7f1599535112961f13db32b0d4389c19d9d8965f1e9dfbf3d7f5397e5e995171d3d8bfbc7e367a707f171a7
    53b52989e52ba71729e94fc5656d6bef0d89492fb34353651d49a3138959ef6bef651d0b5913e34f9db329432b071d95595947fbe5e9
    61472f357f177fef7f959571d3a30b71a3ad0b3bb5fba3bf4f831dade92f7165a3e507353d0db5e9e5473b9def35a3bfb3df53d39753
    4971073561712f432f11df1797fb953b7f6bd325bfadc7c5c5b58bef2fd3076b25499525496d71c7
    """)

  private static let countKeys = numbers(
    """
    a7bcc9ad91df85e5d478d517467c294c4d03e925681186b3bdf76f6122a226342abe1e4614689d4418c240f47e5f1bad0b94b667b40b
    e1ea959c66dce75d6c05dad5df7aeff6db1f824cc06847a1bdee3950564adddfa5f8c6daca90ca01429d8b0c7343750594de24b38034
    e52cdc9b3fca3345d0db5ff552c321dae222726b3ed05ba8878c065d0fdd091993d0b9fc8b0f8460331c9b45f1f0a3943a1277334d44
    78283c9efd655716946bfb59d0c82236dbd2639843a1048786f7a626bbd6594dbf6a2eaa2befe678b64ee02fdc7cbe5719327e2ad0b8
    ba29003c527da8493b2deb2549faa3aa39a7c5a7501136fbc6674af5a512657eb0dfaf4eb3617f2f
    """)

  private static func numbers(_ digits: String) -> [UInt8] {
    let digits = digits.utf8.compactMap { UInt8(ascii: "\n") == $0 ? nil : Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
