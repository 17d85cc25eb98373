internal import Glibc

/// Extended attributes (xattr(7)). The headers hide these functions from Swift.
extension SystemCall {
  private typealias SetAttribute =
    @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
  private typealias GetAttribute =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
    ) -> Int

  /// Sets an extended attribute of an open file (`fsetxattr`). Nothing happens where the file system has none.
  package static func setAttribute(_ name: String, to text: String, of descriptor: Int32) {
    // The headers hide the function from Swift.
    guard let call = dlsym(nil, "fsetxattr") else { return }
    let bytes = Array(text.utf8)
    _ = unsafeBitCast(call, to: SetAttribute.self)(descriptor, name, bytes, bytes.count, 0)
  }

  /// An extended attribute of at most 256 bytes (`getxattr`); nil where there is none.
  package static func attribute(_ name: String, of path: String) -> String? {
    guard let call = dlsym(nil, "getxattr") else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = PathText.withCString(path) { path in
      unsafeBitCast(call, to: GetAttribute.self)(path, name, &bytes, bytes.count)
    }
    return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  private typealias ListAttributes = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int) -> Int

  /// Gives an open file the attributes of the file at a path that belong to its content and its permissions: those of
  /// users and the access control lists (`llistxattr`, `lgetxattr`, `fsetxattr`). Nothing happens where either file
  /// system has none.
  ///
  /// - Returns: false with `errno` set where one could not be set.
  package static func copyAttributes(of path: String, to descriptor: Int32) -> Bool {
    guard let list = dlsym(nil, "llistxattr"), let get = dlsym(nil, "lgetxattr"), let set = dlsym(nil, "fsetxattr")
    else { return true }
    let (listing, getting) = (unsafeBitCast(list, to: ListAttributes.self), unsafeBitCast(get, to: GetAttribute.self))
    let setting = unsafeBitCast(set, to: SetAttribute.self)
    return PathText.withCString(path) { path in
      // The kernel has no longer lists and values (limits.h of Linux).
      var names = [CChar](repeating: 0, count: 65_536)
      let length = listing(path, &names, names.count)
      guard length > 0 else { return true }
      for name in names[..<length].split(separator: 0) where isKept(name) {
        let name = Array(name) + [0]
        var value = [UInt8](repeating: 0, count: 65_536)
        let count = getting(path, name, &value, value.count)
        guard count >= 0 else { continue }
        if setting(descriptor, name, value, count, 0) != 0, errno != EOPNOTSUPP { return false }
      }
      return true
    }
  }

  private static func isKept(_ name: ArraySlice<CChar>) -> Bool {
    ["user.", "system.posix_acl_"].contains { prefix in name.starts(with: prefix.utf8.map { CChar(bitPattern: $0) }) }
  }
}
