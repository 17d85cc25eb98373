internal import ByteStreams
package import ContentTypes
internal import Glibc
package import ProviderProtocol

/// A new provider: a folder with manifest, program, sample and README, which passes `preview check` as it is.
///
/// It shows text as bars. The author replaces that by a drawing of the real documents.
package struct ProviderSkeleton: Sendable {
  package enum Language: String, CaseIterable, Sendable {
    case swift
    case python
  }

  /// A file in the folder.
  package struct File: Hashable, Sendable {
    /// Relative to the folder.
    package var path: String
    package var text: String
    package var isExecutable = false
  }

  package let language: Language
  /// The provider's id, and the name of its folder.
  package let id: String
  /// The last part of the id: programs are named after it.
  package let shortName: String
  /// The content type's identifier.
  package let type: String
  package let fileExtension: String
  /// Whether the provider declares the type: it does unless the type is known already.
  package let declaresType: Bool
  /// The type as another provider declares it. This one imports it, because the other may not be installed.
  package let importedType: ContentType?
  /// Where its `Package.swift` finds Cameo: a folder or a URL.
  package let packageLocation: String

  /// - Parameters:
  ///   - name: the provider's id, or a word, which becomes `org.example.WORD`.
  ///   - type: nil for `ID.document`.
  ///   - fileExtension: without the dot; nil for the type's own, else the short name or a similar one that is free.
  ///   - registry: the known types, without those of an earlier provider of this name.
  /// - Throws: `requestInvalid`, also where the sample would be recognised as another type: `preview check` would fail.
  package init(
    _ name: String, language: Language = .python, type: String? = nil, fileExtension: String? = nil,
    packageLocation: String = "https://example.org/cameo", registry: ContentTypeRegistry = ContentTypeRegistry()
  ) throws(ProviderError) {
    let id = Self.id(of: name)
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy(Self.isWord), let last = parts.last else {
      throw ProviderError(
        .requestInvalid,
        "a provider's name is like notes or org.example.notes (letters, digits, hyphens), not '\(name)'")
    }
    guard id.utf8.count <= Self.longestID else {
      throw ProviderError(.requestInvalid, "a provider's id has at most \(Self.longestID) characters")
    }
    self.language = language
    self.id = id
    shortName = last.lowercased()
    self.type = type ?? "\(id).document"
    let known = registry.type(identifier: self.type)
    guard known != nil || !["public.", "mime."].contains(where: self.type.hasPrefix), self.type.contains("."),
      self.type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      self.type.unicodeScalars.allSatisfy({ Self.isPlain($0) || "-+_.".unicodeScalars.contains($0) })
    else { throw ProviderError(.requestInvalid, "'\(self.type)' is not a content type that a provider can declare") }
    declaresType = known == nil
    switch known?.origin {
    case .exported, .imported: importedType = known
    case .builtIn, .system, nil: importedType = nil
    }
    let choice = ExtensionChoice(type: self.type, known: known, registry: registry)
    if let fileExtension {
      self.fileExtension = try choice.checked(fileExtension)
    } else {
      self.fileExtension = try choice.free(like: shortName)
    }
    self.packageLocation = packageLocation
  }

  /// The id for the name that the user gave.
  package static func id(of name: String) -> String {
    name.contains(".") ? name : "org.example.\(name.lowercased())"
  }

  /// The maximum length of an id in a manifest, in bytes.
  private static let longestID = 128

  private static func isWord(_ part: Substring) -> Bool {
    guard let first = part.unicodeScalars.first, isPlain(first) else { return false }
    return part.unicodeScalars.allSatisfy { isPlain($0) || $0 == "-" }
  }

  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// The name of the program that the manifest starts. It begins with a letter, as the names of Swift modules must.
  var program: String {
    guard language == .swift else { return "provider.py" }
    return shortName.first?.isNumber == true ? "provider-\(shortName)" : "\(shortName)-provider"
  }

  /// The files of the folder.
  package var files: [File] {
    let sample = File(path: "samples/sample.\(fileExtension)", text: SkeletonText.sample)
    let common = [File(path: "provider.json", text: manifest), File(path: "README.md", text: readme), sample]
    switch language {
    case .python:
      return common + [File(path: program, text: filled(SkeletonText.python), isExecutable: true)]
    case .swift:
      return common + [
        File(path: "Package.swift", text: filled(SkeletonText.package)),
        File(path: "Sources/Main.swift", text: filled(SkeletonText.swift)),
        File(path: "Tests/Tests.swift", text: filled(SkeletonText.test)),
        File(path: ".gitignore", text: ".build/\n/\(program)\n"),
      ]
    }
  }

  /// A template with its placeholders replaced. Names need no escaping, because they consist of letters, digits, dots
  /// and hyphens.
  func filled(_ template: String) -> String {
    var text = template
    for (mark, value) in [
      ("%IMPORT%", "import"), ("%ID%", id), ("%NAME%", shortName), ("%PROGRAM%", program), ("%TYPE%", type),
      ("%EXTENSION%", fileExtension), ("%MODULE%", program.replacing("-", with: "_")),
      ("%DEPENDENCY%", dependency), ("%PACKAGE%", packageName),
    ] { text.replace(mark, with: value) }
    return text
  }

  private var isFolder: Bool { !packageLocation.contains("://") }

  private var dependency: String {
    let escaped = packageLocation.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return isFolder ? ".package(path: \"\(escaped)\")" : ".package(url: \"\(escaped)\", branch: \"main\")"
  }

  /// SwiftPM names a package after the last part of its location.
  private var packageName: String {
    let last = packageLocation.split(separator: "/").last.map(String.init) ?? "cameo"
    return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).replacing("\"", with: "\\\"")
  }
}

extension ProviderSkeleton {
  /// Makes the folder, named after the id.
  ///
  /// - Parameter parent: an existing folder.
  /// - Returns: the new folder's path.
  /// - Throws: `requestInvalid` where the folder exists, `sourceUnavailable` where nothing can be written.
  package func write(in parent: String) throws(ProviderError) -> String {
    let folder = parent == "." ? id : "\(parent)/\(id)"
    guard SystemCall.linkStatus(of: folder) == nil else {
      throw ProviderError(.requestInvalid, "\(folder) exists already")
    }
    try make(folder)
    var made: Set<String> = []
    for file in files {
      let place = PathText.split(file.path).directory
      if file.path.contains("/"), made.insert(place).inserted { try make("\(folder)/\(place)") }
      try write(file, to: "\(folder)/\(file.path)")
    }
    return folder
  }

  private func make(_ folder: String) throws(ProviderError) {
    guard SystemCall.makeDirectory(folder) else {
      throw ProviderError(.sourceUnavailable, "\(folder) cannot be made: \(SystemCall.message(errno))")
    }
  }

  private func write(_ file: File, to path: String) throws(ProviderError) {
    let descriptor = SystemCall.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: file.isExecutable ? 0o777 : 0o666)
    let isWritten = descriptor >= 0 && SystemCall.writeAll(Array(file.text.utf8), to: descriptor)
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    guard isWritten else {
      throw ProviderError(.sourceUnavailable, "\(path) cannot be written: \(SystemCall.message(number))")
    }
  }
}
