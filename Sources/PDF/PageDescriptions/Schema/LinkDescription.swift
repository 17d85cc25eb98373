internal import Drawing
internal import ImageModel

/// Where a link leads: `{"uri": "https://..."}`, `{"page": 3}`, `{"destination": "appendix"}`.
struct LinkDescription {
  static let names = ["uri", "page", "destination"]

  var target: LinkTarget

  /// Reads the one of the three keys that an object must have.
  init(_ object: ObjectReader) throws(ImageError) {
    let given = Self.names.filter { object[$0] != nil }
    guard given.count == 1, let key = given.first, let reader = object[key] else {
      throw object.reader.error("a link has one of 'uri', 'page' and 'destination'")
    }
    switch key {
    case "uri":
      let uri = try reader.text("an address")
      // PDF wants 7-bit ASCII (ISO 32000-1, 12.6.4.7); the writer escapes the rest, but control characters mean an accident.
      guard !uri.isEmpty, uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
        throw reader.error("an address has no spaces or control characters and is not empty")
      }
      target = .uri(uri)
    case "page":
      target = .page(try reader.integer("a page, counted from 1", in: 1...10_000_000) - 1 + reader.scope.firstPage)
    default: target = .destination(name: try reader.text("the id of a page or an element"))
    }
  }
}
