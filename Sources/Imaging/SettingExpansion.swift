internal import ImageModel
internal import MetadataModel
internal import MetadataWriting
internal import Templates

/// Turns settings that depend on the file into settings with values: `xmp.dc:title={exif.ImageDescription}`,
/// `description=Sea`.
struct SettingExpansion {
  /// The settings with their values, as `MetadataEdits` takes them.
  private(set) var settings: [String] = []
  private(set) var notes: [Diagnostic] = []
  private let metadata: ImageMetadata
  private let path: String

  /// - Parameter path: that of the file, for `{name.date}`.
  init(_ texts: [String], of metadata: ImageMetadata, path: String) throws(ImageError) {
    self.metadata = metadata
    self.path = path
    for text in texts {
      guard let assignment = MetadataEdits.Assignment(text) else {
        settings.append(text)
        continue
      }
      for assignment in try filled(assignment) {
        let all = MetadataEdits.inAllPlaces(assignment, of: metadata) ?? [assignment]
        settings += all.map(\.text)
      }
    }
  }

  /// Checks settings before any file is read.
  ///
  /// - Returns: the settings whose values are known.
  /// - Throws: `usage` for an unknown name or field.
  static func check(_ texts: [String]) throws(ImageError) -> [String] {
    var known: [String] = []
    for text in texts {
      guard let assignment = MetadataEdits.Assignment(text) else {
        known.append(text)
        continue
      }
      let template = try template(assignment)
      if template.fields.isEmpty {
        var plain = assignment
        plain.value = literal(template)
        known += (MetadataEdits.inAllPlaces(plain, of: nil) ?? [plain]).map(\.text)
      } else {
        try MetadataEdits.check(assignment)
      }
    }
    return known
  }

  private static func template(_ assignment: MetadataEdits.Assignment) throws(ImageError) -> Template {
    do throws(ImageError) {
      let template = try Template(assignment.value)
      // Such as `{"a": 1}`.
      if let field = template.fields.first(where: { !($0.name.first?.isLetter ?? false) }) {
        throw ImageError(.usage, "'{\(field.source)}' names no property; write '{{' and '}}' for braces")
      }
      return template
    } catch {
      throw ImageError(.usage, "--set \(assignment.name): \(error.message)")
    }
  }

  private static func literal(_ template: Template) -> String {
    template.pieces.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }

  // MARK: Fields

  /// The assignment with the values of its fields. A field alone that is a list gives an assignment for each element.
  /// A field without a value, and without a text for that case, makes no assignment; a note says so.
  private mutating func filled(
    _ assignment: MetadataEdits.Assignment
  ) throws(ImageError) -> [MetadataEdits.Assignment] {
    let template = try Self.template(assignment)
    func made(_ value: String) -> MetadataEdits.Assignment {
      MetadataEdits.Assignment(assignment.name, value, sign: assignment.sign)
    }
    guard !template.fields.isEmpty else { return [made(Self.literal(template))] }
    var parts: [String] = []
    for piece in template.pieces {
      switch piece {
      case .literal(let text): parts.append(text)
      case .field(let field):
        var values = values(of: field)
        if values.isEmpty, let fallback = field.fallback { values = [fallback] }
        guard !values.isEmpty else {
          notes.append(.note("\(assignment.name) is not set: the file has no \(field.name)"))
          return []
        }
        if template.pieces.count == 1 { return values.map(made) }
        parts.append(values.joined(separator: ", "))
      }
    }
    return [made(parts.joined())]
  }

  private func values(of field: Template.Field) -> [String] {
    let query = PropertyQuery(field.name)
    let trees =
      PropertyTree.isAboutFileName(query)
      ? [PropertyTree(fileName: path)] : metadata.images.prefix(1).map(\.properties) + [metadata.properties]
    guard let property = trees.lazy.compactMap({ query.first(in: $0)?.property }).first else { return [] }
    guard let format = field.format else { return MetadataEdits.texts(of: property.value) }
    return format.text(number: property.value.number, text: property.value.text, .lenient).map { [$0] } ?? []
  }
}
