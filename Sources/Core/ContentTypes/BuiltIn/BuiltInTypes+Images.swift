extension ContentTypeRegistry {
  /// Other images.
  static let imageTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.heif | HEIF | public.image | - | -
    com.apple.icns | Apple icon | public.image | icns | image/x-icns | "icns" 00
    com.adobe.photoshop-image | Photoshop | public.image | psd | image/vnd.adobe.photoshop | "8BPS" 00
    com.ilm.openexr-image | OpenEXR | public.image | exr | image/x-exr | 76 2F 31 01
    public.radiance | Radiance | public.image | hdr | image/vnd.radiance | "#?RADIANCE" | "#?RGBE"
    com.truevision.tga-image | TGA | public.image | tga | image/x-tga
    public.pnm | PNM | public.image | pnm | image/x-portable-anymap
    public.svg-image | SVG | public.image public.xml | svg | image/svg+xml | opening "<svg" "<!DOCTYPE svg"
    """)
}

extension ContentTypeRegistry {
  /// Sensor data from cameras. Those that are TIFF files are identified by name, because they begin like every TIFF.
  static let cameraRawTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    com.adobe.raw-image | DNG | public.camera-raw-image public.tiff | dng | image/x-adobe-dng
    # The version follows the offset of the first directory (Canon's CR2, as ExifTool and libraw describe it).
    com.canon.cr2-raw-image | Canon CR2 | public.camera-raw-image public.tiff | cr2 | image/x-canon-cr2 |
      49 49 2A 00 priority 70 and "CR" 02 at 8
    com.canon.cr3-raw-image | Canon CR3 | public.camera-raw-image | cr3 | image/x-canon-cr3 | "ftypcrx " at 4
    com.canon.crw-raw-image | Canon CRW | public.camera-raw-image | crw | image/x-canon-crw | "HEAPCCDR" at 6
    com.nikon.raw-image | Nikon NEF | public.camera-raw-image public.tiff | nef | image/x-nikon-nef
    com.nikon.nrw-raw-image | Nikon NRW | public.camera-raw-image public.tiff | nrw | image/x-nikon-nrw
    com.sony.arw-raw-image | Sony ARW | public.camera-raw-image public.tiff | arw | image/x-sony-arw
    com.sony.sr2-raw-image | Sony SR2 | public.camera-raw-image public.tiff | sr2 | image/x-sony-sr2
    com.sony.raw-image | Sony SRF | public.camera-raw-image public.tiff | srf | image/x-sony-srf
    com.pentax.raw-image | Pentax PEF | public.camera-raw-image public.tiff | pef | image/x-pentax-pef
    com.samsung.raw-image | Samsung SRW | public.camera-raw-image public.tiff | srw | -
    com.kodak.raw-image | Kodak DCR | public.camera-raw-image public.tiff | dcr | image/x-kodak-dcr
    com.kodak.k25-raw-image | Kodak K25 | public.camera-raw-image public.tiff | k25 | image/x-kodak-k25
    com.kodak.kdc-raw-image | Kodak KDC | public.camera-raw-image public.tiff | kdc | image/x-kodak-kdc
    com.olympus.raw-image | Olympus ORF | public.camera-raw-image | orf | image/x-olympus-orf | "IIRO" | "IIRS" | "MMOR"
    com.panasonic.raw-image | Panasonic RAW | public.camera-raw-image | raw | image/x-panasonic-rw | "IIU" 00 08
    com.panasonic.rw2-raw-image | Panasonic RW2 | public.camera-raw-image | rw2 | image/x-panasonic-rw2 | "IIU" 00 18
    com.fuji.raw-image | Fujifilm RAF | public.camera-raw-image | raf | image/x-fuji-raf | "FUJIFILMCCD-RAW "
    com.konicaminolta.raw-image | Minolta MRW | public.camera-raw-image | mrw | image/x-minolta-mrw | 00 "MRM"
    com.sigma.raw-image | Sigma X3F | public.camera-raw-image | x3f | image/x-sigma-x3f | "FOVb"
    """)
}
