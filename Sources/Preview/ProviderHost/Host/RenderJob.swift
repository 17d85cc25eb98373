internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import ProviderProtocol
internal import Synchronization

/// One provider's part of a request.
struct RenderJob: Sendable {
  /// The installed providers at the time when the request's turn came.
  let catalog: ProviderCatalog
  var provider: ProviderDescription
  /// What the provider draws.
  var request: RenderRequest
  /// The caller's request. It is smaller than `request` where the drawing is cropped or stretched.
  var original: RenderRequest
  var type: ContentType
  /// The encoded picture of another provider, which replaces the request's document.
  var bytes: [UInt8]?
  /// The time limit of one attempt.
  var seconds: Double
  /// The request's deadline.
  var end: ContinuousClock.Instant?
  /// Whether this is the second attempt. It is the last one, and needs a new worker.
  var isRetry = false
  /// What is known about the workers that the job was given.
  let usedWorker = UsedWorker()

  final class UsedWorker: Sendable {
    private let given = Atomic(false)
    private let started = Atomic(false)
    private let words = Mutex("")

    /// Whether a worker had seen other documents, which may have left less memory for this one.
    var wasGiven: Bool { given.load(ordering: .relaxed) }
    func note() { given.store(true, ordering: .relaxed) }

    /// Whether a worker of the provider was there to take the document, at the last attempt.
    var isStarted: Bool { started.load(ordering: .relaxed) }
    func note(isStarted: Bool) { started.store(isStarted, ordering: .relaxed) }

    /// The end of the log and of the standard error of the last worker of the provider that answered.
    var log: String { words.withLock { $0 } }
    func keep(log: String) { words.withLock { $0 = log } }
  }

  /// Chooses the provider.
  ///
  /// - Throws: `unsupportedType`.
  init(
    _ request: RenderRequest, _ type: ContentType, until end: ContinuousClock.Instant?, by catalog: ProviderCatalog
  ) throws(ProviderError) {
    let side = request.capability == .thumbnail ? request.maximumSize.longSide : nil
    guard let provider = catalog.candidates(for: type, capability: request.capability, pixels: side).first else {
      throw ProviderError(
        .unsupportedType, Self.reasonForNoProvider(for: type, request, side: side, catalog))
    }
    var request = request
    // A large thumbnail is better than no preview.
    if !provider.capabilities.contains(request.capability) { request.capability = .thumbnail }
    (self.provider, self.request, self.original) = (provider, request.drawing, request)
    (self.type, self.end, self.catalog) = (type, end, catalog)
    seconds = request.capability == .thumbnail ? provider.limits.thumbnailSeconds : provider.limits.previewSeconds
  }

  /// Why there is no provider: none supports the type, or those that do lack the capability or need a larger size. If
  /// there is only one provider that could be used (`--provider`), it is named.
  private static func reasonForNoProvider(
    for type: ContentType, _ request: RenderRequest, side: Int?, _ catalog: ProviderCatalog
  ) -> String {
    let capability = request.capability
    if type.identifier == "public.data" {
      let isNamed = !PathText.suffix(of: request.document.name).isEmpty
      return isNamed
        ? "the type of the file is not known, so no provider shows it"
        : "the type of the file is not known: its content does not show it, and its name has no suffix; "
          + "a name with the suffix of its type helps"
    }
    let name = "\(type.name) (\(type.identifier))"
    if let side,
      let least = catalog.candidates(for: type, capability: capability).map(\.thumbnailMinimumDimension).min(),
      least > side
    {
      return "no provider makes thumbnails of \(name) of fewer than \(least) pixels"
    }
    let others = ProviderCapability.allCases.filter { $0 != capability }
    let isTaken = others.contains { !catalog.candidates(for: type, capability: $0).isEmpty }
    // A provider without capabilities only decodes the pictures of others.
    let usable = catalog.providers.filter { !$0.capabilities.isEmpty }
    if usable.count == 1, let only = usable.first?.id {
      return isTaken
        ? "the provider \(only) makes no \(capability.rawValue)s of \(name)"
        : "the provider \(only) does not take files of type \(name)"
    }
    return isTaken ? "no provider makes \(capability.rawValue)s of \(name)" : "no provider shows \(name)"
  }

  /// The seconds that remain for a request that is sent now.
  ///
  /// - Throws: `timeout` where the request's time is over.
  func remaining() throws(ProviderError) -> Double {
    guard let end else { return seconds }
    let left = (end - .now) / .seconds(1)
    guard left > 0 else { throw ProviderError(.timeout, "the request's time is over", provider: provider.id) }
    return min(seconds, left)
  }

  /// Whether to try again: the provider may be at fault, the caller still waits, and there is time for a second
  /// attempt. A document that needs more than a new worker may use would need it again.
  func isRetried(after error: ProviderError) -> Bool {
    if error.code == .resourceExhausted, !usedWorker.wasGiven { return false }
    return !isRetry && error.code.mayBeProviderFault && !Task.isCancelled && end.map { .now < $0 } ?? true
  }

  /// The protocol's message for a worker.
  ///
  /// - Parameters:
  ///   - input: the document's path as the worker sees it.
  ///   - output: the path that the worker writes to.
  ///   - seconds: the time limit.
  func message(id: Int, input: String, output: String, seconds: Double) -> HostMessage {
    .request(
      request.capability, id: id,
      input: HostMessage.Input(path: input, name: request.document.name, contentType: type.identifier), output: output,
      maximumSize: Size(request.maximumSize, scale: request.scale), scale: request.scale,
      page: request.page, accept: request.accept, seconds: seconds)
  }
}
