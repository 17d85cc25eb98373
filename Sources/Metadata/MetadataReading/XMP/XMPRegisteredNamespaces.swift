/// The usual prefixes of XMP namespaces: from ISO 16684-1, the standards of IPTC, CIPA, MWG, PLUS and PRISM, and the
/// publications of makers of software and cameras.
///
/// A file may use any prefix for a namespace; old files have `xap:` for `xmp:`.
enum XMPRegisteredNamespaces {
  /// The registered prefix of a namespace, by its key.
  static func prefix(of key: String) -> String? { byKey[key] }

  /// The namespace that a prefix is registered for.
  static func uri(of prefix: String) -> String? { uris[prefix] }

  /// The key of a namespace: its URI without the slash or number sign at the end, which some writers forget.
  static func key(_ uri: String) -> String {
    uri.utf8.last == UInt8(ascii: "/") || uri.utf8.last == UInt8(ascii: "#")
      ? String(Substring(uri.utf8.dropLast())) : uri
  }

  private static let byKey: [String: String] = {
    var prefixes = ["http://purl.org/dc/1.1": "dc"]
    for (prefix, uri) in uris { prefixes[key(uri)] = prefix }
    return prefixes
  }()

  private static let uris: [String: String] = [
    "aas": "http://ns.apple.com/adjustment-settings/1.0/",
    "acdsee": "http://ns.acdsee.com/iptc/1.0/",
    "album": "http://ns.adobe.com/album/1.0/",
    "apple-fi": "http://ns.apple.com/faceinfo/1.0/",
    "asf": "http://ns.adobe.com/asf/1.0/",
    "ast": "http://ns.nikon.com/asteroid/1.0/",
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "bmsp": "http://ns.adobe.com/StockPhoto/1.0/",
    "cc": "http://creativecommons.org/ns#",
    "cell": "http://developer.sonyericsson.com/cell/1.0/",
    "Container": "http://ns.google.com/photos/1.0/container/",
    "crd": "http://ns.adobe.com/camera-raw-defaults/1.0/",
    "creatorAtom": "http://ns.adobe.com/creatorAtom/1.0/",
    "crlcp": "http://ns.adobe.com/camera-raw-embedded-lens-profile/1.0/",
    "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
    "crss": "http://ns.adobe.com/camera-raw-saved-settings/1.0/",
    "darktable": "http://darktable.sf.net/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "Device": "http://ns.google.com/photos/dd/1.0/device/",
    "dex": "http://ns.optimasc.com/dex/1.0/",
    "DICOM": "http://ns.adobe.com/DICOM/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "drone-dji": "http://www.dji.com/drone-dji/1.0/",
    "dwc": "http://rs.tdwg.org/dwc/index.htm",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "exifEX": "http://cipa.jp/exif/1.0/",
    "expressionmedia": "http://ns.microsoft.com/expressionmedia/1.0/",
    "extensis": "http://ns.extensis.com/extensis/1.0/",
    "fpv": "http://ns.fastpictureviewer.com/fpv/1.0/",
    "GAudio": "http://ns.google.com/photos/1.0/audio/",
    "GCamera": "http://ns.google.com/photos/1.0/camera/",
    "GCreations": "http://ns.google.com/photos/1.0/creations/",
    "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
    "GettyImagesGIFT": "http://xmp.gettyimages.com/gift/1.0/",
    "GFocus": "http://ns.google.com/photos/1.0/focus/",
    "GImage": "http://ns.google.com/photos/1.0/image/",
    "GIMP": "http://www.gimp.org/xmp/",
    "GPano": "http://ns.google.com/photos/1.0/panorama/",
    "GSpherical": "http://ns.google.com/videos/1.0/spherical/",
    "HDRGainMap": "http://ns.apple.com/HDRGainMap/1.0/",
    "hdr_metadata": "http://ns.adobe.com/hdr-metadata/1.0/",
    "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
    "ics": "http://ns.idimager.com/ics/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "Item": "http://ns.google.com/photos/1.0/container/item/",
    "iX": "http://ns.adobe.com/iX/1.0/",
    "jp2k": "http://ns.adobe.com/jp2k/1.0/",
    "jpeg": "http://ns.adobe.com/jpeg/1.0/",
    "kipi": "http://www.digikam.org/ns/kipi/1.0/",
    "LImage": "http://ns.leiainc.com/photos/1.0/image/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "MP": "http://ns.microsoft.com/photo/1.2/",
    "MP1": "http://ns.microsoft.com/photo/1.1",
    "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
    "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
    "mwg-coll": "http://www.metadataworkinggroup.com/schemas/collections/",
    "mwg-kw": "http://www.metadataworkinggroup.com/schemas/keywords/",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "nine": "http://ns.nikon.com/nine/1.0/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "pdfaField": "http://www.aiim.org/pdfa/ns/field#",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
    "pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "pdfaType": "http://www.aiim.org/pdfa/ns/type#",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "photomechanic": "http://ns.camerabits.com/photomechanic/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "plus": "http://ns.useplus.org/ldf/xmp/1.0/",
    "pmi": "http://prismstandard.org/namespaces/pmi/2.2/",
    "png": "http://ns.adobe.com/png/1.0/",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prl": "http://prismstandard.org/namespaces/prl/2.1/",
    "prm": "http://prismstandard.org/namespaces/prm/3.0/",
    "pur": "http://prismstandard.org/namespaces/prismusagerights/2.1/",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "sdc": "http://ns.nikon.com/sdc/1.0/",
    "stArea": "http://ns.adobe.com/xmp/sType/Area#",
    "stCamera": "http://ns.adobe.com/photoshop/1.0/camera-profile",
    "stDim": "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    "stFnt": "http://ns.adobe.com/xap/1.0/sType/Font#",
    "stJob": "http://ns.adobe.com/xap/1.0/sType/Job#",
    "stMfs": "http://ns.adobe.com/xap/1.0/sType/ManifestItem#",
    "stRef": "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
    "stVer": "http://ns.adobe.com/xap/1.0/sType/Version#",
    "swf": "http://ns.adobe.com/swf/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "wav": "http://ns.adobe.com/xmp/wav/1.0/",
    "x": "adobe:ns:meta/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpBJ": "http://ns.adobe.com/xap/1.0/bj/",
    "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    "xmpG": "http://ns.adobe.com/xap/1.0/g/",
    "xmpGImg": "http://ns.adobe.com/xap/1.0/g/img/",
    "xmpidq": "http://ns.adobe.com/xmp/Identifier/qual/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
    "xmpPLUS": "http://ns.adobe.com/xap/1.0/PLUS/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    "xmpTPg": "http://ns.adobe.com/xap/1.0/t/pg/",
  ]
}
