package import ImageModel
package import ProviderHost
internal import ProviderProtocol
package import StructuredText

/// The configuration of the service. Each setting is a property with its default, and a row of `settings`.
package struct ServiceConfiguration: Sendable {
  private(set) var listen = ["127.0.0.1:8880"]
  private(set) var unix = ""
  private(set) var healthListen = "127.0.0.1:8881"
  private(set) var roots: [String] = []
  private(set) var browses = false
  private(set) var writeTokenFile = ""
  private(set) var catalogues: [String] = []
  private(set) var pickerOrigins: [String] = []
  private(set) var sourceTexts: [String] = []
  private(set) var privateSourceTexts: [String] = []
  private(set) var sourceSeconds = 10.0
  private(set) var sourceAuthorities = ""
  private(set) var trustedProxyTexts: [String] = []
  private(set) var forwardedField = TrustedProxies.Field.xForwardedFor.rawValue
  private(set) var presetTexts: [String] = []
  private(set) var onlyPresets = false
  private(set) var fallbackFile = ""
  package private(set) var memoryMiB = 512
  package private(set) var outputMiB = 64
  package private(set) var megapixels = 50
  private(set) var tokenFile = ""
  private(set) var keyFile = ""
  private(set) var signedSeconds = 604_800
  private(set) var concurrency = 0
  private(set) var queueLength = 64
  private(set) var queueSeconds = 5.0
  package private(set) var thumbnailSeconds = 10.0
  package private(set) var previewSeconds = 30.0
  private(set) var failureSeconds = 120.0
  private(set) var bodyLimit = 256 << 20
  private(set) var headerSeconds = 10.0
  private(set) var readSeconds = 15.0
  private(set) var uploadSeconds = 300.0
  private(set) var writeSeconds = 60.0
  private(set) var writeRate = 256 << 10
  private(set) var idleSeconds = 60.0
  private(set) var connections = 512
  private(set) var clientConnections = 0
  private(set) var cacheSeconds = 60
  private(set) var signedCacheSeconds = 3_600
  private(set) var resourcePolicy = "same-origin"
  private(set) var signedResourcePolicy = "cross-origin"
  private(set) var allowedOrigins: [String] = []
  package private(set) var drainDelay = 0.0
  package private(set) var drainSeconds = 20.0
  private(set) var spool = ""
  private(set) var spoolLimit = 4 << 30
  private(set) var answerLimit = 4 << 30
  private(set) var resultCache = ""
  private(set) var resultCacheLimit = 1 << 30
  package private(set) var providerFolders: [String] = []
  /// `auto`, `A`, `B` or `none`.
  package private(set) var sandbox = "auto"
  private(set) var reuse = 1
  private(set) var logsRequests = true
  /// `text` or `json`.
  private(set) var logFormat = "text"

  /// All settings, in the order in which they are shown.
  package static let settings = [
    Setting(
      "listen", \.listen, "HOST:PORT", separator: ",",
      "Listen at HOST:PORT; port 0 for any. Other machines reach it only when there are tokens."),
    Setting(
      "unix", \.unix, "PATH",
      "Listen at a Unix socket of this name, which only its owner can use, and at no HOST:PORT without --listen."),
    Setting(
      "health-listen", \.healthListen, "HOST:PORT",
      "Answer /livez, /readyz and /metrics at HOST:PORT; empty to turn this off."),
    Setting(
      "root", \.roots, "DIR", separator: ":",
      "Show files below this folder by their path. Can be given several times."),
    Setting("browse", \.browses, "Show the folders of --root as pages for people, at /browse/."),
    Setting(
      "write-tokens", \.writeTokenFile, "FILE",
      "A file of bearer tokens, one per line. Whoever has one may also change what is below --root, at /browse/."),
    Setting(
      "catalogue", \.catalogues, "FILE", separator: ":",
      "A catalogue of imgindex, in which the pages at /browse/ search by metadata. Can be given several times."),
    Setting(
      "picker-origin", \.pickerOrigins, "ORIGIN", separator: ",",
      "A site whose pages may let people choose documents at /browse/, such as https://example.org. Can be given "
        + "several times."),
    Setting(
      "source", \.sourceTexts, "ORIGIN", separator: " ",
      "Show documents of other servers by their address (?url=) if it is below ORIGIN, such as "
        + "https://images.example/public/, and the server has a public address. Can be given several times."),
    Setting(
      "private-source", \.privateSourceTexts, "ORIGIN", separator: " ",
      "The same for a server that may have any address, also one of this machine or of its networks. Can be given "
        + "several times."),
    Setting(
      "source-seconds", \.sourceSeconds, seconds: 0.01...3_600,
      "How long the document of another server may take to come. It may be as large as a body (--body-limit)."),
    Setting(
      "source-ca", \.sourceAuthorities, "FILE",
      "Certificates (PEM) that are trusted for sources by HTTPS, besides the system's."),
    Setting(
      "trusted-proxy", \.trustedProxyTexts, "ADDRESS/PREFIX", separator: ",",
      "A proxy, or a network of them, whose header field names the visitor's address; unix for those at the Unix "
        + "socket. Can be given several times."),
    Setting(
      "forwarded-field", \.forwardedField, "FIELD", choices: TrustedProxies.Field.allCases.map(\.rawValue),
      "The header field in which trusted proxies write that address. They must remove or extend what a visitor sends "
        + "in it."),
    Setting("tokens", \.tokenFile, "FILE", "A file of bearer tokens, one per line; clients then need one of them."),
    Setting(
      "signing-keys", \.keyFile, "FILE",
      "A file of keys for signed addresses, NAME:SECRET per line, at most two: the first signs, both are accepted."),
    Setting(
      "signed-seconds", \.signedSeconds, "SECONDS", in: 1...31_622_400, "How long a signed address can be valid."),
    Setting(
      "concurrency", \.concurrency, "N", in: 0...1_024,
      "Documents that are rendered at a time; 0 for two more than there are processors."),
    Setting(
      "queue", \.queueLength, "N", in: 0...100_000,
      "Requests that can wait for their turn. When all places are taken, a new request replaces one of the client with "
        + "the most, or gets 429."),
    Setting("queue-seconds", \.queueSeconds, seconds: 0.001...3_600, "How long a request waits for its turn."),
    Setting("thumbnail-seconds", \.thumbnailSeconds, seconds: 0.001...3_600, "How long a thumbnail may take."),
    Setting("preview-seconds", \.previewSeconds, seconds: 0.001...3_600, "How long a preview may take."),
    Setting(
      "failure-seconds", \.failureSeconds, seconds: 0...86_400,
      "How long a document is refused at once after it crashed its provider, or took too long or too much memory; 0 "
        + "to try it each time."),
    Setting(bytes: "body-limit", \.bodyLimit, "The largest document in a request's body, in bytes."),
    Setting(
      "header-seconds", \.headerSeconds, seconds: 0.01...3_600, "How long a client may take for a request's header."),
    Setting("read-seconds", \.readSeconds, seconds: 0.01...3_600, "How long a client may pause within a body."),
    Setting(
      "upload-seconds", \.uploadSeconds, seconds: 0.01...86_400, "How long a client may take for a whole body."),
    Setting(
      "write-seconds", \.writeSeconds, seconds: 0.01...86_400,
      "How long a client may take to read an answer, plus a second for each --write-rate bytes."),
    Setting(
      bytes: "write-rate", \.writeRate,
      "How many bytes of an answer give the client one more second; 0 for none."),
    Setting(
      "idle-seconds", \.idleSeconds, seconds: 0.01...86_400, "How long a connection may be idle between requests."),
    Setting(
      "connections", \.connections, "N", in: 1...100_000,
      "Connections at a time. When all are taken, a new one closes an idle one of the client with the most, or waits "
        + "until one is idle."),
    Setting(
      "client-connections", \.clientConnections, "N", in: 0...100_000,
      "Connections of one network address at a time; 0 for half of --connections. When all are taken, a new one closes "
        + "the one that has been idle longest; if none is idle, it gets 429."),
    Setting(
      "cache-seconds", \.cacheSeconds, "N", in: 0...31_622_400,
      "How long clients may use a picture of a file without asking again."),
    Setting(
      "signed-cache-seconds", \.signedCacheSeconds, "N", in: 0...31_622_400,
      "How long shared caches may use the answer of a signed address, at most until it expires. With 0 only the "
        + "clients' own caches may, for --cache-seconds."),
    Setting(
      "resource-policy", \.resourcePolicy, "SITES", choices: resourcePolicies,
      "The pages that may show answers in elements such as <img> (Cross-Origin-Resource-Policy)."),
    Setting(
      "signed-resource-policy", \.signedResourcePolicy, "SITES", choices: resourcePolicies,
      "The pages that may show answers of signed addresses."),
    Setting(
      "allow-origin", \.allowedOrigins, "ORIGIN", separator: ",",
      "A site whose scripts may read answers (CORS), such as https://example.org; * for all. Can be given several "
        + "times."),
    Setting(
      "preset", \.presetTexts, "NAME:OPTIONS", separator: " ",
      "Options of pictures under a name, such as card:width=320&height=200&fit=cover for ?preset=card, and a picture "
        + "that is drawn over them (overlay=logo.png). Can be given several times."),
    Setting("presets-only", \.onlyPresets, "Accept only presets as sizes and formats of pictures, besides dpr."),
    Setting(
      "fallback", \.fallbackFile, "FILE",
      "A picture that is sent, with the status of the failure, if a document has no preview; empty for none."),
    Setting(
      "memory-mib", \.memoryMiB, "MIB", in: 1...1_048_576,
      "The memory of a provider's processes for one document. A provider's manifest may name less."),
    Setting(
      "output-mib", \.outputMiB, "MIB", in: 1...65_536,
      "What a provider may write for one document. A picture takes 4 bytes per pixel; for pictures of 8192 by 8192 "
        + "pixels it is 256, with --megapixels 68."),
    Setting("megapixels", \.megapixels, "N", in: 1...100_000, "Millions of pixels in a provider's picture."),
    Setting(
      "drain-delay", \.drainDelay, seconds: 0...3_600,
      "How long /readyz says 503 after SIGTERM before no more connections are accepted."),
    Setting(
      "drain-seconds", \.drainSeconds, seconds: 0...3_600,
      "How long requests may go on after new connections are refused."),
    Setting("spool", \.spool, "DIR", "The folder for bodies and large answers; empty for $TMPDIR or /tmp."),
    Setting(
      bytes: "spool-limit", \.spoolLimit,
      "The total size of all bodies, in bytes; one client can use half of it. A request that would exceed it gets "
        + "429."),
    Setting(
      bytes: "answer-limit", \.answerLimit,
      "The total size of all large answers that clients are reading, in bytes; one client can use half of it. A "
        + "request that would exceed it gets 429."),
    Setting(
      "result-cache", \.resultCache, "DIR",
      "The folder in which rendered answers are kept, for all previewd of this user; empty for $CACHE_DIRECTORY, or "
        + "cameo/previewd in $XDG_CACHE_HOME or ~/.cache."),
    Setting(
      bytes: "result-cache-limit", \.resultCacheLimit,
      "The total size of the answers that are kept, in bytes; 0 to keep none."),
    Setting(
      "providers", \.providerFolders, "DIR", separator: ":",
      "A folder of providers besides the system's. Can be given several times."),
    Setting(
      "sandbox", \.sandbox, "TIER", choices: ["auto", "A", "B", "none"],
      "How providers are isolated; auto is the strongest way that works here, and never none."),
    Setting("reuse", \.reuse, "N", in: 1...100, "Documents that a provider's process shows before it is replaced."),
    Setting("log-requests", \.logsRequests, "Write a line for each request to standard error."),
    Setting(
      "log-format", \.logFormat, "FORMAT", choices: ["text", "json"],
      "The format of lines on standard error: text with key=value words, or JSON objects."),
  ]

  private static let resourcePolicies = ["same-origin", "same-site", "cross-origin"]

  // MARK: Reading

  /// The origins of the values that are not defaults, by the settings' names.
  private var origins: [String: ValueOrigin] = [:]

  /// The defaults.
  package init() {}

  /// Reads the settings. A flag overrides the environment, which overrides the file, which overrides the default.
  ///
  /// - Parameters:
  ///   - flags: the values of the flags, by the settings' names.
  ///   - environment: all variables. An unknown variable that begins with `CAMEO_PREVIEWD_` is an error.
  ///   - file: the bytes of a configuration file, with its name for messages.
  /// - Throws: `usage`, with the flag, the variable, or the file's line and member.
  package init(
    flags: [String: [String]], environment: [String: String], file: (name: String, bytes: [UInt8])?
  ) throws(ImageError) {
    let known = Set(Self.settings.map(\.variable) + ["\(Setting.prefix)CONFIG"])
    for name in environment.keys.sorted() where name.hasPrefix(Setting.prefix) && !known.contains(name) {
      throw ImageError(.usage, "\(name): there is no such setting")
    }
    var layers = LayeredValues<[String]>()
    layers[.flag] = flags.filter { !$0.value.isEmpty }
    for setting in Self.settings {
      layers[.environment][setting.name] = environment[setting.variable].map(setting.split)
    }
    if let file { layers[.file] = try SettingsFile(file.bytes, name: file.name).values }
    for setting in Self.settings {
      guard let (texts, origin) = layers.found(setting.name) else { continue }
      do throws(ImageError) {
        try setting.set(texts, in: &self)
      } catch {
        // The values of the file were checked when it was read.
        let place = origin == .flag ? "--\(setting.name)" : setting.variable
        throw ImageError(.usage, "\(place): \(error.reason)")
      }
      origins[setting.name] = origin
    }
  }

  // MARK: Showing

  /// The configuration with the values that are used where a setting has none of its own.
  private var inUse: ServiceConfiguration {
    var used = self
    if !unix.isEmpty, origins["listen"] == nil { used.listen = [] }
    if concurrency == 0 { used.concurrency = HostConfiguration.usualConcurrency }
    if clientConnections == 0 { used.clientConnections = ConnectionBudget.usualShare(of: connections) }
    if spool.isEmpty { used.spool = BodyFolder.usualParent }
    if resultCache.isEmpty { used.resultCache = ResultFolder.usualParent ?? "" }
    return used
  }

  /// Each setting with the value that is used, and its origin.
  package var report: ConfigurationReport {
    let used = inUse
    var report = ConfigurationReport()
    for setting in Self.settings {
      report.add(
        setting.name, key: setting.key, setting.json(in: used), origins[setting.name] ?? .standard)
    }
    return report
  }

  // MARK: What the settings name

  package private(set) var addresses: [ListenAddress] = []
  package private(set) var healthAddress: ListenAddress?
  private(set) var tokens: [String] = []
  private(set) var keys: [SigningKey] = []
  private(set) var writeTokens: [String] = []
  private(set) var sourceOrigins = SourceOrigins()
  private(set) var trustedProxies = TrustedProxies()
  private(set) var presets = Presets()
  private(set) var fallbackPicture: FallbackPicture?

  /// nil for the default.
  var bodyFolder: String? { spool.isEmpty ? nil : spool }

  /// The folder of the result cache; nil for none. If the default folder cannot be used, there is none, and the log
  /// says so.
  ///
  /// - Throws: `io`, `usage`, where the folder that the settings name cannot be used.
  func resultFolder(_ log: ServiceLog?) throws(ImageError) -> ResultFolder? {
    guard resultCacheLimit > 0 else { return nil }
    if !resultCache.isEmpty { return try ResultFolder(in: resultCache, limit: resultCacheLimit) }
    guard let parent = ResultFolder.usualParent else {
      log?.write("answers are not kept: neither CACHE_DIRECTORY nor XDG_CACHE_HOME nor HOME is an absolute path")
      return nil
    }
    do throws(ImageError) {
      return try ResultFolder(in: parent, limit: resultCacheLimit)
    } catch {
      log?.write("answers are not kept: \(error)")
      return nil
    }
  }

  /// Checks the folder of the result cache, and makes nothing. The default folder is not checked: the service works
  /// without it.
  ///
  /// - Throws: as `resultFolder`.
  func checkResultFolder() throws(ImageError) {
    if resultCacheLimit > 0, !resultCache.isEmpty { try ResultFolder.check(in: resultCache) }
  }

  /// Fetches documents of other servers; nil where no origin is allowed.
  ///
  /// - Throws: `usage` where the file of certificates cannot be used.
  func sources(version: String) throws(ImageError) -> SourceFetcher? {
    if !sourceAuthorities.isEmpty { try SourceFetcher.check(authorities: sourceAuthorities) }
    if sourceOrigins.isEmpty { return nil }
    return try SourceFetcher(
      sourceOrigins, seconds: sourceSeconds, limit: bodyLimit, authorities: sourceAuthorities, version: version)
  }

  /// Reads the addresses, the files of tokens and keys and the pictures that the settings name.
  ///
  /// - Throws: `usage` for settings that contradict each other; `io`.
  package mutating func load(readOverlay: OverlayReading) throws(ImageError) {
    if !unix.isEmpty { addresses.append(.unix(path: unix)) }
    if unix.isEmpty || origins["listen"] != nil {
      for text in listen { addresses.append(try Self.address(text, of: "listen")) }
    }
    guard !addresses.isEmpty else { throw ImageError(.usage, "there is no address to listen at") }
    if !healthListen.isEmpty { healthAddress = try Self.address(healthListen, of: "health-listen") }
    sourceOrigins = try SourceOrigins(sourceTexts, private: privateSourceTexts)
    trustedProxies = try TrustedProxies(trustedProxyTexts, field: forwardedField)
    presets = try Presets(presetTexts, isRequired: onlyPresets, readOverlay: readOverlay)
    fallbackPicture = fallbackFile.isEmpty ? nil : try FallbackPicture(file: fallbackFile)
    try loadSecrets()
    for address in addresses where !address.isLocal && tokens.isEmpty {
      throw ImageError(.usage, "listening at \(address) lets other machines in: that needs --tokens")
    }
    for origin in allowedOrigins {
      guard CrossOrigin.isOrigin(origin) else {
        throw ImageError(.usage, "allow-origin: '\(origin)' is not a site such as https://example.org, nor *")
      }
      guard origin != "*" || !tokens.isEmpty || !keys.isEmpty else {
        throw ImageError(
          .usage, "allow-origin: * lets every web page read the documents: that needs --tokens or --signing-keys")
      }
    }
    try checkBrowsing()
    concurrency = inUse.concurrency
  }

  private func checkBrowsing() throws(ImageError) {
    guard browses else {
      let given = [("write-tokens", !writeTokenFile.isEmpty), ("picker-origin", !pickerOrigins.isEmpty)]
      if let name = given.first(where: \.1)?.0 {
        throw ImageError(.usage, "\(name) is of no use without --browse true")
      }
      return
    }
    guard !roots.isEmpty else { throw ImageError(.usage, "--browse shows the folders of --root, and there is none") }
    for origin in pickerOrigins where origin == "*" || !CrossOrigin.isOrigin(origin) {
      throw ImageError(.usage, "picker-origin: '\(origin)' is not a site such as https://example.org")
    }
  }

  private static func address(_ text: String, of name: String) throws(ImageError) -> ListenAddress {
    guard let address = ListenAddress(text) else { throw ImageError(.usage, "\(name): '\(text)' is not HOST:PORT") }
    return address
  }

  /// The configuration with the files of tokens and keys read again.
  ///
  /// - Throws: `usage`, `io`, as `load`.
  func withNewSecrets() throws(ImageError) -> ServiceConfiguration {
    var new = self
    (new.tokens, new.keys, new.writeTokens) = ([], [], [])
    try new.loadSecrets()
    return new
  }

  /// The log, to standard error.
  package var log: ServiceLog { ServiceLog(isJSON: logFormat == "json") }

  private mutating func loadSecrets() throws(ImageError) {
    if !tokenFile.isEmpty { tokens = try Self.tokens(in: tokenFile) }
    if !writeTokenFile.isEmpty { writeTokens = try Self.tokens(in: writeTokenFile) }
    if !keyFile.isEmpty { keys = try SigningKey.all(in: keyFile) }
  }

  private static func tokens(in file: String) throws(ImageError) -> [String] {
    let tokens = try SecretFile.lines(file)
    guard !tokens.isEmpty else { throw ImageError(.usage, "there is no token in it", path: file) }
    guard tokens.allSatisfy({ $0.utf8.count >= 16 }) else {
      throw ImageError(.usage, "a token is shorter than 16 characters", path: file)
    }
    return tokens
  }

  /// The configuration of the host for the service.
  ///
  /// - Parameters:
  ///   - version: the version of Cameo.
  ///   - log: gets a line for each failure that may be the provider's. All failures appear in the lines of requests.
  package func host(version: String, log: ServiceLog) -> HostConfiguration {
    var host = HostConfiguration(version: version)
    (host.concurrency, host.queueLength, host.queueSeconds) = (concurrency, queueLength, queueSeconds)
    host.failureSeconds = failureSeconds
    host.replyFiles = ReplyFiles(in: bodyFolder, capacity: answerLimit)
    host.workers.reuseLimit = reuse
    host.workers.prewarmed = concurrency
    host.workers.idleLimit = max(host.workers.idleLimit, 2 * concurrency)
    host.log = { event in
      switch event.error.code {
      case .timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable, .sandboxUnavailable:
        log.write("\(event.error)\(event.isRetried ? ", tried again" : "")", requestID: event.requestID)
      default: break
      }
    }
    return host
  }
}

/// A configuration file: one JSON object with the settings' keys.
private struct SettingsFile {
  /// The values by the settings' names.
  private(set) var values: [String: [String]] = [:]

  /// - Throws: `usage` with the file's name, the line and the member.
  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    let root: StructuredValue
    do throws(ImageError) {
      var parser = JSONParser(bytes, limits: StructuredLimits(maxBytes: 1 << 20, maxDepth: 8, maxValues: 10_000))
      root = try parser.parse()
    } catch {
      throw ImageError(.usage, "\(name): \(error.reason)")
    }
    guard case .object(let object) = root.content else { throw ImageError(.usage, "\(name): should be an object") }
    var scratch = ServiceConfiguration()
    for member in object.members {
      let place = "\(name): line \(member.value.line): \(member.name)"
      guard let setting = ServiceConfiguration.settings.first(where: { $0.key == member.name }) else {
        throw ImageError(.usage, "\(place): there is no such setting")
      }
      do throws(ImageError) {
        let texts = try setting.texts(of: member.value)
        // A wrong value is an error even if a flag overrides it.
        try setting.set(texts, in: &scratch)
        values[setting.name] = texts
      } catch {
        throw ImageError(.usage, "\(place): \(error.reason)")
      }
    }
  }
}
