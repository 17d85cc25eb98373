internal import Synchronization

/// Lookup tables for the types.
struct TypeTables: Sendable {
  /// Indices of the types. Of two types with one identifier the later is used, of two with one MIME type the first.
  private(set) var identifiers: [String: Int] = [:]
  private(set) var mimeTypes: [String: Int] = [:]
  let names: NameIndex
  /// The probe of each signature, in the order of the types.
  let probes: [SignatureProbe]
  /// Indices of the types that have openings.
  let withOpenings: [Int]

  init(_ types: [ContentType]) {
    identifiers.reserveCapacity(types.count)
    mimeTypes.reserveCapacity(types.count)
    for (place, type) in types.enumerated() {
      identifiers[type.identifier] = place
      for mimeType in type.mimeTypes.map(MIMEName.normalized) where mimeTypes[mimeType] == nil {
        mimeTypes[mimeType] = place
      }
    }
    names = NameIndex(types)
    probes = types.enumerated().flatMap { place, type in
      type.signatures.enumerated().map { SignatureProbe($1, of: place, at: $0) }
    }
    withOpenings = types.indices.filter { !types[$0].openings.isEmpty }
  }

  /// Tables that are made on first use.
  final class Maker: Sendable {
    private let types: [ContentType]?
    private let tables = Mutex<TypeTables?>(nil)

    /// - Parameter types: nil for the built-in ones.
    init(_ types: [ContentType]?) { self.types = types }

    var made: TypeTables {
      tables.withLock { tables in
        if let tables { return tables }
        let new = TypeTables(types ?? ContentTypeRegistry.builtInTypes)
        tables = new
        return new
      }
    }
  }
}
