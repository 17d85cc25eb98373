internal import ByteStreams
internal import Glibc
internal import ProviderHost

/// What the host holds after many requests: memory, descriptors, directories of workers.
struct MemoryUse {
  var options: BenchmarkOptions
  var document: Document

  func measure() async throws {
    let host = try await BenchmarkHost.make(options)
    Words.say("\(document.name): memory of the host over \(options.memory) requests, workers used again")
    let request = BenchmarkHost.request(document, reuse: true)
    let start = ContinuousClock.now
    for step in 0..<10 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask { for _ in 0..<options.memory / 20 { _ = try await host.render(request) } }
        }
        try await group.waitForAll()
      }
      Words.say("  after \((step + 1) * (options.memory / 20 * 2)): \(Self.state)")
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    Words.say("  \((Double(options.memory) / seconds).rounded()) a second")
    await host.shutdown()
    Words.say("  after the end: \(Self.state)")
  }

  /// Resident memory in KiB, open descriptors, and directories of workers.
  private static var state: String {
    var resident = "?"
    var buffer = [UInt8](repeating: 0, count: 256)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    if file >= 0 {
      // The second number is the resident set in pages (proc(5), statm).
      let count = max(0, read(file, &buffer, buffer.count))
      close(file)
      let numbers = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
      if numbers.count > 1 { resident = "\(numbers[1] * Int(sysconf(Int32(_SC_PAGESIZE))) >> 10)" }
    }
    let descriptors = SystemCall.entries(of: "/proc/self/fd")?.count ?? 0
    let directories = (SystemCall.entries(of: "/tmp") ?? []).filter { $0.hasPrefix(WorkerDirectory.prefix) }.count
    return "\(resident) KiB resident, \(descriptors) descriptors, \(directories) directories of workers of all hosts"
  }
}
