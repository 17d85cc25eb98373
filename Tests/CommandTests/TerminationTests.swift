internal import TestKit
internal import Testing

@Suite("Termination by a signal", .timed)
struct TerminationTests {
  /// A library that is loaded before the C library: files without names are not available, and the first write raises
  /// SIGTERM.
  private static let interposer = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdarg.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static int reopen(const char *path, int flags, va_list list) {
      if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
      return syscall(SYS_openat, AT_FDCWD, path, flags, flags & O_CREAT ? va_arg(list, int) : 0);
    }
    int open(const char *path, int flags, ...) { va_list l; va_start(l, flags); return reopen(path, flags, l); }
    int open64(const char *path, int flags, ...) { va_list l; va_start(l, flags); return reopen(path, flags, l); }

    static ssize_t stop(void) {
      (void)!write(1, "writing\\n", 8);
      kill(getpid(), SIGTERM);
      while (1) pause();
    }
    ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return stop(); }
    ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) { return stop(); }
    """

  @Test("SIGTERM removes temporary files that have names", arguments: ["thumb", "imgconv"])
  func namedFiles(_ command: String) async throws {
    let folder = try TemporaryDirectory()
    let tools = try TemporaryDirectory()
    try tools.write(Array(Self.interposer.utf8), to: "interposer.c")
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a.jpg")
    try folder.write(Array("old".utf8), to: "out.png")
    let built = try await Tool.run(
      "clang", ["-shared", "-fPIC", "-w", "-o", tools.file("interposer.so"), tools.file("interposer.c")])
    try #require(built.status == 0, "\(built.errors)")
    let result = try await Tool.cameo(
      command, ["a.jpg", "-o", "out.png"], directory: folder.path,
      environment: ["LD_PRELOAD": tools.file("interposer.so")])
    #expect(result.text == "writing\n")
    #expect(result.status == 143)
    #expect(folder.names == ["a.jpg", "out.png"])
    #expect(Fixtures.bytes(folder.file("out.png")) == Array("old".utf8))
  }
}
