package import CommandKit
internal import ContentTypes
package import ImageModel
package import ProviderHost
internal import ProviderProtocol
package import StructuredText

/// Whether there is a provider for a file: what `preview can` finds. No provider is run.
package struct CanReport {
  private let file: String
  private let kind: RenderTarget.Kind
  private let type: ContentType?
  private let provider: ProviderDescription?
  /// Why the file cannot be read.
  package let error: ImageError?

  /// - Parameter file: a path, or `-` for standard input.
  package init(_ file: String, _ kind: RenderTarget.Kind, _ catalog: ProviderCatalog) {
    (self.file, self.kind) = (file, kind)
    do throws(ImageError) {
      let type = try InputDocument.identification(of: file, by: catalog.registry).type
      let capability = kind == .thumbnail ? ProviderCapability.thumbnail : .preview
      (self.type, error) = (type, nil)
      provider = catalog.candidates(for: type, capability: capability).first
    } catch {
      (type, provider, self.error) = (nil, nil, error)
    }
  }

  /// Success for yes, failure for no.
  package var status: ExitStatus { error != nil ? .undecided : provider == nil ? .failure : .success }

  package var line: String { "\(file): \(provider?.id ?? "no (\(type?.identifier ?? ""))")" }

  package var members: [JSONMember] {
    let answer = error != nil ? "unknown" : provider == nil ? "no" : "yes"
    return [
      JSONMember("input", .path(file)), JSONMember("kind", .string(kind.rawValue)),
      JSONMember("answer", .string(answer)), JSONMember("type", type.map { .string($0.identifier) } ?? .null),
      JSONMember("provider", provider.map { .string($0.id) } ?? .null),
    ] + (error.map { [JSONMember("error", .error($0))] } ?? [])
  }
}
