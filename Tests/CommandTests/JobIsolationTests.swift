internal import Foundation
internal import TestKit
internal import Testing

/// Jobs in processes of their own.
@Suite("Jobs in isolation", .timed)
struct JobIsolationTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a.jpg")
  }

  /// Prints the process of the command below a launcher, which has a guard beside it.
  private static let worker = """
    worker() {
      local process
      for process in $(pgrep -P $1); do
        if readlink /proc/$process/exe | grep -q 'thumb$'; then echo $process; return; fi
      done
      return 1
    }

    """

  private func bash(_ script: String) async throws -> Tool.Result {
    try await Tool.run(
      "bash", ["-c", Self.worker + script], directory: folder.path,
      environment: ["PATH": "\(Tool.products):/usr/bin:/bin"])
  }

  private func results(_ tool: Tool.Result) throws -> [[String: Any]] {
    try tool.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("Results and files are those of jobs in one process", arguments: ["thumb", "imgconv", "imgmeta", "mkpdf"])
  func sameResults(_ command: String) async throws {
    let output = command == "imgmeta" ? "" : ", \"output\": \"b.\(command == "mkpdf" ? "pdf" : "png")\""
    let jobs = """
      {"id": "x", "input": "a.jpg"\(output)}
      {"input": "missing.jpg"\(output)}
      not a job
      {"input": "a.jpg"}
      """
    try folder.write(Array(jobs.utf8), to: "jobs")
    let check = try await bash(
      """
      mask=$(umask)
      \(command) --jobs jobs > plain; cp b.p?? plain.file; rm -f b.p??
      \(command) --jobs jobs --isolate > isolated
      cmp plain isolated || exit 1
      [ ! -e plain.file ] || cmp plain.file b.p?? || exit 1
      [ ! -e plain.file ] || [ $(stat -c %a plain.file) = $(stat -c %a b.p??) ]
      """)
    #expect(check.text == "")
    #expect(check.status == 0)
    #expect(Fixtures.bytes(folder.file("isolated")).count > 100)
  }

  @Test("A process that crashes or hangs is an error of its job alone")
  func crash() async throws {
    // The process of a job that reads a fifo waits for its bytes. One gets a signal, as if a decoder had crashed.
    let tool = try await bash(
      """
      mkfifo crash hang; exec 8<> crash 9<> hang
      { echo '{"input": "a.jpg", "output": "1.jpg"}'; echo '{"input": "crash", "output": "2.jpg"}'
        echo '{"input": "a.jpg", "output": "3.jpg"}'; } > jobs
      thumb --jobs jobs --isolate --workers 1 > results & jobs=$!
      until launcher=$(pgrep -P $jobs) && process=$(worker $launcher) &&
        tr '\\0' ' ' < /proc/$process/cmdline | grep -q 'first-line 2'
      do kill -0 $jobs || exit 1; sleep 0.05; done
      kill -SEGV $process
      wait $jobs; echo $? > status
      echo '{"input": "hang"}' | thumb --jobs - --isolate --timeout 1 >> results; cat results
      """)
    let results = try results(tool)
    try #require(results.map { $0["status"] as? String } == ["ok", "error", "ok", "error"])
    let errors = results.map { ($0["error"] as? [String: Any])?["message"] as? String }
    #expect(errors[1]?.contains("signal 11") ?? false)
    #expect(errors[3]?.contains("--timeout") ?? false)
    #expect(results.map { $0["id"] as? Int } == [1, 2, 3, 1])
    #expect(Fixtures.bytes(folder.file("1.jpg")) == Fixtures.bytes(folder.file("3.jpg")))
    #expect(String(decoding: Fixtures.bytes(folder.file("status")), as: UTF8.self) == "0\n")
  }

  @Test("A process sees the files of its job alone")
  func sight() async throws {
    let tool = try await bash(
      """
      mkfifo fifo; mkdir out
      echo '{"input": "fifo", "output": "out/b.jpg"}' | thumb --jobs - --isolate > results & jobs=$!
      until launcher=$(pgrep -P $jobs) && process=$(worker $launcher) &&
        tr '\\0' ' ' < /proc/$process/cmdline | grep -q 'first-line 1'
      do kill -0 $jobs || exit 1; sleep 0.05; done
      grep -E 'Seccomp:|NoNewPrivs|CapEff' /proc/$process/status
      tr '\\0' '\\n' < /proc/$launcher/cmdline | grep "$PWD" | sort
      cat a.jpg > fifo; wait $jobs; cat results
      """)
    #expect(tool.text.contains("NoNewPrivs:\t1\n"))
    #expect(tool.text.contains("Seccomp:\t2\n"))
    #expect(tool.text.contains("CapEff:\t0000000000000000\n"))
    let paths = tool.text.split(separator: "\n").filter { $0.hasPrefix("/") && $0.contains(folder.path.suffix(20)) }
    #expect(paths.map { $0.split(separator: "/").last } == ["fifo", "out"])
    #expect(tool.text.contains("\"status\": \"ok\""))
  }

  @Test("Files that a job needs besides its inputs can be seen, and the folder of an output is made")
  func otherFiles() async throws {
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg")), to: "c.jpg")
    let inputs = (0..<200).map { _ in "\"a.jpg\"" }.joined(separator: ", ")
    let tool = try await bash(
      """
      mkdir real; ln -s ../a.jpg real/link.jpg; echo secret > password; exiftool -q -tagsfromfile c.jpg a.jpg.xmp
      echo '{"inputs": [\(inputs)], "output": "many.pdf"}' | mkpdf --jobs - --isolate
      echo '{"inputs": ["real/link.jpg"], "output": "l.pdf", "user-password": "file:password", "encrypt": true}' |
        mkpdf --jobs - --isolate
      echo '{"input": "a.jpg", "sidecar": true}' | imgmeta --jobs - --isolate
      echo '{"input": "a.jpg", "output": "new/folder/b.jpg", "parents": true}' | thumb --jobs - --isolate
      ln -s ../new/folder/b.jpg real/out.jpg
      echo '{"input": "a.jpg", "output": "real/out.jpg"}' | thumb --jobs - --isolate
      """)
    let lines = tool.text.split(separator: "\n")
    #expect(lines.map { $0.contains("\"status\": \"ok\"") } == [true, true, true, true, true])
    // Only the sidecar has it.
    #expect(tool.text.contains("Fixture One"))
  }

  @Test("A job that fails for a reason that may pass is tried again; results keep their attempts")
  func retries() async throws {
    let tool = try await bash(
      "mkfifo hang; exec 8<> hang; echo '{\"input\": \"hang\"}' | thumb --jobs - --isolate --timeout 1 --retries 1")
    let results = try results(tool)
    #expect(results.map { $0["attempts"] as? Int } == [2])
    #expect(results.map { $0["status"] as? String } == ["error"])
  }

  @Test("Without a launcher, nothing is done")
  func noLauncher() async throws {
    let tool = try await Tool.cameo(
      "thumb", ["--jobs", "-", "--isolate"], input: Array("{\"input\": \"a.jpg\"}".utf8), directory: folder.path,
      environment: ["CAMEO_LAUNCHER": "/nonexistent"])
    #expect(tool.status == 1)
    #expect(tool.text == "")
    #expect(tool.errors.contains("cameo-launcher is not installed"))
  }
}
