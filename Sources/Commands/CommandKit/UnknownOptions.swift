internal import ArgumentParser
internal import ByteStreams
internal import ImageModel

/// Words with one dash that are not options: a long option as ImageMagick and ffmpeg write it, a tag as exiftool does,
/// a file whose name begins with a dash. The argument library reads `-strip` as `-s trip`, and `-old.jpg` as
/// `-o ld.jpg`. In `-Copyright` it finds the h, and shows its help.
enum WordsWithOneDash {
  /// Names of ImageMagick that begin with a short option of ours.
  private static let namesElsewhere: Set = [
    "define", "delay", "density", "depth", "dispose", "dither", "fill", "filter", "flip", "flop", "format", "frame",
    "quality", "resample", "resize", "rotate", "sample", "scale", "shave", "sharpen", "size", "strip",
  ]

  /// - Throws: `ValidationError` with the word, and what may have been meant.
  static func check(_ words: [String], of command: any ParsableCommand.Type) throws {
    let words = words.prefix { $0 != "--" }
    // The command's options are looked at only if this can matter.
    guard words.contains(where: isCandidate) else { return }
    let options = DeclaredOption.all(of: command)
    for (index, word) in words.enumerated() where isCandidate(word) {
      if index > 0, options[words[index - 1]]?.takesValue ?? false { continue }
      let name = String(word.dropFirst().prefix { $0 != "=" })
      // The first letter that is not a flag: `-ofile` and `-rofile` are the option -o, with the name of a file.
      guard let letter = name.first(where: { options["-\($0)"]?.takesValue != false }) else { continue }
      let isLongName =
        options["--" + name] != nil || namesElsewhere.contains(name) || UnknownOption.meanings[name] != nil
      guard isLongName || options["-\(letter)"] == nil || UnknownOption.isFile(word) else { continue }
      let written = UnknownOption.isFile(word) ? word : "-" + name
      throw ValidationError("unknown option '\(written)'" + hint(word, name, options))
    }
  }

  private static func hint(_ word: String, _ name: String, _ options: [String: DeclaredOption]) -> String {
    if UnknownOption.isFile(word) { return UnknownOption.fileHint(word) }
    let isTag = name.first?.isUppercase ?? false || name.contains(":")
    if isTag, let hint = tagHint(word, name, options) { return hint }
    let hint = UnknownOption.hint(name, options)
    // A word in lower case is rather a tag if the command shows tags, or if something is set to a value.
    let mayBeTag = word.contains("=") || options["--tag"] != nil && UnknownOption.meanings[name] == nil
    return hint.isEmpty && mayBeTag ? tagHint(word, name, options) ?? "" : hint
  }

  /// What shows or sets a property that exiftool's users name as an option.
  private static func tagHint(_ word: String, _ name: String, _ options: [String: DeclaredOption]) -> String? {
    guard name.utf8.count > 2, name.allSatisfy({ $0.isLetter || $0.isNumber || ":-_".contains($0) }) else { return nil }
    let (shows, sets) = (options["--tag"] != nil, options["--set"] != nil)
    guard shows || sets else { return nil }
    guard let equals = word.firstIndex(of: "=") else {
      // Other programs have many options in small letters that are not tags.
      guard shows || name.first?.isUppercase ?? false || name.contains(":") else { return nil }
      return "; did you mean '\(shows ? "" : "imgmeta ")--tag \(name)'?"
    }
    let property = name.contains(":") ? name : "exif." + name
    var change = "--set \(property)\(word[equals...])"
    // exiftool removes what is set to nothing: a tag, or all of a group.
    if word.hasSuffix("=") {
      let parts = name.lowercased().split(separator: ":")
      change = parts.last == "all" ? "--strip \(parts[0])" : "--delete \(property)"
    }
    return "; did you mean '\(sets ? "" : "imgconv ")\(change)'?"
  }

  private static func isCandidate(_ word: String) -> Bool {
    guard word.utf8.count > 2, word.hasPrefix("-"), !word.hasPrefix("--") else { return false }
    let letters = word.dropFirst()
    // A number below zero is a value.
    guard let first = letters.first, !first.isNumber, first != "." else { return false }
    guard let letter = letters.first(where: { !ShortOptions.flags.contains($0) }) else { return false }
    if ShortOptions.withValue[letter] == nil { return true }
    // Not `-s256` or `-o./a`.
    let isWord = letters.prefix { $0 != "=" }.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return word.utf8.count > 3 && isWord || UnknownOption.isFile(word)
  }
}

/// What may have been meant by an option that a command does not have.
enum UnknownOption {
  /// What other programs call some of our options, and what we call them in another command.
  static let meanings: [String: String] = [
    "all": "--strip", "auto-orient": "--orient", "height": "--size", "host": "--listen", "output-dir": "--directory",
    "overwrite_original": "--in-place", "port": "--listen", "resize": "--size", "threads": "--workers",
    "verbose": "--details", "width": "--size",
  ]

  /// Options that only some commands have. A test compares them with the declarations.
  static let commands: KeyValuePairs = [
    "imgmeta": "csv-guard exiftool extract group icc maker-notes plist sidecar tag totals value where xml",
    "imgindex query": "count details follow limit null reverse sort",
    "imgindex update": "looks sidecar thumbnails",
    "imgindex duplicates": "distance similar",
    "thumb": "animated embedded enlarge fit freedesktop kernel linear placeholder position sharpen srcset watch",
    "imgconv": "bigtiff compression copy copy-from crop delete depth flip gray image in-place interlace lossless"
      + " manifest merge-sidecar metadata-only orient orientation progressive resize rotate set shift-dates strip"
      + " subsampling tile widths",
    "mkpdf": "attach author auto-orient booklet caption contact-sheet downsample dpi encrypt extract-attachment font"
      + " font-size gap landscape linearize list-attachments margin nup outline page-labels pages paper pdf-version"
      + " permissions portrait skip-bad stamp title watermark",
    "preview": "html kind no-cache provider providers sandbox show",
  ]

  /// A clause on the option that was meant, or on the command that has one of this name; empty where neither is known.
  ///
  /// - Parameter name: without dashes.
  static func hint(_ name: String, _ options: [String: DeclaredOption]) -> String {
    if options["--" + name] != nil { return "; did you mean '--\(name)'?" }
    if let own = meanings[name], options[own] != nil { return "; did you mean '\(own)'?" }
    if let other = commands.first(where: { $0.value.split(separator: " ").contains { $0 == name } }) {
      return "; \(other.key) has '--\(name)'"
    }
    // In order, so that of two names that are as near the same one is always found.
    let names = options.keys.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
    return NearestName.of(name, in: names).map { "; did you mean '--\($0)'?" } ?? ""
  }

  /// Whether a word with a dash is the name of a file: the shell made it of a pattern such as `*.jpg`.
  static func isFile(_ word: String) -> Bool { word.contains(".") && SystemCall.linkStatus(of: word) != nil }

  static func fileHint(_ word: String) -> String { "; for the file of that name write './\(word)', or '--' before it" }
}
