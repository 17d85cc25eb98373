internal import ProviderProtocol
internal import ProviderSupport

/// The records of a Palm database, in which books of Mobipocket and of the Kindle are stored (Palm File Format
/// Specification, "Palm Database"). All numbers have the most significant byte first.
struct MobiRecords {
  /// The header of the file, up to the number of records.
  static let headerLength = 78

  /// The name of the database: a short form of the title.
  let name: [UInt8]
  private let file: DocumentBytes
  /// Where the records begin, and the end of the file.
  private let offsets: [Int]

  /// Whether the first bytes of a file are those of such a book: type and creator are `BOOK` and `MOBI`.
  static func isMark(_ head: [UInt8]) -> Bool { head.dropFirst(60).starts(with: "BOOKMOBI".utf8) }

  /// - Throws: `corruptInput` where the list of the records is cut or empty.
  init(path: String) throws(ProviderError) {
    file = try DocumentBytes(path: path)
    let head = try file.bytes(0, Self.headerLength)
    let count = head.bigEndian(76, 2)
    let list = try file.bytes(Self.headerLength, 8 * count)
    guard count > 0, list.count == 8 * count else {
      throw DocumentArchive.damaged("the list of its records is cut")
    }
    name = Array(head.prefix(31).prefix { $0 != 0 })
    offsets = (0..<count).map { list.bigEndian(8 * $0, 4) } + [file.size]
  }

  var count: Int { offsets.count - 1 }

  /// The bytes of a record; none where there is no such record, or its place is invalid.
  ///
  /// - Parameter limit: the most bytes. Of a longer record the beginning is read.
  func record(_ index: Int, atMost limit: Int) throws(ProviderError) -> [UInt8] {
    guard index >= 0, index < count else { return [] }
    let size = offsets[index + 1] - offsets[index]
    return size > 0 ? try file.bytes(offsets[index], min(size, limit)) : []
  }

  /// The size of a record in bytes; 0 where there is none.
  func size(_ index: Int) -> Int {
    index >= 0 && index < count ? max(0, min(offsets[index + 1], file.size) - offsets[index]) : 0
  }
}
