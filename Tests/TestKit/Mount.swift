internal import Glibc

/// Small file systems for tests of full disks, read-only ones and moves between two. They need the right to mount. A
/// test that cannot mount fails, and says so: it would prove nothing.
package enum Mount {
  /// Mounts a file system in memory at a directory.
  ///
  /// - Parameter size: as mount(8) has it: `256k`.
  package static func tmpfs(at path: String, size: String) async throws {
    try await mount("-t", "tmpfs", "-o", "size=\(size)", "cameo-test", path)
  }

  /// Runs mount(8).
  package static func mount(_ arguments: String...) async throws {
    let result = try await Tool.run("mount", arguments)
    guard result.status != 0 else { return }
    throw TestFailure(
      """
      this test needs the right to mount. Run the tests as root, in a container with --cap-add SYS_ADMIN, or under \
      'unshare --user --map-root-user --mount'. mount said: \(result.errors)
      """)
  }

  /// Takes a file system away from its directory at once, even if files in it are open.
  package static func unmount(_ path: String) { umount2(path, Int32(MNT_DETACH)) }
}
