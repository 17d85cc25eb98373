/// Everything that can be configured, with the defaults: nowhere else do they stand.
package enum ServiceSettings {
  package static let listen = ServiceSetting(
    "listen", .list(separator: ","), .list(["127.0.0.1:8880"]),
    "Listen at HOST:PORT; port 0 for any. Other machines reach it only when there are tokens.")
  package static let unix = ServiceSetting(
    "unix", .text, .text(""),
    "Listen at a Unix socket of this name, which only its owner can use; without --listen at nothing else.")
  package static let healthListen = ServiceSetting(
    "health-listen", .text, .text("127.0.0.1:8881"),
    "Answer /livez, /readyz and /metrics at HOST:PORT; empty for nowhere.")
  package static let root = ServiceSetting(
    "root", .list(separator: ":"), .list([]), "Show files below this folder by their path. Can be given several times.")
  package static let tokens = ServiceSetting(
    "tokens", .text, .text(""), "A file of bearer tokens, one on a line; they are needed then.")
  package static let signingKeys = ServiceSetting(
    "signing-keys", .text, .text(""),
    "A file of keys for signed addresses, NAME:SECRET on a line, at most two: the first signs, both are believed.")
  package static let signedSeconds = ServiceSetting(
    "signed-seconds", .integer(1...31_622_400), .integer(604_800), "How long a signed address can be valid.")
  package static let concurrency = ServiceSetting(
    "concurrency", .integer(0...1_024), .integer(0),
    "Documents that are rendered at a time; 0 for two more than there are processors.")
  package static let queue = ServiceSetting(
    "queue", .integer(0...100_000), .integer(64), "Requests that wait for their turn; one more gets 429.")
  package static let queueSeconds = ServiceSetting(
    "queue-seconds", .seconds(0.001...3_600), .seconds(5), "How long a request waits for its turn.")
  package static let thumbnailSeconds = ServiceSetting(
    "thumbnail-seconds", .seconds(0.001...3_600), .seconds(10), "How long a thumbnail may take.")
  package static let previewSeconds = ServiceSetting(
    "preview-seconds", .seconds(0.001...3_600), .seconds(30), "How long a preview may take.")
  package static let bodyLimit = ServiceSetting(
    "body-limit", .bytes, .integer(256 << 20), "The largest document in a request's body, in bytes.")
  package static let headerSeconds = ServiceSetting(
    "header-seconds", .seconds(0.01...3_600), .seconds(10), "How long a client may take for a request's header.")
  package static let readSeconds = ServiceSetting(
    "read-seconds", .seconds(0.01...3_600), .seconds(15), "How long a client may pause within a body.")
  package static let uploadSeconds = ServiceSetting(
    "upload-seconds", .seconds(0.01...86_400), .seconds(300), "How long a client may take for a whole body.")
  package static let writeSeconds = ServiceSetting(
    "write-seconds", .seconds(0.01...86_400), .seconds(60), "How long a client may take to read an answer.")
  package static let idleSeconds = ServiceSetting(
    "idle-seconds", .seconds(0.01...86_400), .seconds(60), "How long a connection may be idle between requests.")
  package static let connections = ServiceSetting(
    "connections", .integer(1...100_000), .integer(512), "Connections at a time; others wait to be accepted.")
  package static let cacheSeconds = ServiceSetting(
    "cache-seconds", .integer(0...31_622_400), .integer(60),
    "How long clients may use a picture of a file without asking again.")
  package static let drainSeconds = ServiceSetting(
    "drain-seconds", .seconds(0...3_600), .seconds(20), "How long requests may go on after SIGTERM.")
  package static let spool = ServiceSetting(
    "spool", .text, .text(""), "The folder for bodies; empty for $TMPDIR or /tmp.")
  package static let spoolLimit = ServiceSetting(
    "spool-limit", .bytes, .integer(4 << 30), "All bodies that are kept at a time, in bytes; one more gets 429.")
  package static let providers = ServiceSetting(
    "providers", .list(separator: ":"), .list([]),
    "A folder of providers besides the system's. Can be given several times.")
  package static let sandbox = ServiceSetting(
    "sandbox", .choice(["auto", "A", "B", "none"]), .text("auto"),
    "How providers are isolated; auto is the strongest way that works here, and never none.")
  package static let reuse = ServiceSetting(
    "reuse", .integer(1...100), .integer(1), "Documents that a provider's process shows before it is replaced.")
  package static let logRequests = ServiceSetting(
    "log-requests", .flag, .flag(true), "Write a line for each request to standard error.")

  package static let all = [
    listen, unix, healthListen, root, tokens, signingKeys, signedSeconds, concurrency, queue, queueSeconds,
    thumbnailSeconds, previewSeconds, bodyLimit, headerSeconds, readSeconds, uploadSeconds, writeSeconds, idleSeconds,
    connections, cacheSeconds, drainSeconds, spool, spoolLimit, providers, sandbox, reuse, logRequests,
  ]
}
