internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol

/// Checks the provider with documents that are cut, changed, random or missing. It must answer each in time, with an
/// error or a valid reply.
struct DamageChecks {
  var target: CheckTarget
  var session: CheckSession
  var scratch: String

  /// The results for a group of documents.
  private struct Tally {
    var pictures = 0
    var refusals = 0
    var faults: [String] = []
    var firstFault: ProviderError?
    /// A message that contains a path; nil if there is none.
    var messageWithPath: String?
    /// Whether there are enough faults to stop.
    var isOver: Bool { faults.count >= 3 }

    mutating func add(_ outcome: CheckSession.Outcome, _ name: String) {
      switch outcome {
      case .made: pictures += 1
      case .refused(let error):
        refusals += 1
        if error.message.contains("/cameo-worker-") { messageWithPath = error.message }
      case .fault(let error):
        faults.append("\(name): \(error)")
        if firstFault == nil { firstFault = error }
      }
    }
  }

  func check(_ run: CheckRun) async {
    var messageWithPath: String?
    for capability in target.provider.capabilities {
      for sample in target.leaders {
        var tally = Tally()
        let name = "damaged documents, \(capability.rawValue)s like \(sample.name)"
        do throws(ProviderError) {
          try await tryAll(sample, capability, &tally)
          await run.add(Self.result(name, tally))
        } catch {
          await run.add(CheckResult(name, .notApplicable, error.message))
        }
        messageWithPath = messageWithPath ?? tally.messageWithPath
      }
    }
    if let messageWithPath {
      await run.add(
        CheckResult(
          "messages", .warning, "'\(messageWithPath)'",
          advice: "messages go to people who may not see your files: no paths"))
    }
  }

  private static func result(_ name: String, _ tally: Tally) -> CheckResult {
    if let first = tally.firstFault {
      return CheckResult(
        name, .failed, tally.faults.joined(separator: "; "), advice: CheckAdvice.text(for: first))
    }
    return CheckResult(
      name, .passed,
      "\(CheckDescriptions.count(tally.refusals, "error")), \(CheckDescriptions.count(tally.pictures, "picture"))")
  }

  private func tryAll(
    _ sample: CheckTarget.Sample, _ capability: ProviderCapability, _ tally: inout Tally
  ) async throws(ProviderError) {
    let folder = try ScratchFolder(in: scratch)
    var request = CheckRequest(
      place: .missing, name: sample.name, contentType: sample.contentType, capability: capability)
    if sample.isPackage {
      try await tryPackages(sample, folder, &request, &tally)
    } else {
      guard let file = try? FileByteSource(path: sample.path), let bytes = try? file.bytes(at: 0, count: 16 << 20)
      else {
        throw ProviderError(
          .sourceUnavailable, "\(sample.name) cannot be read, or is too large to be changed in many ways")
      }
      for damage in DamagedDocument.all(of: bytes) + DamagedDocument.places where !tally.isOver {
        request.place = try place(damage, sample.name, folder)
        tally.add(await session.ask(request), damage.name)
        folder.clear()
      }
    }
    guard !tally.isOver else { return }
    await tryOddRequests(sample, capability, &tally)
  }

  /// Tries odd requests for an undamaged document.
  private func tryOddRequests(
    _ sample: CheckTarget.Sample, _ capability: ProviderCapability, _ tally: inout Tally
  ) async {
    var request = CheckRequest(
      place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
    request.page = 1_000_000
    tally.add(await session.ask(request), "page 1,000,000")
    request.page = nil
    request.name = "<b>\u{202E}\u{1}\"'&\n" + String(repeating: "\u{1F5BC}", count: 200)
    tally.add(await session.ask(request), "a name with control characters, markup and 200 pictograms")
    request.name = sample.name
    request.contentType = "public.data"
    tally.add(await session.ask(request), "the type public.data")
  }

  private func place(_ damage: DamagedDocument, _ name: String, _ folder: ScratchFolder) throws(ProviderError)
    -> CheckRequest.Place
  {
    switch damage.content {
    case .bytes(let bytes): .copy(of: try folder.write(bytes, to: name))
    case .folder: .copy(of: try folder.makeFolder(name))
    case .missing: .missing
    case .locked: .locked
    }
  }

  /// Tries empty packages, packages with one damaged file, and files in place of packages.
  private func tryPackages(
    _ sample: CheckTarget.Sample, _ folder: ScratchFolder, _ request: inout CheckRequest, _ tally: inout Tally
  ) async throws(ProviderError) {
    var files: [(name: String, bytes: [UInt8])] = []
    for name in (SystemCall.entries(of: sample.path) ?? []).sorted().prefix(32) {
      if let file = try? FileByteSource(path: "\(sample.path)/\(name)"),
        let bytes = try? file.bytes(at: 0, count: 16 << 20)
      {
        files.append((name, bytes))
      }
    }
    for damage in DamagedDocument.places where !tally.isOver {
      request.place = try place(damage, sample.name, folder)
      tally.add(await session.ask(request), damage.name == "a folder in its place" ? "an empty package" : damage.name)
      folder.clear()
    }
    request.place = .copy(of: try folder.write(Array("a file".utf8), to: sample.name))
    tally.add(await session.ask(request), "a file in its place")
    folder.clear()
    // The smallest files usually describe the contents of the package.
    for victim in files.indices.sorted(by: { files[$0].bytes.count < files[$1].bytes.count }).prefix(2) {
      for damage in DamagedDocument.all(of: files[victim].bytes) where !tally.isOver {
        guard case .bytes(let bytes) = damage.content else { continue }
        _ = try folder.makeFolder(sample.name)
        for (index, file) in files.enumerated() {
          _ = try folder.write(index == victim ? bytes : file.bytes, to: "\(sample.name)/\(file.name)")
        }
        request.place = .copy(of: "\(folder.path)/\(sample.name)")
        tally.add(await session.ask(request), "\(files[victim].name) \(damage.name)")
        folder.clear()
      }
    }
  }
}
