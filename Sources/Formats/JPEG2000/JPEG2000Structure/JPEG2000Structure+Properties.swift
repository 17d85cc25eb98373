package import ByteStreams
package import ImageModel
package import MetadataModel

extension JPEG2000Structure {
  /// The group `Jpeg2000`: the boxes of the header, under ExifTool's names.
  package func properties(in source: any ByteSource) throws(ImageError) -> PropertyGroup? {
    var group = PropertyGroup("Jpeg2000")
    var reader = ISOBoxReader(source)
    for box in boxes + headerBoxes {
      guard ["ftyp", "ihdr", "bpcc", "colr", "res "].contains(box.type),
        let content = try reader.content(of: box, limit: 1 << 16)
      else { continue }
      if box.type == "res " {
        for inner in try reader.boxes(in: box.content) {
          guard let content = try reader.content(of: inner, limit: 10) else { continue }
          group.properties += Self.resolution(inner.type, content)
        }
      } else {
        group.properties += Self.properties(box.type, content)
      }
    }
    return group
  }

  private static func properties(_ type: String, _ content: [UInt8]) -> [Property] {
    func number(_ name: String, _ range: Range<Int>, _ names: [Int: String] = [:]) -> Property {
      let value = Int(bigEndianBytes: content[range])
      return Property(name, .integer(Int64(value)), readable: names[value])
    }
    switch type {
    case "ftyp": return FileTypeBox.properties(content)
    case "ihdr" where content.count >= 12:
      return [
        number("ImageHeight", 0..<4), number("ImageWidth", 4..<8), number("NumberOfComponents", 8..<10),
        Property("BitsPerComponent", .integer(Int64(content[10])), readable: depth(content[10])),
        number("Compression", 11..<12, [7: "JPEG 2000"]),
      ]
    case "bpcc": return [Property("BitsPerComponent", .array(content.map { .integer(Int64($0)) }))]
    case "colr" where content.count >= 3:
      let fixed = [
        number("ColorSpecMethod", 0..<1, [1: "enumerated", 2: "restricted ICC", 3: "any ICC", 4: "vendor colour"]),
        Property("ColorSpecPrecedence", .integer(Int64(Int8(bitPattern: content[1])))),
        number(
          "ColorSpecApproximation", 2..<3,
          [
            0: "not specified", 1: "accurate", 2: "exceptional quality",
            3: "reasonable quality", 4: "poor quality",
          ]),
      ]
      guard content[0] == 1, content.count >= 7 else { return fixed }
      let space = Int(bigEndianBytes: content[3..<7])
      return fixed + [number("ColorSpace", 3..<7, [space: name(ofColorSpace: space)])]
    default: return []
    }
  }

  private static func depth(_ field: UInt8) -> String {
    field == 255 ? "varies" : "\(field & 0x7F + 1) bits, \(field & 0x80 != 0 ? "signed" : "unsigned")"
  }

  /// The boxes `resc` and `resd` (I.5.3.7): two fractions and their powers of ten.
  private static func resolution(_ type: String, _ content: [UInt8]) -> [Property] {
    guard let name = ["resc": "Capture", "resd": "Display"][type], content.count == 10 else { return [] }
    func fraction(_ axis: String, _ place: Int) -> Property {
      let parts = [place, place + 2].map { Double(Int(bigEndianBytes: content[$0..<$0 + 2])) }
      return Property("\(name)\(axis)Resolution", .decimal(parts[1] > 0 ? parts[0] / parts[1] : 0))
    }
    func unit(_ axis: String, _ place: Int) -> Property {
      let power = Int8(bitPattern: content[place])
      return Property(
        "\(name)\(axis)ResolutionUnit", .integer(Int64(power)),
        readable: power == 0 ? "per metre" : "10^\(power) per metre")
    }
    return [fraction("Y", 0), fraction("X", 4), unit("Y", 8), unit("X", 9)]
  }
}
