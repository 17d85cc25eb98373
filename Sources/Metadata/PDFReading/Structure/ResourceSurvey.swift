package import ImageModel

/// Collects the fonts and pictures that pages use (ISO 32000-1, 7.8.3).
///
/// Each resource is visited once. Pictures inside the drawing of a page (inline images) are not seen.
package struct ResourceSurvey {
  /// A font or picture, and the first page with it, from 1.
  package struct Use {
    package var object: FileObject
    package var page: Int
  }

  package private(set) var fonts: [Use] = []
  package private(set) var pictures: [Use] = []
  private var visited: Set<ObjectNumber> = []
  /// The direct objects that may still be added: they have no number that tells whether they were seen.
  private var directLeft = 10_000
  /// The entries of dictionaries that may still be looked at: many pages may have the same direct ones.
  private var entriesLeft = 20_000_000

  private static let maxForms = 64

  package init() {}

  /// Adds what the resources of a page name.
  ///
  /// - Parameter page: counted from 1.
  /// - Throws: `limitExceeded`; the errors of reading.
  package mutating func add(
    _ object: FileObject?, page: Int, _ document: some ObjectSource
  ) throws(ImageError) {
    try addResources(object, page: page, depth: 0, document)
  }

  private mutating func addResources(
    _ object: FileObject?, page: Int, depth: Int, _ document: some ObjectSource
  ) throws(ImageError) {
    if let number = object?.reference, !visited.insert(number).inserted { return }
    guard depth < Self.maxForms, let resources = try document.dictionary(object) else { return }
    for entry in try entries(resources["Font"], document) where isNew(entry.value) {
      fonts.append(Use(object: entry.value, page: page))
    }
    for entry in try entries(resources["XObject"], document) where isNew(entry.value) {
      try addXObject(entry.value, page: page, depth: depth, document)
    }
    // Patterns draw, too, and so do masks of graphics states.
    for entry in try entries(resources["Pattern"], document) where isNew(entry.value) {
      if case .stream(let pattern) = try document.resolve(entry.value) {
        try addResources(pattern["Resources"], page: page, depth: depth + 1, document)
      }
    }
    for entry in try entries(resources["ExtGState"], document) where isNew(entry.value) {
      let mask = try document.dictionary(try document.dictionary(entry.value)?["SMask"])
      if let group = mask?["G"], isNew(group) { try addXObject(group, page: page, depth: depth, document) }
    }
  }

  private mutating func entries(
    _ object: FileObject?, _ document: some ObjectSource
  ) throws(ImageError) -> [FileDictionary.Entry] {
    let entries = try document.dictionary(object)?.entries ?? []
    entriesLeft -= entries.count
    guard entriesLeft >= 0 else { throw ImageError(.limitExceeded, "its pages have too many resources", format: "PDF") }
    return entries
  }

  private mutating func addXObject(
    _ object: FileObject, page: Int, depth: Int, _ document: some ObjectSource
  ) throws(ImageError) {
    guard case .stream(let dictionary) = try document.resolve(object) else { return }
    switch try document.resolve(dictionary["Subtype"]).name {
    case "Image":
      pictures.append(Use(object: object, page: page))
      for key in ["SMask", "Mask"] {
        if let mask = dictionary[key], mask.reference != nil, isNew(mask),
          case .stream = try document.resolve(mask)
        {
          pictures.append(Use(object: mask, page: page))
        }
      }
    case "Form": try addResources(dictionary["Resources"], page: page, depth: depth + 1, document)
    default: return
    }
  }

  /// Whether an object was not seen before.
  private mutating func isNew(_ object: FileObject) -> Bool {
    if let number = object.reference { return visited.insert(number).inserted }
    directLeft -= 1
    return directLeft >= 0
  }
}
