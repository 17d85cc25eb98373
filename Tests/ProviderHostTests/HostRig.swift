internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization
internal import TestKit

/// A host with one provider that misbehaves as told, and a folder in which the provider leaves notes.
struct HostRig {
  let folder: TemporaryDirectory
  let host: PreviewHost
  let renderer: ProviderRenderer
  let catalog: ProviderCatalog
  let document: String
  let events = EventLog()
  /// Folders that must live as long as this object.
  var companions: [TemporaryDirectory] = []

  /// Keeps what the host logs.
  final class EventLog: Sendable {
    private let events = Mutex<[HostEvent]>([])
    func add(_ event: HostEvent) { events.withLock { $0.append(event) } }
    var all: [HostEvent] { events.withLock { $0 } }
  }

  /// The name of a pixel format, the sizes and the bytes, in one text.
  struct ReadableEncoder: PixelEncoding {
    func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture {
      let format = request.format ?? .jpeg
      let text = "\(format.rawValue) \(pixels.layout.rawValue) \(pixels.size) \(pixels.bytes[0])"
      return EncodedPicture(format: format, size: pixels.size, bytes: Array(text.utf8))
    }
  }

  /// Limits that let a test end soon.
  static var hastyLimits: ProviderLimits {
    var limits = patientLimits
    limits.thumbnailSeconds = 1
    limits.previewSeconds = 1
    return limits
  }

  /// Limits for tests that are not about time, on a machine that is busy with a hundred other tests.
  static var patientLimits: ProviderLimits {
    var limits = ProviderLimits()
    limits.thumbnailSeconds = 60
    limits.previewSeconds = 60
    limits.outputMiB = 2
    limits.megapixels = 1
    limits.memoryMiB = 128
    return limits
  }

  /// - Parameter program: the provider's argument list in place of the misbehaving one.
  init(
    _ mode: String, program: [String]? = nil, limits: ProviderLimits = HostRig.hastyLimits,
    encoder: any PixelEncoding = ReadableEncoder(), more: [ProviderDescription] = [],
    tier: SandboxTier = .none, describe: (inout ProviderDescription) -> Void = { _ in },
    configure: (inout HostConfiguration) -> Void = { _ in }
  ) async throws {
    folder = try TemporaryDirectory()
    // Workers run as a user of their own where the tests run as root.
    guard chmod(folder.path, 0o777) == 0 else { throw TestFailure("chmod") }
    document = try folder.write(Array("document".utf8), to: "a.txt")
    let programs = try await TestProgram.folder()
    var provider = ProviderDescription(
      id: "org.example.misbehave", version: "1.0",
      command: program ?? ["\(programs)/misbehave", mode, folder.path],
      supportedContentTypes: ["public.plain-text"])
    provider.limits = limits
    provider.readableFolders = [programs]
    describe(&provider)
    var configuration = HostConfiguration(version: "0")
    configuration.workers.prewarmed = 0
    configuration.workers.killSeconds = 0.2
    configuration.workerFolder = folder.file("workers")
    guard SystemCall.makeDirectory(configuration.workerFolder, mode: 0o711) else { throw TestFailure("mkdir") }
    // Many tests run at the same time on few processors.
    configuration.queueSeconds = 60
    configuration.workers.helloSeconds = 60
    let events = events
    configuration.log = { events.add($0) }
    configure(&configuration)
    catalog = ProviderCatalog([provider] + more, registry: ContentTypeRegistry())
    renderer = ProviderRenderer(
      configuration: configuration, providers: catalog.providers,
      sandbox: Sandbox(tier: tier, launcher: try await TestedSandbox.launcher(), bubblewrap: "/usr/bin/bwrap"),
      encoder: encoder)
    host = PreviewHost(configuration: configuration, catalog: catalog, renderer: renderer)
  }

  var request: RenderRequest {
    RenderRequest(
      .thumbnail, of: DocumentReference(path: document, name: "a.txt"),
      maximumSize: PixelSize(width: 128, height: 128))
  }

  var previewRequest: RenderRequest {
    RenderRequest(
      .preview, of: DocumentReference(path: document, name: "a.txt"), maximumSize: PixelSize(width: 800, height: 600))
  }

  /// The lines of a note that the provider left.
  func notes(_ name: String) -> [String] {
    guard let bytes = try? FileByteSource(path: folder.file(name)),
      let text = try? bytes.bytes(at: 0, count: Int(bytes.size))
    else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Ends the host, and describes what is left: processes, folders and files of workers, and their descriptors.
  func leftovers() async -> [String] {
    await host.shutdown(graceSeconds: 5)
    let directories = folder.file("workers")
    let descriptors = (SystemCall.entries(of: "/proc/self/fd") ?? [])
      .compactMap { SystemCall.linkTarget("/proc/self/fd/\($0)") }.filter { $0.hasPrefix(directories) }
    return processes.map { "process \($0)" } + (SystemCall.entries(of: directories) ?? ["no folder"]) + descriptors
  }

  /// The processes that were started with the folder of this test among their arguments.
  var processes: [String] {
    (SystemCall.entries(of: "/proc") ?? []).filter { Int($0) != nil && mentionsFolder($0) }
  }

  /// Whether a worker has its document and is about to get the request. The worker's directory shows this, because
  /// notes cannot leave a sandbox.
  var hasOrder: Bool {
    let directories = folder.file("workers")
    return (SystemCall.entries(of: directories) ?? []).contains {
      SystemCall.entries(of: "\(directories)/\($0)/in")?.isEmpty == false
    }
  }

  /// Whether a process was started with the folder of this test among its arguments.
  private func mentionsFolder(_ process: String) -> Bool {
    guard let file = fopen("/proc/\(process)/cmdline", "r") else { return false }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = fread(&buffer, 1, buffer.count - 1, file)
    // Each argument ends with a NUL, where the search would stop.
    for index in 0..<count where buffer[index] == 0 { buffer[index] = 0x20 }
    return strstr(buffer, folder.path) != nil
  }
}

extension PreviewHost {
  /// Renders a request for a thumbnail.
  func thumbnail(_ request: RenderRequest) async throws(ProviderError) -> RenderReply { try await render(request) }

  /// Renders a request for a preview.
  func preview(_ request: RenderRequest) async throws(ProviderError) -> RenderReply { try await render(request) }
}

/// Polls a condition until it holds, for a minute at most.
func waitUntil(_ condition: () async -> Bool) async throws {
  for _ in 0..<1_200 {
    if await condition() { return }
    try await Task.sleep(for: .milliseconds(50))
  }
}

/// The code of what an asynchronous call throws; nil where it throws nothing.
func code<Value>(_ body: () async throws -> Value) async -> ProviderError.Code? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? ProviderError)?.code
  }
}
