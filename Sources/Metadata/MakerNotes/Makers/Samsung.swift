internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Samsung's cameras and phones.
  static let samsung: Maker = Maker(
    name: "Samsung",
    headers: [
      MakerNoteHeader("STMN", table: "Type1"),
      MakerNoteHeader(make: "SAMSUNG", table: "Type2", base: .note(0)),
    ],
    tables: TagTables(samsungTables),
    // The key of encrypted values.
    early: [0xA020],
    words: [:],
    conversions: [
      "decrypt:-0": { value, context in decrypted(value, context, -1, 0) },
      "decrypt:-1": { value, context in decrypted(value, context, -1, 1) },
      "decrypt:-2": { value, context in decrypted(value, context, -1, 2) },
      "decrypt:-4": { value, context in decrypted(value, context, -1, 4) },
      "decrypt:-8": { value, context in decrypted(value, context, -1, 8) },
      "decrypt:0": { value, context in decrypted(value, context, 1, 0) },
      "decrypt:4": { value, context in decrypted(value, context, 1, 4) },
    ],
    conditions: [
      "isSerial": { value, _ in
        if case .text(let bytes) = value { bytes.prefix(5).count == 5 } else { false }
      },
      "isZero": { value, _ in
        if case .unsigned(let numbers) = value { numbers.allSatisfy { $0 == 0 } } else { false }
      },
    ])

  /// Numbers to which the numbers of the key have been added.
  ///
  /// - Parameters:
  ///   - sign: -1 subtracts the key.
  ///   - start: the first number of the key.
  private static func decrypted(
    _ value: PropertyValue, _ context: MakerNoteContext, _ sign: Double, _ start: Int
  ) -> PropertyValue? {
    guard let key = context.value("EncryptionKey")?.numbers, (1...64).contains(key.count) else { return nil }
    // The sum stays in the range of the type.
    let range: ClosedRange<Double> =
      switch context.type {
      case .short: 0...65_535
      case .signedShort: -32_768...32_767
      case .signedLong: -2_147_483_648...2_147_483_647
      default: 0...4_294_967_295
      }
    let size = range.upperBound - range.lowerBound + 1
    let plain = value.numbers.enumerated().map { index, number -> PropertyValue in
      let sum = number + sign * key[(index + start) % key.count]
      return .plainNumber(sum > range.upperBound ? sum - size : sum < range.lowerBound ? sum + size : sum)
    }
    return plain.count == 1 ? plain[0] : .array(plain)
  }
}
