internal import ArgumentParser
internal import ByteStreams
internal import Glibc
package import ImageModel
internal import StructuredText

/// Reads the values of options, with an error that says what is expected.
package enum OptionText {
  /// A number of at least 1.
  package static func positive(_ text: String) throws -> Int {
    try number(text, in: 1...Int.max)
  }

  /// An option's value as Unicode text.
  ///
  /// `PathText` turns each byte of an argument that is not UTF-8 into a code point of its own. Only file names may
  /// contain such bytes.
  ///
  /// - Throws: `ValidationError` if the argument is not UTF-8.
  package static func unicode(_ text: String) throws -> String {
    guard let value = String(validating: PathText.bytes(text), as: UTF8.self) else {
      throw ValidationError("'\(PathText.readable(text))' is not UTF-8")
    }
    return value
  }

  /// A number in a range.
  package static func number(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      let end =
        range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw ValidationError("expected a number \(end)")
    }
    return value
  }

  /// A number in a range, with or without a fraction.
  package static func decimal(_ text: String, in range: ClosedRange<Double>) throws -> Double {
    guard let value = Double(decimal: text), range.contains(value) else {
      throw ValidationError("expected a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return value
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// A number of at least 0 with an optional suffix: k, M, G for powers of 1,000 and Ki, Mi, Gi for powers of 1,024.
  package static func amount(_ text: String) throws -> Int {
    guard let value = Int(amount: text) else {
      throw ValidationError("expected a number such as 500, 64k, 20M or 1Gi")
    }
    return value
  }

  /// The same for a number of at least 1.
  package static func positiveAmount(_ text: String) throws -> Int {
    let value = try amount(text)
    guard value > 0 else { throw ValidationError("expected a number of at least 1") }
    return value
  }

  /// One of the named values of an enumeration.
  package static func choice<Choice>(_ text: String) throws -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    guard let value = Choice(rawValue: text) else {
      throw ValidationError("expected \(list(Choice.allCases.map(\.rawValue)))")
    }
    return value
  }

  /// One of several words.
  package static func word(_ text: String, of words: [String]) throws -> String {
    guard words.contains(text) else { throw ValidationError("expected \(list(words))") }
    return text
  }

  /// `a`, `a or b`, `a, b or c`.
  package static func list(_ words: [String], _ conjunction: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

/// Files that options name.
package enum OptionFile {
  /// Reads the file before any work. Every error is a usage error, because nothing was done.
  ///
  /// - Throws: `usage` with the file's path, the reason and the option.
  package static func read<Content>(
    _ option: String, _ read: () throws(ImageError) -> Content
  ) throws(ImageError) -> Content {
    do throws(ImageError) {
      return try read()
    } catch {
      throw ImageError(.usage, "\(error.reason) (\(option))", path: error.path, systemError: error.systemError)
    }
  }

  /// Checks a file that is read later. It may be a pipe, which can be read only once.
  ///
  /// - Throws: `usage`, as `read`.
  package static func checkReadable(_ path: String, _ option: String) throws(ImageError) {
    try read(option) { () throws(ImageError) in
      guard PathText.withCString(path, { access($0, R_OK) }) == 0 else { throw SystemCall.error("open", path: path) }
      if SystemCall.status(of: path)?.isDirectory ?? false { throw ImageError(.io, "is a directory", path: path) }
    }
  }
}
