/// Compressions by their numbers in the field Compression (259): what users call them.
enum CompressionNames {
  static func name(of compression: Int) -> String {
    names[compression] ?? "compression \(compression)"
  }

  private static let names: [Int: String] = [
    1: "none", 2: "CCITT RLE", 3: "CCITT Group 3", 4: "CCITT Group 4", 5: "LZW", 6: "old JPEG", 7: "JPEG",
    8: "deflate", 9: "JBIG T.85", 10: "JBIG T.43", 32766: "NeXT", 32771: "CCITT RLE (words)", 32773: "PackBits",
    32809: "ThunderScan", 32895: "IT8 CT", 32896: "IT8 LW", 32897: "IT8 MP", 32898: "IT8 BL", 32908: "PixarFilm",
    32909: "PixarLog", 32946: "deflate", 32947: "Kodak DCS", 33003: "JPEG 2000", 33005: "JPEG 2000", 34661: "JBIG",
    34676: "SGILog", 34677: "SGILog24", 34712: "JPEG 2000", 34887: "LERC", 34892: "lossy JPEG", 34925: "LZMA",
    50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL",
  ]
}
