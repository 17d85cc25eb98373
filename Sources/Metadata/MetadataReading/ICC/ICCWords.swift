/// Words for the codes of ICC profiles (ICC.1:2010, 7.2 and 9.2.35).
enum ICCWords {
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
      + (flags & 2 == 0 ? "of use independently of the image" : "of use with the image only")
  }

  /// - Parameter bits: the half of the attributes that ICC defines.
  static func attributes(_ bits: UInt32) -> String {
    [
      bits & 1 == 0 ? "reflective" : "transparency", bits & 2 == 0 ? "glossy" : "matte",
      bits & 4 == 0 ? "positive" : "negative", bits & 8 == 0 ? "colour" : "black and white",
    ].joined(separator: ", ")
  }
}
