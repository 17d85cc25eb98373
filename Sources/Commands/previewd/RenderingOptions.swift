internal import ArgumentParser
internal import PreviewService

/// What renders, and how the service reports.
struct RenderingOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.spool, "DIR"))
  var spool: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.spoolLimit, "SIZE"))
  var spoolLimit: String?

  @Option(help: SettingHelp.of(ServiceSettings.providers, "DIR"))
  var providers: [String] = []

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.sandbox, "TIER"))
  var sandbox: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.reuse, "N"))
  var reuse: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.logRequests, "BOOL"))
  var logRequests: String?

  /// What was given, by the settings' names.
  var given: [String: [String]] {
    [
      "spool": [spool].compactMap { $0 },
      "spool-limit": [spoolLimit].compactMap { $0 },
      "providers": providers,
      "sandbox": [sandbox].compactMap { $0 },
      "reuse": [reuse].compactMap { $0 },
      "log-requests": [logRequests].compactMap { $0 },
    ]
  }
}
