internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Events of folders (inotify(7)).
final class Inotify {
  struct Event {
    /// The watch of the folder; -1 if events were lost.
    let watch: Int32
    /// The entry of the folder; empty for the folder itself.
    let name: String
    /// The same for the two halves of a rename.
    let cookie: UInt32
    fileprivate let mask: UInt32

    /// - Parameter flag: as `IN_CREATE`.
    func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  }

  private static let mask = [
    IN_CLOSE_WRITE, IN_MODIFY, IN_CREATE, IN_ATTRIB, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE,
  ].reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }

  private let descriptor: Int32

  /// - Throws: `limitExceeded` if the user has too many of these; `io`.
  init() throws(ImageError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw errno == EMFILE
        ? Self.tooMany("watchers", setting: "max_user_instances") : SystemCall.error("watch folders", path: nil)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches a folder. A folder that is watched already keeps its number.
  ///
  /// - Returns: the number of the watch; nil if the folder is not there or cannot be read.
  /// - Throws: `limitExceeded` if the system allows too few watches.
  func watch(_ path: String, followsLink: Bool) throws(ImageError) -> Int32? {
    let mask = Self.mask | (followsLink ? 0 : UInt32(IN_DONT_FOLLOW))
    let watch = PathText.withCString(path) { inotify_add_watch(descriptor, $0, mask) }
    if watch < 0, errno == ENOSPC { throw Self.tooMany("directories", setting: "max_user_watches").at(path: path) }
    return watch >= 0 ? watch : nil
  }

  func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Reads what has happened so far.
  ///
  /// - Throws: `io`.
  func readEvents(_ body: (Event) -> Void) throws(ImageError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = SystemCall.retrying { read(descriptor, buffer.baseAddress, buffer.count) }
      guard count > 0 else {
        if count < 0, errno != EAGAIN { throw SystemCall.error("read events of folders", path: nil) }
        return
      }
      var offset = 0
      while offset < count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
        body(Event(watch: event.wd, name: PathText.text(Array(name)), cookie: event.cookie, mask: event.mask))
        offset = start + Int(event.len)
      }
    }
  }

  /// Waits for an event, at most an hour.
  func wait(seconds: Double) {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Rounded up, so that the wait does not end just before what it waits for.
    _ = poll(&file, 1, Int32(max(0, min(seconds, 3_600)) * 1_000) + 1)
  }

  private static func tooMany(_ what: String, setting: String) -> ImageError {
    let bytes = SystemCall.header(ofFile: "/proc/sys/fs/inotify/\(setting)", count: 32)
    let count = bytes.map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) } ?? "this number of"
    return ImageError(
      .limitExceeded,
      "the system watches no more than \(count) \(what) for a user; raise it with 'sysctl fs.inotify.\(setting)=N'")
  }
}
