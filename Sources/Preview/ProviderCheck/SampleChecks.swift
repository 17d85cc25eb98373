internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Checks the provider with documents that it should show.
struct SampleChecks {
  var target: CheckTarget
  var session: CheckSession

  /// - Returns: whether at least one was shown.
  func check(_ run: CheckRun) async -> Bool {
    guard !target.samples.isEmpty else {
      // Samples that could not be tried were reported already.
      if target.unsupportedSamples.isEmpty, target.unreadable.isEmpty {
        await run.add(
          CheckResult(
            "samples", .warning, "no samples, so only its start was checked",
            advice: "name documents with --sample, or put some into samples/ beside the manifest"))
      }
      return false
    }
    var isShown = false
    for capability in target.provider.capabilities {
      var faults = 0
      for sample in target.samples where faults < 2 {
        let (result, isFault) = await shown(sample, capability)
        await run.add(result)
        if result.verdict != .failed { isShown = true }
        if isFault { faults += 1 }
      }
    }
    if isShown, target.provider.capabilities.contains(.thumbnail), let leader = target.leaders.first {
      await run.add(await sizes(leader))
      await run.add(await scale(leader))
    }
    return isShown
  }

  private func makeRequest(_ sample: CheckTarget.Sample, _ capability: ProviderCapability) -> CheckRequest {
    var request = CheckRequest(
      place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
    if capability == .preview { request.maximumSize = .init(width: 1_024, height: 768) }
    return request
  }

  private func shown(
    _ sample: CheckTarget.Sample, _ capability: ProviderCapability
  ) async -> (result: CheckResult, isFault: Bool) {
    let name = "\(capability.rawValue) of \(sample.name)"
    switch await session.ask(makeRequest(sample, capability)) {
    case .refused(let error):
      return (
        CheckResult(name, .failed, "refused: \(error)", advice: "a sample is a document that the provider can show"),
        false
      )
    case .fault(let error): return (CheckResult(name, .failed, "\(error)", advice: CheckAdvice.text(for: error)), true)
    case .made(let reply):
      if !reply.strays.isEmpty {
        return (
          CheckResult(
            name, .warning, "left behind: \(reply.strays.prefix(3).joined(separator: ", "))",
            advice: "remove temporary files before the reply"), false
        )
      }
      if let complaint = reply.complaints.first {
        return (
          CheckResult(
            name, .warning, complaint, advice: "list each file that the page refers to by cid: in attachments"), false
        )
      }
      if reply.isBlank {
        return (
          CheckResult(
            name, .warning, "\(reply.description), all of one colour", advice: "is the output written before the reply?"
          ),
          false
        )
      }
      return (CheckResult(name, .passed, reply.description), false)
    }
  }

  /// Requests thumbnails of wide, tall and square sizes.
  private func sizes(_ sample: CheckTarget.Sample) async -> CheckResult {
    let least = target.provider.thumbnailMinimumDimension
    var seen: [String] = []
    for (width, height) in [(16, 16), (64, 64), (300, 100), (100, 300), (1_000, 1_000), (3, 900)]
    where max(width, height) >= least {
      var request = makeRequest(sample, .thumbnail)
      request.maximumSize = .init(width: width, height: height)
      switch await session.ask(request) {
      case .made(let reply):
        if let size = reply.size { seen.append("\(size.width)x\(size.height) of \(width)x\(height)") }
      case .refused(let error), .fault(let error):
        return CheckResult(
          "sizes", .failed, "at most \(width) by \(height): \(error)", advice: CheckAdvice.text(for: error))
      }
    }
    return CheckResult(
      "sizes", .passed, seen.isEmpty ? "encoded pictures, which hosts make smaller" : seen.joined(separator: ", "))
  }

  /// Requests the same thumbnail with one pixel and with two pixels per point.
  private func scale(_ sample: CheckTarget.Sample) async -> CheckResult {
    var request = makeRequest(sample, .thumbnail)
    request.maximumSize = .init(width: 128, height: 128)
    let plain = await session.ask(request)
    request.maximumSize = .init(width: 256, height: 256)
    request.scale = 2
    switch (plain, await session.ask(request)) {
    case (.made(let small), .made(let large)):
      guard let one = small.size, let two = large.size else {
        return CheckResult("scale", .notApplicable, "encoded pictures, which hosts make smaller")
      }
      let seen = "\(one.width)x\(one.height) at 1, \(two.width)x\(two.height) at 2"
      return one == two && max(one.width, one.height) == 128
        ? CheckResult("scale", .warning, seen, advice: "the size in pixels is maximumSize times scale")
        : CheckResult("scale", .passed, seen)
    case (_, .refused(let error)), (_, .fault(let error)), (.refused(let error), _), (.fault(let error), _):
      return CheckResult("scale", .failed, "\(error)", advice: CheckAdvice.text(for: error))
    }
  }
}

/// Advice on how to fix a fault of a provider.
enum CheckAdvice {
  static func text(for error: ProviderError) -> String {
    switch error.code {
    case .timeout: "answer within the limits of the manifest; an error is an answer, too"
    case .crashed: "answer every document with a reply or an error; the program's standard error may say more"
    case .resourceExhausted: "stay within the limits of hello; answer limitExceeded for documents that need more"
    case .protocolViolation where error.message.contains("picture that"):
      "an image is a file that the suite reads: PNG, JPEG, WebP and others (docs/writing-providers.md)"
    case .protocolViolation where error.message.contains("attachment"):
      "write the files of all attachments beside the output before the reply"
    case .protocolViolation:
      "one message of at most 64 KiB on each line, one answer to each request, its file complete before the answer"
    default: ""
    }
  }
}
