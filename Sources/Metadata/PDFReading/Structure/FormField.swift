package import ImageModel

/// A field of a form that can have a value (ISO 32000-1, 12.7.3).
package struct FormField: Sendable {
  /// The names of the fields above it and its own, with dots between them.
  package var name: String
  package var number: ObjectNumber
  /// Its parts on pages, in the order of the form. A field with one part may be that part itself.
  package var widgets: [ObjectNumber]
  /// Its entries for the value and the kind, and those that it inherits. Not resolved.
  package var entries: FileDictionary
}

extension FormTree {
  private static var maxDepth: Int { 32 }
  /// In bytes, of all names.
  private static var maxNames: Int { 64 << 20 }
  private static var keys: Set<String> { ["T", "FT", "Ff", "V", "DV", "Opt", "MaxLen"] }

  /// The fields in the order of the form.
  ///
  /// - Throws: `limitExceeded` for names of more than 64 mebibytes; the errors of reading.
  package func fields(_ reader: some ObjectSource) throws(ImageError) -> [FormField] {
    var fields: [FormField] = []
    var places: [ObjectNumber: Int] = [:]
    // A field with many parts is read once.
    var known: [ObjectNumber: FileDictionary] = [:]
    let keys = Self.keys
    func read(_ number: ObjectNumber) throws(ImageError) -> FileDictionary {
      if let known = known[number] { return known }
      let all = try reader.object(number).dictionary?.entries ?? []
      let entries = FileDictionary(entries: all.filter { keys.contains($0.key) })
      known[number] = entries
      return entries
    }
    var namesLeft = Self.maxNames
    for leaf in leaves {
      var chain = [leaf]
      while let above = parents[chain[chain.count - 1]], chain.count < Self.maxDepth { chain.append(above) }
      var dictionaries: [FileDictionary] = []
      for number in chain { dictionaries.append(try read(number)) }
      // A part without a name belongs to the field above it.
      guard let own = dictionaries.firstIndex(where: { $0["T"] != nil }) else { continue }
      if let place = places[chain[own]] {
        fields[place].widgets.append(leaf)
        continue
      }
      var names: [String] = []
      var entries = FileDictionary()
      for dictionary in dictionaries[own...] {
        if let name = try reader.resolve(dictionary["T"]).text {
          namesLeft -= name.utf8.count
          names.insert(name, at: 0)
        }
        for entry in dictionary.entries where entries[entry.key] == nil { entries.entries.append(entry) }
      }
      guard namesLeft >= 0 else {
        throw ImageError(.limitExceeded, "the names of its fields are too long", format: "PDF")
      }
      places[chain[own]] = fields.count
      fields.append(
        FormField(name: names.joined(separator: "."), number: chain[own], widgets: [leaf], entries: entries))
    }
    return fields
  }
}
