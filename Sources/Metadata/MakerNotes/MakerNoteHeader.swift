internal import ImageModel

/// How the notes of a maker begin: how they are recognised, and where their tags are.
struct MakerNoteHeader: Sendable {
  enum Place: Sendable {
    /// This many bytes after the beginning of the note.
    case at(Int)
    /// At the 32-bit offset that is stored in the note, plus a number.
    case stored(at: Int, plus: Int = 0)
  }

  /// The origin of offsets.
  enum Base: Sendable {
    /// The TIFF header of the Exif block, or of the file.
    case header
    /// This many bytes after the beginning of the note.
    case note(Int)
    /// There is none: the values follow the directory in the order of their fields, each at an even place.
    case none
  }

  enum Order: Sendable {
    /// That of the Exif block, or the other one if it makes the number of fields more plausible.
    case block
    /// The order of the byte-order mark in the note, or else as with `block`.
    case mark(at: Int)
    case big, little

    var isFixed: Bool {
      switch self {
      case .big, .little: true
      case .block, .mark: false
      }
    }
  }

  /// The first bytes of the note. Empty: any.
  var signature: [UInt8]
  /// The first letters of Make, in capitals. Empty: any.
  var make: String
  /// The maker of these notes, if it is not the maker of the tables.
  var maker: String?
  /// A further condition, if signature and make do not tell makers and layouts apart.
  var test: Test?
  /// The first table.
  var table: String
  var place: Place
  var base: Base
  var order: Order
  /// Whether the number of fields has four bytes: it is the first two of them, or the last two if the first are zero.
  var hasPaddedCount: Bool

  typealias Test = @Sendable (_ note: [UInt8], _ make: String, _ model: String) -> Bool

  init(
    _ signature: String = "", make: String = "", maker: String? = nil, table: String = "Main", at place: Place = .at(0),
    base: Base = .header, order: Order = .block, hasPaddedCount: Bool = false, test: Test? = nil
  ) {
    self.signature = Array(signature.utf8)
    self.make = make
    self.maker = maker
    self.table = table
    self.place = place
    self.base = base
    self.order = order
    self.hasPaddedCount = hasPaddedCount
    self.test = test
  }

  /// - Parameter capitals: `make` in capitals.
  func fits(_ note: [UInt8], make: String, capitals: String, model: String) -> Bool {
    note.starts(with: signature) && capitals.hasPrefix(self.make) && test?(note, make, model) ?? true
  }

  /// The offset of the tags in the note, and their byte order. nil for a note that is too short.
  func layout(of note: [UInt8], blockIsBig: Bool, isDirectory: Bool) -> (place: Int, isBigEndian: Bool)? {
    var isBig =
      switch order {
      case .block: blockIsBig
      case .mark(let place): Self.mark(note, place) ?? blockIsBig
      case .big: true
      case .little: false
      }
    let place: Int
    switch self.place {
    case .at(let offset): place = offset
    case .stored(let offset, let added):
      guard note.count >= offset + 4 else { return nil }
      place = Self.number(note[offset..<offset + 4], isBig) + added
    }
    guard place >= 0, place <= note.count - 2 else { return nil }
    if isDirectory, !hasPaddedCount, !order.isFixed {
      let (stated, swapped) = (
        Self.number(note[place..<place + 2], isBig), Self.number(note[place..<place + 2], !isBig)
      )
      if stated > 0xFF, swapped < stated { isBig.toggle() }
    }
    return (place, isBig)
  }

  /// Whether the byte-order mark at an offset is big-endian; nil if there is none.
  private static func mark(_ note: [UInt8], _ place: Int) -> Bool? {
    guard note.count >= place + 2 else { return nil }
    return switch (note[place], note[place + 1]) {
    case (0x49, 0x49): false
    case (0x4D, 0x4D): true
    default: nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> Int {
    bigEndian ? Int(bigEndianBytes: bytes) : Int(bigEndianBytes: bytes.reversed())
  }
}
