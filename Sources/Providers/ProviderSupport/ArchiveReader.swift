internal import ByteStreams
internal import CArchiveShims
internal import Glibc
package import ProviderProtocol

/// Reads the entries of an archive with libarchive, one after the other. Nothing is unpacked into files.
package struct ArchiveReader: ~Copyable {
  package struct Entry {
    /// The archive's own bytes; nil for a compressed file that is not an archive.
    package var name: [UInt8]?
    /// The size of the content; nil where the archive does not say.
    package var byteCount: Int64?
    package var isDirectory: Bool
    package var isEncrypted: Bool
  }

  /// What follows an entry.
  package enum Step {
    case entry(Entry)
    case end
    /// More would have to be decompressed than allowed.
    case limit
    /// The rest is damaged, or the file is not an archive; with the library's message on one line.
    case damaged(String)
    /// Even the names are encrypted; with the library's message on one line.
    case encrypted(String)
  }

  private let descriptor: Int32
  private let reader: OpaquePointer
  private let isOpen: Bool

  /// Opens a file. The first `next()` says whether it is an archive.
  ///
  /// - Parameter byteLimit: the most bytes that are decompressed on the way to the entries.
  /// - Throws: `sourceUnavailable`; `providerUnavailable` without libarchive; `resourceExhausted`.
  package init(path: String, byteLimit: Int64) throws(ProviderError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ProviderError(.sourceUnavailable, "the file cannot be opened") }
    var opened: OpaquePointer?
    let status = archive_shim_open(descriptor, byteLimit, &opened)
    guard let opened else {
      close(descriptor)
      throw status == archive_shim_missing
        ? ProviderError(.providerUnavailable, "libarchive is not installed")
        : ProviderError(.resourceExhausted, "there is not enough memory for the archive")
    }
    reader = opened
    isOpen = status == archive_shim_ok
  }

  deinit {
    archive_shim_close(reader)
    close(descriptor)
  }

  /// Goes to the next entry.
  package func next() -> Step {
    guard isOpen else { return .damaged(message) }
    var entry = archive_shim_entry()
    switch archive_shim_next(reader, &entry) {
    case archive_shim_ok:
      return .entry(
        Entry(
          name: entry.name.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) },
          byteCount: entry.size < 0 ? nil : entry.size, isDirectory: entry.is_directory != 0,
          isEncrypted: entry.is_encrypted != 0))
    case archive_shim_end: return .end
    case archive_shim_limit: return .limit
    case archive_shim_encrypted: return .encrypted(message)
    default: return .damaged(message)
    }
  }

  /// The beginning of the content of the entry that `next` went to: what can be read of it, at most `limit` bytes. It
  /// is read once.
  package func content(atMost limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      filled = Int(max(0, archive_shim_read(reader, buffer.baseAddress, limit)))
    }
  }

  /// Whether names that are not UTF-8 are in the encoding of old ZIP archives.
  package var isZIP: Bool { archive_shim_is_zip(reader) != 0 }

  /// How the archive is compressed as a whole: `gzip`; empty where it is not.
  package var compression: String { String(cString: archive_shim_compression(reader)) }

  /// The format's name: `POSIX ustar format`; empty for a compressed file that is not an archive.
  package var format: String { String(cString: archive_shim_format(reader)) }

  /// The number of bytes decompressed so far.
  package var byteCount: Int64 { archive_shim_bytes(reader) }

  /// The library's message for the last error, on one line and without a full stop at its end.
  private var message: String {
    let lines = String(cString: archive_shim_message(reader)).split(whereSeparator: \.isNewline)
    let message = lines.joined(separator: "; ")
    return PrintableText.escaped(message.hasSuffix(".") ? String(message.dropLast()) : message)
  }
}
