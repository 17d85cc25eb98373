internal import StructuredText

/// Says whether documents can be shown now.
struct HealthHandler {
  let state: ServiceState

  func ready() async -> Reply {
    let health = await state.service.health()
    let isReady = health.isReady && !state.isDraining
    var reply = Reply.json(
      .object([
        "ready": .bool(isReady), "draining": .bool(state.isDraining), "sandbox": .string(health.sandboxTier),
        "restingProviders": .array(health.restingProviders.map { .string($0) }),
      ]), headers: [("Cache-Control", "no-store")])
    reply.status = isReady ? 200 : 503
    return reply
  }
}
