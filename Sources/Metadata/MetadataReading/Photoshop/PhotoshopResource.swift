internal import MetadataModel

/// The name of a resource, in ExifTool's spelling, and the format of its content.
struct PhotoshopResource {
  enum Format {
    /// One value. The function returns nil for content in another format.
    case value((ArraySlice<UInt8>) -> PropertyValue?)
    /// Several properties. For content in another format, the function returns none.
    case parts((ArraySlice<UInt8>) -> [Property])
    case thumbnail
    case iptc
  }

  /// nil for an unknown number.
  var name: String?
  var format: Format

  private init(_ name: String?, _ value: @escaping (ArraySlice<UInt8>) -> PropertyValue?) {
    self.name = name
    format = .value(value)
  }

  private init(_ format: Format, name: String? = nil) {
    self.name = name
    self.format = format
  }

  init(_ number: UInt16) {
    self = Self.typed(number) ?? Self.opaque(number)
  }

  private static func typed(_ number: UInt16) -> PhotoshopResource? {
    switch number {
    case 0x03ED: PhotoshopResource(.parts(PhotoshopParts.resolution))
    case 0x03EE: PhotoshopResource("AlphaChannelsNames", PhotoshopValue.pascalTexts)
    case 0x03F0: PhotoshopResource("PStringCaption", PhotoshopValue.pascalText)
    case 0x03F3: PhotoshopResource("PrintFlags", PhotoshopValue.smallNumbers)
    case 0x03FB: PhotoshopResource("EffectiveBW", PhotoshopValue.unsigned)
    case 0x0400: PhotoshopResource("TargetLayerID", PhotoshopValue.unsigned)
    case 0x0402: PhotoshopResource("LayersGroupInfo", PhotoshopValue.numbers)
    case 0x0404: PhotoshopResource(.iptc)
    case 0x0406: PhotoshopResource(.parts(PhotoshopParts.quality))
    case 0x0409: PhotoshopResource(.thumbnail, name: "PhotoshopBGRThumbnail")
    case 0x040A: PhotoshopResource("CopyrightFlag", PhotoshopValue.unsigned)
    case 0x040B: PhotoshopResource("URL", PhotoshopValue.text)
    case 0x040C: PhotoshopResource(.thumbnail, name: "PhotoshopThumbnail")
    case 0x040D: PhotoshopResource("GlobalAngle", PhotoshopValue.signed)
    case 0x0410: PhotoshopResource("Watermark", PhotoshopValue.unsigned)
    case 0x0411: PhotoshopResource("ICC_Untagged", PhotoshopValue.flag)
    case 0x0412: PhotoshopResource("EffectsVisible", PhotoshopValue.unsigned)
    case 0x0414: PhotoshopResource("IDsBaseValue", PhotoshopValue.unsigned)
    case 0x0415: PhotoshopResource("UnicodeAlphaNames", PhotoshopValue.unicodeTexts)
    case 0x0416: PhotoshopResource("IndexedColorTableCount", PhotoshopValue.unsigned)
    case 0x0417: PhotoshopResource("TransparentIndex", PhotoshopValue.unsigned)
    case 0x0419: PhotoshopResource("GlobalAltitude", PhotoshopValue.signed)
    case 0x041A: PhotoshopResource(.parts(PhotoshopParts.slices))
    case 0x041E: PhotoshopResource("URL_List", PhotoshopValue.addresses)
    case 0x0421: PhotoshopResource(.parts(PhotoshopParts.version))
    case 0x0425: PhotoshopResource("IPTCDigest", PhotoshopValue.hexadecimal)
    case 0x0426: PhotoshopResource(.parts(PhotoshopParts.printScale))
    case 0x0428: PhotoshopResource(.parts(PhotoshopParts.pixelAspectRatio))
    case 0x0430: PhotoshopResource("LayerGroupsEnabledID", PhotoshopValue.smallNumbers)
    case 0x0BB7: PhotoshopResource("ClippingPathName", PhotoshopValue.pascalText)
    default: nil
    }
  }

  /// Resources whose content is kept as bytes.
  private static func opaque(_ number: UInt16) -> PhotoshopResource {
    let name: String? =
      switch number {
      case 0x03E8: "Photoshop2Info"
      case 0x03E9: "MacintoshPrintInfo"
      case 0x03EA: "XMLData"
      case 0x03EB: "Photoshop2ColorTable"
      case 0x03EF, 0x0435: "DisplayInfo"
      case 0x03F1: "BorderInformation"
      case 0x03F2: "BackgroundColor"
      case 0x03F4: "BW_HalftoningInfo"
      case 0x03F5: "ColorHalftoningInfo"
      case 0x03F6: "DuotoneHalftoningInfo"
      case 0x03F7: "BW_TransferFunc"
      case 0x03F8: "ColorTransferFuncs"
      case 0x03F9: "DuotoneTransferFuncs"
      case 0x03FA: "DuotoneImageInfo"
      case 0x03FD: "EPSOptions"
      case 0x03FE: "QuickMaskInfo"
      case 0x0401: "WorkingPath"
      case 0x0405: "RawImageMode"
      case 0x0408: "GridGuidesInfo"
      case 0x040E: "ColorSamplersResource"
      case 0x040F: "ICC_Profile"
      case 0x0413: "SpotHalftone"
      case 0x041B: "WorkflowURL"
      case 0x041C: "JumpToXPEP"
      case 0x041D: "AlphaIdentifiers"
      case 0x0422: "EXIFInfo"
      case 0x0423: "ExifInfo2"
      case 0x0424: "XMP"
      case 0x0429: "LayerComps"
      case 0x042A: "AlternateDuotoneColors"
      case 0x042B: "AlternateSpotColors"
      case 0x042D: "LayerSelectionIDs"
      case 0x042E: "HDRToningInfo"
      case 0x042F: "PrintInfo"
      case 0x0431: "ColorSamplersResource2"
      case 0x0432: "MeasurementScale"
      case 0x0433: "TimelineInfo"
      case 0x0434: "SheetDisclosure"
      case 0x0436: "OnionSkins"
      case 0x0438: "CountInfo"
      case 0x043A: "PrintInfo2"
      // ExifTool's name is PrintStyle, but a part of 0x0426 has that name, too.
      case 0x043B: "PrintStyleInfo"
      case 0x043C: "MacintoshNSPrintInfo"
      case 0x043D: "WindowsDEVMODE"
      case 0x043E: "AutoSaveFilePath"
      case 0x043F: "AutoSaveFormat"
      case 0x0440: "PathSelectionState"
      case 0x0BB8: "OriginPathInfo"
      case 0x1B58: "ImageReadyVariables"
      case 0x1B59: "ImageReadyDataSets"
      case 0x1F40: "LightroomWorkflow"
      case 0x2710: "PrintFlagsInfo"
      default: nil
      }
    return PhotoshopResource(name) { .bytes(Array($0)) }
  }
}
