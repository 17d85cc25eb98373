internal import ContentTypes
internal import StructuredText

extension ProviderSkeleton {
  /// What a new type conforms to.
  static let parents = ["public.data", "public.content"]

  /// `provider.json`.
  var manifest: String {
    let command: [JSONValue] =
      language == .python ? [.string("/usr/bin/python3"), .string("./\(program)")] : [.string(program)]
    var members: [JSONMember] = [
      JSONMember("id", .string(id)), JSONMember("version", .string("0.1")), JSONMember("protocol", .array([.int(1)])),
      JSONMember("exec", .array(command)),
      JSONMember("capabilities", .array([.string("thumbnail"), .string("preview")])),
      JSONMember("supportedContentTypes", .array([.string(type)])),
    ]
    if declaresType {
      let declared = JSONValue.object([
        "identifier": .string(type), "conformsTo": .array(Self.parents.map { .string($0) }),
        "description": .string("\(shortName) document"), "extensions": .array([.string(fileExtension)]),
      ])
      members.append(JSONMember("exportedTypes", .array([declared])))
    }
    if let importedType {
      let read = JSONValue.object([
        "identifier": .string(type), "conformsTo": .array(importedType.conformsTo.map { .string($0) }),
        "description": .string(importedType.name),
        "extensions": .array(importedType.allExtensions.map { .string($0) }),
        "mimeTypes": .array(importedType.mimeTypes.map { .string($0) }),
      ])
      members.append(JSONMember("importedTypes", .array([read])))
    }
    members.append(JSONMember("limits", .object(["memoryMiB": .int(256)])))
    return JSONWriter.text(.object(members), layout: .indented) + "\n"
  }

  var readme: String {
    let build =
      language == .python
      ? ""
      : """

      Build it, and put the program beside the manifest:

          swift build -c release --static-swift-stdlib
          cp .build/release/\(program) .

      """
    let test =
      language == .python
      ? ""
      : """

      `swift test` tests the provider in the process, where a debugger can follow, and as the program beside the
      manifest, in the sandbox. That needs `preview` in `PATH`.

      """
    return """
      # \(id)

      Shows `.\(fileExtension)` documents (`\(type)`): a thumbnail of bars, and a preview in HTML. Replace them by your
      own drawing in `\(language == .python ? program : "Sources/Main.swift")`.
      \(build)
      Try it:

          preview check .
          preview --providers . --no-cache -o /tmp/sample.png samples/sample.\(fileExtension)

      `preview check` tests the provider with the documents in `samples/`, with damaged copies of them, and with hosts
      that behave oddly. Put one document there for each feature that you support, and nothing else. Without
      `--no-cache` you see the cached thumbnail, not your last change.
      \(test)
      Install it for yourself:

          mkdir -p ~/.local/share/cameo/providers/\(id)
          cp provider.json \(program) ~/.local/share/cameo/providers/\(id)

      For GNOME's file manager, whose sandbox hides home folders, install it in `/usr/local/share/cameo/providers/\(id)`
      and run `preview export`.

      """
  }
}
