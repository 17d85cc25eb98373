/// The names that ExifTool gives to XMP properties, where they are not made of the property's own name.
enum ExifToolXMPNames {
  /// - Parameter path: the names of all steps from the property on, each beginning with a capital letter, without prefixes.
  /// - Returns: nil where the rule holds: the name of what is above, and then the field's.
  static func name(_ prefix: String, _ path: String) -> String? { byPath[prefix + ":" + path] }

  /// What a field adds to the name of the structure that it is in: the corrections of Camera Raw shorten theirs.
  static func part(_ field: String, _ prefix: String, _ parent: String) -> String {
    guard prefix == "crs", corrections.contains(where: { parent.hasPrefix($0) }) else { return field }
    let isMask = parent.hasSuffix("Mask")
    switch field {
    case "CorrectionMasks": return "Mask"
    case "CorrectionActive", "CorrectionAmount": return String(field.dropFirst(10))
    case "CorrectionRangeMask": return isMask ? "Range" : "RangeMask"
    case "MaskValue" where isMask: return "Value"
    case "Masks" where parent == "RetouchArea": return "Mask"
    default: return field.hasPrefix("Local") ? String(field.dropFirst(5)) : field
    }
  }

  private static let corrections = [
    "GradientBasedCorr", "CircGradBasedCorr", "PaintCorrection", "MaskGroupBasedCorr", "RetouchArea",
  ]

  private static let byPath: [String: String] = {
    var names: [String: String] = [:]
    for (prefix, list) in lists {
      for pair in list.split(whereSeparator: \.isWhitespace) {
        let parts = pair.split(separator: "=")
        if parts.count == 2 { names[prefix + ":" + parts[0]] = String(parts[1]) }
      }
    }
    return names
  }()

  /// By prefix: paths, and the name of each.
  private static let lists: KeyValuePairs<String, String> = [
    "Device": """
    CamerasCamera=Camera PlanesPlane=Plane ProfilesProfile=Profile
    """,
    "GAudio": """
    Data=AudioData Mime=AudioMimeType
    """,
    "GCamera": """
    Hdrp_makernote=HDRPMakerNote Shot_log_data=ShotLogData
    """,
    "GDepth": """
    Data=DepthImage
    """,
    "GImage": """
    Data=ImageData Mime=ImageMimeType
    """,
    "GSpherical": """
    Timestamp=TimeStamp
    """,
    "Iptc4xmpCore": """
    CreatorContactInfoCiAdrCity=CreatorCity CreatorContactInfoCiAdrCtry=CreatorCountry
    CreatorContactInfoCiAdrExtadr=CreatorAddress CreatorContactInfoCiAdrPcode=CreatorPostalCode
    CreatorContactInfoCiAdrRegion=CreatorRegion CreatorContactInfoCiEmailWork=CreatorWorkEmail
    CreatorContactInfoCiTelWork=CreatorWorkTelephone CreatorContactInfoCiUrlWork=CreatorWorkURL
    """,
    "Iptc4xmpExt": """
    AboutCvTermCvTermId=AboutCvTermId AboutCvTermCvTermName=AboutCvTermName
    AboutCvTermCvTermRefinedAbout=AboutCvTermRefinedAbout AddlModelInfo=AdditionalModelInformation
    ArtworkOrObjectAOCircaDateCreated=ArtworkCircaDateCreated
    ArtworkOrObjectAOContentDescription=ArtworkContentDescription
    ArtworkOrObjectAOContributionDescription=ArtworkContributionDescription
    ArtworkOrObjectAOCopyrightNotice=ArtworkCopyrightNotice ArtworkOrObjectAOCreator=ArtworkCreator
    ArtworkOrObjectAOCreatorId=ArtworkCreatorID
    ArtworkOrObjectAOCurrentCopyrightOwnerId=ArtworkCopyrightOwnerID
    ArtworkOrObjectAOCurrentCopyrightOwnerName=ArtworkCopyrightOwnerName
    ArtworkOrObjectAOCurrentLicensorId=ArtworkLicensorID
    ArtworkOrObjectAOCurrentLicensorName=ArtworkLicensorName ArtworkOrObjectAODateCreated=ArtworkDateCreated
    ArtworkOrObjectAOPhysicalDescription=ArtworkPhysicalDescription ArtworkOrObjectAOSource=ArtworkSource
    ArtworkOrObjectAOSourceInvNo=ArtworkSourceInventoryNo ArtworkOrObjectAOStylePeriod=ArtworkStylePeriod
    ArtworkOrObjectAOTitle=ArtworkTitle AudioBitRate=AudioBitrate CVterm=ControlledVocabularyTerm
    DigImageGUID=DigitalImageGUID DigitalSourcefileType=DigitalSourceFileType
    EmbdEncRightsExprEncRightsExpr=EmbeddedEncodedRightsExpr
    EmbdEncRightsExprRightsExprEncType=EmbeddedEncodedRightsExprType
    EmbdEncRightsExprRightsExprLangId=EmbeddedEncodedRightsExprLangID EventExt=ShownEvent EventId=EventID
    ImageRegionRCtype=ImageRegionCtype ImageRegionRId=ImageRegionID ImageRegionRRole=ImageRegionRole
    ImageRegionRegionBoundary=ImageRegionBoundary ImageRegionRegionBoundaryRbH=ImageRegionBoundaryH
    ImageRegionRegionBoundaryRbRx=ImageRegionBoundaryRx
    ImageRegionRegionBoundaryRbShape=ImageRegionBoundaryShape
    ImageRegionRegionBoundaryRbUnit=ImageRegionBoundaryUnit
    ImageRegionRegionBoundaryRbVertices=ImageRegionBoundaryVertices
    ImageRegionRegionBoundaryRbVerticesRbX=ImageRegionBoundaryVerticesX
    ImageRegionRegionBoundaryRbVerticesRbY=ImageRegionBoundaryVerticesY
    ImageRegionRegionBoundaryRbW=ImageRegionBoundaryW ImageRegionRegionBoundaryRbX=ImageRegionBoundaryX
    ImageRegionRegionBoundaryRbY=ImageRegionBoundaryY IptcLastEdited=IPTCLastEdited
    LinkedEncRightsExprLinkedRightsExpr=LinkedEncodedRightsExpr
    LinkedEncRightsExprRightsExprEncType=LinkedEncodedRightsExprType
    LinkedEncRightsExprRightsExprLangId=LinkedEncodedRightsExprLangID ParentId=ParentID
    PersonInImageWDetailsPersonCharacteristic=PersonInImageCharacteristic
    PersonInImageWDetailsPersonCharacteristicCvId=PersonInImageCvTermCvId
    PersonInImageWDetailsPersonCharacteristicCvTermId=PersonInImageCvTermId
    PersonInImageWDetailsPersonCharacteristicCvTermName=PersonInImageCvTermName
    PersonInImageWDetailsPersonCharacteristicCvTermRefinedAbout=PersonInImageCvTermRefinedAbout
    PersonInImageWDetailsPersonDescription=PersonInImageDescription
    PersonInImageWDetailsPersonId=PersonInImageId PersonInImageWDetailsPersonName=PersonInImageName
    ProductInImageProductDescription=ProductInImageDescription ProductInImageProductGTIN=ProductInImageGTIN
    ProductInImageProductName=ProductInImageName RatingRatingRegion=RatingRegion
    RatingRatingScaleMaxValue=RatingScaleMaxValue RatingRatingScaleMinValue=RatingScaleMinValue
    RatingRatingSourceLink=RatingSourceLink RatingRatingValue=RatingValue RegistryId=RegistryID
    RegistryIdRegEntryRole=RegistryEntryRole RegistryIdRegItemId=RegistryItemID
    RegistryIdRegOrgId=RegistryOrganisationID SnapshotLink=Snapshot
    TemporalCoverageTempCoverageFrom=TemporalCoverageFrom TemporalCoverageTempCoverageTo=TemporalCoverageTo
    VideoBitRate=VideoBitrate VisualColour=VisualColor
    """,
    "MP": """
    RegionInfo=RegionInfoMP RegionInfoDateRegionsValid=RegionInfoDateRegionsValid
    RegionInfoRegions=RegionInfoRegions RegionInfoRegionsPersonDisplayName=RegionPersonDisplayName
    RegionInfoRegionsPersonEmailDigest=RegionPersonEmailDigest
    RegionInfoRegionsPersonLiveIdCID=RegionPersonLiveIdCID
    RegionInfoRegionsPersonSourceID=RegionPersonSourceID RegionInfoRegionsRectangle=RegionRectangle
    """,
    "MicrosoftPhoto": """
    CreatorAppId=CreatorAppID Rating=RatingPercent
    """,
    "apple-fi": """
    Timestamp=TimeStamp
    """,
    "cc": """
    Legalcode=LegalCode
    """,
    "crs": """
    Temperature=ColorTemperature GradientBasedCorrections=GradientBasedCorr
    CircularGradientBasedCorrections=CircGradBasedCorr PaintBasedCorrections=PaintCorrection
    MaskGroupBasedCorrections=MaskGroupBasedCorr RetouchAreas=RetouchArea
    """,
    "drone-dji": """
    GpsLatitude=GPSLatitude GpsLongitude=GPSLongitude GpsLongtitude=GPSLongtitude
    """,
    "exif": """
    ExposureBiasValue=ExposureCompensation FocalLengthIn35mmFilm=FocalLengthIn35mmFormat
    GPSTimeStamp=GPSDateTime ISOSpeedRatings=ISO OECF=Opto-ElectricConvFactor OECFColumns=OECFColumns
    OECFNames=OECFNames OECFRows=OECFRows OECFValues=OECFValues PixelXDimension=ExifImageWidth
    PixelYDimension=ExifImageHeight
    """,
    "exifEX": """
    BodySerialNumber=SerialNumber CameraOwnerName=OwnerName
    CompositeImageExposureTimesMaxExposureTimesOfAll=CompImageMaxExposureAll
    CompositeImageExposureTimesMaxExposureTimesOfUsed=CompImageMaxExposureUsed
    CompositeImageExposureTimesMinExposureTimesOfAll=CompImageMinExposureAll
    CompositeImageExposureTimesMinExposureTimesOfUsed=CompImageMinExposureUsed
    CompositeImageExposureTimesNumberOfImagesInSequences=CompImageImagesPerSequence
    CompositeImageExposureTimesNumberOfSequences=CompImageNumSequences
    CompositeImageExposureTimesSumOfExposureTimesOfAll=CompImageSumExposureAll
    CompositeImageExposureTimesSumOfExposureTimesOfUsed=CompImageSumExposureUsed
    CompositeImageExposureTimesTotalExposurePeriod=CompImageTotalExposurePeriod
    CompositeImageExposureTimesValues=CompImageValues InteroperabilityIndex=InteropIndex
    LensSpecification=LensInfo Temperature=AmbientTemperature
    """,
    "hdr_metadata": """
    Ccv_avg_luminance_nits=CCVAvgLuminanceNits Ccv_max_luminance_nits=CCVMaxLuminanceNits
    Ccv_min_luminance_nits=CCVMinLuminanceNits Ccv_primaries_xy=CCVPrimariesXY Ccv_white_xy=CCVWhiteXY
    Scene_referred=SceneReferred
    """,
    "mwg-coll": """
    CollectionsCollectionName=CollectionName CollectionsCollectionURI=CollectionURI
    """,
    "mwg-kw": """
    Keywords=KeywordInfo KeywordsHierarchy=HierarchicalKeywords
    KeywordsHierarchyApplied=HierarchicalKeywords1Applied
    KeywordsHierarchyChildren=HierarchicalKeywords1Children
    KeywordsHierarchyChildrenApplied=HierarchicalKeywords2Applied
    KeywordsHierarchyChildrenChildren=HierarchicalKeywords2Children
    KeywordsHierarchyChildrenChildrenApplied=HierarchicalKeywords3Applied
    KeywordsHierarchyChildrenChildrenChildren=HierarchicalKeywords3Children
    KeywordsHierarchyChildrenChildrenChildrenApplied=HierarchicalKeywords4Applied
    KeywordsHierarchyChildrenChildrenChildrenChildren=HierarchicalKeywords4Children
    KeywordsHierarchyChildrenChildrenChildrenChildrenApplied=HierarchicalKeywords5Applied
    KeywordsHierarchyChildrenChildrenChildrenChildrenChildren=HierarchicalKeywords5Children
    KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenApplied=HierarchicalKeywords6Applied
    KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords6
    KeywordsHierarchyChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords5
    KeywordsHierarchyChildrenChildrenChildrenKeyword=HierarchicalKeywords4
    KeywordsHierarchyChildrenChildrenKeyword=HierarchicalKeywords3
    KeywordsHierarchyChildrenKeyword=HierarchicalKeywords2 KeywordsHierarchyKeyword=HierarchicalKeywords1
    """,
    "mwg-rs": """
    Regions=RegionInfo RegionsAppliedToDimensions=RegionAppliedToDimensions RegionsRegionList=RegionList
    RegionsRegionListArea=RegionArea RegionsRegionListBarCodeValue=RegionBarCodeValue
    RegionsRegionListDescription=RegionDescription RegionsRegionListExtensions=RegionExtensions
    RegionsRegionListFocusUsage=RegionFocusUsage RegionsRegionListName=RegionName
    RegionsRegionListRotation=RegionRotation RegionsRegionListSeeAlso=RegionSeeAlso
    RegionsRegionListType=RegionType
    """,
    "photoshop": """
    ICCProfile=ICCProfileName TextLayersLayerName=TextLayerName TextLayersLayerText=TextLayerText
    """,
    "plus": """
    CopyrightOwnerCopyrightOwnerID=CopyrightOwnerID CopyrightOwnerCopyrightOwnerName=CopyrightOwnerName
    EndUserEndUserID=EndUserID EndUserEndUserName=EndUserName ImageCreatorImageCreatorID=ImageCreatorID
    ImageCreatorImageCreatorName=ImageCreatorName ImageSupplierImageSupplierID=ImageSupplierID
    ImageSupplierImageSupplierName=ImageSupplierName LicenseeLicenseeID=LicenseeID
    LicenseeLicenseeName=LicenseeName LicensorLicensorCity=LicensorCity
    LicensorLicensorCountry=LicensorCountry LicensorLicensorEmail=LicensorEmail
    LicensorLicensorExtendedAddress=LicensorExtendedAddress LicensorLicensorID=LicensorID
    LicensorLicensorName=LicensorName LicensorLicensorPostalCode=LicensorPostalCode
    LicensorLicensorRegion=LicensorRegion LicensorLicensorStreetAddress=LicensorStreetAddress
    LicensorLicensorTelephone1=LicensorTelephone1 LicensorLicensorTelephone2=LicensorTelephone2
    LicensorLicensorTelephoneType1=LicensorTelephoneType1
    LicensorLicensorTelephoneType2=LicensorTelephoneType2 LicensorLicensorURL=LicensorURL Version=PLUSVersion
    """,
    "prism": """
    Doi=DOI Isbn=ISBN Issn=ISSN Url=URL
    """,
    "tiff": """
    ImageLength=ImageHeight
    """,
    "x": """
    Xaptk=XMPToolkit Xmptk=XMPToolkit
    """,
    "xmp": """
    PageInfoFormat=PageImageFormat PageInfoHeight=PageImageHeight PageInfoImage=PageImage
    PageInfoPageNumber=PageImagePageNumber PageInfoWidth=PageImageWidth ThumbnailsFormat=ThumbnailFormat
    ThumbnailsHeight=ThumbnailHeight ThumbnailsImage=ThumbnailImage ThumbnailsWidth=ThumbnailWidth
    """,
    "xmpDM": """
    Comment=DMComment
    """,
    "xmpTPg": """
    ColorantsA=ColorantA ColorantsB=ColorantB ColorantsBlack=ColorantBlack ColorantsBlue=ColorantBlue
    ColorantsCyan=ColorantCyan ColorantsGray=ColorantGray ColorantsGreen=ColorantGreen ColorantsL=ColorantL
    ColorantsMagenta=ColorantMagenta ColorantsMode=ColorantMode ColorantsRed=ColorantRed
    ColorantsSwatchName=ColorantSwatchName ColorantsTint=ColorantTint ColorantsType=ColorantType
    ColorantsYellow=ColorantYellow FontsChildFontFiles=ChildFontFiles FontsComposite=FontComposite
    FontsFontFace=FontFace FontsFontFamily=FontFamily FontsFontFileName=FontFileName FontsFontName=FontName
    FontsFontType=FontType FontsVersionString=FontVersion SwatchGroupsColorantsA=SwatchColorantA
    SwatchGroupsColorantsB=SwatchColorantB SwatchGroupsColorantsBlack=SwatchColorantBlack
    SwatchGroupsColorantsBlue=SwatchColorantBlue SwatchGroupsColorantsCyan=SwatchColorantCyan
    SwatchGroupsColorantsGray=SwatchColorantGray SwatchGroupsColorantsGreen=SwatchColorantGreen
    SwatchGroupsColorantsL=SwatchColorantL SwatchGroupsColorantsMagenta=SwatchColorantMagenta
    SwatchGroupsColorantsMode=SwatchColorantMode SwatchGroupsColorantsRed=SwatchColorantRed
    SwatchGroupsColorantsSwatchName=SwatchColorantSwatchName SwatchGroupsColorantsTint=SwatchColorantTint
    SwatchGroupsColorantsType=SwatchColorantType SwatchGroupsColorantsYellow=SwatchColorantYellow
    SwatchGroupsGroupName=SwatchGroupName SwatchGroupsGroupType=SwatchGroupType
    """,
  ]
}
