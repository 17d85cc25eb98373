internal import ArgumentParser
internal import PreviewService

/// How much is done at a time, and for how long.
struct LoadOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.concurrency, "N"))
  var concurrency: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.queue, "N"))
  var queue: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.queueSeconds, "SECONDS"))
  var queueSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.thumbnailSeconds, "SECONDS"))
  var thumbnailSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.previewSeconds, "SECONDS"))
  var previewSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.bodyLimit, "SIZE"))
  var bodyLimit: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.connections, "N"))
  var connections: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.cacheSeconds, "SECONDS"))
  var cacheSeconds: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.drainSeconds, "SECONDS"))
  var drainSeconds: String?

  /// What was given, by the settings' names.
  var given: [String: [String]] {
    [
      "concurrency": [concurrency].compactMap { $0 },
      "queue": [queue].compactMap { $0 },
      "queue-seconds": [queueSeconds].compactMap { $0 },
      "thumbnail-seconds": [thumbnailSeconds].compactMap { $0 },
      "preview-seconds": [previewSeconds].compactMap { $0 },
      "body-limit": [bodyLimit].compactMap { $0 },
      "connections": [connections].compactMap { $0 },
      "cache-seconds": [cacheSeconds].compactMap { $0 },
      "drain-seconds": [drainSeconds].compactMap { $0 },
    ]
  }
}
