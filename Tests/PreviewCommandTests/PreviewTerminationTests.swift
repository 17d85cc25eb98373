internal import Glibc
internal import TestKit
internal import Testing

/// What `preview` leaves after a signal.
@Suite("preview: termination", .timed) struct PreviewTerminationTests {
  @Test("It leaves no process and no folder, prints nothing, and its status names the signal")
  func terminated() async throws {
    let run = try PreviewRun()
    try run.add(provider: Self.slow)
    try run.folder.write(Array("x".utf8), to: "a.txt")
    // The worker is found by its command line, which no other process has.
    let script = """
      "$1" --providers providers --provider org.example.test --timeout 300 --no-cache a.txt & program=$!
      for attempt in $(seq 300); do pgrep -f "sleep 7331.$2" >/dev/null && break; sleep 0.1; done
      kill -TERM $program; wait $program; echo "status $?"
      for attempt in $(seq 50); do pgrep -f "sleep 7331.$2" >/dev/null || break; sleep 0.1; done
      pgrep -cf "sleep 7331.$2"
      """
    let result = try await Tool.run(
      "/bin/bash", ["-c", script, "test", "\(Tool.products)/preview", "7"], directory: run.folder.path,
      environment: try await run.environment())
    #expect(result.text == "status 143\n0\n")
    #expect(result.errors == "")
  }

  @Test("check and doctor end as cleanly", arguments: ["check", "doctor"])
  func tried(_ command: String) async throws {
    let run = try PreviewRun()
    try run.add(provider: Self.slow)
    // A worker directory is found by the lock that the program holds on it. At its start the program also opens the
    // directories of other programs, for a moment, to see whether they are abandoned. A run that ended before the
    // signal is repeated.
    let script = """
      held() {
        local directory
        directory=$(readlink /proc/$program/fd/* 2>/dev/null | grep -m1 cameo-worker-) || return
        grep -q "FLOCK .* $program [^ ]*:$(stat -c %i "$directory" 2>/dev/null) " /proc/locks && echo "$directory"
      }
      for turn in $(seq 20); do
        "$1" \(command == "check" ? "check --providers providers org.example.test" : "doctor") >/dev/null & program=$!
        for attempt in $(seq 6000); do
          directory=$(held) && break
          kill -0 $program 2>/dev/null || break
          sleep 0.01
        done
        kill -TERM $program 2>/dev/null; wait $program; status=$?
        ((status < 128)) || break
      done
      echo "status $status"
      [[ -n $directory && ! -e $directory ]] && echo "gone"
      """
    let result = try await Tool.run(
      "/bin/bash", ["-c", script, "test", "\(Tool.products)/preview"], directory: run.folder.path,
      environment: try await run.environment())
    #expect(result.text == "status 143\ngone\n")
    #expect(result.errors == "")
  }

  private static let slow = PreviewRun.greeting(
    """
    elif order["type"] == "thumbnail":
        subprocess.Popen(["/bin/sleep", "7331.7"])
        time.sleep(1000)
    """, preamble: "import json, subprocess, sys, time")
}
