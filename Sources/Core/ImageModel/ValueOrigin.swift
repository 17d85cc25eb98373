/// Where the value of a setting or preference comes from, the weakest first: a flag overrides a variable of the
/// environment, which overrides the file, which overrides the default.
public enum ValueOrigin: String, Hashable, Sendable, CaseIterable, Comparable {
  case standard = "default"
  case file
  case environment
  case flag

  public static func < (one: ValueOrigin, other: ValueOrigin) -> Bool { one.strength < other.strength }

  private var strength: Int {
    switch self {
    case .standard: 0
    case .file: 1
    case .environment: 2
    case .flag: 3
    }
  }
}
