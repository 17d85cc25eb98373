internal import ByteStreams
internal import Glibc
package import ImageModel
internal import StructuredFiles
package import StructuredText

/// A file with one object, in JSON or as a property list in XML or binary.
package enum PreferencesFile {
  /// Far above any real file.
  package static let limits = StructuredLimits(maxBytes: 1 << 20, maxDepth: 16, maxValues: 10_000)

  /// Reads the object, whose members have the lines on which they are.
  ///
  /// - Throws: `io` for a file that cannot be read and for what is not a file; `invalidData`, `limitExceeded`. All have
  ///   the path.
  package static func object(_ path: String) throws(ImageError) -> StructuredObject {
    try read(path).object
  }

  private static func read(_ path: String) throws(ImageError) -> (object: StructuredObject, syntax: StructuredSyntax) {
    let bytes = try SmallFile.bytes(path, limit: limits.maxBytes, onlyRegular: true)
    do throws(ImageError) {
      let value = try StructuredSyntax.parse(bytes, limits: limits, allKinds: true)
      guard case .object(let object) = value.content else {
        throw ImageError(.invalidData, "expected an object, not \(value.kind)")
      }
      return (object, StructuredSyntax.of(bytes))
    } catch {
      throw error.at(path: path)
    }
  }

  /// The members with their lines; none if there is no file.
  ///
  /// - Throws: as `object`.
  static func members(_ path: String) throws(ImageError) -> (members: StructuredObject?, isPropertyList: Bool) {
    if SystemCall.status(of: path) == nil, errno == ENOENT { return (nil, path.hasSuffix(".plist")) }
    let (object, syntax) = try read(path)
    return (object, syntax != .json)
  }

  /// Writes all members, as JSON or as a property list in XML. The file is replaced as a whole.
  ///
  /// - Throws: `io`.
  static func write(
    _ members: [String: PropertyListValue], to path: String, isPropertyList: Bool
  ) throws(ImageError) {
    let value = PropertyListValue.dictionary(members).json(hasBytes: isPropertyList)
    let text =
      isPropertyList
      ? PropertyListText.opening + PropertyListText.element(value, level: 0) + PropertyListText.closing
      : JSONWriter.text(value, layout: .indented) + "\n"
    let file = try AtomicFile(path: path, options: .init(sync: true), names: TemporaryNames())
    try file.append(Array(text.utf8))
    try file.commit()
  }

  /// Calls a function while no other program changes files in the same folder through this library (flock(2) of the
  /// folder, which leaves no file behind).
  ///
  /// - Throws: `io` if another program keeps the lock for more than five seconds; what the function throws.
  static func withLock<Result>(
    beside path: String, _ body: () throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    let folder = PathText.split(path).directory
    let descriptor = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: folder) }
    defer { close(descriptor) }
    let end = SystemCall.monotonicSeconds + 5
    while SystemCall.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
      // File systems without locks: the last one wins.
      guard errno == EWOULDBLOCK else { break }
      guard SystemCall.monotonicSeconds < end else {
        throw ImageError(.io, "another program is changing it", path: path, systemError: EWOULDBLOCK)
      }
      usleep(5_000)
    }
    return try body()
  }
}
