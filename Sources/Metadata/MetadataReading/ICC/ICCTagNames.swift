/// The names of tags as ExifTool spells them, which are those of ICC.1 and iccMAX without their spaces.
enum ICCTagNames {
  /// nil for private signatures.
  static func name(of signature: String) -> String? {
    guard signature.utf8.count == 4 else { return nil }
    // Families of tags with a number at the end.
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
