internal import Deflate
internal import ImageModel

/// Objects that wait to be written together, deflated (ISO 32000-1, 7.5.7).
struct ObjectStream {
  private var index: [UInt8] = []
  private var bodies: [UInt8] = []
  private(set) var count = 0

  /// The field of the cross-reference stream that tells the place in an object stream has one byte.
  private static let maxCount = 200
  private static let maxBytes = 48 << 10

  var isFull: Bool { count >= Self.maxCount || bodies.count >= Self.maxBytes }

  /// - Returns: the index of the object in the stream.
  mutating func append(_ object: PDFObject, number: Int) -> Int {
    if !bodies.isEmpty { bodies.append(UInt8(ascii: "\n")) }
    if count > 0 { index.append(UInt8(ascii: " ")) }
    index += Array("\(number) \(bodies.count)".utf8)
    // Nothing but a delimiter can stand before: the line feed or the beginning.
    PDFSyntax.append(object, to: &bodies)
    count += 1
    return count - 1
  }

  /// The stream's dictionary without /Length, and its content.
  func encoded() throws(ImageError) -> (PDFDictionary, [UInt8]) {
    let dictionary: PDFDictionary = [
      "Type": .name("ObjStm"), "N": .integer(count), "First": .integer(index.count + 1),
      "Filter": .name("FlateDecode"),
    ]
    return (dictionary, try Zlib.deflate(index + [UInt8(ascii: "\n")] + bodies, level: 6))
  }
}
