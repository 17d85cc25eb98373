internal import ArgumentParser

/// The value of an option or flag, which a command line may lack.
package protocol OptionValue {
  var isGiven: Bool { get }
}

extension Bool: OptionValue {
  package var isGiven: Bool { self }
}

extension Optional: OptionValue {
  package var isGiven: Bool { self != nil }
}

extension Array: OptionValue {
  package var isGiven: Bool { !isEmpty }
}

/// Options by the names that messages give them, with their values.
package typealias NamedOptions = KeyValuePairs<String, any OptionValue>

/// Which options a command line may have together.
///
/// A rule is declared beside the option that needs it: in `validate()` of the option's group. If it concerns options of
/// other groups, it is in an extension of the command, below that group.
package enum OptionRules {
  /// The names of the options that were given, in the order of the list.
  package static func given(_ options: NamedOptions) -> [String] { options.filter(\.value.isGiven).map(\.key) }

  /// - Throws: `ValidationError` if an option was given, and so was one of the others.
  package static func clash(_ option: String, _ value: any OptionValue, with others: NamedOptions) throws {
    guard value.isGiven, let other = given(others).first else { return }
    throw ValidationError("\(option) and \(other) cannot be used together")
  }

  /// - Throws: `ValidationError` if an option was not given, but one of the others, which mean nothing without it.
  package static func need(_ option: String, _ value: any OptionValue, for others: NamedOptions) throws {
    guard !value.isGiven, let other = given(others).first else { return }
    throw ValidationError("\(other) needs \(option)")
  }

  /// - Throws: `ValidationError` if more than one of the options was given. The message names all options.
  package static func exclude(_ options: NamedOptions) throws {
    guard given(options).count > 1 else { return }
    throw ValidationError("\(OptionText.list(options.map(\.key), "and")) exclude each other")
  }

  /// - Throws: `ValidationError` if more than one of the options was given. The message names the first two of these.
  package static func atMostOne(_ given: [String]) throws {
    if given.count > 1 { throw ValidationError("\(given[0]) and \(given[1]) exclude each other") }
  }
}
