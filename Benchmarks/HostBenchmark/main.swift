internal import Glibc
internal import PeopleGroupsProvider
internal import ProviderHost
internal import ProviderKit
internal import ShippedProviders

// Measures what the host adds to rendering, without HTTP. Build and run with
//   CAMEO_DEV=1 swift build -c release --product HostBenchmark
//   HostBenchmark --programs DIR --photo FILE.jpg --group FILE.pplgrp [--requests N] [--memory N] [--tier A|B]
// or by scripts/bench host. DIR holds cameo-providers, example-providers, cameo-launcher and thumb.

guard let options = BenchmarkOptions(CommandLine.arguments.dropFirst()) else {
  Words.say("usage: HostBenchmark --programs DIR --photo FILE --group FILE [--requests N] [--memory N] [--tier A|B]")
  exit(64)
}
let documents = [
  Document(
    name: "photo", path: options.photo, contentType: "public.jpeg",
    command: ["cameo-providers", "images"], definition: .images),
  Document(
    name: "people group", path: options.group, contentType: "org.cameo.pplgrp",
    command: ["example-providers", "peoplegroups"], definition: .peopleGroups),
]
do {
  for document in documents { try await Overhead(options: options, document: document).measure() }
  try await BatchRate(options: options).measure()
  if options.memory > 0 {
    for document in documents.reversed() { try await MemoryUse(options: options, document: document).measure() }
  }
} catch {
  Words.say("HostBenchmark: \(error)")
  exit(1)
}
