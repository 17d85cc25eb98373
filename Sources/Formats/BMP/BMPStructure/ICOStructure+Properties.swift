internal import ImageModel
package import MetadataModel

extension ICOStructure {
  /// The group `ICO`: the first entry of the directory, under ExifTool's names.
  package var properties: PropertyGroup {
    let entry = firstEntry
    func number(_ at: Int, _ count: Int) -> Int { Int(bigEndianBytes: entry[at..<at + count].reversed()) }
    let fields: [(String, Int)] = [
      // A byte cannot say 256.
      ("ImageCount", declaredCount), ("ImageWidth", entry[0] == 0 ? 256 : Int(entry[0])),
      ("ImageHeight", entry[1] == 0 ? 256 : Int(entry[1])), ("NumColors", Int(entry[2])),
      (isCursor ? "HotspotX" : "ColorPlanes", number(4, 2)), (isCursor ? "HotspotY" : "BitsPerPixel", number(6, 2)),
      ("ImageLength", number(8, 4)),
    ]
    return PropertyGroup("ICO", fields.map { Property($0.0, .integer(Int64($0.1))) })
  }
}
