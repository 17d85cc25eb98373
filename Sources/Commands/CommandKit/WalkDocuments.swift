internal import ContentTypes

/// What a command takes for its documents when it walks through directories.
package struct WalkDocuments {
  /// Whether a file, or a directory that acts as one document, is read, by its name.
  var isRead: (_ name: String, _ isPackage: Bool) -> Bool
  /// Whether a directory acts as one document, and is not walked through.
  var isPackage: (String) -> Bool

  package init(isRead: @escaping (_ name: String, _ isPackage: Bool) -> Bool, isPackage: @escaping (String) -> Bool) {
    self.isRead = isRead
    self.isPackage = isPackage
  }

  /// Files of the formats that the suite reads.
  static var images: WalkDocuments {
    let types = ContentTypeRegistry()
    return WalkDocuments { name, _ in
      guard let type = types.type(header: [], fileName: name) else { return false }
      return FormatOptions.names.contains(type.name.lowercased())
    } isPackage: { _ in
      false
    }
  }
}
