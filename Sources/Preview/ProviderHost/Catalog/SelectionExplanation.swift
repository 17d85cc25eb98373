package import ProviderProtocol
package import StructuredText

/// Explains which providers are asked for a type, and in which order.
package struct SelectionExplanation: Hashable, Sendable {
  /// A provider that supports the type, or one that the type conforms to.
  package struct Step: Hashable, Sendable {
    package var provider: String
    package var level: Int
    package var priority: Int
    /// The nearest supported type that led to the provider.
    package var type: String
    /// The number of conformance steps from the document's type: 0 for the type itself.
    package var distance: Int
    /// Why the provider is not asked; nil where it is asked.
    package var skipped: String?
  }

  package var type: String
  package var capability: ProviderCapability
  /// The type and what it conforms to, level by level.
  package var levels: [[String]] = []
  package var steps: [Step] = []
  /// The providers to ask, the preferred one first. Where no provider makes previews, the providers of thumbnails.
  package var candidates: [ProviderDescription] = []

  init(type: String, capability: ProviderCapability) {
    self.type = type
    self.capability = capability
  }

  /// The search, one step a line.
  package var lines: [String] {
    var lines: [String] = []
    for (distance, level) in levels.enumerated() {
      lines.append("\(distance == 0 ? "type" : "conforms to, \(distance) up"): \(level.joined(separator: ", "))")
      for step in steps where step.distance == distance {
        let way = step.level == 0 ? "thumbnailer" : "provider"
        lines.append(
          "  \(way) \(step.provider) for \(step.type), priority \(step.priority)"
            + (step.skipped.map { ": \($0)" } ?? ""))
      }
    }
    let best =
      candidates.first.map { provider in
        provider.capabilities.contains(capability)
          ? "\(provider.id) is used" : "the thumbnail of \(provider.id) is used"
      } ?? "no provider makes a \(capability.rawValue) of it"
    return lines + ["\(capability.rawValue): \(best)"]
  }

  /// The explanation for programs.
  package var json: JSONValue {
    .object([
      "type": .string(type), "capability": .string(capability.rawValue),
      "ancestry": .array(levels.map { .array($0.map { .string($0) }) }),
      "steps": .array(
        steps.map { step in
          .object([
            "provider": .string(step.provider), "level": .int(Int64(step.level)), "type": .string(step.type),
            "distance": .int(Int64(step.distance)), "priority": .int(Int64(step.priority)),
            "skipped": step.skipped.map { .string($0) } ?? .null,
          ])
        }),
      "candidates": .array(candidates.map { .string($0.id) }),
    ])
  }
}
