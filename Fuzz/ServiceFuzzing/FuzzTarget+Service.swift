internal import ByteStreams
internal import ImageModel
package import MetadataFuzzing
internal import PreviewService
internal import ProviderHost

extension FuzzTarget {
  /// What the HTTP service reads of requests, of its configuration and of its result cache. They are a module of their
  /// own, because network packages take longer to build than all other targets.
  package static let service = [
    FuzzTarget(
      text: "http-query", "http",
      texts: [
        "path=a%2Fb.jpg&size=256&dpr=2",
        "path=a&width=320&height=200&fit=cover&position=30%25%2C0%25&format=webp&quality=70",
        "path=%ff+x&page=3&scale=2&name=b.pdf&type=com.adobe.pdf", "path=a&kind=pdf",
        "path=a&preset=card&fallback=none",
      ]
    ) { query in
      for route in ["thumbnail", "preview", "types"] {
        let target = "/v1/\(route)?\(query)"
        guard let signed = try? address.sign(target, expires: 2_000_000_000) else { continue }
        guard signed.hasPrefix("/v1/\(route)?"), signed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
          throw BrokenPromise("'\(signed)' is not an address")
        }
      }
    },
    FuzzTarget(
      text: "http-accept", "http",
      texts: ["image/avif,image/webp;q=0.8,*/*;q=0.5", "text/html, application/pdf;q=0", " IMAGE / PNG ; q=.1 ,,"]
    ) {
      let types = AcceptedTypes($0)
      _ = (types.named.map { types.allows($0) }, types.takesAVIF, types.allows($0))
    },
    FuzzTarget(
      text: "http-forwarded", "http",
      texts: [
        #"for="[2001:db8::1]:80";proto=https;by=_x"#, "FOR=192.0.2.1:8080", "[::ffff:10.0.0.1]:_a", "2001:db8::1",
      ]
    ) {
      for address in [ForwardedText.node(of: $0[...]), ForwardedText.address($0[...]), NetworkAddress($0)] {
        guard let address, NetworkAddress(address.text) != address else { continue }
        throw BrokenPromise("\(address.text) is another address")
      }
    },
    FuzzTarget(
      text: "http-fields", "http",
      texts: [
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", #"W/"abc", "def", *"#,
      ]
    ) { text in
      if let trace = TraceContext(parent: text), TraceContext(parent: trace.text) == nil {
        throw BrokenPromise("\(trace.text) cannot be passed on")
      }
      if let seconds = HTTPDate.seconds(text), HTTPDate.seconds(HTTPDate.text(seconds)) != seconds {
        throw BrokenPromise("\(HTTPDate.text(seconds)) is another time")
      }
      let tag = EntityTag([text])
      guard tag.isNamed(in: "W/\(tag.text)") else { throw BrokenPromise("the tag does not find itself") }
      _ = tag.isNamed(in: text)
    },
    FuzzTarget(
      "service-configuration", "http",
      texts: [
        #"{"listen": ["[::1]:0"], "trustedProxy": ["10.0.0.0/8", "unix"], "preset": ["card:width=320&fit=inside"]}"#,
        #"{"roots": ["/a"], "bodyLimit": "64M", "logRequests": false, "queueSeconds": 0.5, "allowOrigin": ["https://a"]}"#,
      ]
    ) {
      let configuration = try ServiceConfiguration(flags: [:], environment: [:], file: ("input", $0))
      _ = configuration.report
    },
    FuzzTarget(
      text: "service-flags", "http", longest: 256,
      texts: [
        "card:width=320&height=200&fit=cover\n2001:db8::/32\nhttps://a.example:8443",
        "a:size=9\n10.0.0.0/8\nhttp://192.0.2.1/b/", "x:format=jpeg&quality=5\nunix",
        "w:size=9&overlay=a&overlay-size=20%25&overlay-opacity=50",
      ]
    ) {
      let lines = $0.split(separator: "\n", maxSplits: 2).map { [String($0)] } + [[], [], []]
      var configuration = try ServiceConfiguration(
        flags: ["preset": lines[0], "trusted-proxy": lines[1], "source": lines[2]], environment: [:], file: nil)
      // Reads what the settings name; none of these names a file but an overlay.
      try configuration.load { path throws(ImageError) in throw ImageError(.io, "is not read", path: path) }
    },
    FuzzTarget(
      text: "source-address", "http",
      texts: [
        "https://images.example:8443/a/b.jpg?v=2", "http://[2001:db8::1]/%20", "HTTPS://A.b", "http://192.0.2.1",
        "http://a/b/c/d;p?q\n./../g/.?y#s", "http://a/b\n//c/d/../e",
      ]
    ) {
      let lines = $0.split(separator: "\n", maxSplits: 1)
      let address = try SourceAddress(String(lines.first ?? ""))
      // Two slashes begin a host.
      guard try address.path.hasPrefix("//") || address.target(of: address.path + address.query) == address else {
        throw BrokenPromise("the same place is another address")
      }
      guard lines.count > 1 else { return }
      let found = try address.target(of: String(lines[1]))
      guard try found.path.hasPrefix("//") || address.target(of: found.path).path == found.path else {
        throw BrokenPromise("a path is not the same when it is resolved again")
      }
    },
    FuzzTarget(text: "listen-address", longest: 128, texts: ["127.0.0.1:8880", "[::1]:0", "localhost:80"]) {
      guard let address = ListenAddress($0) else { return }
      guard ListenAddress(address.description) == address else { throw BrokenPromise("\(address) is another address") }
      _ = address.isLocal
    },
    FuzzTarget(text: "signing-key", longest: 256, texts: ["a-1:" + String(repeating: "0f", count: 32)]) {
      _ = try SigningKey(line: $0)
    },
    FuzzTarget(
      "cached-answer",
      texts: [
        #"{"kind": "image", "contentType": "image/png", "encoding": null, "width": 2, "height": 1, "title": "t", "#
          + #""badge": null, "pageCount": 3, "warnings": ["w"], "provider": "a", "providerVersion": "1"}"#
      ], run: { try readCachedAnswer($0) }),
  ]

  private static let address = SignedAddress(
    keys: [try? SigningKey(line: "fuzz:0123456789abcdef0123456789abcdef")].compactMap { $0 }, maximumSeconds: 600)

  /// Reads an entry of the result cache, and writes an entry with the description in the input and reads that.
  private static func readCachedAnswer(_ input: [UInt8]) throws {
    _ = try ResultEntry.reply(in: MemoryByteSource(input), name: "a")
    guard var reply = ResultDescription.reply(input) else { return }
    reply.bytes = input
    guard let entry = ResultEntry(reply) else { throw BrokenPromise("the answer cannot be kept") }
    let sink = MemoryByteSink()
    try entry.write(to: sink, name: "a")
    guard let read = try ResultEntry.reply(in: MemoryByteSource(sink.bytes), name: "a"), read == reply else {
      throw BrokenPromise("the answer is not what it was")
    }
    guard try ResultEntry.reply(in: MemoryByteSource(sink.bytes), name: "b") == nil else {
      throw BrokenPromise("the answer is found under another name")
    }
  }
}
