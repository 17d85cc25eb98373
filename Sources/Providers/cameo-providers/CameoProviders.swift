internal import ArchiveProvider
internal import CollectionProvider
internal import Glibc
internal import ImagesProvider
internal import PDFProvider
internal import PeopleGroupsProvider
internal import ProviderKit
internal import SVGProvider
internal import TextProvider

/// The providers of the suite in one program, for each with a Swift runtime of its own would weigh as much: the first argument
/// is the provider's name, the rest is its own (`ProviderMain`).
@main
enum CameoProviders {
  static let providers: KeyValuePairs<String, ProviderDefinition> = [
    "images": .images, "peoplegroups": .peopleGroups, "collection": .collection, "text": .text, "archive": .archive,
    "svg": .svg, "pdf": .pdf,
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let provider = providers.first(where: { $0.key == name }) else {
      let usage = "usage: cameo-providers NAME [--help]; names are \(providers.map(\.key).joined(separator: ", "))\n"
      let bytes = Array(usage.utf8)
      _ = write(STDERR_FILENO, bytes, bytes.count)
      _exit(64)
    }
    _exit(ProviderMain.run(provider.value, arguments: Array(arguments.dropFirst())))
  }
}
