internal import ByteStreams

/// Where fontconfig reads fonts, caches and the user's rules, besides /usr and /etc/fonts.
enum FontFolders {
  static var all: [String] {
    let home = SelfConfinement.variable("HOME")
    func folder(_ variable: String, _ standard: String) -> String? {
      SelfConfinement.variable(variable) ?? home.map { $0 + standard }
    }
    let data = folder("XDG_DATA_HOME", "/.local/share")
    let settings = folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/fontconfig" }
    let others = [
      home.map { $0 + "/.fonts.conf.d" }, home.map { $0 + "/.fontconfig" }, settings,
      folder("XDG_CACHE_HOME", "/.cache").map { $0 + "/fontconfig" },
    ]
    let rules = ruleFiles(home, settings)
    let own = [home.map { $0 + "/.fonts" }, data.map { $0 + "/fonts" }].compactMap { $0 }
    let shared = (SelfConfinement.variable("XDG_DATA_DIRS") ?? "").split(separator: ":").map { "\($0)/fonts" }
    let listed: [String] = rules.flatMap { named(in: $0, home, data) }
    let fonts = own + shared + listed
    let linked = links(in: fonts + ["/usr/share/fonts", "/usr/local/share/fonts"])
    return others.compactMap { $0 } + rules + fonts + linked
  }

  /// The links in folders of fonts: a rule for a link's path is for what it leads to.
  private static func links(in folders: [String]) -> [String] {
    folders.flatMap { folder in
      (SystemCall.entries(of: folder) ?? []).map { "\(folder)/\($0)" }.filter {
        SystemCall.linkStatus(of: $0)?.isLink ?? false
      }
    }
  }

  /// The files with rules of the system's administrator and of the user.
  private static func ruleFiles(_ home: String?, _ settings: String?) -> [String] {
    var folders = (SelfConfinement.variable("FONTCONFIG_PATH") ?? "").split(separator: ":").map { String($0) }
    if let settings { folders.append(settings) }
    var files = folders.map { $0 + "/fonts.conf" } + ["/etc/fonts/local.conf"]
    if let file = SelfConfinement.variable("FONTCONFIG_FILE") { files.append(file) }
    for folder in folders { files += entries(of: folder + "/conf.d") }
    if let home { files += [home + "/.fonts.conf"] + entries(of: home + "/.fonts.conf.d") }
    // The distribution's rules are links, and name no folders.
    return files + entries(of: "/etc/fonts/conf.d").filter { SystemCall.linkStatus(of: $0)?.isRegularFile ?? false }
  }

  /// The paths of the rules in a folder.
  private static func entries(of folder: String) -> [String] {
    (SystemCall.entries(of: folder) ?? []).filter { $0.hasSuffix(".conf") }.map { "\(folder)/\($0)" }
  }

  /// The folders that a file with rules names (`dir`, fonts-conf(5)).
  private static func named(in file: String, _ home: String?, _ data: String?) -> [String] {
    // A fifo would wait for a writer.
    guard SystemCall.status(of: file)?.isRegularFile ?? false else { return [] }
    let rules = SystemCall.header(ofFile: file, count: 1 << 16) ?? []
    let named = folders(in: rules, data: data, beside: PathText.split(file).directory)
    return named.compactMap { name -> String? in
      if name.hasPrefix("~") { return home.map { $0 + name.dropFirst() } }
      return name
    }
  }

  /// The texts of the elements `dir` in rules of fontconfig.
  ///
  /// - Parameters:
  ///   - data: the folder that `prefix="xdg"` means; nil if there is none.
  ///   - beside: the folder that `prefix="relative"` means: that of the rules.
  static func folders(in rules: [UInt8], data: String?, beside: String) -> [String] {
    let text = String(decoding: rules, as: UTF8.self)
    return text.split(separator: "<dir").dropFirst().compactMap { rest -> String? in
      guard let start = rest.firstIndex(of: ">"), rest.first == ">" || rest.first?.isWhitespace ?? false else {
        return nil
      }
      let attributes = String(rest[..<start])
      let inner = rest[rest.index(after: start)...].prefix { $0 != "<" }.drop { $0.isWhitespace }
      let name = String(inner.reversed().drop { $0.isWhitespace }.reversed())
      if name.isEmpty { return nil }
      if attributes.contains("xdg") { return data.map { "\($0)/\(name)" } }
      if attributes.contains("relative"), !name.hasPrefix("/") { return "\(beside)/\(name)" }
      return name
    }
  }
}
