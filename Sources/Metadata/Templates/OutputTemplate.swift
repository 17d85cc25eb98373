internal import ByteStreams
package import ImageModel

/// A template for output paths: `{dir}/{stem}_{width}.{ext}`, `{DateCreated:%Y/%m}/{name}`.
///
/// A field is one of `Field`, or a property of the input's metadata. `fillingProperties` replaces the properties by
/// texts before there is a path.
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
    /// The size of the written picture, as in `320x240`.
    case size
    /// The size that was asked for, as in `320` or `320x240`. It does not depend on the picture's shape.
    case box
    /// The first `hashDigits` hexadecimal digits of the SHA-256 of the input's bytes.
    case hash
    /// Nothing, or `_2`, `_3` ... where the name without it is taken.
    case clash = "_n"

    /// The fields that all commands know.
    package static let standard = allCases.filter { $0 != .clash }

    var isNumber: Bool {
      switch self {
      case .n, .page, .width, .height: true
      case .dir, .name, .stem, .ext, .size, .box, .hash, .clash: false
      }
    }

    /// The fields by which files of several sizes differ.
    package static let sizes: Set<Field> = [.width, .height, .size, .box]
    package static let hashDigits = 16
    /// The fields that are known when the input has been looked into.
    package static let open = sizes.union([.page, .hash])
  }

  private enum Piece: Hashable, Sendable {
    case literal(String)
    /// A field; numbers are filled with zeros to a number of digits.
    case field(Field, digits: Int)
    case property(Template.Field)
  }

  private var pieces: [Piece]

  /// - Parameters:
  ///   - text: the template; `{n:3}` is a number of at least three digits.
  ///   - known: the fields that the command can fill in.
  ///   - hasProperties: whether the command can fill in properties of the input. Their names have a capital letter
  ///     (`Model`) or a group (`exif.model`), or are `date` or `camera`.
  /// - Throws: `usage` for a field that is unknown and for unbalanced braces.
  package init(
    _ text: String, fields known: [Field] = Field.standard, hasProperties: Bool = false
  ) throws(ImageError) {
    pieces = []
    for piece in try Template(text).pieces {
      switch piece {
      case .literal(let text): pieces.append(.literal(text))
      case .field(let field): pieces.append(try Self.piece(field, known, hasProperties))
      }
    }
  }

  /// A template for the names of several files: `a-{n}.pdf` for `a.pdf`. A text with the field of the number stays
  /// as it is.
  ///
  /// - Parameter digits: of the number that is added.
  /// - Throws: as the initializer above.
  package init(
    _ text: String, numberedBy field: Field, digits: Int, fields known: [Field]
  ) throws(ImageError) {
    try self.init(text, fields: known)
    guard !fields.contains(field) else { return }
    let suffix = PathText.suffix(of: text)
    try self.init("\(PathText.withoutSuffix(text))-{\(field.rawValue):\(digits)}\(suffix)", fields: known)
  }

  /// A path in which braces mean themselves.
  package init(literal path: String) { pieces = [.literal(path)] }

  /// This template as a directory, followed by another one.
  package func appending(_ template: OutputTemplate) -> OutputTemplate {
    var whole = self
    if case .literal(let text)? = pieces.last, text.hasSuffix("/") {
      whole.pieces += template.pieces
    } else {
      whole.pieces += [.literal("/")] + template.pieces
    }
    return whole
  }

  /// This template with the input's whole file name in place of its stem: `{name}_thumb.{ext}` for
  /// `{stem}_thumb.{ext}`.
  package var keepingExtension: OutputTemplate {
    var longer = self
    longer.pieces = pieces.map { $0 == .field(.stem, digits: 0) ? .field(.name, digits: 0) : $0 }
    return longer
  }

  private static func piece(
    _ field: Template.Field, _ known: [Field], _ hasProperties: Bool
  ) throws(ImageError) -> Piece {
    let parts = field.name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, field.fallback == nil, let own = Field(rawValue: String(name)), known.contains(own)
    else {
      if hasProperties, isProperty(field.name) { return .property(field) }
      let list =
        known.map { "{\($0.rawValue)}" }.joined(separator: " ")
        + (hasProperties ? ", and properties such as {Model} and {exif.model}" : "")
      throw ImageError(.usage, "unknown field '{\(field.source)}'; there are \(list)")
    }
    if parts.count == 1, field.format == nil { return .field(own, digits: 0) }
    guard own.isNumber, field.format == nil, let digits = Int(parts[1]), (1...20).contains(digits) else {
      throw ImageError(.usage, "'{\(field.source)}': only numbers have a width, from 1 to 20, as in {n:3}")
    }
    return .field(own, digits: digits)
  }

  /// Whether a name is that of a property. Other names are of `Field`, or misspelled.
  private static func isProperty(_ name: String) -> Bool {
    if name == "date" || name == "camera" { return true }
    return name.utf8.contains { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
  }

  /// The fields that occur, without properties.
  package var fields: Set<Field> {
    Set(
      pieces.compactMap { piece in
        if case .field(let field, _) = piece { field } else { nil }
      })
  }

  /// Whether the name depends on the page, a size or the content.
  package var isOpen: Bool { !fields.isDisjoint(with: Field.open) }

  /// Whether there are fields that are properties of the input.
  package var hasProperties: Bool { pieces.contains { if case .property = $0 { true } else { false } } }

  /// This template with texts in place of the properties.
  ///
  /// A value at the beginning of a name that begins with a dash gets `_` before it: other programs would take the name
  /// for an option. A value with a format, such as a number of two decimals, stays as it is.
  ///
  /// - Throws: what `text` throws.
  package func fillingProperties(
    _ text: (Template.Field) throws(ImageError) -> String
  ) throws(ImageError) -> OutputTemplate {
    var filled = self
    var beginsName = true
    for (index, piece) in pieces.enumerated() {
      var own = ""
      switch piece {
      case .literal(let text): own = text
      case .field:
        beginsName = false
        continue
      case .property(let field):
        own = try text(field)
        if beginsName, field.format == nil, own.hasPrefix("-") { own = "_" + own }
        filled.pieces[index] = .literal(own)
      }
      if !own.isEmpty { beginsName = own.hasSuffix("/") }
    }
    return filled
  }

  /// This template with a text in place of a field.
  package func filling(_ field: Field, with text: String) -> OutputTemplate {
    var filled = self
    filled.pieces = pieces.map { $0 == .field(field, digits: 0) ? .literal(text) : $0 }
    return filled
  }

  /// The path, where there are no fields.
  package var literalPath: String? {
    guard fields.isEmpty, !hasProperties else { return nil }
    return pieces.reduce(into: "") { path, piece in if case .literal(let text) = piece { path += text } }
  }

  /// Whether this is the path of something that exists and is neither a file nor a directory: `/dev/null`, a fifo.
  package var isDevice: Bool {
    guard let status = literalPath.flatMap(SystemCall.status(of:)) else { return false }
    return !status.isRegularFile && !status.isDirectory
  }

  /// The extension in the template itself: `png` in `{stem}.png`, nil in `{stem}.{ext}`.
  package var literalExtension: String? {
    guard case .literal(let text)? = pieces.last, let dot = text.lastIndex(of: "."), !text[dot...].contains("/") else {
      return nil
    }
    // A name such as `.png` has no extension.
    let startsName = dot == text.startIndex ? pieces.count == 1 : text[text.index(before: dot)] == "/"
    let suffix = text[text.index(after: dot)...]
    return startsName || suffix.isEmpty ? nil : suffix.lowercased()
  }

  /// A directory as a part of a longer path: without the root and without steps upwards, which would lead
  /// out of the directory that the template names.
  private static func inside(_ directory: String) -> String {
    let steps = directory.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
      .filter { $0 != ".." && $0 != "." }
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// The path for an input.
  ///
  /// - Parameter value: the value of a field; nil if it is not known yet, which makes the whole path nil. So do
  ///   properties that are not filled in.
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
      case .property: return nil
      }
    }
    return path
  }
}

/// The parts of an input's name that an output's name may be made of.
package struct InputName: Hashable, Sendable {
  package var directory: String
  package var name: String
  package var stem: String
  /// The input's position among all inputs, from 1.
  package var number: Int

  /// - Parameter path: nil for standard input, which is called `stdin` and lies in the current directory.
  package init(path: String?, number: Int) {
    self.number = number
    guard let path else {
      (directory, name, stem) = (".", "stdin", "stdin")
      return
    }
    (directory, name) = PathText.split(path)
    stem = PathText.withoutSuffix(name)
  }

  fileprivate func value(_ field: OutputTemplate.Field) -> String? {
    switch field {
    case .dir: directory
    case .name: name
    case .stem: stem
    case .n: String(number)
    case .ext, .page, .width, .height, .size, .box, .hash, .clash: nil
    }
  }
}
