internal import ByteStreams
internal import Glibc

/// Figures about the process, by the names that Prometheus' own libraries give them.
enum ProcessMetrics {
  static let families: [PrometheusRegistry.Family] = [
    .init("process_cpu_seconds_total", .counter, help: "Processor time of this process, without those of providers."),
    .init("process_resident_memory_bytes", .gauge, help: "Memory of this process that is in RAM."),
    .init("process_virtual_memory_bytes", .gauge, help: "Address space of this process."),
    .init("process_open_fds", .gauge, help: "Open files of this process."),
    .init("process_max_fds", .gauge, help: "Files that this process may open."),
    .init("process_threads", .gauge, help: "Threads of this process."),
    .init("process_start_time_seconds", .gauge, help: "When this process started, in seconds since 1970."),
    .init("previewd_build_info", .gauge, help: "1; the label has the version."),
  ]

  /// Sets the figures to what they are now. What the system does not tell is left out.
  static func update(_ registry: PrometheusRegistry, version: String) {
    registry.set("previewd_build_info", 1, [("version", version)])
    var time = timespec()
    if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
      registry.set("process_cpu_seconds_total", Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
    let pages = words(of: "/proc/self/statm").compactMap { Int($0) }
    if pages.count > 1 {
      let size = Int(getpagesize())
      registry.set("process_virtual_memory_bytes", pages[0] * size)
      registry.set("process_resident_memory_bytes", pages[1] * size)
    }
    // Without the folder itself, which is open while it is read.
    if let open = SystemCall.entries(of: "/proc/self/fd") { registry.set("process_open_fds", open.count - 1) }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      registry.set("process_max_fds", Int(clamping: limit.rlim_cur))
    }
    // proc_pid_stat(5): the fields from the third on. The second one, the program's name, may contain spaces.
    let fields = text(of: "/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19 else { return }
    if let threads = Int(fields[17]) { registry.set("process_threads", threads) }
    // The start of the system, and the ticks of the clock from then on.
    let system = text(of: "/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
    if let ticks = Double(fields[19]), let boot = system.flatMap({ Double($0.dropFirst(6)) }) {
      registry.set("process_start_time_seconds", boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }
  }

  private static func words(of path: String) -> [Substring] { text(of: path).split(separator: " ") }

  private static func text(of path: String) -> String {
    String(decoding: (try? SmallFile.bytes(path)) ?? [], as: UTF8.self)
  }
}
