/// ExifTool's tags of XMP: the name and the type of a property's value, where they differ from the default, and which
/// property counts if several have the same name.
///
/// Without a row here, a tag is named after its property and its value is a text. The types are those of the schemas
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
    /// Bytes; shown by their number. `binary` is a text that is shown in this way.
    case base64, binary
  }

  struct Tag {
    /// nil if the name is made of the property's own.
    var name: String?
    var type: ValueType
  }

  /// - Parameters:
  ///   - prefix: the usual prefix of the namespace.
  ///   - path: the names of all steps from the property on, without prefixes, each with a capital first letter.
  /// - Returns: nil if the table has no row.
  static func tag(_ prefix: String, _ path: String) -> Tag? { tags[prefix + ":" + path] }

  /// The type of a field of any structure of a namespace; nil if the table has no row.
  static func type(ofField field: String, _ prefix: String) -> ValueType? { tags[prefix + ":*" + field]?.type }

  /// Whether the properties of a namespace are known: those without a row are texts.
  static func knows(_ prefix: String) -> Bool { prefixes.contains(prefix) }

  /// Of properties with one name, the one with the highest priority is used: with priority 1 the last of them, with
  /// priority 0 the first.
  static func priority(_ prefix: String, _ path: String) -> Int {
    knows(prefix) ? priorities[prefix + ":" + path] ?? priorities[prefix + ":*"] ?? 1 : 0
  }

  /// The prefix of the namespace whose rows are used: Camera Raw's defaults have the properties of its settings.
  static func schema(_ prefix: String) -> String { prefix == "crd" ? "crs" : prefix }

  /// The name of a structure's field within the name of its structure: ExifTool shortens the fields of Camera Raw's
  /// local corrections.
  static func fieldName(_ field: String, _ prefix: String, _ structure: String) -> String {
    guard prefix == "crs", isLocalCorrection(structure) else { return field }
    let isMask = structure.hasSuffix("Mask")
    switch field {
    case "CorrectionMasks": return "Mask"
    case "CorrectionActive", "CorrectionAmount": return String(field.dropFirst(10))
    case "CorrectionRangeMask": return isMask ? "Range" : "RangeMask"
    case "MaskValue" where isMask || structure.hasSuffix("MaskMasks"): return "Value"
    case "AreaComponents": return "Components"
    case "ColorRangeMaskAreaSampleInfo": return "ColorSampleInfo"
    case "Masks" where structure == "RetouchArea": return "Mask"
    default: return field.hasPrefix("Local") ? String(field.dropFirst(5)) : field
    }
  }

  /// Whether a tag's name is that of a local correction, or of a field of one.
  static func isLocalCorrection(_ name: String) -> Bool { localCorrections.contains { name.hasPrefix($0) } }

  private static let localCorrections = [
    "GradientBasedCorr", "CircGradBasedCorr", "PaintCorrection", "MaskGroupBasedCorr", "RetouchArea",
  ]

  private static let (tags, prefixes, priorities): ([String: Tag], Set<String>, [String: Int]) = {
    var tags: [String: Tag] = [:]
    var prefixes: Set<String> = []
    var priorities: [String: Int] = [:]
    var (prefix, type, priority) = ("", ValueType?.none, 0)
    for word in rows.split(whereSeparator: \.isWhitespace) {
      if word.first == "[" {
        prefix = String(word.dropFirst().dropLast())
        prefixes.insert(prefix)
      } else if word.last == ":" {
        type = ValueType(rawValue: String(word.dropLast()))
        priority = word == "lowest:" ? -1 : 0
      } else if let type {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        tags[prefix + ":" + parts[0]] = Tag(name: parts.count == 2 ? String(parts[1]) : nil, type: type)
      } else {
        priorities[prefix + ":" + word] = priority
      }
    }
    return (tags, prefixes, priorities)
  }()

  /// `[prefix]`, a type with a colon, then the properties of that type as `Path` or `Path=Name`.
  ///
  /// The names of fields begin with that of their structure, which may be empty (`Licensor=`). `*Field` is any field
  /// that has no row of its own. `low:` lists the properties of priority 0, `lowest:` those of -1; `*` stands
  /// for all.
  private static let rows = """
    [aas]
      number: AffineA AffineB AffineC AffineD AffineX AffineY CropH CropW CropX CropY Curve0x Curve0y Curve1x Curve1y
        Curve2x Curve2y Curve3x Curve3y Curve4x Curve4y FaceBalanceOrigI FaceBalanceOrigQ FaceBalanceStrength
        FaceBalanceWarmth Highlights Shadows Vibrance
      low: CropH CropW CropX CropY Highlights Shadows Vibrance
    [acdsee]
      number: Rating
      date: Datetime=DateTime
      boolean: Rawrppused Tagged
      binary: Dpp=DPP Rpp=RPP Snapshots
      low: *
    [album]
    [apple-fi]
      number: AngleInfoRoll AngleInfoYaw ConfidenceLevel FaceID Timestamp=TimeStamp
    [aux]
      rational: ApproximateFocusDistance EnhanceSuperResolutionScale FlashCompensation
      rationals: LensInfo
      boolean: DistortionCorrectionAlreadyApplied EnhanceDetailsAlreadyApplied EnhanceSuperResolutionAlreadyApplied
        IsMergedHDR IsMergedPanorama LateralChromaticAberrationCorrectionAlreadyApplied VignetteCorrectionAlreadyApplied
      low: LensInfo LensSerialNumber OwnerName SerialNumber
    [cc]
      text: Legalcode=LegalCode
      date: DeprecatedOn
    [cell]
      text: Cgi=CellGlobalID
      number: Cellid=CellTowerID Lac=LocationAreaCode Mcc=MobileCountryCode Mnc=MobileNetworkCode R=CellR
    [creatorAtom]
      number: AeProjectLinkRenderTimeStamp
    [crd]
      low: *
    [crs]
      text: CircularGradientBasedCorrections=CircGradBasedCorr GradientBasedCorrections=GradientBasedCorr
        MaskGroupBasedCorrections=MaskGroupBasedCorr PaintBasedCorrections=PaintCorrection RangeMaskMapInfo=
        RetouchAreas=RetouchArea
      number: *Alpha *Angle *Bottom *CenterValue *CenterWeight *ColorAmount *CorrectionAmount *DepthFeather *DepthMax
        *DepthMin *Feather *Flow *FullX *FullY *Left *LocalBlacks2012 *LocalBrightness *LocalClarity *LocalClarity2012
        *LocalContrast *LocalContrast2012 *LocalDefringe *LocalDehaze *LocalExposure *LocalExposure2012
        *LocalHighlights2012 *LocalHue *LocalLuminanceNoise *LocalMoire *LocalSaturation *LocalShadows2012
        *LocalSharpness *LocalTemperature *LocalTexture *LocalTint *LocalToningHue *LocalToningSaturation
        *LocalWhites2012 *LumFeather *LumMax *LumMin *MaskBlendMode *MaskValue *Midpoint *PerimeterValue *Radius *Right
        *Roundness *SampleType *SizeX *SizeY *Top *X *Y *ZeroX *ZeroY AutoLateralCA AutoWhiteVersion Blacks2012 BlueHue
        BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR
        CircularGradientBasedCorrectionsCorrectionMasksMasksVersion
        CircularGradientBasedCorrectionsCorrectionMasksVersion Clarity Clarity2012 ClipboardAspectRatio
        ClipboardOrientation ColorGradeBlending ColorGradeGlobalHue ColorGradeGlobalLum ColorGradeGlobalSat
        ColorGradeHighlightLum ColorGradeMidtoneHue ColorGradeMidtoneLum ColorGradeMidtoneSat ColorGradeShadowLum
        ColorNoiseReduction ColorNoiseReductionDetail ColorNoiseReductionSmoothness Contrast Contrast2012 CropAngle
        CropBottom CropConstrainToWarp CropHeight CropLeft CropRight CropTop CropUnit CropUnits CropWidth Defringe
        DefringeGreenAmount DefringeGreenHueHi DefringeGreenHueLo DefringePurpleAmount DefringePurpleHueHi
        DefringePurpleHueLo Dehaze Exposure Exposure2012 FillLight GradientBasedCorrectionsCorrectionMasksMasksVersion
        GradientBasedCorrectionsCorrectionMasksVersion GrainAmount GrainFrequency GrainSeed GrainSize GrayMixerAqua
        GrayMixerBlue GrayMixerGreen GrayMixerMagenta GrayMixerOrange GrayMixerPurple GrayMixerRed GrayMixerYellow
        GreenHue GreenSaturation HDREditMode Highlight2012 HighlightRecovery Highlights2012 HueAdjustmentAqua
        HueAdjustmentBlue HueAdjustmentGreen HueAdjustmentMagenta HueAdjustmentOrange HueAdjustmentPurple
        HueAdjustmentRed HueAdjustmentYellow IncrementalTemperature IncrementalTint LensManualDistortionAmount
        LensProfileChromaticAberrationScale LensProfileDistortionScale LensProfileEnable
        LensProfileMatchKeySensorFormatFactor LensProfileVignettingScale LuminanceAdjustmentAqua LuminanceAdjustmentBlue
        LuminanceAdjustmentGreen LuminanceAdjustmentMagenta LuminanceAdjustmentOrange LuminanceAdjustmentPurple
        LuminanceAdjustmentRed LuminanceAdjustmentYellow LuminanceNoiseReductionContrast LuminanceNoiseReductionDetail
        LuminanceSmoothing MaskGroupBasedCorrectionsCorrectionMasksMasksVersion
        MaskGroupBasedCorrectionsCorrectionMasksVersion NegativeCacheLargePreviewSize NegativeCacheMaximumSize
        PaintBasedCorrectionsCorrectionMasksMasksVersion PaintBasedCorrectionsCorrectionMasksVersion ParametricDarks
        ParametricHighlightSplit ParametricHighlights ParametricLights ParametricMidtoneSplit ParametricShadowSplit
        ParametricShadows PerspectiveAspect PerspectiveHorizontal PerspectiveRotate PerspectiveScale PerspectiveUpright
        PerspectiveVertical PerspectiveX PerspectiveY PostCropVignetteAmount PostCropVignetteFeather
        PostCropVignetteHighlightContrast PostCropVignetteMidpoint PostCropVignetteRoundness PostCropVignetteStyle
        RedHue RedSaturation RetouchAreasMasksMasksVersion RetouchAreasMasksVersion RetouchAreasOffsetY
        RetouchAreasOpacity RetouchAreasSeed RetouchAreasSourceX SDRBlend SDRBrightness SDRContrast SDRHighlights
        SDRShadows SDRWhites Saturation SaturationAdjustmentAqua SaturationAdjustmentBlue SaturationAdjustmentGreen
        SaturationAdjustmentMagenta SaturationAdjustmentOrange SaturationAdjustmentPurple SaturationAdjustmentRed
        SaturationAdjustmentYellow ShadowTint Shadows Shadows2012 SharpenDetail SharpenEdgeMasking SharpenRadius
        Sharpness Smoothness SplitToningBalance SplitToningHighlightHue SplitToningHighlightSaturation
        SplitToningShadowHue SplitToningShadowSaturation Temperature=ColorTemperature Texture Tint ToggleStyleAmount
        ToneMapStrength UprightCenterMode UprightCenterNormX UprightCenterNormY UprightFocalLength35mm UprightFocalMode
        UprightFourSegmentsCount UprightTransformCount UprightVersion Vibrance VignetteAmount VignetteMidpoint
        Whites2012
      boolean: *CorrectionActive *Flipped *Invert *MaskActive *MaskInverted AlreadyApplied AutoBrightness AutoContrast
        AutoExposure AutoShadows AutoTone ConvertToGrayscale DNGIgnoreSidecars DefaultAutoGray DefaultAutoTone
        DefaultsSpecificToISO DefaultsSpecificToSerial HasCrop HasSettings LensProfileIsEmbedded
        LensProfileMatchKeyIsRaw OverrideLookVignette SupportsAmount SupportsColor SupportsHighDynamicRange
        SupportsMonochrome SupportsNormalDynamicRange SupportsOutputReferred SupportsSceneReferred UprightPreview
      low: Contrast Copyright Description Group Name Saturation Sharpness UUID WhiteBalance
    [dc]
      date: Date
      low: Source
    [Device]
      text: Cameras= Planes= Profiles=
      number: *PositionX *PositionY *PositionZ *RotationW *RotationX *RotationY *RotationZ *Timestamp
        CamerasCameraDepthMapFar CamerasCameraDepthMapFocalTableEntryCount CamerasCameraDepthMapNear
        CamerasCameraImagingModelDistortionCount CamerasCameraImagingModelFocalLengthX
        CamerasCameraImagingModelFocalLengthY CamerasCameraImagingModelImageHeight CamerasCameraImagingModelImageWidth
        CamerasCameraImagingModelPixelAspectRatio CamerasCameraImagingModelPrincipalPointX
        CamerasCameraImagingModelPrincipalPointY CamerasCameraImagingModelSkew
        CamerasCameraLightEstimateColorCorrectionB CamerasCameraLightEstimateColorCorrectionG
        CamerasCameraLightEstimateColorCorrectionR CamerasCameraLightEstimatePixelIntensity
        CamerasCameraPointCloudPointCloud ContainerDirectoryItemLength ContainerDirectoryItemPadding EarthPosAltitude
        EarthPosLatitude EarthPosLongitude PlanesPlaneBoundaryVertexCount PlanesPlaneExtentX PlanesPlaneExtentZ
        ProfilesProfileCameraIndices
      boolean: CamerasCameraPointCloudMetric
    [dex]
      text: Ffid=FFID Licensetype=LicenseType Shortdescription=ShortDescription
      number: Crc32=CRC32 Os=OS
      low: Rating Source
    [DICOM]
      date: PatientDOB=PatientBirthDate SeriesDateTime StudyDateTime
    [digiKam]
      low: ImageHistory ImageUniqueID
    [drone-dji]
      number: AbsoluteAltitude CalibratedFocalLength CalibratedOpticalCenterX CalibratedOpticalCenterY FlightPitchDegree
        FlightRollDegree FlightXSpeed FlightYSpeed FlightYawDegree FlightZSpeed GimbalPitchDegree GimbalRollDegree
        GimbalYawDegree GpsLatitude=GPSLatitude GpsLongitude=GPSLongitude GpsLongtitude=GPSLongtitude Latitude Longitude
        RelativeAltitude RtkStdHgt RtkStdLat RtkStdLon
      low: GpsLatitude GpsLongitude
    [dwc]
      text: DctermsLocation=DC EventEventID=EventID EventEventRemarks=EventRemarks EventEventTime=EventTime
        GeologicalContext= GeologicalContextBed=GeologicalContextBed
        GeologicalContextFormation=GeologicalContextFormation GeologicalContextGroup=GeologicalContextGroup
        GeologicalContextMember=GeologicalContextMember Identification= MaterialSample= MeasurementOrFact=
        OccurrenceOccurrenceDetails=OccurrenceDetails OccurrenceOccurrenceID=OccurrenceID
        OccurrenceOccurrenceRemarks=OccurrenceRemarks OccurrenceOccurrenceStatus=OccurrenceStatus Organism=
        OrganismAssociatedOccurrences=OrganismAssociatedOccurrences
        OrganismAssociatedOrganisms=OrganismAssociatedOrganisms
        OrganismPreviousIdentifications=OrganismPreviousIdentifications ResourceRelationship=
        TaxonTaxonConceptID=TaxonConceptID TaxonTaxonID=TaxonID TaxonTaxonRank=TaxonRank TaxonTaxonRemarks=TaxonRemarks
      number: *CoordinatePrecision *CoordinateUncertaintyInMeters *Day *DecimalLatitude *DecimalLongitude *EndDayOfYear
        *FootprintSpatialFit *IndividualCount *MaximumDepthInMeters *MaximumDistanceAboveSurfaceInMeters
        *MaximumElevationInMeters *MinimumDepthInMeters *MinimumDistanceAboveSurfaceInMeters *MinimumElevationInMeters
        *Month *PointRadiusSpatialFit *SampleSizeValue *StartDayOfYear *Year
      date: *EarliestDate *EventDate *LatestDate EventEventDate=EventDate IdentificationDateIdentified
        MeasurementOrFactMeasurementDeterminedDate ResourceRelationshipRelationshipEstablishedDate
      low: EventEventID HumanObservationEventID MachineObservationEventID
    [exif]
      number: *Columns *Rows CFAPatternValues ColorSpace ComponentsConfiguration Contrast CustomRendered ExposureMode
        ExposureProgram FileSource FlashMode FlashReturn FocalLengthIn35mmFilm=FocalLengthIn35mmFormat
        FocalPlaneResolutionUnit GPSAltitudeRef GPSDifferential GPSMeasureMode GainControl ISOSpeedRatings=ISO
        LightSource MeteringMode PixelXDimension=ExifImageWidth PixelYDimension=ExifImageHeight Saturation
        SceneCaptureType SceneType SensingMethod Sharpness SubjectArea SubjectDistanceRange SubjectLocation WhiteBalance
      rational: *Values BrightnessValue CompressedBitsPerPixel DigitalZoomRatio ExposureBiasValue=ExposureCompensation
        ExposureIndex ExposureTime FNumber FlashEnergy FocalLength FocalPlaneXResolution FocalPlaneYResolution
        GPSAltitude GPSDOP GPSDestBearing GPSDestDistance GPSHPositioningError GPSImgDirection GPSSpeed GPSTrack
        SubjectDistance
      date: DateTimeDigitized DateTimeOriginal GPSTimeStamp=GPSDateTime
      boolean: FlashFired FlashFunction FlashRedEyeMode
      shutterSpeed: ShutterSpeedValue
      aperture: ApertureValue MaxApertureValue
      coordinate: GPSDestLatitude GPSDestLongitude GPSLatitude GPSLongitude
      low: *
    [exifEX]
      text: BodySerialNumber=SerialNumber CameraOwnerName=OwnerName CompositeImageExposureTimes=CompImage
        InteroperabilityIndex=InteropIndex
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
        CompositeImageExposureTimesTotalExposurePeriod CompositeImageExposureTimesValues Gamma Humidity
        LensSpecification=LensInfo Pressure Temperature=AmbientTemperature WaterDepth
      low: *
    [expressionmedia]
      low: *
    [extensis]
      boolean: Approved
    [fpv]
    [GAudio]
      text: Mime=AudioMimeType
      base64: Data=AudioData
    [GCamera]
      number: MicroVideo MicroVideoOffset MicroVideoPresentationTimestampUs MicroVideoVersion
      base64: Hdrp_makernote=HDRPMakerNote PortraitRequest Shot_log_data=ShotLogData
    [GCreations]
      low: Type
    [GDepth]
      number: Far ImageHeight ImageWidth Near
      base64: Confidence Data=DepthImage
      low: *
    [GettyImagesGIFT]
      text: OriginalFilename=OriginalFileName
      date: OriginalCreateDateTime
      low: CameraMakeModel CameraSerialNumber OriginalCreateDateTime
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
    [ics]
      text: SubVersions=SubVersion SubVersionsVersRef=SubVersionReference TagStructureLabelName=LabelName1
        TagStructureParentReference=ParentReference1 TagStructureReference=Reference1
        TagStructureSubLabelsLabelName=LabelName2 TagStructureSubLabelsParentReference=ParentReference2
        TagStructureSubLabelsReference=Reference2 TagStructureSubLabelsSubLabelsLabelName=LabelName3
        TagStructureSubLabelsSubLabelsParentReference=ParentReference3
        TagStructureSubLabelsSubLabelsReference=Reference3 TagStructureSubLabelsSubLabelsSubLabelsLabelName=LabelName4
        TagStructureSubLabelsSubLabelsSubLabelsParentReference=ParentReference4
        TagStructureSubLabelsSubLabelsSubLabelsReference=Reference4
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsLabelName=LabelName5
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsParentReference=ParentReference5
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsReference=Reference5
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsSubLabelsLabelName=LabelName6
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsSubLabelsParentReference=ParentReference6
        TagStructureSubLabelsSubLabelsSubLabelsSubLabelsSubLabelsReference=Reference6
      date: TimeStamp
      low: AppVersion TimeStamp
    [Iptc4xmpCore]
      text: CreatorContactInfoCiAdrCity=CreatorCity CreatorContactInfoCiAdrCtry=CreatorCountry
        CreatorContactInfoCiAdrExtadr=CreatorAddress CreatorContactInfoCiAdrPcode=CreatorPostalCode
        CreatorContactInfoCiAdrRegion=CreatorRegion CreatorContactInfoCiEmailWork=CreatorWorkEmail
        CreatorContactInfoCiTelWork=CreatorWorkTelephone CreatorContactInfoCiUrlWork=CreatorWorkURL
    [Iptc4xmpExt]
      text: AboutCvTerm=About AboutCvTermCvId=AboutCvTermCvId AddlModelInfo=AdditionalModelInformation
        ArtworkOrObjectAOCircaDateCreated=ArtworkCircaDateCreated
        ArtworkOrObjectAOContentDescription=ArtworkContentDescription
        ArtworkOrObjectAOContributionDescription=ArtworkContributionDescription
        ArtworkOrObjectAOCopyrightNotice=ArtworkCopyrightNotice ArtworkOrObjectAOCreator=ArtworkCreator
        ArtworkOrObjectAOCreatorId=ArtworkCreatorID ArtworkOrObjectAOCurrentCopyrightOwnerId=ArtworkCopyrightOwnerID
        ArtworkOrObjectAOCurrentCopyrightOwnerName=ArtworkCopyrightOwnerName
        ArtworkOrObjectAOCurrentLicensorId=ArtworkLicensorID ArtworkOrObjectAOCurrentLicensorName=ArtworkLicensorName
        ArtworkOrObjectAOPhysicalDescription=ArtworkPhysicalDescription ArtworkOrObjectAOSource=ArtworkSource
        ArtworkOrObjectAOSourceInvNo=ArtworkSourceInventoryNo ArtworkOrObjectAOSourceInvURL=ArtworkSourceInvURL
        ArtworkOrObjectAOStylePeriod=ArtworkStylePeriod ArtworkOrObjectAOTitle=ArtworkTitle
        AudioBitRateMode=AudioBitrateMode CVterm=ControlledVocabularyTerm DigImageGUID=DigitalImageGUID
        DigitalSourcefileType=DigitalSourceFileType EmbdEncRightsExprEncRightsExpr=EmbeddedEncodedRightsExpr
        EmbdEncRightsExprRightsExprEncType=EmbeddedEncodedRightsExprType
        EmbdEncRightsExprRightsExprLangId=EmbeddedEncodedRightsExprLangID EventExt=ShownEvent EventId=EventID
        ImageRegionRCtype=ImageRegionCtype ImageRegionRId=ImageRegionID ImageRegionRRole=ImageRegionRole
        ImageRegionRegionBoundaryRbShape=ImageRegionBoundaryShape
        ImageRegionRegionBoundaryRbUnit=ImageRegionBoundaryUnit
        LinkedEncRightsExprLinkedRightsExpr=LinkedEncodedRightsExpr
        LinkedEncRightsExprRightsExprEncType=LinkedEncodedRightsExprType
        LinkedEncRightsExprRightsExprLangId=LinkedEncodedRightsExprLangID ParentId=ParentID
        PersonInImageWDetailsPersonCharacteristic=PersonInImage
        PersonInImageWDetailsPersonCharacteristicCvId=PersonInImageCvTermCvId
        PersonInImageWDetailsPersonDescription=PersonInImageDescription PersonInImageWDetailsPersonId=PersonInImageId
        PersonInImageWDetailsPersonName=PersonInImageName ProductInImageProductDescription=ProductInImageDescription
        ProductInImageProductGTIN=ProductInImageGTIN ProductInImageProductName=ProductInImageName Rating=
        RegistryIdRegEntryRole=RegistryEntryRole RegistryIdRegItemId=RegistryItemID
        RegistryIdRegOrgId=RegistryOrganisationID SnapshotLink=Snapshot VideoBitRateMode=VideoBitrateMode
        VisualColour=VisualColor
      number: AudioBitRate=AudioBitrate AudioBitsPerSample AudioChannelCount CopyrightYear DataOnScreenRegionD
        DataOnScreenRegionH DataOnScreenRegionW DataOnScreenRegionX DataOnScreenRegionY
        ImageRegionRegionBoundaryRbH=ImageRegionBoundaryH ImageRegionRegionBoundaryRbRx=ImageRegionBoundaryRx
        ImageRegionRegionBoundaryRbVerticesRbX=ImageRegionBoundaryVerticesX
        ImageRegionRegionBoundaryRbVerticesRbY=ImageRegionBoundaryVerticesY
        ImageRegionRegionBoundaryRbW=ImageRegionBoundaryW ImageRegionRegionBoundaryRbX=ImageRegionBoundaryX
        ImageRegionRegionBoundaryRbY=ImageRegionBoundaryY MaxAvailHeight MaxAvailWidth ModelAge SnapshotLinkHeightPixels
        SnapshotLinkUsedVideoFrameValue SnapshotLinkWidthPixels VideoBitRate=VideoBitrate VideoStreamsCount
      rational: *GPSAltitude VideoDisplayAspectRatio
      date: ArtworkOrObjectAODateCreated=ArtworkDateCreated IptcLastEdited=IPTCLastEdited MetadataLastEdited
        PublicationEventDate TemporalCoverageTempCoverageFrom=TemporalCoverageFrom
        TemporalCoverageTempCoverageTo=TemporalCoverageTo
      boolean: ReleaseReady StreamReady
      coordinate: *GPSLatitude *GPSLongitude
      low: Headline
    [LImage]
      base64: RightAlbedo
    [lr]
    [mediapro]
      low: Event Location
    [MicrosoftPhoto]
      text: CreatorAppId=CreatorAppID Rating=RatingPercent
      date: DateAcquired
      low: LensModel
    [MP]
      text: RegionInfoRegions=Region
      date: RegionInfoDateRegionsValid
    [MP1]
      number: PanoramicStitchPhi0 PanoramicStitchPhi1 PanoramicStitchTheta0 PanoramicStitchTheta1 WhiteBalance0
        WhiteBalance1 WhiteBalance2
      low: Brightness CameraModelID Contrast ExposureCompensation
    [mwg-coll]
      text: Collections=
    [mwg-kw]
      text: KeywordsHierarchy=HierarchicalKeywords1 KeywordsHierarchyChildren=HierarchicalKeywords2
        KeywordsHierarchyChildrenChildren=HierarchicalKeywords3
        KeywordsHierarchyChildrenChildrenChildren=HierarchicalKeywords4
        KeywordsHierarchyChildrenChildrenChildrenChildren=HierarchicalKeywords5
        KeywordsHierarchyChildrenChildrenChildrenChildrenChildren=HierarchicalKeywords6
        KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords6
        KeywordsHierarchyChildrenChildrenChildrenChildrenKeyword=HierarchicalKeywords5
        KeywordsHierarchyChildrenChildrenChildrenKeyword=HierarchicalKeywords4
        KeywordsHierarchyChildrenChildrenKeyword=HierarchicalKeywords3
        KeywordsHierarchyChildrenKeyword=HierarchicalKeywords2 KeywordsHierarchyKeyword=HierarchicalKeywords1
      boolean: *Applied
    [mwg-rs]
      text: Regions= RegionsAppliedToDimensions=RegionAppliedToDimensions RegionsRegionList=Region
      number: *AngleInfoRoll *AngleInfoYaw *ConfidenceLevel *FaceID *H *W RegionsRegionListAreaD RegionsRegionListAreaX
        RegionsRegionListAreaY RegionsRegionListExtensionsTimestamp=RegionExtensionsTimeStamp RegionsRegionListRotation
    [pdf]
      date: CreationDate ModDate
      boolean: Marked Trapped
      low: Copyright Creator Marked Subject Title
      lowest: Keywords
    [photomechanic]
      number: ColorClass
      boolean: Tagged
      low: CountryCode
    [photoshop]
      text: ICCProfile=ICCProfileName TextLayers=Text
      number: CameraProfilesApertureValue CameraProfilesFocalLength CameraProfilesFocusDistance
        CameraProfilesPerspectiveModelImageXCenter CameraProfilesPerspectiveModelImageYCenter
        CameraProfilesPerspectiveModelRadialDistortParam1 CameraProfilesPerspectiveModelRadialDistortParam2
        CameraProfilesPerspectiveModelRadialDistortParam3 CameraProfilesPerspectiveModelScaleFactor
        CameraProfilesSensorFormatFactor ColorMode Urgency
      date: DateCreated
      boolean: CameraProfilesAutoScale CameraProfilesCameraRawProfile
    [plus]
      text: CopyrightOwner= EndUser= ImageCreator= ImageSupplier= Licensee= Licensor= Version=PLUSVersion
      date: FirstPublicationDate LicenseEndDate LicenseStartDate LicenseTransactionDate
    [pmi]
      number: SlideshowNumber SlideshowTotalNumber
      low: *
    [prism]
      text: Doi=DOI Isbn=ISBN Issn=ISSN Url=URL
      number: AggregateIssueNumber ByteCount PageCount SeriesNumber WordCount
      date: *Date CoverDate CreationDate DateRecieved ModificationDate
      low: *
    [prl]
      low: *
    [prm]
      low: *
    [pur]
      date: EmbargoDate ExclusivityEndDate ExpirationDate OptionEndDate
      boolean: ReuseProhibited
      low: *
    [rdf]
    [sdc]
      text: Appname=AppName Appversion=AppVersion
    [swf]
      number: Bgalpha=BackgroundAlpha Maxstorage=MaxStorage
      boolean: Forwardlock=ForwardLock
      low: Type
    [tiff]
      number: BitsPerSample Compression ImageLength=ImageHeight ImageWidth Orientation PhotometricInterpretation
        PlanarConfiguration ResolutionUnit SamplesPerPixel TransferFunction YCbCrPositioning YCbCrSubSampling
      rational: PrimaryChromaticities ReferenceBlackWhite WhitePoint XResolution YCbCrCoefficients YResolution
      date: DateTime
      low: *
    [x]
      text: Xaptk=XMPToolkit Xmptk=XMPToolkit
    [xmp]
      text: PageInfo=PageImage Thumbnails=Thumbnail
      number: *Height *Width PageInfoPageNumber Rating RatingPercent
      date: CreateDate MetadataDate ModifyDate
      base64: PageInfoImage=PageImage ThumbnailsImage
      low: Author CreateDate Description Format Identifier Keywords ModifyDate RatingPercent ThumbnailsImage Title
    [xmpBJ]
    [xmpDM]
      text: Comment=DMComment MarkersCuePointParamsValue TracksMarkersCuePointParamsValue
      number: *Probability *Value AudioSampleRate BeatSpliceParamsRiseInDecibel NumberOfBeats StartTimeSampleSize
        TakeNumber Tempo TimeScaleParamsFrameOverlappingPercentage TimeScaleParamsFrameSize TrackNumber
        VideoAlphaPremultipleColorA VideoAlphaPremultipleColorB VideoAlphaPremultipleColorBlack
        VideoAlphaPremultipleColorBlue VideoAlphaPremultipleColorCyan VideoAlphaPremultipleColorGray
        VideoAlphaPremultipleColorGreen VideoAlphaPremultipleColorL VideoAlphaPremultipleColorMagenta
        VideoAlphaPremultipleColorRed VideoAlphaPremultipleColorTint VideoAlphaPremultipleColorYellow VideoFrameRate
        VideoFrameSizeH VideoFrameSizeW
      rational: *Scale FileDataRate VideoPixelAspectRatio
      date: AudioModDate MetadataModDate ReleaseDate ShotDate VideoModDate
      boolean: BeatSpliceParamsUseFileBeatsMarker ContributedMediaManaged Good Loop PartOfCompilation
        VideoAlphaUnityIsTransparent
      low: Artist Copyright Scene
    [xmpMM]
      number: ManifestPlacedXResolution ManifestPlacedYResolution SaveID
      date: *LastModifyDate *When VersionsModifyDate
      low: Subject
    [xmpNote]
    [xmpPLUS]
      boolean: CreditLineReq ReuseAllowed
      low: *
    [xmpRights]
      boolean: Marked
    [xmpTPg]
      text: Colorants=Colorant Fonts= FontsVersionString=FontVersion SwatchGroups=Swatch
        SwatchGroupsColorants=SwatchColorant
      number: *A *B *Black *Blue *Cyan *Gray *Green *L *Magenta *Red *Tint *Yellow MaxPageSizeH MaxPageSizeW NPages
        SwatchGroupsGroupType
      boolean: FontsComposite=FontComposite HasVisibleOverprint HasVisibleTransparency
    """
}
