package import ImageModel
internal import ProviderHost

extension ServiceConfiguration {
  /// Reads what the settings lead to: files of tokens and keys, addresses.
  ///
  /// - Throws: `usage` for settings that make no sense together; `io`.
  package init(_ settings: ResolvedSettings) throws(ImageError) {
    typealias S = ServiceSettings
    let unix = settings.text(S.unix)
    if !unix.isEmpty { addresses.append(.unix(path: unix)) }
    if unix.isEmpty || settings.origin(S.listen) != .standard {
      for text in settings.list(S.listen) {
        guard let address = ListenAddress(text) else {
          throw ImageError(.usage, "listen: '\(text)' is not HOST:PORT")
        }
        addresses.append(address)
      }
    }
    let health = settings.text(S.healthListen)
    if !health.isEmpty {
      guard let address = ListenAddress(health) else {
        throw ImageError(.usage, "health-listen: '\(health)' is not HOST:PORT")
      }
      healthAddress = address
    }
    roots = settings.list(S.root)
    try readSecrets(settings)
    signedSeconds = settings.integer(S.signedSeconds)
    let wanted = settings.integer(S.concurrency)
    concurrency = wanted == 0 ? HostConfiguration.usualConcurrency : wanted
    queueLength = settings.integer(S.queue)
    queueSeconds = settings.seconds(S.queueSeconds)
    thumbnailSeconds = settings.seconds(S.thumbnailSeconds)
    previewSeconds = settings.seconds(S.previewSeconds)
    bodyLimit = settings.integer(S.bodyLimit)
    headerSeconds = settings.seconds(S.headerSeconds)
    readSeconds = settings.seconds(S.readSeconds)
    uploadSeconds = settings.seconds(S.uploadSeconds)
    writeSeconds = settings.seconds(S.writeSeconds)
    idleSeconds = settings.seconds(S.idleSeconds)
    connections = settings.integer(S.connections)
    cacheSeconds = settings.integer(S.cacheSeconds)
    drainSeconds = settings.seconds(S.drainSeconds)
    spoolFolder = settings.text(S.spool).isEmpty ? nil : settings.text(S.spool)
    spoolLimit = settings.integer(S.spoolLimit)
    providerFolders = settings.list(S.providers)
    sandbox = settings.text(S.sandbox)
    reuse = settings.integer(S.reuse)
    logsRequests = settings.flag(S.logRequests)
    try check()
  }

  private mutating func readSecrets(_ settings: ResolvedSettings) throws(ImageError) {
    let tokenFile = settings.text(ServiceSettings.tokens)
    if !tokenFile.isEmpty {
      tokens = try SecretFile.lines(tokenFile)
      guard !tokens.isEmpty else { throw ImageError(.usage, "there is no token in it", path: tokenFile) }
      guard tokens.allSatisfy({ $0.utf8.count >= 16 }) else {
        throw ImageError(.usage, "a token is shorter than 16 characters", path: tokenFile)
      }
    }
    let keyFile = settings.text(ServiceSettings.signingKeys)
    if !keyFile.isEmpty {
      for line in try SecretFile.lines(keyFile) { signingKeys.append(try SigningKey(line: line)) }
      guard (1...2).contains(signingKeys.count), Set(signingKeys.map(\.name)).count == signingKeys.count else {
        throw ImageError(.usage, "one or two keys with different names should stand in it", path: keyFile)
      }
    }
  }

  /// - Throws: `usage` for an open door to other machines.
  package func check() throws(ImageError) {
    guard !addresses.isEmpty else { throw ImageError(.usage, "there is no address to listen at") }
    for address in addresses where !address.isLocal && tokens.isEmpty {
      throw ImageError(
        .usage, "listening at \(address) lets other machines in: that needs --tokens")
    }
  }
}
