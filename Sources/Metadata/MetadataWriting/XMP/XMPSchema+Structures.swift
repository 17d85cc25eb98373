/// The structures of XMP whose fields can be set one by one (XMP specification, part 2; IPTC Photo Metadata 2023; PLUS
/// LDF 2.0; MWG Guidelines 2.0, 5.9; CIPA DC-010).
extension XMPSchema {
  /// A property, or a field of a structure.
  struct Member: Sendable {
    var name: XMPName
    var prefix: String
    var layout: Layout
    /// The fields, if the values are structures; else empty.
    var fields: [Member]

    var qualifiedName: String { "\(prefix):\(name.name)" }

    /// Whether a user's name is that of this member. The prefix may be left out.
    func isNamed(_ text: String) -> Bool {
      let wanted = text.lowercased()
      return wanted == name.name.lowercased() || wanted == qualifiedName.lowercased()
    }
  }

  /// The namespaces that only fields have, and those of properties that are structures alone.
  static let fieldNamespaces = [
    ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
    ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
    ("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#"),
    ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"),
    ("stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"),
  ]

  /// The properties that are structures or lists of them.
  static let structures = members(
    """
    Iptc4xmpCore:CreatorContactInfo=Contact
    Iptc4xmpExt:LocationCreated*=Location LocationShown*=Location ArtworkOrObject*=Artwork ImageRegion*=ImageRegion
    PersonInImageWDetails*=Person ProductInImage*=Product RegistryId*=Registry AboutCvTerm*=Term Genre*=Term
    plus:CopyrightOwner#=Owner ImageCreator#=Creator ImageSupplier#=Supplier Licensor#=Licensor EndUser#=User
    Licensee#=Licensee
    xmpMM:DerivedFrom=Reference ManagedFrom=Reference RenditionOf=Reference Ingredients*=Reference History#=Event
    exif:Flash=Flash
    mwg-rs:Regions=Regions
    """)

  /// The fields of structures.
  private static let types = [
    "Area": "stArea:x y w h d unit",
    "Artwork": """
    Iptc4xmpExt:AOTitle@ AOCreator# AOCreatorId# AODateCreated AOCircaDateCreated AOCopyrightNotice AOSource
    AOSourceInvNo AOSourceInvURL AOStylePeriod* AOContentDescription@ AOContributionDescription@
    AOPhysicalDescription@ AOCurrentCopyrightOwnerName AOCurrentCopyrightOwnerId AOCurrentLicensorName
    AOCurrentLicensorId
    """,
    "Boundary": "Iptc4xmpExt:rbShape rbUnit rbX rbY rbW rbH rbRx rbVertices#=Vertex",
    "Contact":
      "Iptc4xmpCore:CiAdrExtadr CiAdrCity CiAdrRegion CiAdrPcode CiAdrCtry CiEmailWork CiTelWork CiUrlWork",
    "Creator": "plus:ImageCreatorName ImageCreatorID",
    "Dimensions": "stDim:w h unit",
    "Event": "stEvt:action when softwareAgent changed parameters instanceID",
    "Flash": "exif:Fired Return Mode Function RedEyeMode",
    "ImageRegion": "Iptc4xmpExt:rId Name@ rCtype*=Term rRole*=Term RegionBoundary=Boundary",
    "Licensee": "plus:LicenseeName LicenseeID",
    "Licensor": """
    plus:LicensorName LicensorID LicensorURL LicensorEmail LicensorTelephone1 LicensorTelephone2 LicensorCity
    LicensorCountry LicensorExtendedAddress LicensorPostalCode LicensorRegion LicensorStreetAddress
    """,
    "Location": """
    Iptc4xmpExt:City CountryCode CountryName ProvinceState Sublocation WorldRegion LocationName@ LocationId*
    exif:GPSLatitude GPSLongitude GPSAltitude GPSAltitudeRef
    """,
    "Owner": "plus:CopyrightOwnerName CopyrightOwnerID",
    "Person": "Iptc4xmpExt:PersonName@ PersonId* PersonDescription@ PersonCharacteristic*=Term",
    "Product": "Iptc4xmpExt:ProductName@ ProductGTIN ProductId ProductDescription@",
    "Reference": """
    stRef:documentID instanceID originalDocumentID versionID renditionClass renditionParams filePath fromPart toPart
    lastModifyDate manager managerVariant maskMarkers partMapping
    """,
    "Region": "mwg-rs:Name Type Description Area=Area FocusUsage BarCodeValue Rotation",
    "Regions": "mwg-rs:AppliedToDimensions=Dimensions RegionList*=Region",
    "Registry": "Iptc4xmpExt:RegItemId RegOrgId RegEntryRole",
    "Supplier": "plus:ImageSupplierName ImageSupplierID",
    "Term": "Iptc4xmpExt:CvId CvTermId CvTermName@ CvTermRefinedAbout",
    "User": "plus:EndUserName EndUserID",
    "Vertex": "Iptc4xmpExt:rbX rbY",
  ]

  /// The members that a text names. A name without a prefix has that of the one before it. After it come the layout
  /// (`*` bag, `#` sequence, `@` alternatives by language) and, for a structure, an equals sign and its type.
  private static func members(_ text: String) -> [Member] {
    let layouts: [Character: Layout] = ["*": .bag, "#": .seq, "@": .alternatives]
    var prefix = ""
    return text.split(whereSeparator: \.isWhitespace).map { word -> Member in
      let parts = word.split(separator: "=")
      var name = parts[0]
      let layout = name.last.flatMap { layouts[$0] }
      if layout != nil { name.removeLast() }
      if let colon = name.firstIndex(of: ":") {
        prefix = String(name[..<colon])
        name = name[name.index(after: colon)...]
      }
      let type = parts.count == 2 ? types[String(parts[1])] : nil
      return Member(
        name: XMPName(usualNamespaces[prefix] ?? "", String(name)), prefix: prefix, layout: layout ?? .simple,
        fields: type.map { members($0) } ?? [])
    }
  }
}
