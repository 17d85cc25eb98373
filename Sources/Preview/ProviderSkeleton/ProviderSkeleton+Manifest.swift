internal import StructuredText

extension ProviderSkeleton {
  /// `provider.json`.
  var manifest: String {
    let command: [JSONValue] =
      language == .python ? [.string("python3"), .string("./\(program)")] : [.string(program)]
    var members: [JSONMember] = [
      JSONMember("id", .string(id)), JSONMember("version", .string("0.1")), JSONMember("protocol", .array([.int(1)])),
      JSONMember("exec", .array(command)),
      JSONMember("capabilities", .array([.string("thumbnail"), .string("preview")])),
      JSONMember("supportedContentTypes", .array([.string(type)])),
    ]
    if declaresType {
      let declared = JSONValue.object([
        "identifier": .string(type), "conformsTo": .array([.string("public.data"), .string("public.content")]),
        "description": .string("\(shortName) document"), "extensions": .array([.string(fileExtension)]),
      ])
      members.append(JSONMember("exportedTypes", .array([declared])))
    }
    members.append(JSONMember("limits", .object(["thumbnailSeconds": .int(5), "memoryMiB": .int(256)])))
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
    return """
      # \(id)

      Shows `.\(fileExtension)` documents (`\(type)`): a thumbnail of bars, a preview in HTML. Put your own drawing in their place, in
      `\(language == .python ? program : "Sources/Main.swift")`.
      \(build)
      Try it:

          preview check .
          preview --providers . samples/sample.\(fileExtension)

      `preview check` tries all documents of `samples/`, damaged ones that it makes of them, and hosts that behave oddly. Put a document
      there for each thing that you support.

      Install it for yourself:

          mkdir -p ~/.local/share/cameo/providers
          cp -r . ~/.local/share/cameo/providers/\(id)

      """
  }
}
