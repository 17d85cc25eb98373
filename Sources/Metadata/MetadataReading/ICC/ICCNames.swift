/// The names of tags in ExifTool's spelling: those of ICC.1 and iccMAX without spaces.
enum ICCTagNames {
  /// nil for private signatures.
  static func name(of signature: String) -> String? {
    guard signature.utf8.count == 4 else { return nil }
    // Families of tags that end with a number.
    if let index = signature.utf8.last, (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(index),
      let family = families[String(signature.dropLast())]
    {
      return family + String(signature.suffix(1))
    }
    return names[signature]
  }

  private static let families: [String: String] = [
    "A2B": "AToB", "A2M": "AToM", "B2A": "BToA", "B2D": "BToD", "D2B": "DToB", "M2A": "MToA", "M2B": "MToB",
    "M2S": "MToS", "bAB": "BRDFAToB", "bBA": "BRDFBToA", "bBD": "BRDFBToD", "bDB": "BRDFDToB", "bMB": "BRDFMToB",
    "bMS": "BRDFMToS", "bcp": "BRDFColorimetricParam", "bsp": "BRDFSpectralParam", "dAB": "DirectionalAToB",
    "dBA": "DirectionalBToA", "dBD": "DirectionalBToD", "dDB": "DirectionalDToB", "gdb": "GamutBoundaryDescription",
    "ncl": "NamedColor", "pre": "Preview", "psd": "PostScript2CRD",
  ]

  private static let names: [String: String] = [
    "CxF ": "CXF", "MS00": "WCSProfiles", "bTRC": "BlueTRC", "bXYZ": "BlueMatrixColumn", "bfd ": "UCRBG",
    "bkpt": "MediaBlackPoint", "c2sp": "CustomToStandardPcc", "calt": "CalibrationDateTime",
    "cept": "ColorEncodingParams", "chad": "ChromaticAdaptation", "ciis": "ColorimetricIntentImageState",
    "clio": "ColorantInfoOut", "cloo": "ColorantOrderOut", "clot": "ColorantTableOut", "clro": "ColorantOrder",
    "cprt": "ProfileCopyright", "crdi": "CRDInfo", "csnm": "ColorSpaceName", "desc": "ProfileDescription",
    "devs": "DeviceSettings", "dmdd": "DeviceModelDesc", "dmnd": "DeviceMfgDesc", "dscm": "ProfileDescriptionML",
    "fpce": "FocalPlaneColorimetryEstimates", "gTRC": "GreenTRC", "gXYZ": "GreenMatrixColumn", "gamt": "Gamut",
    "kTRC": "GrayTRC", "lumi": "Luminance", "mcta": "MultiplexTypeArray", "mdv ": "MultiplexDefaultValues",
    "miin": "MeasurementInputInfo", "minf": "MeasurementInfo", "mmod": "MakeAndModel", "ncol": "NamedColor",
    "ndin": "NativeDisplayInfo", "nmcl": "NamedColor", "ps2i": "PS2RenderingIntent", "ps2s": "PostScript2CSA",
    "pseq": "ProfileSequenceDesc", "psid": "ProfileSequenceIdentifier", "psin": "ProfileSequenceInfo",
    "psvm": "PS2CRDVMSize", "rTRC": "RedTRC", "rXYZ": "RedMatrixColumn", "resp": "OutputResponse",
    "rfnm": "ReferenceName", "rhoc": "ReflectionHardcopyOrigColorimetry", "rig0": "PerceptualRenderingIntentGamut",
    "rig2": "SaturationRenderingIntentGamut", "rpoc": "ReflectionPrintOutputColorimetry",
    "s2cp": "StandardToCustomPcc", "sape": "SceneAppearanceEstimates", "scoe": "SceneColorimetryEstimates",
    "scrd": "ScreeningDesc", "scrn": "Screening", "smap": "SurfaceMap", "svcn": "SpectralViewingConditions",
    "swpt": "SpectralWhitePoint", "targ": "CharTarget", "tech": "Technology", "vcgt": "VideoCardGamma",
    "vued": "ViewingCondDesc", "wtpt": "MediaWhitePoint",
  ]
}

/// Readable texts for the codes of ICC profiles (ICC.1:2010, 7.2 and 9.2.35).
enum ICCDescriptions {
  static let classes = [
    "scnr": "input device", "mntr": "display device", "prtr": "output device", "link": "device link",
    "spac": "colour space conversion", "abst": "abstract", "nmcl": "named colour",
  ]

  static let platforms = [
    "APPL": "Apple", "MSFT": "Microsoft", "SGI": "Silicon Graphics", "SUNW": "Sun Microsystems", "TGNT": "Taligent",
  ]

  static let intents = ["perceptual", "media-relative colorimetric", "saturation", "ICC-absolute colorimetric"]

  static let illuminants = ["unknown", "D50", "D65", "D93", "F2", "D55", "A", "equi-power (E)", "F8"]

  static let technologies = [
    "fscn": "film scanner", "dcam": "digital camera", "rscn": "reflective scanner", "ijet": "ink jet printer",
    "twax": "thermal wax printer", "epho": "electrophotographic printer", "esta": "electrostatic printer",
    "dsub": "dye sublimation printer", "rpho": "photographic paper printer", "fprn": "film writer",
    "vidm": "video monitor", "vidc": "video camera", "pjtv": "projection television", "CRT": "cathode ray tube display",
    "PMD": "passive matrix display", "AMD": "active matrix display", "KPCD": "Photo CD",
    "imgs": "photographic image setter",
    "grav": "gravure", "offs": "offset lithography", "silk": "silkscreen", "flex": "flexography",
    "mpfs": "motion picture film scanner", "mpfr": "motion picture film recorder",
    "dmpc": "digital motion picture camera",
    "dcpj": "digital cinema projector",
  ]

  static func flags(_ flags: UInt32) -> String {
    (flags & 1 == 0 ? "not embedded" : "embedded") + ", "
      + (flags & 2 == 0 ? "usable independently of the image" : "usable with the image only")
  }

  /// - Parameter bits: the half of the attributes that ICC defines.
  static func attributes(_ bits: UInt32) -> String {
    [
      bits & 1 == 0 ? "reflective" : "transparency", bits & 2 == 0 ? "glossy" : "matte",
      bits & 4 == 0 ? "positive" : "negative", bits & 8 == 0 ? "colour" : "black and white",
    ].joined(separator: ", ")
  }
}
