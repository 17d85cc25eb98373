package import ByteStreams
package import ImageModel
package import MetadataModel
package import TIFFStructure

/// The properties in a maker note: the block of an Exif directory in the camera maker's own format.
package struct MakerNote: Sendable {
  /// The maker as people write it: `Canon`.
  package var maker: String
  package private(set) var fields: [Field] = []
  private var indices = FieldIndices()
  /// The number of fields with an unknown type, or with a value outside the data.
  package var unreadable = 0
  /// The number of blocks and directories that were not searched: in an unknown form, or beyond a limit.
  package var unsearched = 0
  /// The values of `MakerNoteSource.privateKinds`, all of them, in the order of the note.
  package var privateValues: [PrivateValue] = []

  package struct Field: Sendable {
    package var property: Property
    /// The maker's words for values.
    var words: WordList?

    package var hasWords: Bool { words != nil }

    /// The maker's words for the value, or else the plain value.
    package var text: String { words?.text(property.value) ?? property.value.plainText }
  }

  package var properties: [Property] { fields.map(\.property) }

  /// The field with a name.
  package subscript(name: String) -> Field? { indices.find(name, in: fields).map { fields[$0] } }

  /// The value of the field with a name.
  package func value(_ name: String) -> PropertyValue? {
    indices.find(name, in: fields).map { fields[$0].property.value }
  }

  init(maker: String) {
    self.maker = maker
    // Many notes have more than a hundred fields.
    fields.reserveCapacity(128)
  }

  /// Adds a field. Of two fields with one name the last is kept, unless it is less reliable.
  mutating func add(_ field: Field, isLow: Bool) {
    if let index = indices.find(field.property.name, in: fields) {
      if !isLow { fields[index] = field }
    } else {
      indices.insert(field.property.name, fields.count)
      fields.append(field)
    }
  }
}

/// Where a maker note is, and what is needed to read it.
package struct MakerNoteSource {
  package var source: any ByteSource
  /// The note's place in the source.
  package var range: Range<UInt64>
  /// The position of the TIFF header. It is outside the source if the note comes from another file.
  package var header: Int64
  package var isBigEndian: Bool
  package var make: String
  package var model: String
  /// The Exif field Software, in which some makers give the version of the camera's firmware.
  package var software: String
  package var limits: Limits
  /// Whether properties get readable texts.
  package var describes: Bool
  /// Whether tags that no table names become fields.
  package var showsUnknown = true
  /// Which private values are listed with their places: `gps`, `serialNumbers`. Only an editor needs them.
  package var privateKinds: MetadataSelection = []

  private static let longestName = 128

  package init(
    _ source: any ByteSource, range: Range<UInt64>, header: Int64, isBigEndian: Bool, make: String, model: String,
    software: String, limits: Limits, describes: Bool
  ) {
    self.source = source
    self.range = range
    self.header = header
    self.isBigEndian = isBigEndian
    // Conditions search these for words, for each field.
    self.make = String(make.prefix(Self.longestName))
    self.model = String(model.prefix(Self.longestName))
    self.software = String(software.prefix(Self.longestName))
    self.limits = limits
    self.describes = describes
  }

  /// Reads the note.
  ///
  /// - Parameter note: its bytes.
  /// - Returns: nil for a note in an unknown layout.
  /// - Throws: `invalidData` or `limitExceeded` if its directory cannot be read; `io`.
  package func read(_ note: [UInt8]) throws(ImageError) -> MakerNote? {
    let capitals = make.uppercased()
    // By index: an iterator would copy each maker.
    for index in Maker.all.indices {
      for header in Maker.all[index].headers where header.fits(note, make: make, capitals: capitals, model: model) {
        let maker = Maker.all[index]
        let isDirectory = maker.tables[header.table].form == .directory
        guard let layout = header.layout(of: note, blockIsBig: isBigEndian, isDirectory: isDirectory) else { continue }
        var decoder = MakerNoteDecoder(maker, self, note: note, isBigEndian: layout.isBigEndian)
        try decoder.readMain(header, at: layout.place)
        return decoder.note
      }
    }
    return nil
  }
}

/// What the functions of a maker may know besides the value.
package struct MakerNoteContext {
  package var make: String
  package var model: String
  let modelBytes: [UInt8]
  package var software: String
  /// The byte order of the block that is read.
  package var isBigEndian: Bool
  /// What has been read.
  var note: MakerNote
  /// Values that only other rows need, by name. They are not fields.
  var hidden: [String: PropertyValue] = [:]
  /// The number of values in the field, as the directory states it.
  package var count = 1
  /// The type of the field, as the directory states it; nil in a block.
  package var type: IFDFieldType?

  init(_ source: MakerNoteSource, _ note: MakerNote, isBigEndian: Bool) {
    self.note = note
    make = source.make
    model = source.model
    modelBytes = Array(source.model.utf8)
    software = source.software
    self.isBigEndian = isBigEndian
  }

  /// The value of a name that has been read.
  package func value(_ name: String) -> PropertyValue? {
    name.utf8.first == UInt8(ascii: "_") ? hidden[name] : note.value(name)
  }

  package func number(_ name: String) -> Double? { value(name)?.number }
  package func text(_ name: String) -> String? { value(name)?.text }
}
