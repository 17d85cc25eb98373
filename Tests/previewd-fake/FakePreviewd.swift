internal import Glibc
internal import PreviewService
internal import PreviewServiceFakes

/// `previewd` over a stand-in for the providers, configured by the environment alone.
@main
enum FakePreviewd {
  static func main() {
    do {
      try serve()
    } catch {
      ServiceLog.write("\(error)")
      exit(1)
    }
  }

  private static func serve() throws {
    var settings = try ServiceConfiguration(flags: [:], environment: ProcessEnvironment.variables, file: nil)
    try settings.load()
    let configuration = settings
    let end = try ServiceRun.untilSignal(drainSeconds: configuration.drainSeconds) {
      try PreviewServer(
        configuration: configuration, host: FakeRenderer().host(configuration), log: { ServiceLog.write($0) })
    } onListening: { addresses in
      for address in addresses { ServiceLog.write("listening at \(address)") }
    }
    exit(end == .cutOff ? 1 : 0)
  }
}
