internal import ImageModel
internal import PDFWriting

/// The form fields and layers of all documents whose pages were copied.
struct MergedForms {
  private(set) var dictionary: PDFDictionary?
  private(set) var groups: [OptionalContentGroup] = []
  private var names: Set<String> = []

  /// Adds those of a document whose pages have all been copied.
  mutating func add(_ document: ImportedDocument) throws(ImageError) {
    // A name of two files would make one field of two.
    var taken = names
    document.renameFields { name in
      var (candidate, number) = (name, 2)
      while taken.contains(candidate) {
        candidate = "\(name)-\(number)"
        number += 1
      }
      taken.insert(candidate)
      return candidate
    }
    let (form, layers) = try document.finish()
    names = taken
    groups += layers
    guard let form else { return }
    guard var all = dictionary else {
      dictionary = form
      return
    }
    for entry in form.entries {
      if entry.key == "Fields", case .array(let more) = entry.value, case .array(let fields)? = all["Fields"] {
        all["Fields"] = .array(fields + more)
      } else if all[entry.key] == nil {
        all[entry.key] = entry.value
      }
    }
    dictionary = all
  }
}
