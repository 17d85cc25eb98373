internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ProviderCheck
internal import ProviderHost
internal import ProviderProtocol
internal import ProviderSkeleton
internal import TestKit
internal import Testing

@Suite("New providers", .timed)
struct ProviderSkeletonTests {
  /// The types of the system, which take a while to read.
  private static let registry = ContentTypeRegistry.system()

  @Test("A new provider in Python passes the check as it is")
  func python() async throws {
    let folder = try TemporaryDirectory()
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
    let provider = try ProviderSkeleton("notes", language: .python).write(in: folder.path)
    #expect(provider == folder.file("org.example.notes"))
    let report = try await ProviderCheck(try await CheckRig.patientOptions()).run(provider)
    #expect(report.isPassed, "\(report.faults)")
    #expect(report.count(.warning) == 0, "\(report.lines.joined(separator: "\n"))")
  }

  /// Words that are suffixes of known types, words of digits, and long ones.
  @Test(
    "With any name of a new provider, its manifest is valid and its sample is one of its documents",
    arguments: [
      "text", "xml", "csv", "json", "log", "markdown", "md", "svg", "tar", "a.b.c", "readme", "3d", "7z",
      "org.example.7",
      "Notes", "com.Example.Big", "a-", "doc", "html", "swift", "h", "C", "o", String(repeating: "long", count: 20),
    ], ProviderSkeleton.Language.allCases)
  func names(name: String, language: ProviderSkeleton.Language) async throws {
    let folder = try TemporaryDirectory()
    let registry = Self.registry
    let skeleton = try ProviderSkeleton(name, language: language, registry: registry)
    let provider = try skeleton.write(in: folder.path)
    if language == .swift {
      // A substitute for the program, which takes long to build. Modules have its name, and begin with a letter.
      let manifest = try #require(skeleton.files.first { $0.path == "provider.json" }).text
      let named = try #require(manifest.split(separator: "\"exec\": [")[1].split(separator: "\"").dropFirst().first)
      let program = try folder.write(Array("#!/bin/sh\n".utf8), to: "\(skeleton.id)/\(named)")
      #expect(chmod(program, 0o755) == 0)
      #expect(named.first?.isLetter == true)
    }
    let catalog = ProviderCatalog(
      folders: [provider], thumbnailerFolders: [], limits: ProviderLimits(), registry: registry)
    #expect(catalog.problems == [])
    let sample = try #require(skeleton.files.first { $0.path.hasPrefix("samples/") })
    let type = try catalog.registry.identify(path: "\(provider)/\(sample.path)").type.identifier
    #expect(type == skeleton.type)
    #expect(catalog.provider(id: skeleton.id)?.supportedContentTypes == [type])
  }

  @Test("An extension of another type is refused, with the type and what to do")
  func takenExtension() throws {
    let error = #expect(throws: ProviderError.self) {
      try ProviderSkeleton("notes", fileExtension: "json", registry: Self.registry)
    }
    #expect(error?.code == .requestInvalid)
    #expect(error?.message.contains("(public.json)") == true)
    #expect(error?.message.contains("another --extension, or use --type public.json") == true)
    // A directory is not a text.
    #expect(throws: ProviderError.self) {
      try ProviderSkeleton("bundles", type: "com.apple.package", registry: Self.registry)
    }
    #expect(try ProviderSkeleton("texts", type: "public.plain-text").fileExtension == "txt")
  }

  @Test("A new provider in Swift is accepted by the compiler, with the modules that are built here")
  func swift() async throws {
    let folder = try TemporaryDirectory()
    let provider = try ProviderSkeleton(
      "com.example.sketch", language: .swift, fileExtension: "skt", packageLocation: Fixtures.root
    ).write(in: folder.path)
    // The modules of C libraries that ours are made with: their headers are where pkg-config says.
    let headers = try await Tool.run("pkg-config", ["--cflags-only-I", "cairo", "pangocairo", "fontconfig"]).text
    var arguments = ["-typecheck", "-swift-version", "6", "-parse-as-library", "-I", "\(Tool.products)/Modules"]
    for folder in [
      "PDF/CPango", "Core/CZlib", "Core/Compression/CBrotli", "Core/CLazyBinding/include", "Core/Digests/CCrypto",
      "Metadata/CExpat",
    ] {
      let path = "\(Fixtures.root)/Sources/\(folder)"
      arguments += ["-I", path, "-Xcc", "-I\(path)"]
    }
    for module in [
      "CLazyBinding", "CPangoShims", "CZlibShims", "CBrotliShims", "CCryptoShims", "CExpatShims", "CUchardetShims",
    ] {
      arguments += ["-Xcc", "-fmodule-map-file=\(Tool.products)/\(module).build/module.modulemap"]
    }
    for flag in headers.split(whereSeparator: \.isWhitespace) { arguments += ["-Xcc", String(flag)] }
    let result = try await Tool.run("swiftc", arguments + ["\(provider)/Sources/Main.swift"])
    #expect(result.status == 0, "\(result.errors)")
    let package = try FileByteSource(path: "\(provider)/Package.swift")
    let text = String(decoding: try package.bytes(at: 0, count: Int(package.size)), as: UTF8.self)
    #expect(text.contains(".package(path: \"\(Fixtures.root)\")"))
    #expect(text.contains("name: \"sketch-provider\""))
  }

  @Test("A known type is not declared again")
  func knownType() throws {
    let skeleton = try ProviderSkeleton("texts", type: "public.plain-text", fileExtension: "txt")
    #expect(!skeleton.declaresType)
    let manifest = try #require(skeleton.files.first { $0.path == "provider.json" })
    #expect(!manifest.text.contains("exportedTypes"))
  }

  @Test("A type of another provider is imported")
  func importedType() async throws {
    let group = ContentType(
      "org.cameo.pplgrp", name: "People group", fileExtensions: ["pplgrp"], mimeTypes: ["application/x-pplgrp"],
      origin: .exported(by: "org.cameo.peoplegroups"))
    let registry = Self.registry.adding([group]).registry
    let folder = try TemporaryDirectory()
    guard chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
    let reader = try ProviderSkeleton("reader", type: "org.cameo.pplgrp", registry: registry)
    #expect(reader.fileExtension == "pplgrp" && !reader.declaresType)
    // The check knows nothing of the other provider.
    let report = try await ProviderCheck(try await CheckRig.patientOptions()).run(try reader.write(in: folder.path))
    #expect(report.isPassed, "\(report.faults)")
    #expect(try ProviderSkeleton("pplgrp", registry: registry).fileExtension == "pplgrpdoc")
    #expect(throws: ProviderError.self) { try ProviderSkeleton("x", fileExtension: "pplgrp", registry: registry) }
  }

  @Test(
    "Names that lead elsewhere or mean nothing are refused",
    arguments: ["", "..", "a/b", "../x", "org..x", "-x", "a b", "org.example.\"x", "é"])
  func badNames(name: String) {
    #expect(throws: ProviderError.self) { try ProviderSkeleton(name) }
  }

  @Test("Nothing is overwritten")
  func existing() throws {
    let folder = try TemporaryDirectory()
    let skeleton = try ProviderSkeleton("notes")
    _ = try skeleton.write(in: folder.path)
    #expect(throws: ProviderError.self) { try skeleton.write(in: folder.path) }
  }
}
