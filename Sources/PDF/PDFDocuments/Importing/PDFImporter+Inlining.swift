internal import ImageModel
internal import PDFWriting

extension PDFImporter {
  /// Makes a page's dictionary hold its resources, and its XObjects in them, itself and not by reference, so that
  /// another object can be added.
  func inlineResources(of index: Int, in page: inout PDFDictionary) throws(ImageError) {
    if case .dictionary(let resources)? = page["Resources"] {
      switch resources["XObject"] {
      case nil, .dictionary?: return
      default: break
      }
    }
    page["Resources"] = try file.read { reader throws(ImageError) in
      let source = try file.dictionary(ofPage: index, reader)
      let resources = try reader.resolve(source["Resources"]).dictionary ?? FileDictionary()
      var result = PDFDictionary(
        try entries(resources, omitting: ["XObject"], reader).filter { NameSyntax.isPlain($0.key) })
      if let objects = try reader.resolve(resources["XObject"]).dictionary {
        result["XObject"] = .dictionary(
          PDFDictionary(try entries(objects, reader).filter { NameSyntax.isPlain($0.key) }))
      }
      try writeQueue(reader)
      return .dictionary(result)
    }
  }
}
