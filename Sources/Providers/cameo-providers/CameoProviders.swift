internal import ProviderKit
internal import ProviderSupport
internal import ShippedProviders

/// The providers that are installed, under the names that their manifests give as the first argument.
@main
enum CameoProviders {
  static let all: KeyValuePairs<String, ProviderDefinition> = [
    "images": .images,
    "text": .text,
    "archive": .archive,
    "office": .office,
    "svg": .svg,
    "pdf": .pdf,
    "book": .book,
    "comic": .comic,
    "mail": .mail,
    "calendar": .calendar,
    "contact": .contact,
    "notebook": .notebook,
    "web": .web,
    "font": .font,
    "audio": .audio,
    "track": .track,
    "database": .database,
    "photoshop": .photoshop,
    "djvu": .djvu,
    "postscript": .postscript,
    "video": .video,
  ]

  static func main() {
    OfficePages.serveIfAsked()
    ProviderProgram.run("cameo-providers", all)
  }
}
