internal import ByteStreams
internal import Glibc

/// A document of an earlier order whose file the next order's document is written over: that takes a quarter of the time of
/// a new file, for its pages are there already.
///
/// The host keeps it open for writing, for its mode lets nobody write any more.
struct SpareDocument: ~Copyable {
  /// Larger ones are removed at once, so that a worker that waits holds little.
  static let mostBytes: Int64 = 64 << 20

  let descriptor: Int32
  var path: String
  /// The order that it belonged to is over.
  var isFree = false

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Gives the file a new name.
  ///
  /// - Returns: false where it could not be done (`rename`).
  mutating func rename(to newPath: String) -> Bool {
    let isRenamed = PathText.withCString(path) { old in
      PathText.withCString(newPath) { new in Glibc.rename(old, new) == 0 }
    }
    if isRenamed { path = newPath }
    return isRenamed
  }
}
