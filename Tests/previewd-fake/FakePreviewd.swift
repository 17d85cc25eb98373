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
      let log = ServiceLog(isJSON: false)
      log.write("\(error)")
      log.finish()
      exit(1)
    }
  }

  private static func serve() throws {
    ServiceRun.holdReloads()
    var environment = ProcessEnvironment.variables
    environment["CAMEO_PREVIEWD_RESULT_CACHE_LIMIT"] = environment["CAMEO_PREVIEWD_RESULT_CACHE_LIMIT"] ?? "0"
    var settings = try ServiceConfiguration(flags: [:], environment: environment, file: nil)
    try settings.load(readOverlay: FakeOverlay.read)
    let configuration = settings
    let log = configuration.log
    let end = try ServiceRun.untilSignal(
      drainDelay: configuration.drainDelay, drainSeconds: configuration.drainSeconds, log: log
    ) {
      try PreviewServer(configuration: configuration, host: FakeRenderer().host(configuration), log: log)
    }
    exit(end.rawValue)
  }
}
