internal import Glibc

/// Small file systems for tests of full disks, read-only ones and moves between two. They need the right to mount: that
/// of root, or of somebody for whom sudo asks for no password. A test that cannot mount fails, and says so: it would
/// prove nothing.
package enum Mount {
  /// Mounts a file system in memory at a directory.
  ///
  /// - Parameter size: as mount(8) has it: `256k`.
  package static func tmpfs(at path: String, size: String) async throws {
    try await mount("-t", "tmpfs", "-o", "size=\(size)", "cameo-test", path)
  }

  /// Runs mount(8).
  package static func mount(_ arguments: String...) async throws {
    let words = asRoot + ["mount"] + arguments
    let result = try await Tool.run(words[0], Array(words.dropFirst()))
    guard result.status != 0 else { return }
    throw TestFailure(
      """
      this test needs the right to mount. Run the tests as root (in a container with --cap-add SYS_ADMIN), or allow \
      sudo without a password. \(words[0]) said: \(result.errors)
      """)
  }

  /// What comes before a command that only root may run: nothing, or sudo.
  package static var asRoot: [String] { geteuid() == 0 ? [] : ["sudo", "-n"] }

  /// Takes a file system away from its directory at once, even if files in it are open.
  package static func unmount(_ path: String) {
    if umount2(path, Int32(MNT_DETACH)) != 0 { _ = system("sudo -n umount --lazy '\(path)' 2>/dev/null") }
  }
}
