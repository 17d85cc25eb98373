internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// What an audio file says of itself: title, artist, cover, length. Nothing is decoded.
struct AudioFile {
  /// In the words of Vorbis comments, which all formats are translated to: `TITLE`, `ARTIST`, `ALBUM`.
  var tags: [String: String] = [:]
  /// A picture file. Of several, the front cover.
  var cover: [UInt8]?
  /// In seconds; nil where the file does not say.
  var length: Double?
  /// `MP3`, `FLAC`
  var format = ""
  /// In hertz, and the channels; nil where the file does not say.
  var rate: Int?
  var channels: Int?

  static let pictureBytes = 16 << 20
  static let longestText = 1_000

  /// - Throws: `corruptInput` for a file of another kind.
  init(path: String) throws {
    let head = try DocumentFile.beginning(of: path, atMost: 64).bytes
    let reader = try DocumentBytes(path: path)
    if head.starts(with: "fLaC".utf8) {
      try readFLAC(reader, at: 0)
    } else if head.starts(with: "OggS".utf8) {
      try readOgg(reader)
    } else if head.dropFirst(4).starts(with: "ftyp".utf8) {
      try readMP4(reader)
    } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WAVE".utf8) {
      try readWAVE(reader)
    } else {
      try readMP3(reader, head)
    }
  }

  mutating func set(_ name: String, _ value: String) {
    let value = value.collapsed
    guard !value.isEmpty, tags.count < 200, tags[name] == nil else { return }
    tags[name] = value.shortened(to: Self.longestText)
  }

  mutating func set(cover bytes: some Collection<UInt8>, isFront: Bool) {
    if cover == nil || isFront, !bytes.isEmpty, bytes.count <= Self.pictureBytes { cover = Array(bytes) }
  }

  /// `3:07`
  var lengthText: String? { PlayingTime.text(length) }
}
