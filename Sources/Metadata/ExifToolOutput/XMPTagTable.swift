/// ExifTool's tags of XMP: the name and the type of a property's value, where they differ from the default.
///
/// Without a row here a tag is named after its property, and its value is a text. The types are those of the schemas
/// (ISO 16684-1 and -2; Adobe, IPTC, CIPA and others).
enum XMPTagTable {
  enum ValueType: String {
    case text, number, rational, date, boolean
    /// Several fractions with spaces between them.
    case rationals
    /// APEX values (Exif 2.32, annex C): shown as seconds and as an f-number.
    case shutterSpeed, aperture
    /// Degrees with a letter for the direction.
    case coordinate
    /// Bytes; shown by their number.
    case base64
  }

  struct Tag {
    /// nil: the name is made of the property's own.
    var name: String?
    var type: ValueType
  }

  /// - Parameters:
  ///   - prefix: the usual prefix of the namespace.
  ///   - path: the names of all steps from the property on, without prefixes, each with a capital first letter.
  /// - Returns: nil if the table has no row.
  static func tag(_ prefix: String, _ path: String) -> Tag? { tags[prefix + ":" + path] }

  /// Whether the properties of a namespace are known: those without a row are texts.
  static func knows(_ prefix: String) -> Bool { prefixes.contains(prefix) }

  /// The name of a structure's field within the name of its structure: ExifTool shortens the fields of Camera Raw's
  /// local corrections.
  static func fieldName(_ field: String, _ prefix: String, _ structure: String) -> String {
    guard prefix == "crs", localCorrections.contains(where: { structure.hasPrefix($0) }) else { return field }
    let isMask = structure.hasSuffix("Mask")
    switch field {
    case "CorrectionMasks": return "Mask"
    case "CorrectionActive", "CorrectionAmount": return String(field.dropFirst(10))
    case "CorrectionRangeMask": return isMask ? "Range" : "RangeMask"
    case "MaskValue" where isMask: return "Value"
    case "Masks" where structure == "RetouchArea": return "Mask"
    default: return field.hasPrefix("Local") ? String(field.dropFirst(5)) : field
    }
  }

  private static let localCorrections = [
    "GradientBasedCorr", "CircGradBasedCorr", "PaintCorrection", "MaskGroupBasedCorr", "RetouchArea",
  ]

  private static let (tags, prefixes): ([String: Tag], Set<String>) = {
    var tags: [String: Tag] = [:]
    var prefixes: Set<String> = []
    var (prefix, type) = ("", ValueType.text)
    for word in rows.split(whereSeparator: \.isWhitespace) {
      if word.first == "[" {
        prefix = String(word.dropFirst().dropLast())
        prefixes.insert(prefix)
      } else if word.last == ":" {
        type = ValueType(rawValue: String(word.dropLast())) ?? .text
      } else {
        let parts = word.split(separator: "=")
        tags[prefix + ":" + parts[0]] = Tag(name: parts.count == 2 ? String(parts[1]) : nil, type: type)
      }
    }
    return (tags, prefixes)
  }()

  /// `[prefix]`, a type with a colon, then the properties of that type as `Path` or `Path=Name`.
  private static let rows = """
    [aas]
      number: AffineA AffineB AffineC AffineD AffineX AffineY CropH CropW CropX CropY Curve0x Curve0y Curve1x Curve1y
        Curve2x Curve2y Curve3x Curve3y Curve4x Curve4y FaceBalanceOrigI FaceBalanceOrigQ FaceBalanceStrength
        FaceBalanceWarmth Highlights Shadows Vibrance
    [album]
    [apple-fi]
      number: AngleInfoRoll AngleInfoYaw ConfidenceLevel FaceID Timestamp=TimeStamp
    [aux]
      rational: ApproximateFocusDistance EnhanceSuperResolutionScale FlashCompensation
      rationals: LensInfo
      boolean: DistortionCorrectionAlreadyApplied EnhanceDetailsAlreadyApplied EnhanceSuperResolutionAlreadyApplied
        IsMergedHDR IsMergedPanorama LateralChromaticAberrationCorrectionAlreadyApplied VignetteCorrectionAlreadyApplied
    [cc]
      text: Legalcode=LegalCode
      date: DeprecatedOn
    [crs]
      text: CircularGradientBasedCorrections=CircGradBasedCorr GradientBasedCorrections=GradientBasedCorr
        MaskGroupBasedCorrections=MaskGroupBasedCorr PaintBasedCorrections=PaintCorrection RetouchAreas=RetouchArea
      number: AutoLateralCA AutoWhiteVersion Blacks2012 BlueHue BlueSaturation Brightness ChromaticAberrationB
        ChromaticAberrationR Clarity Clarity2012 ClipboardAspectRatio ClipboardOrientation ColorGradeBlending
        ColorGradeGlobalHue ColorGradeGlobalLum ColorGradeGlobalSat ColorGradeHighlightLum ColorGradeMidtoneHue
        ColorGradeMidtoneLum ColorGradeMidtoneSat ColorGradeShadowLum ColorNoiseReduction ColorNoiseReductionDetail
        ColorNoiseReductionSmoothness Contrast Contrast2012 CropAngle CropBottom CropConstrainToWarp CropHeight CropLeft
        CropRight CropTop CropUnit CropUnits CropWidth Defringe DefringeGreenAmount DefringeGreenHueHi
        DefringeGreenHueLo DefringePurpleAmount DefringePurpleHueHi DefringePurpleHueLo Dehaze Exposure Exposure2012
        FillLight GrainAmount GrainFrequency GrainSeed GrainSize GrayMixerAqua GrayMixerBlue GrayMixerGreen
        GrayMixerMagenta GrayMixerOrange GrayMixerPurple GrayMixerRed GrayMixerYellow GreenHue GreenSaturation
        HDREditMode Highlight2012 HighlightRecovery Highlights2012 HueAdjustmentAqua HueAdjustmentBlue
        HueAdjustmentGreen HueAdjustmentMagenta HueAdjustmentOrange HueAdjustmentPurple HueAdjustmentRed
        HueAdjustmentYellow IncrementalTemperature IncrementalTint LensManualDistortionAmount
        LensProfileChromaticAberrationScale LensProfileDistortionScale LensProfileEnable
        LensProfileMatchKeySensorFormatFactor LensProfileVignettingScale LuminanceAdjustmentAqua LuminanceAdjustmentBlue
        LuminanceAdjustmentGreen LuminanceAdjustmentMagenta LuminanceAdjustmentOrange LuminanceAdjustmentPurple
        LuminanceAdjustmentRed LuminanceAdjustmentYellow LuminanceNoiseReductionContrast LuminanceNoiseReductionDetail
        LuminanceSmoothing NegativeCacheLargePreviewSize NegativeCacheMaximumSize ParametricDarks
        ParametricHighlightSplit ParametricHighlights ParametricLights ParametricMidtoneSplit ParametricShadowSplit
        ParametricShadows PerspectiveAspect PerspectiveHorizontal PerspectiveRotate PerspectiveScale PerspectiveUpright
        PerspectiveVertical PerspectiveX PerspectiveY PostCropVignetteAmount PostCropVignetteFeather
        PostCropVignetteHighlightContrast PostCropVignetteMidpoint PostCropVignetteRoundness PostCropVignetteStyle
        RedHue RedSaturation SDRBlend SDRBrightness SDRContrast SDRHighlights SDRShadows SDRWhites Saturation
        SaturationAdjustmentAqua SaturationAdjustmentBlue SaturationAdjustmentGreen SaturationAdjustmentMagenta
        SaturationAdjustmentOrange SaturationAdjustmentPurple SaturationAdjustmentRed SaturationAdjustmentYellow
        ShadowTint Shadows Shadows2012 SharpenDetail SharpenEdgeMasking SharpenRadius Sharpness Smoothness
        SplitToningBalance SplitToningHighlightHue SplitToningHighlightSaturation SplitToningShadowHue
        SplitToningShadowSaturation Temperature=ColorTemperature Texture Tint ToggleStyleAmount ToneMapStrength
        UprightCenterMode UprightCenterNormX UprightCenterNormY UprightFocalLength35mm UprightFocalMode
        UprightFourSegmentsCount UprightTransformCount UprightVersion Vibrance VignetteAmount VignetteMidpoint
        Whites2012
      boolean: AlreadyApplied AutoBrightness AutoContrast AutoExposure AutoShadows AutoTone ConvertToGrayscale
        DNGIgnoreSidecars DefaultAutoGray DefaultAutoTone DefaultsSpecificToISO DefaultsSpecificToSerial HasCrop
        HasSettings LensProfileIsEmbedded LensProfileMatchKeyIsRaw OverrideLookVignette SupportsAmount SupportsColor
        SupportsHighDynamicRange SupportsMonochrome SupportsNormalDynamicRange SupportsOutputReferred
        SupportsSceneReferred UprightPreview
    [dc]
      date: Date
    [Device]
      text: CamerasCamera=Camera PlanesPlane=Plane ProfilesProfile=Profile
    [digiKam]
    [drone-dji]
      number: AbsoluteAltitude CalibratedFocalLength CalibratedOpticalCenterX CalibratedOpticalCenterY FlightPitchDegree
        FlightRollDegree FlightXSpeed FlightYSpeed FlightYawDegree FlightZSpeed GimbalPitchDegree GimbalRollDegree
        GimbalYawDegree GpsLatitude=GPSLatitude GpsLongitude=GPSLongitude GpsLongtitude=GPSLongtitude Latitude Longitude
        RelativeAltitude RtkStdHgt RtkStdLat RtkStdLon
    [exif]
      text: OECF=Opto-ElectricConvFactor OECFNames=OECFNames
      number: CFAPatternColumns CFAPatternRows CFAPatternValues ColorSpace ComponentsConfiguration Contrast
        CustomRendered DeviceSettingDescriptionColumns DeviceSettingDescriptionRows ExposureMode ExposureProgram
        FileSource FlashMode FlashReturn FocalLengthIn35mmFilm=FocalLengthIn35mmFormat FocalPlaneResolutionUnit
        GPSAltitudeRef GPSDifferential GPSMeasureMode GainControl ISOSpeedRatings=ISO MeteringMode
        OECFColumns=OECFColumns OECFRows=OECFRows PixelXDimension=ExifImageWidth PixelYDimension=ExifImageHeight
        Saturation SceneCaptureType SceneType SensingMethod Sharpness SpatialFrequencyResponseColumns
        SpatialFrequencyResponseRows SubjectArea SubjectDistanceRange SubjectLocation WhiteBalance
      rational: BrightnessValue CompressedBitsPerPixel DigitalZoomRatio ExposureBiasValue=ExposureCompensation
        ExposureIndex ExposureTime FNumber FlashEnergy FocalLength FocalPlaneXResolution FocalPlaneYResolution
        GPSAltitude GPSDOP GPSDestBearing GPSDestDistance GPSHPositioningError GPSImgDirection GPSSpeed GPSTrack
        OECFValues=OECFValues SpatialFrequencyResponseValues SubjectDistance
      date: DateTimeDigitized DateTimeOriginal GPSTimeStamp=GPSDateTime
      boolean: FlashFired FlashFunction FlashRedEyeMode
      shutterSpeed: ShutterSpeedValue
      aperture: ApertureValue MaxApertureValue
      coordinate: GPSDestLatitude GPSDestLongitude GPSLatitude GPSLongitude
    [exifEX]
      text: BodySerialNumber=SerialNumber CameraOwnerName=OwnerName InteroperabilityIndex=InteropIndex
      number: CompositeImage CompositeImageCount
        CompositeImageExposureTimesNumberOfImagesInSequences=CompImageImagesPerSequence
        CompositeImageExposureTimesNumberOfSequences=CompImageNumSequences ISOSpeed ISOSpeedLatitudeyyy
        ISOSpeedLatitudezzz PhotographicSensitivity RecommendedExposureIndex SensitivityType StandardOutputSensitivity
      rational: Acceleration CameraElevationAngle
        CompositeImageExposureTimesMaxExposureTimesOfAll=CompImageMaxExposureAll
        CompositeImageExposureTimesMaxExposureTimesOfUsed=CompImageMaxExposureUsed
        CompositeImageExposureTimesMinExposureTimesOfAll=CompImageMinExposureAll
        CompositeImageExposureTimesMinExposureTimesOfUsed=CompImageMinExposureUsed
        CompositeImageExposureTimesSumOfExposureTimesOfAll=CompImageSumExposureAll
        CompositeImageExposureTimesSumOfExposureTimesOfUsed=CompImageSumExposureUsed
        CompositeImageExposureTimesTotalExposurePeriod=CompImageTotalExposurePeriod
        CompositeImageExposureTimesValues=CompImageValues Gamma Humidity LensSpecification=LensInfo Pressure
        Temperature=AmbientTemperature WaterDepth
    [expressionmedia]
    [extensis]
      boolean: Approved
    [fpv]
    [GAudio]
      text: Mime=AudioMimeType
      base64: Data=AudioData
    [GCamera]
      text: Hdrp_makernote=HDRPMakerNote Shot_log_data=ShotLogData
      number: MicroVideo MicroVideoOffset MicroVideoPresentationTimestampUs MicroVideoVersion
    [GCreations]
    [GDepth]
      number: Far ImageHeight ImageWidth Near
      base64: Data=DepthImage
    [GFocus]
      number: BlurAtInfinity FocalDistance FocalPointX FocalPointY
    [GImage]
      text: Mime=ImageMimeType
      base64: Data=ImageData
    [GPano]
      number: CroppedAreaImageHeightPixels CroppedAreaImageWidthPixels CroppedAreaLeftPixels CroppedAreaTopPixels
        FullPanoHeightPixels FullPanoWidthPixels InitialCameraDolly InitialHorizontalFOVDegrees
        InitialVerticalFOVDegrees InitialViewHeadingDegrees InitialViewPitchDegrees InitialViewRollDegrees
        LargestValidInteriorRectHeight LargestValidInteriorRectLeft LargestValidInteriorRectTop
        LargestValidInteriorRectWidth PoseHeadingDegrees PosePitchDegrees PoseRollDegrees SourcePhotosCount
      date: FirstPhotoDate LastPhotoDate
      boolean: ExposureLockUsed UsePanoramaViewer
    [GSpherical]
      number: CroppedAreaImageHeightPixels CroppedAreaImageWidthPixels CroppedAreaLeftPixels CroppedAreaTopPixels
        FullPanoHeightPixels FullPanoWidthPixels InitialViewHeadingDegrees InitialViewPitchDegrees
        InitialViewRollDegrees SourceCount Timestamp=TimeStamp
      boolean: Spherical Stitched
    [hdr_metadata]
      text: Ccv_primaries_xy=CCVPrimariesXY Ccv_white_xy=CCVWhiteXY
      number: Ccv_avg_luminance_nits=CCVAvgLuminanceNits Ccv_max_luminance_nits=CCVMaxLuminanceNits
        Ccv_min_luminance_nits=CCVMinLuminanceNits
      boolean: Scene_referred=SceneReferred
    [Iptc4xmpCore]
      text: CreatorContactInfoCiAdrCity=CreatorCity CreatorContactInfoCiAdrCtry=CreatorCountry
        CreatorContactInfoCiAdrExtadr=CreatorAddress CreatorContactInfoCiAdrPcode=CreatorPostalCode
        CreatorContactInfoCiAdrRegion=CreatorRegion CreatorContactInfoCiEmailWork=CreatorWorkEmail
        CreatorContactInfoCiTelWork=CreatorWorkTelephone CreatorContactInfoCiUrlWork=CreatorWorkURL
    [Iptc4xmpExt]
      text: AboutCvTermCvTermId=AboutCvTermId AboutCvTermCvTermName=AboutCvTermName
        AboutCvTermCvTermRefinedAbout=AboutCvTermRefinedAbout AddlModelInfo=AdditionalModelInformation
        ArtworkOrObjectAOCircaDateCreated=ArtworkCircaDateCreated
        ArtworkOrObjectAOContentDescription=ArtworkContentDescription
        ArtworkOrObjectAOContributionDescription=ArtworkContributionDescription
        ArtworkOrObjectAOCopyrightNotice=ArtworkCopyrightNotice ArtworkOrObjectAOCreator=ArtworkCreator
        ArtworkOrObjectAOCreatorId=ArtworkCreatorID ArtworkOrObjectAOCurrentCopyrightOwnerId=ArtworkCopyrightOwnerID
        ArtworkOrObjectAOCurrentCopyrightOwnerName=ArtworkCopyrightOwnerName
        ArtworkOrObjectAOCurrentLicensorId=ArtworkLicensorID ArtworkOrObjectAOCurrentLicensorName=ArtworkLicensorName
        ArtworkOrObjectAOPhysicalDescription=ArtworkPhysicalDescription ArtworkOrObjectAOSource=ArtworkSource
        ArtworkOrObjectAOSourceInvNo=ArtworkSourceInventoryNo ArtworkOrObjectAOStylePeriod=ArtworkStylePeriod
        ArtworkOrObjectAOTitle=ArtworkTitle CVterm=ControlledVocabularyTerm DigImageGUID=DigitalImageGUID
        DigitalSourcefileType=DigitalSourceFileType EmbdEncRightsExprEncRightsExpr=EmbeddedEncodedRightsExpr
        EmbdEncRightsExprRightsExprEncType=EmbeddedEncodedRightsExprType
        EmbdEncRightsExprRightsExprLangId=EmbeddedEncodedRightsExprLangID EventExt=ShownEvent EventId=EventID
        ImageRegionRCtype=ImageRegionCtype ImageRegionRId=ImageRegionID ImageRegionRRole=ImageRegionRole
        ImageRegionRegionBoundary=ImageRegionBoundary ImageRegionRegionBoundaryRbH=ImageRegionBoundaryH
        ImageRegionRegionBoundaryRbRx=ImageRegionBoundaryRx ImageRegionRegionBoundaryRbShape=ImageRegionBoundaryShape
        ImageRegionRegionBoundaryRbUnit=ImageRegionBoundaryUnit
        ImageRegionRegionBoundaryRbVertices=ImageRegionBoundaryVertices
        ImageRegionRegionBoundaryRbVerticesRbX=ImageRegionBoundaryVerticesX
        ImageRegionRegionBoundaryRbVerticesRbY=ImageRegionBoundaryVerticesY
        ImageRegionRegionBoundaryRbW=ImageRegionBoundaryW ImageRegionRegionBoundaryRbX=ImageRegionBoundaryX
        ImageRegionRegionBoundaryRbY=ImageRegionBoundaryY LinkedEncRightsExprLinkedRightsExpr=LinkedEncodedRightsExpr
        LinkedEncRightsExprRightsExprEncType=LinkedEncodedRightsExprType
        LinkedEncRightsExprRightsExprLangId=LinkedEncodedRightsExprLangID ParentId=ParentID
        PersonInImageWDetailsPersonCharacteristic=PersonInImageCharacteristic
        PersonInImageWDetailsPersonCharacteristicCvId=PersonInImageCvTermCvId
        PersonInImageWDetailsPersonCharacteristicCvTermId=PersonInImageCvTermId
        PersonInImageWDetailsPersonCharacteristicCvTermName=PersonInImageCvTermName
        PersonInImageWDetailsPersonCharacteristicCvTermRefinedAbout=PersonInImageCvTermRefinedAbout
        PersonInImageWDetailsPersonDescription=PersonInImageDescription PersonInImageWDetailsPersonId=PersonInImageId
        PersonInImageWDetailsPersonName=PersonInImageName ProductInImageProductDescription=ProductInImageDescription
        ProductInImageProductGTIN=ProductInImageGTIN ProductInImageProductName=ProductInImageName
        RatingRatingRegion=RatingRegion RatingRatingScaleMaxValue=RatingScaleMaxValue
        RatingRatingScaleMinValue=RatingScaleMinValue RatingRatingSourceLink=RatingSourceLink
        RatingRatingValue=RatingValue RegistryId=RegistryID RegistryIdRegEntryRole=RegistryEntryRole
        RegistryIdRegItemId=RegistryItemID RegistryIdRegOrgId=RegistryOrganisationID SnapshotLink=Snapshot
        VisualColour=VisualColor
      number: AudioBitRate=AudioBitrate AudioBitsPerSample AudioChannelCount CopyrightYear MaxAvailHeight MaxAvailWidth
        ModelAge VideoBitRate=VideoBitrate VideoStreamsCount
      rational: VideoDisplayAspectRatio
      date: ArtworkOrObjectAODateCreated=ArtworkDateCreated IptcLastEdited=IPTCLastEdited MetadataLastEdited
        PublicationEventDate TemporalCoverageTempCoverageFrom=TemporalCoverageFrom
        TemporalCoverageTempCoverageTo=TemporalCoverageTo
      boolean: ReleaseReady
    [lr]
    [MicrosoftPhoto]
      text: CreatorAppId=CreatorAppID Rating=RatingPercent
      date: DateAcquired
    [MP]
      text: RegionInfo=RegionInfoMP RegionInfoRegions=RegionInfoRegions
        RegionInfoRegionsPersonDisplayName=RegionPersonDisplayName
        RegionInfoRegionsPersonEmailDigest=RegionPersonEmailDigest
        RegionInfoRegionsPersonLiveIdCID=RegionPersonLiveIdCID RegionInfoRegionsPersonSourceID=RegionPersonSourceID
        RegionInfoRegionsRectangle=RegionRectangle
      date: RegionInfoDateRegionsValid=RegionInfoDateRegionsValid
    [mwg-coll]
      text: CollectionsCollectionName=CollectionName CollectionsCollectionURI=CollectionURI
    [mwg-kw]
      text: Keywords=KeywordInfo KeywordsHierarchy=HierarchicalKeywords
        KeywordsHierarchyChildren=HierarchicalKeywords1Children
        KeywordsHierarchyChildrenChildren=HierarchicalKeywords2Children
        KeywordsHierarchyChildrenChildrenChildren=HierarchicalKeywords3Children
        KeywordsHierarchyChildrenChildrenChildrenChildren=HierarchicalKeywords4Children
        KeywordsHierarchyChildrenChildrenChildrenChildrenChildren=HierarchicalKeywords5Children
        KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords6
        KeywordsHierarchyChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords5
        KeywordsHierarchyChildrenChildrenChildrenKeyword=HierarchicalKeywords4
        KeywordsHierarchyChildrenChildrenKeyword=HierarchicalKeywords3
        KeywordsHierarchyChildrenKeyword=HierarchicalKeywords2 KeywordsHierarchyKeyword=HierarchicalKeywords1
      boolean: KeywordsHierarchyApplied=HierarchicalKeywords1Applied
        KeywordsHierarchyChildrenApplied=HierarchicalKeywords2Applied
        KeywordsHierarchyChildrenChildrenApplied=HierarchicalKeywords3Applied
        KeywordsHierarchyChildrenChildrenChildrenApplied=HierarchicalKeywords4Applied
        KeywordsHierarchyChildrenChildrenChildrenChildrenApplied=HierarchicalKeywords5Applied
        KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenApplied=HierarchicalKeywords6Applied
    [mwg-rs]
      text: Regions=RegionInfo RegionsAppliedToDimensions=RegionAppliedToDimensions RegionsRegionList=RegionList
        RegionsRegionListArea=RegionArea RegionsRegionListBarCodeValue=RegionBarCodeValue
        RegionsRegionListDescription=RegionDescription RegionsRegionListExtensions=RegionExtensions
        RegionsRegionListFocusUsage=RegionFocusUsage RegionsRegionListName=RegionName
        RegionsRegionListSeeAlso=RegionSeeAlso RegionsRegionListType=RegionType
      number: RegionsAppliedToDimensionsH RegionsAppliedToDimensionsW RegionsRegionListAreaD RegionsRegionListAreaH
        RegionsRegionListAreaW RegionsRegionListAreaX RegionsRegionListAreaY RegionsRegionListRotation=RegionRotation
    [pdf]
      date: CreationDate ModDate
      boolean: Marked
    [photomechanic]
      number: ColorClass
      boolean: Tagged
    [photoshop]
      text: ICCProfile=ICCProfileName TextLayersLayerName=TextLayerName TextLayersLayerText=TextLayerText
      number: CameraProfilesApertureValue CameraProfilesFocalLength CameraProfilesFocusDistance
        CameraProfilesPerspectiveModelImageXCenter CameraProfilesPerspectiveModelImageYCenter
        CameraProfilesPerspectiveModelRadialDistortParam1 CameraProfilesPerspectiveModelRadialDistortParam2
        CameraProfilesPerspectiveModelRadialDistortParam3 CameraProfilesPerspectiveModelScaleFactor
        CameraProfilesSensorFormatFactor ColorMode Urgency
      date: DateCreated
      boolean: CameraProfilesAutoScale CameraProfilesCameraRawProfile
    [plus]
      text: CopyrightOwnerCopyrightOwnerID=CopyrightOwnerID CopyrightOwnerCopyrightOwnerName=CopyrightOwnerName
        EndUserEndUserID=EndUserID EndUserEndUserName=EndUserName ImageCreatorImageCreatorID=ImageCreatorID
        ImageCreatorImageCreatorName=ImageCreatorName ImageSupplierImageSupplierID=ImageSupplierID
        ImageSupplierImageSupplierName=ImageSupplierName LicenseeLicenseeID=LicenseeID LicenseeLicenseeName=LicenseeName
        LicensorLicensorCity=LicensorCity LicensorLicensorCountry=LicensorCountry LicensorLicensorEmail=LicensorEmail
        LicensorLicensorExtendedAddress=LicensorExtendedAddress LicensorLicensorID=LicensorID
        LicensorLicensorName=LicensorName LicensorLicensorPostalCode=LicensorPostalCode
        LicensorLicensorRegion=LicensorRegion LicensorLicensorStreetAddress=LicensorStreetAddress
        LicensorLicensorTelephone1=LicensorTelephone1 LicensorLicensorTelephone2=LicensorTelephone2
        LicensorLicensorTelephoneType1=LicensorTelephoneType1 LicensorLicensorTelephoneType2=LicensorTelephoneType2
        LicensorLicensorURL=LicensorURL Version=PLUSVersion
      date: FirstPublicationDate LicenseEndDate LicenseStartDate LicenseTransactionDate
    [prism]
      text: Doi=DOI Isbn=ISBN Issn=ISSN Url=URL
      number: AggregateIssueNumber ByteCount PageCount SeriesNumber WordCount
      date: CoverDate CreationDate DateRecieved KillDateDate ModificationDate OffSaleDateDate OnSaleDateDate
        PublicationDateDate PublicationDisplayDateDate
    [rdf]
    [tiff]
      number: BitsPerSample Compression ImageLength=ImageHeight ImageWidth Orientation PhotometricInterpretation
        PlanarConfiguration ResolutionUnit SamplesPerPixel TransferFunction YCbCrPositioning YCbCrSubSampling
      rational: PrimaryChromaticities ReferenceBlackWhite WhitePoint XResolution YCbCrCoefficients YResolution
      date: DateTime
    [x]
      text: Xaptk=XMPToolkit Xmptk=XMPToolkit
    [xmp]
      text: PageInfoFormat=PageImageFormat PageInfoImage=PageImage ThumbnailsFormat=ThumbnailFormat
      number: PageInfoHeight=PageImageHeight PageInfoPageNumber=PageImagePageNumber PageInfoWidth=PageImageWidth Rating
        RatingPercent ThumbnailsHeight=ThumbnailHeight ThumbnailsWidth=ThumbnailWidth
      date: CreateDate MetadataDate ModifyDate
      base64: ThumbnailsImage=ThumbnailImage
    [xmpBJ]
    [xmpDM]
      text: Comment=DMComment
      number: AudioSampleRate NumberOfBeats StartTimeSampleSize TakeNumber Tempo TrackNumber VideoFrameRate
      rational: FileDataRate VideoPixelAspectRatio
      date: AudioModDate MetadataModDate ReleaseDate ShotDate VideoModDate
      boolean: Good Loop PartOfCompilation VideoAlphaUnityIsTransparent
    [xmpMM]
      number: ManifestPlacedXResolution ManifestPlacedYResolution SaveID
      date: DerivedFromLastModifyDate HistoryWhen IngredientsLastModifyDate ManagedFromLastModifyDate
        ManifestReferenceLastModifyDate RenditionOfLastModifyDate VersionsEventWhen VersionsModifyDate
    [xmpNote]
    [xmpPLUS]
      boolean: CreditLineReq ReuseAllowed
    [xmpRights]
      boolean: Marked
    [xmpTPg]
      text: ColorantsA=ColorantA ColorantsB=ColorantB ColorantsBlack=ColorantBlack ColorantsBlue=ColorantBlue
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
      number: NPages
      boolean: HasVisibleOverprint HasVisibleTransparency
    """
}
