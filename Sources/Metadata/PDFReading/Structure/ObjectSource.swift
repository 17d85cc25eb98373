package import ImageModel

/// What reads the objects of a file: `PDFObjects`, or libqpdf, which repairs and decodes more.
package protocol ObjectSource: AnyObject {
  /// The value of an object; null for an object that does not exist.
  func object(_ number: ObjectNumber) throws(ImageError) -> FileObject
}

extension ObjectSource {
  /// The object that a reference refers to; other values unchanged.
  package func resolve(_ object: FileObject?) throws(ImageError) -> FileObject {
    switch object {
    case .reference(let number)?: try self.object(number)
    case let object?: object
    case nil: .null
    }
  }

  /// A dictionary, also that of a stream; nil for another value.
  package func dictionary(_ object: FileObject?) throws(ImageError) -> FileDictionary? {
    switch try resolve(object) {
    case .dictionary(let dictionary), .stream(let dictionary): dictionary
    default: nil
    }
  }
}
