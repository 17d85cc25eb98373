// The adapter over the host of providers comes with the host.
package import ProviderProtocol
package import StructuredText

/// Shows nothing yet: stands where the host of providers will.
package struct HostRenderService: RenderService {
  package init() {}
  package func start() async throws(ProviderError) {}
  package func shutdown(graceSeconds: Double) async {}
  package var generation: String { "none" }
  package func thumbnail(_ order: RenderOrder) async throws(ProviderError) -> RenderReply { throw Self.none }
  package func preview(_ order: RenderOrder) async throws(ProviderError) -> RenderReply { throw Self.none }
  package func types() async -> [TypeRecord] { [] }
  package func providers() async -> [ProviderRecord] { [] }
  package func explain(
    _ document: ServedDocument, capability: ProviderCapability
  ) async throws(ProviderError) -> JSONValue { throw Self.none }
  package func health() async -> RenderHealth { RenderHealth(isReady: false, sandboxTier: "none") }
  package func metrics() async -> [MetricFamily] { [] }

  private static let none = ProviderError(.providerUnavailable, "there are no providers in this build")
}
