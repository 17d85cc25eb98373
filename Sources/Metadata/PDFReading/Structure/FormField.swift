package import ImageModel

/// A field of a form that can have a value (ISO 32000-1, 12.7.3).
package struct FormField: Sendable {
  /// The names of the fields above it and its own, with dots between them.
  package var name: String
  package var number: ObjectNumber
  /// Its parts on pages, in the order of the form. A field with one part may be that part itself.
  package var widgets: [ObjectNumber]
  /// Its entries, and those that it inherits. Not resolved.
  package var entries: FileDictionary
}

extension FormTree {
  private static var maxDepth: Int { 32 }

  /// The fields in the order of the form.
  package func fields(_ reader: some ObjectSource) throws(ImageError) -> [FormField] {
    var fields: [FormField] = []
    var places: [ObjectNumber: Int] = [:]
    for leaf in leaves {
      var chain = [leaf]
      while let above = parents[chain[chain.count - 1]], chain.count < Self.maxDepth { chain.append(above) }
      var dictionaries: [FileDictionary] = []
      for number in chain { dictionaries.append(try reader.object(number).dictionary ?? FileDictionary()) }
      // A part without a name belongs to the field above it.
      guard let own = dictionaries.firstIndex(where: { $0["T"] != nil }) else { continue }
      if let place = places[chain[own]] {
        fields[place].widgets.append(leaf)
        continue
      }
      var names: [String] = []
      var entries = FileDictionary()
      for dictionary in dictionaries[own...] {
        if let name = try reader.resolve(dictionary["T"]).text { names.insert(name, at: 0) }
        for entry in dictionary.entries where entries[entry.key] == nil { entries.entries.append(entry) }
      }
      places[chain[own]] = fields.count
      fields.append(
        FormField(name: names.joined(separator: "."), number: chain[own], widgets: [leaf], entries: entries))
    }
    return fields
  }
}
