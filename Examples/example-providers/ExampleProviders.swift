internal import CollectionProvider
internal import PeopleGroupsProvider
internal import ProviderKit
internal import ProviderSupport

/// The example providers, which are tested like the shipped ones and not installed.
///
///     preview --providers Examples/providers FILE.pplgrp
@main
enum ExampleProviders {
  static let all: KeyValuePairs<String, ProviderDefinition> = [
    "peoplegroups": .peopleGroups,
    "collection": .collection,
  ]

  static func main() { ProviderProgram.run("example-providers", all) }
}
