internal import ImageModel

/// How one image is embedded: its dictionary, its data, and the message for the user.
struct ImagePlan {
  /// The data of an image, and its interpretation.
  struct Stored {
    var size: PixelSize
    /// nil where the data has its own.
    var colorSpace: PDFObject?
    var bits: Int
    var decode: [Int]?
    /// The name of the filter.
    var filter: String
    var parameters: PDFDictionary?
    var content: [PDFStreamPiece]
    /// For JPEG 2000: 1 for opacity in the data, 2 for premultiplied opacity (ISO 32000-1, table 89).
    var maskInData: Int?

    var byteCount: UInt64 { content.reduce(0) { $0 + $1.count } }

    /// The dictionary of the Image XObject without /Length (ISO 32000-1, 8.9.5.1); /Type is optional and left out.
    var dictionary: PDFDictionary {
      var dictionary: PDFDictionary = [
        "Subtype": .name("Image"), "Width": .integer(size.width), "Height": .integer(size.height),
      ]
      dictionary["ColorSpace"] = colorSpace
      dictionary["BitsPerComponent"] = .integer(bits)
      dictionary["Filter"] = .name(filter)
      if let maskInData { dictionary["SMaskInData"] = .integer(maskInData) }
      if let parameters { dictionary["DecodeParms"] = .dictionary(parameters) }
      if let decode { dictionary["Decode"] = .array(decode.map { .integer($0) }) }
      return dictionary
    }
  }

  enum Transparency {
    case none
    /// The ranges of transparent samples, two numbers for each component.
    case colorKey([Int])
    /// Straight alpha in a separate image.
    case mask(Stored)
  }

  var image: Stored
  var transparency = Transparency.none
  var handling: EmbeddedImage.Handling
  var reason: String
  var diagnostics: [Diagnostic] = []
}
