internal import Glibc
internal import PreviewService
internal import PreviewServiceFakes

/// `previewd` over a stand-in for the host of providers, configured by the environment alone.
@main
enum FakePreviewd {
  static func main() throws {
    let settings = try ResolvedSettings(flags: [:], environment: ProcessEnvironment.variables, file: nil)
    let configuration = try ServiceConfiguration(settings)
    let server = try PreviewServer(
      configuration: configuration, service: FakeRenderService(), log: { ServiceLog.write($0) })
    let end = try ServiceRun.untilSignal(server, drainSeconds: configuration.drainSeconds) { addresses in
      for address in addresses { ServiceLog.write("listening at \(address)") }
    }
    exit(end == .cutOff ? 1 : 0)
  }
}
