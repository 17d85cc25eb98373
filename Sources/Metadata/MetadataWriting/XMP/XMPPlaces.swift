internal import MetadataModel

/// Finds the properties that say where a picture was taken, or may say it, by the words of their names: every program
/// has namespaces of its own.
extension XMPName {
  enum Place {
    case no, possible, certain
  }

  var place: Place {
    if namespace == XMPSchema.rdf || Self.otherMeanings.contains(self) { return .no }
    // Some versions of this namespace have more after its name.
    if namespace.hasPrefix("http://www.w3.org/2003/01/geo/wgs84_pos") || Self.places.contains(self) { return .certain }
    let lowercase = name.lowercased()
    if namespace.hasPrefix("http://rs.tdwg.org/dwc/"), Self.darwinCorePlaces.contains(lowercase) { return .certain }
    let words = words
    let isCertain =
      Self.placeParts.contains { lowercase.contains($0) } && !lowercase.contains("allocation")
      || Self.placeNames.contains(lowercase)
      || words.contains { Self.placeWords.contains($0) || $0.hasPrefix("geo") && !$0.hasPrefix("geom") }
    if isCertain { return isAddressOfPerson ? .possible : .certain }
    let isPossible = lowercase == "state" || words.contains { Self.mayNamePlace($0) }
    return isPossible ? .possible : .no
  }

  /// Parts of names that occur in no other meaning: `GPSLatitude`, `decimalLatitude`, `sublocation`, `CountryCode`.
  private static let placeParts = [
    "gps", "latitude", "longitude", "altitude", "location", "country", "province", "latlon", "latlng", "lonlat",
    "lnglat", "longlat",
  ]

  private static let placeWords: Set<String> = [
    "city", "cities", "lat", "lon", "lng", "place", "places", "county", "municipality", "locality", "sublocality",
    "poi",
  ]

  /// Whole names in lowercase.
  private static let placeNames: Set<String> = ["long", "cityname", "placename", "placenames", "worldregion"]

  private static let possibleWords: Set<String> = [
    "street", "village", "venue", "landmark", "where", "postcode", "zip", "region", "pos",
  ]

  /// Parts of possible words: names such as `hometown` and `birthplace` have no capital letter between their words.
  private static let possibleParts = ["city", "place", "town", "coord", "address", "postal", "position"]

  /// Words that have these parts in another meaning.
  private static let otherWords: Set<String> = [
    "capacity", "opacity", "velocity", "placed", "placeholder", "placement", "replace", "replaced", "composition",
    "disposition", "positioning",
  ]

  private static func mayNamePlace(_ word: String) -> Bool {
    possibleWords.contains(word) || !otherWords.contains(word) && possibleParts.contains { word.contains($0) }
  }

  /// Properties of places whose names have none of the words: of Dublin Core; the states of Photoshop and of
  /// catalogues.
  private static let places: Set<XMPName> = [
    XMPName("http://purl.org/dc/elements/1.1/", "coverage"), XMPName("http://purl.org/dc/terms/", "coverage"),
    XMPName("http://purl.org/dc/terms/", "spatial"), XMPName("http://ns.adobe.com/photoshop/1.0/", "State"),
    XMPName("http://ns.iview-multimedia.com/mediapro/1.0/", "State"),
    XMPName("http://ns.microsoft.com/expressionmedia/1.0/", "State"),
  ]

  /// The terms of Darwin Core's class Location that name a place, in lowercase, and have none of the words.
  private static let darwinCorePlaces: Set<String> = [
    "verbatimlocality", "stateprovince", "island", "islandgroup", "waterbody", "highergeography", "footprintwkt",
    "verbatimcoordinates",
  ]

  /// Properties whose names have the words in another meaning: where in the picture the subject or a person is, how
  /// exposure may be wrong, somebody's job.
  private static let otherMeanings: Set<XMPName> = [
    XMPName("http://ns.adobe.com/exif/1.0/", "SubjectLocation"),
    XMPName("http://cipa.jp/exif/1.0/", "ISOSpeedLatitudeyyy"),
    XMPName("http://cipa.jp/exif/1.0/", "ISOSpeedLatitudezzz"),
    XMPName("http://ns.adobe.com/photoshop/1.0/", "AuthorsPosition"),
    XMPName("http://www.metadataworkinggroup.com/schemas/regions/", "RegionList"),
    XMPName("http://ns.microsoft.com/photo/1.2/", "RegionInfo"),
    XMPName("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "ImageRegion"),
    XMPName("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "RegionBoundary"),
  ]

  /// Whether the property is a part of somebody's address: of the creator (IPTC), of owners and licensors (PLUS).
  private var isAddressOfPerson: Bool {
    namespace == "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" && name.hasPrefix("CiAdr")
      || namespace == "http://ns.useplus.org/ldf/xmp/1.0/"
  }

  /// The words of the name in lowercase: `GPSMapDatum` has gps, map and datum, `gps_position` gps and position.
  private var words: [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name.unicodeScalars)
    for (index, letter) in letters.enumerated() {
      let isUpper = letter.properties.isUppercase
      let endsWord =
        isUpper && index > 0
        && (!letters[index - 1].properties.isUppercase
          || index + 1 < letters.count && letters[index + 1].properties.isLowercase)
      if endsWord || !letter.properties.isAlphabetic, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if letter.properties.isAlphabetic { word += letter.properties.lowercaseMapping }
    }
    return word.isEmpty ? words : words + [word]
  }
}
