/// What a job reads.
public enum JobInput: Hashable, Sendable {
  /// A file, fifo or device.
  case path(String)
  case standardInput

  /// How messages and reports call it.
  public var name: String {
    switch self {
    case .path(let path): path
    case .standardInput: "-"
    }
  }
}

/// Where a job writes.
public enum JobOutput: Sendable {
  case path(String)
  case standardOutput
  /// A path that depends on what only the job finds out.
  case named(@Sendable (OutputFacts) -> String)

  /// Whether another page gets another name.
  var dependsOnPage: Bool {
    guard case .named(let name) = self else { return false }
    let facts = (1...2).map { OutputFacts(width: 1, height: 1, fileExtension: "x", page: $0) }
    return name(facts[0]) != name(facts[1])
  }
}

/// What a job knows about its output just before it writes.
public struct OutputFacts: Hashable, Sendable {
  /// The size of the written picture.
  public var width: Int
  public var height: Int
  /// The extension of the chosen format, without the dot.
  public var fileExtension: String
  /// The page of the input, counted from 1.
  public var page: Int

  public init(width: Int, height: Int, fileExtension: String, page: Int) {
    self.width = width
    self.height = height
    self.fileExtension = fileExtension
    self.page = page
  }
}
