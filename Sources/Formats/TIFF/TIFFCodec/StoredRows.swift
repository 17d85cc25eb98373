internal import CTIFFShims
internal import ImageModel

/// A way to get at the rows of a page, chosen by how they are stored.
///
/// Rows are asked for from top to bottom. Rows that cannot be decoded are delivered as zeros and counted.
protocol StoredRows: AnyObject {
  /// Writes up to `maxRows` delivered rows from `row` on, at least one.
  ///
  /// - Returns: how many, and whether something of them was decoded.
  /// - Throws: `io`.
  func read(row: Int, maxRows: Int, to target: UnsafeMutableRawPointer) throws(ImageError) -> (
    count: Int, isDecoded: Bool
  )

  /// What could not be decoded so far.
  var damage: Damage { get }

  /// What libtiff warned of since the last call.
  func takeWarnings() -> [String]
}

/// Parts of a page that could not be decoded.
struct Damage {
  private(set) var parts = 0
  private(set) var firstMessage = ""

  mutating func add(_ message: String) {
    if parts == 0 { firstMessage = message }
    parts += 1
  }
}

/// A directory that libtiff has read, and the handle that keeps it.
final class OpenPage {
  let handle: TIFFHandle
  let page: tiff_shim_page

  init(_ handle: consuming TIFFHandle, directory offset: UInt64) throws(ImageError) {
    page = try handle.select(directory: offset)
    self.handle = handle
  }

  var width: Int { Int(page.width) }
  var height: Int { Int(page.height) }

  /// Rows of a strip; the last strip may have fewer.
  var rowsPerStrip: Int { max(1, min(Int(page.rows_per_strip), height)) }

  /// The first error since the last call, for a step that failed.
  ///
  /// - Throws: `io`, when it was the system's.
  func takeError() throws(ImageError) -> String {
    if let failure = handle.systemFailure { throw failure }
    let words = handle.firstError
    handle.clearErrors()
    return words.isEmpty ? "the data cannot be decoded" : words
  }
}
