internal import ProviderHost
internal import ProviderKit

/// What the command line says.
struct BenchmarkOptions {
  var programs = ""
  var photo = ""
  var group = ""
  var requests = 300
  /// Requests of the measurement of memory; 0 for none.
  var memory = 10_000
  var tier: SandboxTier?

  /// nil for invalid arguments.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--programs": programs = value
      case "--photo": photo = value
      case "--group": group = value
      case "--requests":
        guard let number = Int(value), number >= 30 else { return nil }
        requests = number
      case "--memory":
        guard let number = Int(value), number >= 0 else { return nil }
        memory = number
      case "--tier":
        guard let named = SandboxTier(rawValue: value) else { return nil }
        tier = named
      default: return nil
      }
    }
    guard [programs, photo, group].allSatisfy({ $0.first == "/" }) else { return nil }
  }
}

/// A document to render, by the host and in this process.
struct Document {
  var name: String
  var path: String
  var contentType: String
  /// The provider's program, and its name there.
  var command: [String]
  var definition: ProviderDefinition
}
