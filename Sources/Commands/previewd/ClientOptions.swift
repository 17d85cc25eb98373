internal import ArgumentParser
internal import PreviewService

/// How long clients may take.
struct ClientOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.headerSeconds, "SECONDS"))
  var headerSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.readSeconds, "SECONDS"))
  var readSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.uploadSeconds, "SECONDS"))
  var uploadSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.writeSeconds, "SECONDS"))
  var writeSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.idleSeconds, "SECONDS"))
  var idleSeconds: String?

  /// What was given, by the settings' names.
  var given: [String: [String]] {
    [
      "header-seconds": [headerSeconds].compactMap { $0 },
      "read-seconds": [readSeconds].compactMap { $0 },
      "upload-seconds": [uploadSeconds].compactMap { $0 },
      "write-seconds": [writeSeconds].compactMap { $0 },
      "idle-seconds": [idleSeconds].compactMap { $0 },
    ]
  }
}
