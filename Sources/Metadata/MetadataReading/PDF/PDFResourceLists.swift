internal import ImageModel
internal import MetadataModel
internal import PDFReading

/// The fonts of a document, each under the name in it.
enum PDFFontList {
  static func properties(_ fonts: [ResourceSurvey.Use], _ document: PDFObjects) throws(ImageError) -> [Property] {
    var properties: [Property] = []
    for font in fonts {
      guard let dictionary = try document.dictionary(font.object) else { continue }
      properties.append(try property(dictionary, font.page, document))
    }
    return properties
  }

  private static func property(
    _ font: FileDictionary, _ page: Int, _ document: PDFObjects
  ) throws(ImageError) -> Property {
    let subtype = try document.resolve(font["Subtype"]).name ?? ""
    let descendants = try document.resolve(font["DescendantFonts"]).array
    let inner = try document.dictionary(descendants?.first) ?? font
    let descriptor = try document.dictionary(inner["FontDescriptor"])
    let key = ["FontFile", "FontFile2", "FontFile3"].first { descriptor?[$0] != nil }
    let program = try document.dictionary(key.flatMap { descriptor?[$0] })
    let innerType = try document.resolve(inner["Subtype"]).name ?? subtype
    let base = try document.resolve(font["BaseFont"]).name
    // Six letters and a plus sign begin the name of a subset (9.6.4).
    let isSubset = base.map { name in
      let tag = name.utf8.prefix(7)
      return tag.count == 7 && tag.last == UInt8(ascii: "+") && tag.dropLast().allSatisfy { (0x41...0x5A).contains($0) }
    }
    let isEmbedded = subtype == "Type3" || key != nil
    var fields = [
      Property("Type", .text(type(innerType, try document.resolve(program?["Subtype"]).name, hasProgram: key != nil))),
      Property("IsEmbedded", .boolean(isEmbedded)), Property("IsSubset", .boolean(isSubset ?? false)),
      Property("HasToUnicode", .boolean(font["ToUnicode"] != nil)),
    ]
    let encoding = try document.resolve(font["Encoding"])
    if let name = encoding.name {
      fields.append(Property("Encoding", .text(name)))
    } else if let dictionary = encoding.dictionary {
      fields.append(
        Property("Encoding", .text(try document.resolve(dictionary["BaseEncoding"]).name ?? "Custom")))
    }
    fields.append(Property("FirstPage", .integer(Int64(page))))
    return Property(base ?? "unnamed", .structure(fields))
  }

  /// The type, in the words of `pdffonts`.
  private static func type(_ subtype: String, _ program: String?, hasProgram: Bool) -> String {
    let isOpenType = program == "OpenType"
    switch subtype {
    case "Type1", "MMType1": return isOpenType ? "Type 1C (OT)" : program == "Type1C" ? "Type 1C" : "Type 1"
    case "Type3": return "Type 3"
    case "TrueType": return isOpenType ? "TrueType (OT)" : "TrueType"
    case "CIDFontType0":
      return isOpenType ? "CID Type 0C (OT)" : program == "CIDFontType0C" ? "CID Type 0C" : "CID Type 0"
    case "CIDFontType2": return isOpenType ? "CID TrueType (OT)" : "CID TrueType"
    default: return subtype
    }
  }
}

/// The pictures of a document, each under the number of its object.
enum PDFPictureList {
  static func properties(_ pictures: [ResourceSurvey.Use], _ document: PDFObjects) throws(ImageError) -> [Property] {
    var properties: [Property] = []
    for picture in pictures {
      guard let number = picture.object.reference, case .stream(let dictionary) = try document.object(number) else {
        continue
      }
      func integer(_ key: String) throws(ImageError) -> Int64 {
        Int64(try document.resolve(dictionary[key]).integer ?? 0)
      }
      let isMask = try document.resolve(dictionary["ImageMask"]).boolean ?? false
      var fields = [
        Property("Width", .integer(try integer("Width"))), Property("Height", .integer(try integer("Height"))),
        Property("ColorSpace", .text(isMask ? "mask" : try colorSpace(dictionary["ColorSpace"], document))),
        Property("BitsPerComponent", .integer(isMask ? 1 : try integer("BitsPerComponent"))),
      ]
      let filters = try document.filters(of: dictionary).map(\.name)
      fields.append(Property("Compression", .text(filters.isEmpty ? "none" : filters.joined(separator: " "))))
      if let range = try document.dataRange(of: number) {
        fields.append(Property("Size", .integer(Int64(clamping: range.upperBound - range.lowerBound))))
      }
      if dictionary["SMask"] != nil || dictionary["Mask"] != nil { fields.append(Property("HasMask", .boolean(true))) }
      fields.append(Property("FirstPage", .integer(Int64(picture.page))))
      properties.append(Property("Object \(number.number)", .structure(fields)))
    }
    return properties
  }

  /// The family of a colour space: `DeviceRGB`, `ICCBased (3)`, `Indexed`.
  private static func colorSpace(_ object: FileObject?, _ document: PDFObjects) throws(ImageError) -> String {
    let space = try document.resolve(object)
    if let name = space.name { return name }
    guard let array = space.array, let family = try document.resolve(array.first).name else { return "none" }
    guard family == "ICCBased", array.count > 1,
      let count = try document.resolve(try document.dictionary(array[1])?["N"]).integer
    else { return family }
    return "ICCBased (\(count))"
  }
}

/// The files that are attached to a document as a whole, each under its name.
enum PDFAttachmentList {
  static func properties(_ catalog: FileDictionary, _ document: PDFObjects) throws(ImageError) -> [Property] {
    guard let tree = try document.dictionary(catalog["Names"])?["EmbeddedFiles"] else { return [] }
    var properties: [Property] = []
    try KeyedTree(leaf: "Names").visit(tree, document) { key, value throws(ImageError) in
      guard let file = try document.dictionary(value) else { return }
      let streams = try document.dictionary(file["EF"])
      let stream = try document.dictionary(streams?["UF"] ?? streams?["F"])
      let parameters = try document.dictionary(stream?["Params"])
      var fields: [Property] = []
      func add(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { fields.append(Property(name, .text(text))) }
      }
      add("Description", try document.resolve(file["Desc"]).text)
      add("Type", try document.resolve(stream?["Subtype"]).name)
      if let size = try document.resolve(parameters?["Size"]).integer {
        fields.append(Property("Size", .integer(Int64(size))))
      }
      add("Relationship", try document.resolve(file["AFRelationship"]).name)
      add("CreationDate", try document.resolve(parameters?["CreationDate"]).text.map { PDFDateText.text($0) })
      add("ModDate", try document.resolve(parameters?["ModDate"]).text.map { PDFDateText.text($0) })
      let name = try document.resolve(file["UF"] ?? file["F"]).text ?? key.text ?? ""
      properties.append(Property(name, .structure(fields)))
    }
    return properties
  }
}
