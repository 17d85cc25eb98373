internal import ByteStreams
internal import HummingbirdCore
internal import ImageModel

/// The options of a request, from the query of its address.
struct RequestQuery {
  struct Option: Hashable {
    var name: String
    var value: String
  }

  private(set) var options: [Option] = []
  /// What the preset draws over pictures. Addresses cannot choose it.
  private(set) var overlay: Overlay?

  /// Hummingbird reads queries more leniently: it passes invalid escapes on and accepts a repeated option. It also
  /// cannot represent file names that are not UTF-8.
  ///
  /// - Throws: `requestInvalid` for invalid escapes, for bytes that are not UTF-8 in an option other than a path, for
  ///   zero bytes, and for an option that is given twice.
  init(_ address: URI) throws(ServiceProblem) {
    for pair in (address.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let value = equals < pair.endIndex ? pair[pair.index(after: equals)...] : pair[pair.endIndex...]
      let name = try Self.decoded(pair[..<equals])
      guard self[name] == nil else {
        throw .invalid("the option \(ServiceProblem.scrubbed(name)) is given twice")
      }
      guard options.count < 32 else { throw .invalid("too many options") }
      options.append(Option(name: name, value: try Self.decoded(value, isPath: name == "path" || name == "move")))
    }
  }

  init(options: [Option], overlay: Overlay? = nil) { (self.options, self.overlay) = (options, overlay) }

  subscript(name: String) -> String? { options.first { $0.name == name }?.value }
  subscript(option: RouteOption) -> String? { self[option.rawValue] }

  /// - Throws: `requestInvalid`.
  func integer(_ option: RouteOption, in range: ClosedRange<Int>) throws(ServiceProblem) -> Int? {
    guard let text = self[option] else { return nil }
    guard let value = Int(text), range.contains(value), !text.hasPrefix("+") else {
      throw .invalid("\(option.rawValue) is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// The option `name`.
  ///
  /// - Throws: `requestInvalid`.
  var documentName: String? {
    get throws(ServiceProblem) {
      guard let name = self[.name] else { return nil }
      guard PathNames.isName(name), name.utf8.count <= 255 else {
        throw .invalid("name is a file's name of at most 255 bytes, without folders")
      }
      return name
    }
  }

  /// The option `type`.
  ///
  /// - Throws: `requestInvalid`.
  var contentType: String? {
    get throws(ServiceProblem) {
      guard let type = self[.type] else { return nil }
      let isIdentifier = type.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
      }
      guard isIdentifier, (1...255).contains(type.utf8.count) else {
        throw .invalid("type is the identifier of a content type")
      }
      return type
    }
  }

  /// - Throws: `requestInvalid` for an option that the route does not have, where not exactly one option names the
  ///   document, and for invalid options of a signature, even where no signature is needed.
  func check(for route: Route) throws(ServiceProblem) {
    for option in options where !route.options.contains(where: { $0.rawValue == option.name }) {
      let name = option.name.isEmpty ? "without a name" : option.name
      throw .invalid("there is no option \(ServiceProblem.scrubbed(name))")
    }
    if let text = self[.expires], Int(text).map({ $0 < 0 }) ?? true || text.hasPrefix("+") {
      throw .invalid("expires is a number of seconds since 1970")
    }
    if let text = self[.key], !SigningKey.isName(text) { throw .invalid("key is the name of a key") }
    if let text = self[.signature], Hexadecimal.bytes(text)?.count != 32 {
      throw .invalid("signature is 64 hexadecimal digits")
    }
    let documents = route.documentOptions
    guard documents.isEmpty || documents.count(where: { self[$0] != nil }) == 1 else {
      throw .invalid("exactly one of the options \(documents.map(\.rawValue).joined(separator: " and ")) is needed")
    }
  }

  // MARK: Escapes

  /// Decodes the escapes of a query. `+` is a space, as in forms.
  static func decoded(_ text: Substring.UTF8View, isPath: Bool = false) throws(ServiceProblem) -> String {
    guard let bytes = PercentEncoding.decoded(text.lazy.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }) else {
      throw .invalid("an escape in the query lacks its two digits")
    }
    guard !bytes.contains(0) else { throw .invalid("the query holds a zero byte") }
    // File names are bytes, which need not be UTF-8.
    if isPath { return PathText.text(bytes) }
    guard let result = String(validating: bytes, as: UTF8.self) else { throw .invalid("the query is not UTF-8") }
    return result
  }

  /// Percent-encodes everything except the unreserved characters (RFC 3986, 2.3).
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var out: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
      default: out += escape(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// A byte percent-encoded: `%2F` (RFC 3986, 2.1).
  static func escape(_ byte: UInt8) -> [UInt8] {
    Array("%\(Hexadecimal.text([byte]).uppercased())".utf8)
  }
}
