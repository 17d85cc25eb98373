internal import ByteStreams
internal import ImageModel
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
    let file: FileByteSource
    do {
      file = try FileByteSource(path: path)
    } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
    let reader = AudioReader(file)
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
  var lengthText: String? {
    guard let length, length.isFinite, (0.5..<1e7).contains(length) else { return nil }
    let seconds = Int(length.rounded())
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    let minutes = seconds / 60 % 60
    guard seconds >= 3_600 else { return "\(minutes):\(rest)" }
    return "\(seconds / 3_600):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }
}

/// Reads numbers and bytes of a file. Beyond its end there are none.
struct AudioReader {
  private let file: FileByteSource

  init(_ file: FileByteSource) { self.file = file }

  var size: Int { Int(clamping: file.size) }

  /// - Throws: `sourceUnavailable`.
  func bytes(_ offset: Int, _ count: Int) throws(ProviderError) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    do {
      return try file.bytes(at: UInt64(offset), count: min(count, size - offset))
    } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// A number of up to seven bytes with the most significant one first; 0 where bytes are missing.
  func bigEndian(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= self.count else { return 0 }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same with the least significant one first.
  func littleEndian(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= self.count else { return 0 }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
