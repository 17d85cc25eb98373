package import MetadataModel

/// Whether values are written as the file has them, in readable words, or both.
package enum ValueStyle: String, CaseIterable, Sendable {
  case raw, readable, both

  /// A property as the one value that a table or a line of a script wants: of texts by language the default one.
  package func single(_ property: Property) -> String {
    if case .structure(let fields) = property.value, fields.first?.name == "x-default",
      let text = fields.first?.value.text
    {
      return text
    }
    return text(property)
  }

  /// A number as people want it: 8 decimals of a degree are a millimetre.
  private static func rounded(_ value: PropertyValue) -> PropertyValue {
    guard case .decimal(let number) = value, (1...1_000).contains(abs(number)) else { return value }
    return .decimal((number * 1e8).rounded() / 1e8)
  }

  /// A property on one line.
  package func text(_ property: Property) -> String {
    let raw = property.value.plainText
    switch self {
    case .raw: return raw
    case .readable: return property.readable ?? Self.rounded(property.value).plainText
    case .both:
      guard let readable = property.readable, readable != raw else { return raw }
      return "\(raw) (\(readable))"
    }
  }
}
