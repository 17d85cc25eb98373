internal import ByteStreams
internal import Glibc
internal import ProviderSupport

/// The PDF files that LibreOffice writes.
enum OfficePDF {
  /// The last object of such a file has its properties. The table of all objects and the trailer follow.
  private static let searchedBytes = 1 << 20
  private static let digitCount = 32

  /// Replaces the time of creation, and the identifiers that are made of it (ISO 32000-1, 14.3.3 and 14.4), so that
  /// equal documents have equal previews. A file that lacks them stays as it is.
  static func removeTime(from path: String) {
    guard let size = SystemCall.status(of: path).map({ Int($0.st_size) }),
      var end = try? DocumentBytes(path: path).bytes(max(0, size - searchedBytes), min(size, searchedBytes)),
      let time = end.ranges(of: Array("/CreationDate(D:".utf8)).last?.upperBound,
      let trailer = end.ranges(of: Array("/ID [ <".utf8)).last?.upperBound
    else { return }
    let none = Array("19700101000000".utf8)
    guard time + none.count <= trailer else { return }
    end.replaceSubrange(time..<time + none.count, with: none)
    // Two identifiers and a checksum.
    let identifier = MD5.hexDigest(end[..<trailer]).uppercased().utf8
    var count = 0
    for place in trailer..<end.count {
      count = isDigit(end[place]) ? count + 1 : 0
      if count == digitCount { end.replaceSubrange(place + 1 - digitCount...place, with: identifier) }
    }
    let file = SystemCall.open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    lseek(file, off_t(size - end.count), SEEK_SET)
    _ = SystemCall.writeAll(end, to: file)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
