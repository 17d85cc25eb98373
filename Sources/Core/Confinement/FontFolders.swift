internal import ByteStreams

/// Where fontconfig reads fonts, caches and the user's rules, besides /usr and /etc/fonts.
enum FontFolders {
  static var all: [String] {
    let home = SelfConfinement.variable("HOME")
    func folder(_ variable: String, _ standard: String) -> String? {
      SelfConfinement.variable(variable) ?? home.map { $0 + standard }
    }
    let settings = folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/fontconfig" }
    let own = [
      home.map { $0 + "/.fonts" }, home.map { $0 + "/.fonts.conf" }, home.map { $0 + "/.fonts.conf.d" },
      home.map { $0 + "/.fontconfig" }, folder("XDG_DATA_HOME", "/.local/share").map { $0 + "/fonts" }, settings,
      folder("XDG_CACHE_HOME", "/.cache").map { $0 + "/fontconfig" },
    ]
    let shared = (SelfConfinement.variable("XDG_DATA_DIRS") ?? "").split(separator: ":").map { "\($0)/fonts" }
    return own.compactMap { $0 } + shared + named(home, settings)
  }

  /// The folders that the rules of the system's administrator and of the user name (`dir`, fonts-conf(5)).
  ///
  /// In conf.d only files are looked at: the distribution's rules are links, and name no folders.
  private static func named(_ home: String?, _ settings: String?) -> [String] {
    let folder = "/etc/fonts/conf.d"
    let added = (SystemCall.entries(of: folder) ?? []).map { "\(folder)/\($0)" }.filter {
      SystemCall.linkStatus(of: $0)?.isRegularFile ?? false
    }
    let rules =
      ["/etc/fonts/local.conf", settings.map { $0 + "/fonts.conf" }, SelfConfinement.variable("FONTCONFIG_FILE")]
      .compactMap { $0 } + added
    return rules.flatMap { path -> [String] in
      folders(in: SystemCall.header(ofFile: path, count: 1 << 16) ?? []).compactMap { name in
        if name.hasPrefix("~") { return home.map { $0 + name.dropFirst() } }
        return name.hasPrefix("/") ? name : nil
      }
    }
  }

  /// The texts of the elements `dir` in rules of fontconfig.
  static func folders(in rules: [UInt8]) -> [String] {
    let text = String(decoding: rules, as: UTF8.self)
    return text.split(separator: "<dir").dropFirst().compactMap { rest in
      guard let start = rest.firstIndex(of: ">"), rest.first == ">" || rest.first?.isWhitespace ?? false else {
        return nil
      }
      let name = rest[rest.index(after: start)...].prefix { $0 != "<" }.drop { $0.isWhitespace }
      return name.isEmpty ? nil : String(name.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
}
