internal import CPangoShims

/// The fonts of the system by the rules of fontconfig (`/etc/fonts/fonts.conf`, or the file that FONTCONFIG_FILE names).
enum SystemFonts {
  /// Whether there is any.
  static let areThere: Bool = {
    // Where that fails, the call below does it in fontconfig's own way, which knows what to do without rules (`FcInit`).
    loadRules()
    guard let fonts = lib.FcConfigGetFonts(nil, FcSetSystem) else { return false }
    return fonts.pointee.nfont > 0
  }()

  /// Reads the rules in force. `FcInit` reads those as well that are only at hand to be put in force, for `fc-conflist`: that makes
  /// it take half as long again.
  private static func loadRules() {
    guard let rules = lib.FcConfigCreate() else { return }
    // They are the process's from then on.
    let isInForce =
      lib.FcConfigParseAndLoad(rules, nil, 0) != 0 && namesCache(rules) && lib.FcConfigBuildFonts(rules) != 0
      && lib.FcConfigSetCurrent(rules) != 0
    if !isInForce { lib.FcConfigDestroy(rules) }
  }

  /// Whether there is a folder for what was learned of fonts; without one each of them would be opened every time.
  private static func namesCache(_ rules: OpaquePointer) -> Bool {
    guard let folders = lib.FcConfigGetCacheDirs(rules) else { return false }
    defer { lib.FcStrListDone(folders) }
    return lib.FcStrListNext(folders) != nil
  }
}
