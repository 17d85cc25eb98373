internal import ArgumentParser
internal import PreviewService

/// Where the service listens, and who may ask.
struct ListenOptions: ParsableArguments {
  @Option(help: SettingHelp.of(ServiceSettings.listen, "HOST:PORT"))
  var listen: [String] = []

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.unix, "PATH"))
  var unix: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.healthListen, "HOST:PORT"))
  var healthListen: String?

  @Option(help: SettingHelp.of(ServiceSettings.root, "DIR"))
  var root: [String] = []

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.tokens, "FILE"))
  var tokens: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.signingKeys, "FILE"))
  var signingKeys: String?

  @Option(parsing: .unconditional, help: SettingHelp.of(ServiceSettings.signedSeconds, "SECONDS"))
  var signedSeconds: String?

  /// What was given, by the settings' names.
  var given: [String: [String]] {
    [
      "listen": listen,
      "unix": [unix].compactMap { $0 },
      "health-listen": [healthListen].compactMap { $0 },
      "root": root,
      "tokens": [tokens].compactMap { $0 },
      "signing-keys": [signingKeys].compactMap { $0 },
      "signed-seconds": [signedSeconds].compactMap { $0 },
    ]
  }
}
