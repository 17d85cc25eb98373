internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import Synchronization

/// The bytes of a regular file: in memory, in a file on a disk, or in an open file that has no name any more.
///
/// The bytes never change. If another program changes the file, reading them fails with `changed`.
final class FileContents: Sendable {
  /// A file of a document on a disk.
  struct Place: Sendable {
    var location: DocumentLocation
    /// The path below the location; empty for the location itself.
    var below: String
    var stamp: FileStamp

    var path: String { location.path(below: below) }
  }

  private struct State {
    var memory: [UInt8]?
    var place: Place?
    /// The file of a place that the library has removed since; -1 without.
    var descriptor: Int32 = -1
  }

  let size: UInt64
  private let state: Mutex<State>

  /// Whether the bytes stay in memory when they have been saved.
  var isSmall: Bool { size <= 64 << 10 }

  init(_ bytes: [UInt8]) {
    size = UInt64(bytes.count)
    state = Mutex(State(memory: bytes))
  }

  init(_ place: Place) {
    size = UInt64(clamping: place.stamp.size)
    state = Mutex(State(place: place))
    place.location.register(self)
  }

  /// The same bytes in an object of its own.
  var copy: FileContents {
    state.withLock { state in
      FileContents(
        size, State(memory: state.memory, place: state.place, descriptor: Self.duplicate(state.descriptor)))
    }
  }

  private init(_ size: UInt64, _ state: State) {
    self.size = size
    self.state = Mutex(state)
  }

  private static func duplicate(_ descriptor: Int32) -> Int32 {
    descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// Where the file is; nil while it has no name.
  var place: Place? { state.withLock { $0.place } }
  var path: String? { place?.path }
  /// The bytes, if they are in memory.
  var memory: [UInt8]? { state.withLock { $0.memory } }

  /// Whether another program has changed or removed the file, so that nobody has the bytes any more.
  var isLost: Bool {
    let (isKept, place) = state.withLock { ($0.memory != nil || $0.descriptor >= 0, $0.place) }
    guard !isKept else { return false }
    return place.map { SystemCall.linkStatus(of: $0.path).map { FileStamp($0) } != $0.stamp } ?? true
  }

  /// - Throws: `changed`, `io`.
  func bytes(in range: Range<UInt64>) throws(DocumentError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    do throws(ImageError) {
      let count = Int(range.upperBound - range.lowerBound)
      if let bytes = try source().exactBytes(at: range.lowerBound, count: count) { return bytes }
    } catch {
      throw DocumentError(error)
    }
    throw changed()
  }

  /// How many bytes are compared or written at a time. malloc takes larger pieces from the system and keeps them, for
  /// each thread.
  static let pieceSize = 64 << 10

  /// Whether other contents have the same bytes; false if one of them cannot be read.
  func hasBytes(of other: FileContents) -> Bool {
    guard size == other.size, let one = try? source(), let two = try? other.source() else { return false }
    var offset: UInt64 = 0
    while offset < size {
      let count = Int(min(size - offset, UInt64(Self.pieceSize)))
      guard let bytes = try? one.exactBytes(at: offset, count: count),
        bytes == (try? two.exactBytes(at: offset, count: count))
      else { return false }
      offset += UInt64(count)
    }
    return true
  }

  /// The bytes for one reader.
  ///
  /// - Throws: `io`, with `ESTALE` where another program has changed or removed the file.
  func source() throws(ImageError) -> any ByteSource {
    let (memory, place, descriptor) = state.withLock { state in
      // The copy is made under the lock, because a descriptor may be closed.
      (state.memory, state.place, Self.duplicate(state.descriptor))
    }
    if let memory { return MemoryByteSource(memory) }
    if descriptor >= 0 { return try FileByteSource(taking: descriptor, Self.status(of: descriptor), path: "") }
    guard let place else { throw stale() }
    let path = place.path
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      throw [ENOENT, ENOTDIR, ELOOP].contains(errno) ? stale() : SystemCall.error("open", path: path)
    }
    let status = Self.status(of: file)
    guard let status, FileStamp(status) == place.stamp else {
      close(file)
      throw stale()
    }
    return try FileByteSource(taking: file, status, path: path)
  }

  /// The bytes are at this place now as well.
  func settle(at place: Place) {
    state.withLock { state in
      state.place = place
      if !isSmall { state.memory = nil }
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = -1
    }
    place.location.register(self)
  }

  /// Keeps the file open, or its bytes, because it is about to lose its name.
  ///
  /// - Parameter path: where it is now.
  /// - Returns: false if that is not possible. The contents know their old place then, by which versions find the
  ///   bytes.
  func keep(at path: String, inMemory: Bool) -> Bool {
    state.withLock { state in
      guard let stamp = state.place?.stamp else { return true }
      if state.memory == nil {
        let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        guard let status = Self.status(of: file), FileStamp(status) == stamp else {
          close(file)
          return false
        }
        if inMemory {
          let source = try? FileByteSource(taking: file, status, path: path)
          guard let bytes = try? source?.exactBytes(at: 0, count: Int(size)) else { return false }
          state.memory = bytes
        } else {
          state.descriptor = file
        }
      }
      state.place = nil
      return true
    }
  }

  /// Whether a file without a name is open.
  var isOpen: Bool { state.withLock { $0.descriptor >= 0 } }

  private static func status(of file: Int32) -> stat? {
    var status = stat()
    return fstat(file, &status) == 0 ? status : nil
  }

  private func stale() -> ImageError {
    ImageError(.io, "another program has changed or removed it", path: path, systemError: ESTALE)
  }

  private func changed() -> DocumentError { DocumentError(stale()) }
}

/// Where a document is. It moves with its document, so that contents that were not read yet are found.
final class DocumentLocation: Sendable {
  private struct Known {
    weak var contents: FileContents?
  }

  private struct State {
    var path: String
    var contents: [ObjectIdentifier: Known] = [:]
    var nextCleaning = 1_024
    var hasUnkept = false
    /// Where other programs have moved the package, the trash for example.
    var others: [DocumentLocation] = []
  }

  private let state: Mutex<State>

  /// - Parameter path: absolute and without links.
  init(_ path: String) { state = Mutex(State(path: path)) }

  var path: String {
    get { state.withLock { $0.path } }
    set { state.withLock { $0.path = newValue } }
  }

  func path(below: String) -> String { below.isEmpty ? path : "\(path)/\(below)" }

  func register(_ contents: FileContents) {
    state.withLock { state in
      state.contents[ObjectIdentifier(contents)] = Known(contents: contents)
      if state.contents.count >= state.nextCleaning {
        state.contents = state.contents.filter { $0.value.contents != nil }
        state.nextCleaning = max(1_024, 2 * state.contents.count)
      }
    }
  }

  /// The contents that somebody still has, and whose files are here.
  var contents: [FileContents] {
    state.withLock { $0.contents.values.compactMap(\.contents) }.filter { $0.place?.location === self }
  }

  /// The same, with those that were found where other programs have moved the package.
  var contentsAnywhere: [FileContents] { contents + state.withLock { $0.others }.flatMap(\.contents) }

  /// The location of a place to which another program has moved the package. It is this one if the package is back.
  func other(at path: String) -> DocumentLocation {
    state.withLock { state in
      if state.path == path { return self }
      if let known = state.others.first(where: { $0.path == path }) { return known }
      let made = DocumentLocation(path)
      state.others.append(made)
      return made
    }
  }

  /// How many removed files are kept open, and how many bytes of others are read. A process has 1,024 descriptors by
  /// default.
  private static let maxOpenCount = 128
  private static let maxReadBytes: UInt64 = 64 << 20

  /// Whether there were more removed files than that. Their bytes are only in versions.
  var hasUnkept: Bool { state.withLock { $0.hasUnkept } }

  /// Keeps what somebody still has, and what is about to be removed, open or in memory.
  ///
  /// - Parameters:
  ///   - old: where the document's former files are now.
  ///   - survives: whether contents have a name in the new document.
  func keepOpen(in old: String, unless survives: (FileContents) -> Bool) {
    let alive = state.withLock { $0.contents.values.compactMap(\.contents) }
    var openCount = alive.count { $0.isOpen }
    var readBytes: UInt64 = 0
    for contents in alive {
      guard let place = contents.place, place.location === self, !survives(contents) else { continue }
      let path = place.below.isEmpty ? old : "\(old)/\(place.below)"
      let isKept: Bool
      if !contents.isSmall, openCount < Self.maxOpenCount {
        isKept = contents.keep(at: path, inMemory: false)
        openCount += isKept ? 1 : 0
      } else if contents.size <= Self.maxReadBytes - readBytes {
        isKept = contents.keep(at: path, inMemory: true)
        readBytes += isKept ? contents.size : 0
      } else {
        isKept = false
      }
      if !isKept { state.withLock { $0.hasUnkept = true } }
    }
  }
}
