internal import ArgumentParser
internal import ByteStreams

/// A pattern for output paths: `{dir}/{stem}_{width}.{ext}`.
package struct OutputTemplate: Hashable, Sendable {
  /// A part of an output path that differs between inputs.
  package enum Field: String, CaseIterable, Sendable {
    /// The input's directory, `.` where its path names none.
    case dir
    /// The input's file name with its extension.
    case name
    /// The input's file name without its extension.
    case stem
    /// The extension of the output's format.
    case ext
    /// The input's number, counted from 1.
    case n
    /// The page, counted from 1.
    case page
    /// The size of the written picture.
    case width, height

    /// Whether it is known before any work that two inputs differ in it.
    var isOfInput: Bool {
      switch self {
      case .dir, .name, .stem, .n: true
      case .ext, .page, .width, .height: false
      }
    }

    var isNumber: Bool {
      switch self {
      case .n, .page, .width, .height: true
      case .dir, .name, .stem, .ext: false
      }
    }
  }

  private enum Piece: Hashable, Sendable {
    case literal(String)
    /// A field; numbers are filled with zeros to a number of digits.
    case field(Field, digits: Int)
  }

  private var pieces: [Piece]

  /// Reads a pattern; `{{` and `}}` stand for braces, and `{n:3}` for a number of at least three digits.
  ///
  /// - Parameter known: the fields that have a meaning for the command.
  /// - Throws: `ValidationError` that names the field which is unknown or lacks its brace.
  package init(_ text: String, fields known: [Field] = Field.allCases) throws {
    pieces = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        rest.removeFirst()
        literal.append(character)
      } else if character == "}" {
        throw ValidationError("a '}' without '{' in '\(text)'; write '}}' for a brace")
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw ValidationError("'{\(rest)' lacks its '}'; write '{{' for a brace")
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(try Self.field(rest[..<end], known))
        rest = rest[rest.index(after: end)...]
      } else {
        literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
  }

  /// A path in which braces mean themselves.
  package init(literal path: String) { pieces = [.literal(path)] }

  /// This pattern as a directory, followed by another one.
  package func appending(_ template: OutputTemplate) -> OutputTemplate {
    var whole = self
    if case .literal(let text)? = pieces.last, text.hasSuffix("/") {
      whole.pieces += template.pieces
    } else {
      whole.pieces += [.literal("/")] + template.pieces
    }
    return whole
  }

  private static func field(_ text: Substring, _ fields: [Field]) throws -> Piece {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let field = Field(rawValue: String(name)), fields.contains(field) else {
      let known = fields.map { "{\($0.rawValue)}" }.joined(separator: " ")
      throw ValidationError("unknown field '{\(text)}'; there are \(known)")
    }
    guard parts.count > 1 else { return .field(field, digits: 0) }
    guard field.isNumber, let digits = Int(parts[1]), (1...20).contains(digits) else {
      throw ValidationError("'{\(text)}': only numbers have a width, from 1 to 20, as in {n:3}")
    }
    return .field(field, digits: digits)
  }

  /// The fields that occur.
  package var fields: Set<Field> {
    Set(
      pieces.compactMap { piece in
        if case .field(let field, _) = piece { field } else { nil }
      })
  }

  /// The path, where there are no fields.
  package var literalPath: String? {
    guard fields.isEmpty else { return nil }
    return pieces.reduce(into: "") { path, piece in if case .literal(let text) = piece { path += text } }
  }

  /// Whether this is the path of something that exists and is neither a file nor a directory: `/dev/null`, a fifo.
  package var isDevice: Bool {
    guard let status = literalPath.flatMap(SystemCall.status(of:)) else { return false }
    return !status.isRegularFile && !status.isDirectory
  }

  /// The extension that stands in the pattern itself: `png` in `{stem}.png`, nil in `{stem}.{ext}`.
  package var literalExtension: String? {
    guard case .literal(let text)? = pieces.last, let dot = text.lastIndex(of: "."), !text[dot...].contains("/") else {
      return nil
    }
    // A name such as `.png` has no extension.
    let startsName = dot == text.startIndex ? pieces.count == 1 : text[text.index(before: dot)] == "/"
    let suffix = text[text.index(after: dot)...]
    return startsName || suffix.isEmpty ? nil : suffix.lowercased()
  }

  /// A directory as a part of a longer path: without the root and without steps upwards, which would lead out of the
  /// tree that the pattern names.
  private static func inside(_ directory: String) -> String {
    let steps = directory.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
      .filter { $0 != ".." && $0 != "." }
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// The path for an input.
  ///
  /// - Parameter value: what stands for a field; nil where that is not known yet, which makes the whole path nil.
  package func path(for input: InputName, _ value: (Field) -> String?) -> String? {
    var path = ""
    for piece in pieces {
      switch piece {
      case .literal(let text):
        // `{dir}/x` of an input in the current directory is `x`, of one in the root `/x`.
        if path == input.directory, path == "." || path == "/", text.hasPrefix("/") {
          path = (path == "/" ? "/" : "") + text.dropFirst()
        } else {
          path += text
        }
      case .field(let field, let digits):
        guard var text = input.value(field) ?? value(field) else { return nil }
        if field == .dir, !path.isEmpty { text = Self.inside(text) }
        path += String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
      }
    }
    return path
  }
}
