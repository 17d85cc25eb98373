package import ContentTypes
package import ProviderProtocol

/// A new provider of somebody's own: a folder with manifest, program, sample and a README, which `preview check` passes as it is.
///
/// It shows text as bars; its author puts something better in their place.
package struct ProviderSkeleton: Sendable {
  package enum Language: String, CaseIterable, Sendable {
    case swift
    case python
  }

  /// A file of the folder.
  package struct File: Hashable, Sendable {
    /// Within the folder.
    package var path: String
    package var text: String
    package var isExecutable = false
  }

  package let language: Language
  /// The provider's, which its folder is named after.
  package let id: String
  /// What names programs and folders: the last part of the id.
  package let shortName: String
  /// The content type's identifier.
  package let type: String
  package let fileExtension: String
  /// Whether the provider declares the type: it does unless somebody else has.
  package let declaresType: Bool
  /// The type as another provider declares it. This one names it as one that it only reads, for it may be there without the other.
  package let importedType: ContentType?
  /// Where `Package.swift` finds this package: a folder, or a URL.
  package let packageLocation: String

  /// - Parameters:
  ///   - name: the provider's id, or a word, which becomes `org.example.WORD`.
  ///   - type: nil is `ID.document`.
  ///   - fileExtension: without the dot; nil is the type's own, else the short name, or one like it that nobody has.
  ///   - registry: the types that are known, without those of an earlier provider of this name.
  /// - Throws: `requestInvalid`, also where the sample would be taken for a document of another type: the check would fail.
  package init(
    _ name: String, language: Language = .python, type: String? = nil, fileExtension: String? = nil,
    packageLocation: String = "https://example.org/cameo", registry: ContentTypeRegistry = ContentTypeRegistry()
  ) throws(ProviderError) {
    let id = Self.id(of: name)
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy(Self.isWord), let last = parts.last else {
      throw ProviderError(
        .requestInvalid,
        "a provider is called like notes or org.example.notes (letters, digits, hyphens), not '\(name)'")
    }
    guard id.utf8.count <= Self.longestID else {
      throw ProviderError(.requestInvalid, "a provider's id has at most \(Self.longestID) letters")
    }
    self.language = language
    self.id = id
    shortName = last.lowercased()
    self.type = type ?? "\(id).document"
    let known = registry.type(identifier: self.type)
    guard known != nil || !["public.", "mime."].contains(where: self.type.hasPrefix), self.type.contains("."),
      self.type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      self.type.unicodeScalars.allSatisfy({ Self.isPlain($0) || "-+_.".unicodeScalars.contains($0) })
    else { throw ProviderError(.requestInvalid, "'\(self.type)' is no content type that a provider can declare") }
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

  /// The id of the provider that somebody calls like this.
  package static func id(of name: String) -> String {
    name.contains(".") ? name : "org.example.\(name.lowercased())"
  }

  /// So that files and types can be named after it.
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

  /// The name of the program: what the manifest starts. It begins with a letter, as the name of a module in Swift has to.
  var program: String {
    guard language == .swift else { return "provider.py" }
    return shortName.first?.isNumber == true ? "provider-\(shortName)" : "\(shortName)-provider"
  }

  /// What lies in the folder.
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

  /// A template with the names of this provider. Names need no escapes: they are letters, digits, dots and hyphens.
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

  /// SwiftPM calls a package by the end of where it lies.
  private var packageName: String {
    let last = packageLocation.split(separator: "/").last.map(String.init) ?? "cameo"
    return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).replacing("\"", with: "\\\"")
  }
}
