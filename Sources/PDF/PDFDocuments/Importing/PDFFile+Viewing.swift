package import ImageModel

extension PDFFile {
  /// The document's language, and how it asks to be opened: /Lang, /PageLayout, /PageMode, /ViewerPreferences of the catalog,
  /// and /OpenAction where it leads to a page of the file. What the standard does not know is left out, and so is the range
  /// of pages to print, which would be other pages in another document.
  package func viewing() throws(ImageError) -> ViewerSettings {
    try read { reader throws(ImageError) in
      let catalog = try catalog(reader)
      var settings = ViewerSettings()
      if let language = try reader.resolve(catalog["Lang"]).text, !language.isEmpty, language.utf8.count < 256 {
        settings.language = language
      }
      settings.pageLayout = try reader.resolve(catalog["PageLayout"]).name.flatMap { .init(rawValue: $0) }
      settings.pageMode = try reader.resolve(catalog["PageMode"]).name.flatMap { .init(rawValue: $0) }
      for entry in try reader.resolve(catalog["ViewerPreferences"]).dictionary?.entries ?? [] {
        settings.preferences[entry.key] = Self.preference(entry.key, try reader.resolve(entry.value))
      }
      settings.opening = try opening(catalog, reader)
      return settings
    }
  }

  /// A preference that the standard knows (ISO 32000-1, table 150), with a value of its kind.
  private static func preference(_ key: String, _ value: FileObject) -> ViewerSettings.Preference? {
    switch key {
    case "HideToolbar", "HideMenubar", "HideWindowUI", "FitWindow", "CenterWindow", "DisplayDocTitle",
      "PickTrayByPDFSize":
      return value.boolean.map { .flag($0) }
    case "NumCopies": return value.integer.flatMap { (1...999).contains($0) ? .number($0) : nil }
    default:
      guard let name = value.name, names[key]?.contains(name) == true else { return nil }
      return .name(name)
    }
  }

  /// What preferences that are names may be.
  private static let names: [String: [String]] = {
    let boxes = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]
    return [
      "NonFullScreenPageMode": ["UseNone", "UseOutlines", "UseThumbs", "UseOC"], "Direction": ["L2R", "R2L"],
      "ViewArea": boxes, "ViewClip": boxes, "PrintArea": boxes, "PrintClip": boxes,
      "PrintScaling": ["None", "AppDefault"],
      "Duplex": ["Simplex", "DuplexFlipShortEdge", "DuplexFlipLongEdge"],
    ]
  }()

  /// Where the document is opened: a destination, or an action that goes to one. No other action is looked at.
  private func opening(_ catalog: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFDestination? {
    guard var object = catalog["OpenAction"] else { return nil }
    if let action = try reader.resolve(object).dictionary {
      guard try reader.resolve(action["S"]).name == "GoTo", let destination = action["D"] else { return nil }
      object = destination
    }
    switch try target(object, reader) {
    case .destination(let destination)?: return destination
    case .named(let name)?: return try destination(named: name)
    case .uri?, nil: return nil
    }
  }
}
