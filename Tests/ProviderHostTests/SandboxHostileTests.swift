import ProviderHost
import TestKit
import Testing

/// Ways around the limits. Serialized: some take as much of the machine as they can get.
@Suite("Ways around the limits of providers", .timed, .serialized)
struct SandboxHostileTests {
  @Test(
    "What a process's own size does not show is measured as well",
    arguments: [
      ("hog-without-first-thread", "memory"), ("page-tables", "memory"), ("fill-sockets", "memory"),
      ("fill-sets", "memory"), ("fill-texts", "memory"), ("mappings", "memory"),
      ("write-without-first-thread", "output"),
      ("map-files", "output"), ("map-files-far-apart", "output"),
    ], [TestedSandbox.a, .b])
  func measured(_ attempt: (what: String, limit: String), _ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    let result = try await worker.attempt(attempt.what)
    #expect(
      LauncherVerdict(status: result.status, errors: result.errors) == .resourceExhausted(attempt.limit),
      "\(result.status) \(result.errors)")
    #expect(worker.processes() == 0)
  }

  @Test("Removed folders are measured that are open or current, and keep their size", arguments: [TestedSandbox.a, .b])
  func removedFolders(_ tested: TestedSandbox) async throws {
    var worker = try Worker(try await tested.sandbox())
    // 4 MiB for all: a folder has more than half of that, and most file systems other than ext4 shrink it.
    worker.limits.outputMiB = 1
    let result = try await worker.attempt("keep-removed-folders")
    let verdict = LauncherVerdict(status: result.status, errors: result.errors)
    #expect(verdict == .resourceExhausted("output") || result.text == "denied\n", "\(result.status) \(result.errors)")
    #expect(worker.processes() == 0)
  }

  @Test(
    "What cannot be measured, and what tells about or disturbs others, is denied",
    arguments: [
      "share-memory", "share-zeros", "send-files", "splice-memory", "splice-file", "make-rules", "enlarge-socket",
      "enlarge-pipe", "thread-with-own-files", "thread-with-own-folder", "map-huge", "lock-without-process",
      "make-queue", "timers", "clock-of-parent", "ask-for-cached", "read-if-cached", "take-core", "real-time",
      "clear-signal-of-parent", "unshare-files", "make-ruleset", "add-filter", "add-filter-by-prctl", "watch-files",
      "add-watch", "seal-memory", "join-keyring", "trace-me", "copy-own-memory", "compare-processes",
      "pair-of-datagrams", "pair-of-packets", "bind-abstractly", "use-kernel-crypto", "fix-addresses",
      "move-pages-of-own", "make-message-queue", "make-semaphores", "send-between-files", "tee-pipes",
      "lease-own-file", "notify-of-folder", "mark-own-file", "truncate-own-file", "lower-io-priority",
      "read-descriptor-table", "execute-by-descriptor", "read-by-link-of-root", "open-tree-of-own",
      "signal-by-own-descriptor", "signal-own-thread", "sync-all", "sync-file-system", "catch-faults", "use-ring",
      "make-symlink", "make-fifo", "make-socket", "make-whiteout",
    ], TestedSandbox.allCases)
  func denied(_ what: String, _ tested: TestedSandbox) async throws {
    let result = try await Worker(try await tested.sandbox()).attempt(what)
    #expect(result.text == "denied\n", "\(result.errors)")
    #expect(result.status == 3)
  }
}
