/// The types of XMP properties that are no texts, as their schemas give them (ISO 16684-1 and -2; Adobe, IPTC, CIPA and others).
enum ExifToolXMPKinds {
  enum Kind {
    case number, rational, date, boolean
  }

  /// - Parameter key: a prefix, a colon, and the names of all steps from the property on.
  /// - Returns: nil for texts, and for what is not known.
  static func kind(_ key: String) -> Kind? { kinds[key] }

  /// Whether a namespace is one whose properties are known: what is not listed is a text there.
  static func knows(_ prefix: String) -> Bool { prefixes.contains(prefix) }

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    for (kind, lists) in [(Kind.number, numbers), (.rational, rationals), (.date, dates), (.boolean, booleans)] {
      for (prefix, list) in lists {
        for name in list.split(whereSeparator: \.isWhitespace) { kinds[prefix + ":" + name] = kind }
      }
    }
    return kinds
  }()

  private static let prefixes = Set(
    """
    Device GAudio GCamera GCreations GDepth GFocus GImage GPano GSpherical Iptc4xmpCore Iptc4xmpExt MP
    MicrosoftPhoto aas album apple-fi aux cc crs dc digiKam drone-dji exif exifEX expressionmedia extensis fpv
    hdr_metadata lr mwg-coll mwg-kw mwg-rs pdf photomechanic photoshop plus prism rdf tiff x xmp xmpBJ xmpDM
    xmpMM xmpNote xmpPLUS xmpRights xmpTPg
    """.split(whereSeparator: \.isWhitespace).map { String($0) })

  private static let numbers: KeyValuePairs<String, String> = [
    "GCamera": """
    MicroVideo MicroVideoOffset MicroVideoPresentationTimestampUs MicroVideoVersion
    """,
    "GDepth": """
    Far ImageHeight ImageWidth Near
    """,
    "GFocus": """
    BlurAtInfinity FocalDistance FocalPointX FocalPointY
    """,
    "GPano": """
    CroppedAreaImageHeightPixels CroppedAreaImageWidthPixels CroppedAreaLeftPixels CroppedAreaTopPixels
    FullPanoHeightPixels FullPanoWidthPixels InitialCameraDolly InitialHorizontalFOVDegrees
    InitialVerticalFOVDegrees InitialViewHeadingDegrees InitialViewPitchDegrees InitialViewRollDegrees
    LargestValidInteriorRectHeight LargestValidInteriorRectLeft LargestValidInteriorRectTop
    LargestValidInteriorRectWidth PoseHeadingDegrees PosePitchDegrees PoseRollDegrees SourcePhotosCount
    """,
    "GSpherical": """
    CroppedAreaImageHeightPixels CroppedAreaImageWidthPixels CroppedAreaLeftPixels CroppedAreaTopPixels
    FullPanoHeightPixels FullPanoWidthPixels InitialViewHeadingDegrees InitialViewPitchDegrees
    InitialViewRollDegrees SourceCount Timestamp
    """,
    "Iptc4xmpExt": """
    AudioBitRate AudioBitsPerSample AudioChannelCount CopyrightYear MaxAvailHeight MaxAvailWidth ModelAge
    VideoBitRate VideoStreamsCount
    """,
    "aas": """
    AffineA AffineB AffineC AffineD AffineX AffineY CropH CropW CropX CropY Curve0x Curve0y Curve1x Curve1y
    Curve2x Curve2y Curve3x Curve3y Curve4x Curve4y FaceBalanceOrigI FaceBalanceOrigQ FaceBalanceStrength
    FaceBalanceWarmth Highlights Shadows Vibrance
    """,
    "apple-fi": """
    AngleInfoRoll AngleInfoYaw ConfidenceLevel FaceID Timestamp
    """,
    "crs": """
    AutoLateralCA AutoWhiteVersion Blacks2012 BlueHue BlueSaturation Brightness ChromaticAberrationB
    ChromaticAberrationR Clarity Clarity2012 ClipboardAspectRatio ClipboardOrientation ColorGradeBlending
    ColorGradeGlobalHue ColorGradeGlobalLum ColorGradeGlobalSat ColorGradeHighlightLum ColorGradeMidtoneHue
    ColorGradeMidtoneLum ColorGradeMidtoneSat ColorGradeShadowLum ColorNoiseReduction
    ColorNoiseReductionDetail ColorNoiseReductionSmoothness Contrast Contrast2012 CropAngle CropBottom
    CropConstrainToWarp CropHeight CropLeft CropRight CropTop CropUnit CropUnits CropWidth Defringe
    DefringeGreenAmount DefringeGreenHueHi DefringeGreenHueLo DefringePurpleAmount DefringePurpleHueHi
    DefringePurpleHueLo Dehaze Exposure Exposure2012 FillLight GrainAmount GrainFrequency GrainSeed GrainSize
    GrayMixerAqua GrayMixerBlue GrayMixerGreen GrayMixerMagenta GrayMixerOrange GrayMixerPurple GrayMixerRed
    GrayMixerYellow GreenHue GreenSaturation HDREditMode Highlight2012 HighlightRecovery Highlights2012
    HueAdjustmentAqua HueAdjustmentBlue HueAdjustmentGreen HueAdjustmentMagenta HueAdjustmentOrange
    HueAdjustmentPurple HueAdjustmentRed HueAdjustmentYellow IncrementalTemperature IncrementalTint
    LensManualDistortionAmount LensProfileChromaticAberrationScale LensProfileDistortionScale
    LensProfileEnable LensProfileMatchKeySensorFormatFactor LensProfileVignettingScale
    LuminanceAdjustmentAqua LuminanceAdjustmentBlue LuminanceAdjustmentGreen LuminanceAdjustmentMagenta
    LuminanceAdjustmentOrange LuminanceAdjustmentPurple LuminanceAdjustmentRed LuminanceAdjustmentYellow
    LuminanceNoiseReductionContrast LuminanceNoiseReductionDetail LuminanceSmoothing
    NegativeCacheLargePreviewSize NegativeCacheMaximumSize ParametricDarks ParametricHighlightSplit
    ParametricHighlights ParametricLights ParametricMidtoneSplit ParametricShadowSplit ParametricShadows
    PerspectiveAspect PerspectiveHorizontal PerspectiveRotate PerspectiveScale PerspectiveUpright
    PerspectiveVertical PerspectiveX PerspectiveY PostCropVignetteAmount PostCropVignetteFeather
    PostCropVignetteHighlightContrast PostCropVignetteMidpoint PostCropVignetteRoundness
    PostCropVignetteStyle RedHue RedSaturation SDRBlend SDRBrightness SDRContrast SDRHighlights SDRShadows
    SDRWhites Saturation SaturationAdjustmentAqua SaturationAdjustmentBlue SaturationAdjustmentGreen
    SaturationAdjustmentMagenta SaturationAdjustmentOrange SaturationAdjustmentPurple SaturationAdjustmentRed
    SaturationAdjustmentYellow ShadowTint Shadows Shadows2012 SharpenDetail SharpenEdgeMasking SharpenRadius
    Sharpness Smoothness SplitToningBalance SplitToningHighlightHue SplitToningHighlightSaturation
    SplitToningShadowHue SplitToningShadowSaturation Temperature Texture Tint ToggleStyleAmount
    ToneMapStrength UprightCenterMode UprightCenterNormX UprightCenterNormY UprightFocalLength35mm
    UprightFocalMode UprightFourSegmentsCount UprightTransformCount UprightVersion Vibrance VignetteAmount
    VignetteMidpoint Whites2012
    """,
    "drone-dji": """
    AbsoluteAltitude CalibratedFocalLength CalibratedOpticalCenterX CalibratedOpticalCenterY
    FlightPitchDegree FlightRollDegree FlightXSpeed FlightYSpeed FlightYawDegree FlightZSpeed
    GimbalPitchDegree GimbalRollDegree GimbalYawDegree GpsLatitude GpsLongitude GpsLongtitude Latitude
    Longitude RelativeAltitude RtkStdHgt RtkStdLat RtkStdLon
    """,
    "exif": """
    CFAPatternColumns CFAPatternRows CFAPatternValues ColorSpace ComponentsConfiguration Contrast
    CustomRendered DeviceSettingDescriptionColumns DeviceSettingDescriptionRows ExposureMode ExposureProgram
    FileSource FlashMode FlashReturn FocalLengthIn35mmFilm FocalPlaneResolutionUnit GPSAltitudeRef
    GPSDifferential GPSMeasureMode GainControl ISOSpeedRatings MeteringMode OECFColumns OECFRows
    PixelXDimension PixelYDimension Saturation SceneCaptureType SceneType SensingMethod Sharpness
    SpatialFrequencyResponseColumns SpatialFrequencyResponseRows SubjectArea SubjectDistanceRange
    SubjectLocation WhiteBalance
    """,
    "exifEX": """
    CompositeImage CompositeImageCount CompositeImageExposureTimesNumberOfImagesInSequences
    CompositeImageExposureTimesNumberOfSequences ISOSpeed ISOSpeedLatitudeyyy ISOSpeedLatitudezzz
    PhotographicSensitivity RecommendedExposureIndex SensitivityType StandardOutputSensitivity
    """,
    "hdr_metadata": """
    Ccv_avg_luminance_nits Ccv_max_luminance_nits Ccv_min_luminance_nits
    """,
    "mwg-rs": """
    RegionsAppliedToDimensionsH RegionsAppliedToDimensionsW RegionsRegionListAreaD RegionsRegionListAreaH
    RegionsRegionListAreaW RegionsRegionListAreaX RegionsRegionListAreaY RegionsRegionListRotation
    """,
    "photomechanic": """
    ColorClass
    """,
    "photoshop": """
    CameraProfilesApertureValue CameraProfilesFocalLength CameraProfilesFocusDistance
    CameraProfilesPerspectiveModelImageXCenter CameraProfilesPerspectiveModelImageYCenter
    CameraProfilesPerspectiveModelRadialDistortParam1 CameraProfilesPerspectiveModelRadialDistortParam2
    CameraProfilesPerspectiveModelRadialDistortParam3 CameraProfilesPerspectiveModelScaleFactor
    CameraProfilesSensorFormatFactor ColorMode Urgency
    """,
    "prism": """
    AggregateIssueNumber ByteCount PageCount SeriesNumber WordCount
    """,
    "tiff": """
    BitsPerSample Compression ImageLength ImageWidth Orientation PhotometricInterpretation
    PlanarConfiguration ResolutionUnit SamplesPerPixel TransferFunction YCbCrPositioning YCbCrSubSampling
    """,
    "xmp": """
    PageInfoHeight PageInfoPageNumber PageInfoWidth Rating RatingPercent ThumbnailsHeight ThumbnailsWidth
    """,
    "xmpDM": """
    AudioSampleRate NumberOfBeats StartTimeSampleSize TakeNumber Tempo TrackNumber VideoFrameRate
    """,
    "xmpMM": """
    ManifestPlacedXResolution ManifestPlacedYResolution SaveID
    """,
    "xmpTPg": """
    NPages
    """,
  ]

  private static let rationals: KeyValuePairs<String, String> = [
    "Iptc4xmpExt": """
    VideoDisplayAspectRatio
    """,
    "aux": """
    ApproximateFocusDistance EnhanceSuperResolutionScale FlashCompensation
    """,
    "exif": """
    ApertureValue BrightnessValue CompressedBitsPerPixel DigitalZoomRatio ExposureBiasValue ExposureIndex
    ExposureTime FNumber FlashEnergy FocalLength FocalPlaneXResolution FocalPlaneYResolution GPSAltitude
    GPSDOP GPSDestBearing GPSDestDistance GPSHPositioningError GPSImgDirection GPSSpeed GPSTrack
    MaxApertureValue OECFValues ShutterSpeedValue SpatialFrequencyResponseValues SubjectDistance
    """,
    "exifEX": """
    Acceleration CameraElevationAngle CompositeImageExposureTimesMaxExposureTimesOfAll
    CompositeImageExposureTimesMaxExposureTimesOfUsed CompositeImageExposureTimesMinExposureTimesOfAll
    CompositeImageExposureTimesMinExposureTimesOfUsed CompositeImageExposureTimesSumOfExposureTimesOfAll
    CompositeImageExposureTimesSumOfExposureTimesOfUsed CompositeImageExposureTimesTotalExposurePeriod
    CompositeImageExposureTimesValues Gamma Humidity LensSpecification Pressure Temperature WaterDepth
    """,
    "tiff": """
    PrimaryChromaticities ReferenceBlackWhite WhitePoint XResolution YCbCrCoefficients YResolution
    """,
    "xmpDM": """
    FileDataRate VideoPixelAspectRatio
    """,
  ]

  private static let dates: KeyValuePairs<String, String> = [
    "GPano": """
    FirstPhotoDate LastPhotoDate
    """,
    "Iptc4xmpExt": """
    ArtworkOrObjectAODateCreated IptcLastEdited MetadataLastEdited PublicationEventDate
    TemporalCoverageTempCoverageFrom TemporalCoverageTempCoverageTo
    """,
    "MP": """
    RegionInfoDateRegionsValid
    """,
    "MicrosoftPhoto": """
    DateAcquired
    """,
    "cc": """
    DeprecatedOn
    """,
    "dc": """
    Date
    """,
    "exif": """
    DateTimeDigitized DateTimeOriginal GPSTimeStamp
    """,
    "pdf": """
    CreationDate ModDate
    """,
    "photoshop": """
    DateCreated
    """,
    "plus": """
    FirstPublicationDate LicenseEndDate LicenseStartDate LicenseTransactionDate
    """,
    "prism": """
    CoverDate CreationDate DateRecieved KillDateDate ModificationDate OffSaleDateDate OnSaleDateDate
    PublicationDateDate PublicationDisplayDateDate
    """,
    "tiff": """
    DateTime
    """,
    "xmp": """
    CreateDate MetadataDate ModifyDate
    """,
    "xmpDM": """
    AudioModDate MetadataModDate ReleaseDate ShotDate VideoModDate
    """,
    "xmpMM": """
    DerivedFromLastModifyDate HistoryWhen IngredientsLastModifyDate ManagedFromLastModifyDate
    ManifestReferenceLastModifyDate RenditionOfLastModifyDate VersionsEventWhen VersionsModifyDate
    """,
  ]

  private static let booleans: KeyValuePairs<String, String> = [
    "GPano": """
    ExposureLockUsed UsePanoramaViewer
    """,
    "GSpherical": """
    Spherical Stitched
    """,
    "Iptc4xmpExt": """
    ReleaseReady
    """,
    "aux": """
    DistortionCorrectionAlreadyApplied EnhanceDetailsAlreadyApplied EnhanceSuperResolutionAlreadyApplied
    IsMergedHDR IsMergedPanorama LateralChromaticAberrationCorrectionAlreadyApplied
    VignetteCorrectionAlreadyApplied
    """,
    "crs": """
    AlreadyApplied AutoBrightness AutoContrast AutoExposure AutoShadows AutoTone ConvertToGrayscale
    DNGIgnoreSidecars DefaultAutoGray DefaultAutoTone DefaultsSpecificToISO DefaultsSpecificToSerial HasCrop
    HasSettings LensProfileIsEmbedded LensProfileMatchKeyIsRaw OverrideLookVignette SupportsAmount
    SupportsColor SupportsHighDynamicRange SupportsMonochrome SupportsNormalDynamicRange
    SupportsOutputReferred SupportsSceneReferred UprightPreview
    """,
    "exif": """
    FlashFired FlashFunction FlashRedEyeMode
    """,
    "extensis": """
    Approved
    """,
    "hdr_metadata": """
    Scene_referred
    """,
    "mwg-kw": """
    KeywordsHierarchyApplied KeywordsHierarchyChildrenApplied KeywordsHierarchyChildrenChildrenApplied
    KeywordsHierarchyChildrenChildrenChildrenApplied KeywordsHierarchyChildrenChildrenChildrenChildrenApplied
    KeywordsHierarchyChildrenChildrenChildrenChildrenChildrenApplied
    """,
    "pdf": """
    Marked
    """,
    "photomechanic": """
    Tagged
    """,
    "photoshop": """
    CameraProfilesAutoScale CameraProfilesCameraRawProfile
    """,
    "xmpDM": """
    Good Loop PartOfCompilation VideoAlphaUnityIsTransparent
    """,
    "xmpPLUS": """
    CreditLineReq ReuseAllowed
    """,
    "xmpRights": """
    Marked
    """,
    "xmpTPg": """
    HasVisibleOverprint HasVisibleTransparency
    """,
  ]
}
