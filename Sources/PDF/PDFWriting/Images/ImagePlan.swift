internal import ImageModel

/// How one image goes into the file: its dictionary, its data, and what a user is told.
struct ImagePlan {
  /// An image with what its data means.
  struct Stored {
    var size: PixelSize
    var colorSpace: PDFObject
    var bits: Int
    var decode: [Int]?
    /// A filter's name and parameters.
    var filter: String
    var parameters: PDFDictionary?
    var content: [PDFStreamPiece]

    var byteCount: UInt64 { content.reduce(0) { $0 + $1.count } }

    /// The dictionary of the Image XObject without /Length (ISO 32000-1, 8.9.5.1); /Type is optional and left out.
    var dictionary: PDFDictionary {
      var dictionary: PDFDictionary = [
        "Subtype": .name("Image"), "Width": .integer(size.width), "Height": .integer(size.height),
        "ColorSpace": colorSpace, "BitsPerComponent": .integer(bits), "Filter": .name(filter),
      ]
      if let parameters { dictionary["DecodeParms"] = .dictionary(parameters) }
      if let decode { dictionary["Decode"] = .array(decode.map { .integer($0) }) }
      return dictionary
    }
  }

  enum Transparency {
    case none
    /// Ranges of samples that are transparent, two numbers for each component.
    case colorKey([Int])
    /// Straight alpha in an image of its own.
    case mask(Stored)
  }

  var image: Stored
  var transparency = Transparency.none
  var handling: EmbeddedImage.Handling
  var reason: String
  var diagnostics: [Diagnostic] = []
}
