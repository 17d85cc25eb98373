package import ImageModel

extension PDFFile {
  /// The names that lead to pages of the file: the dictionary of PDF 1.1 and the name tree (ISO 32000-1, 12.3.2.3).
  ///
  /// - Returns: names that lead to no page are left out.
  package func namedDestinations() throws(ImageError) -> [String: PDFDestination] {
    try read { reader throws(ImageError) in
      let catalog = try catalog(reader)
      var found: [String: PDFDestination] = [:]
      if let old = try reader.resolve(catalog["Dests"]).dictionary {
        for entry in old.entries {
          if let destination = try destination(entry.value, reader) { found[entry.key] = destination }
        }
      }
      if let names = try reader.resolve(catalog["Names"]).dictionary, let root = names["Dests"] {
        try KeyedTree(leaf: "Names").visit(root, reader) { key, value throws(ImageError) in
          guard let name = key.text, let destination = try destination(value, reader) else { return }
          found[name] = destination
        }
      }
      return found
    }
  }

  /// An explicit destination: an array, or a dictionary that holds one in /D.
  func destination(_ object: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFDestination? {
    var value = try reader.resolve(object)
    if let dictionary = value.dictionary { value = try reader.resolve(dictionary["D"]) }
    guard let elements = value.array, let first = elements.first, let page = pageIndex(first) else { return nil }
    return PDFDestination(page: page, view: PDFView(elements.dropFirst()))
  }

  /// The page that stands at the head of a destination: a reference, or an index as some writers have it.
  func pageIndex(_ object: FileObject) -> Int? {
    if let number = object.reference { return tree.indices[number] }
    guard let index = object.integer, index >= 0, index < pageCount else { return nil }
    return index
  }

  /// Where /Dest, or else the action /A, of an outline's entry or an annotation leads; nil for other actions.
  func target(of dictionary: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFTarget? {
    if let destination = dictionary["Dest"] { return try target(destination, reader) }
    guard let action = try reader.resolve(dictionary["A"]).dictionary else { return nil }
    switch try reader.resolve(action["S"]).name {
    case "GoTo"?: return try action["D"].flatMap { object throws(ImageError) in try target(object, reader) }
    case "URI"?: return try reader.resolve(action["URI"]).string.map { .uri(TextString.text($0)) }
    default: return nil
    }
  }

  /// Where an object that stands for a destination leads: a name, or the destination itself.
  func target(_ object: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFTarget? {
    switch try reader.resolve(object) {
    case .name(let name): return .named(name)
    case .string(let bytes): return .named(TextString.text(bytes))
    case let value: return try destination(value, reader).map { .destination($0) }
    }
  }
}
