internal import ArgumentParser
internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import StructuredText

/// A file that says where the pictures of a sheet lie.
struct SpriteFile: Sendable {
  private enum Kind {
    case json, css
  }

  let path: String
  private let kind: Kind

  /// - Throws: `ValidationError` for another suffix than `.json` and `.css`.
  init(_ path: String) throws {
    self.path = path
    switch PathText.suffix(of: path).lowercased() {
    case ".json": kind = .json
    case ".css": kind = .css
    default: throw ValidationError("expected a file with the suffix .json or .css")
    }
  }

  var exists: Bool { SystemCall.status(of: path) != nil }

  /// Writes the places of a sheet that was written; nothing if it was not.
  ///
  /// - Throws: `usage` for a path that is an input or the sheet; `io`.
  func write(_ report: inout JobReport, in environment: JobEnvironment) throws(ImageError) {
    guard !report.sprites.isEmpty, let sheet = report.outputs.first else { return }
    if let identity = FileIdentity(path: path),
      environment.inputs.contains(identity)
        || ([sheet.path, report.input] + report.furtherInputs).contains(where: { FileIdentity(path: $0) == identity })
    {
      throw ImageError(.usage, "--sprites would replace another file of this run", path: path)
    }
    if environment.files.noClobber, exists {
      report.diagnostics.append(.note("\(path) exists, and stays as it is"))
      return
    }
    try OutputFolder.prepare(for: path, parents: environment.files.parents)
    let url = PathText.url(reference(to: sheet.path))
    let text = kind == .json ? json(report.sprites, sheet, url) : css(report.sprites, url)
    let file = try AtomicFile(path: path, names: environment.temporaryNames)
    try file.append(Array(text.utf8))
    try file.commit()
  }

  /// The path of the sheet as seen from the folder of this file, where programs look for it: `../icons.png`.
  private func reference(to sheet: String) -> String {
    let (folder, name) = PathText.split(sheet)
    guard let own = SystemCall.resolved(PathText.split(path).directory), let other = SystemCall.resolved(folder) else {
      return sheet
    }
    // Bytes: é can be one code point or two, which are the names of two folders.
    func steps(_ folder: String) -> [[UInt8]] {
      PathText.bytes(folder).split(separator: UInt8(ascii: "/")).map(Array.init)
    }
    let (from, to) = (steps(own), steps(other))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map { PathText.text($0) }
    return (parts + [name]).joined(separator: "/")
  }

  /// The form of TexturePacker ("JSON hash"), which Phaser, PixiJS and others read.
  private func json(_ sprites: [JobReport.Sprite], _ sheet: JobReport.Output, _ url: String) -> String {
    func box(_ x: Int, _ y: Int, _ size: PixelSize) -> JSONValue {
      .object(["x": .int(Int64(x)), "y": .int(Int64(y)), "w": .int(Int64(size.width)), "h": .int(Int64(size.height))])
    }
    func sides(_ size: PixelSize) -> JSONValue {
      .object(["w": .int(Int64(size.width)), "h": .int(Int64(size.height))])
    }
    let frames = sprites.map { sprite in
      let size = sprite.place.size
      return JSONMember(
        PathText.readable(sprite.name),
        .object([
          "frame": box(sprite.place.x, sprite.place.y, size), "rotated": .bool(false), "trimmed": .bool(false),
          "spriteSourceSize": box(0, 0, size), "sourceSize": sides(size),
        ]))
    }
    let meta: JSONValue = .object(["image": .string(url), "size": sides(sheet.size), "scale": .string("1")])
    return JSONWriter.text(
      .object([JSONMember("frames", .object(frames)), JSONMember("meta", meta)]), layout: .indented) + "\n"
  }

  /// A class for each picture, `.sprite-STEM`, and one for what all share, `.sprite`.
  private func css(_ sprites: [JobReport.Sprite], _ url: String) -> String {
    var text = ".sprite {\n  background-image: url(\"\(url)\");\n  background-repeat: no-repeat;\n}\n"
    var names = UniqueNames()
    for sprite in sprites {
      let name = names.add(Self.identifier(PathText.withoutSuffix(sprite.name)))
      let place = sprite.place
      func offset(_ length: Int) -> String { length == 0 ? "0" : "-\(length)px" }
      text += """

        .sprite-\(name) {
          width: \(place.size.width)px;
          height: \(place.size.height)px;
          background-position: \(offset(place.x)) \(offset(place.y));
        }

        """
    }
    return text
  }

  /// The rest of an identifier of CSS (CSS Syntax Level 3, 4.3.11): other characters than letters, digits, hyphens and
  /// underscores of ASCII become hyphens, except those beyond ASCII.
  private static func identifier(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in PathText.readable(name).unicodeScalars {
      let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9" as ClosedRange).contains(scalar)
      scalars.append(isPlain || scalar == "-" || scalar == "_" ? scalar : "-")
    }
    return String(scalars)
  }
}
