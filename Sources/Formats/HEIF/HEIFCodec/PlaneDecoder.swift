internal import ByteStreams
internal import CHEIFShims
internal import CodecKit
internal import Glibc
internal import HEIFStructure
internal import ImageModel

/// Decodes the samples of images: libheif decodes one coded image at a time, and images that are made of others are
/// put together here.
struct PlaneDecoder: Sendable {
  let structure: HEIFStructure
  let source: any ByteSource
  let limits: Limits
  let request: DecodeRequest

  /// The image that one of the type `iden` stands for. `HEIFStructure.check` has seen that there is an end. The
  /// transformations of both are in `HEIFStructure.view`.
  func target(of item: HEIFItem) -> HEIFItem {
    var item = item
    for _ in 0..<HEIFPicture.maxDepth where item.type == "iden" {
      guard let id = structure.sources(of: item.id).first, let next = structure.item(id) else { break }
      item = next
    }
    return item
  }

  /// The samples of an image, before its transformations.
  ///
  /// - Parameter lumaOnly: whether chroma is left out, as for alpha.
  /// - Throws: `invalidData`, `unsupported`, `limitExceeded`, `io`, `cancelled`.
  func planes(of item: HEIFItem, lumaOnly: Bool = false) throws(ImageError) -> SamplePlanes {
    let item = target(of: item)
    var planes: SamplePlanes
    switch item.type {
    case "grid": planes = try grid(item, lumaOnly: lumaOnly)
    case "iovl": planes = try overlay(item)
    default: planes = try coded(item)
    }
    if lumaOnly { planes.planes.removeLast(planes.planes.count - 1) }
    return planes
  }

  private func coded(_ item: HEIFItem) throws(ImageError) -> SamplePlanes {
    try request.checkCancellation()
    let file = try structure.file(of: item, source, limits: limits)
    let subsampling = structure.property(item, \.samples).map { $0.subsampling } ?? "4:2:0"
    var found = [heif_shim_plane](repeating: heif_shim_plane(), count: 3)
    var decoded: OpaquePointer?
    var message = [CChar](repeating: 0, count: 256)
    let status = heif_shim_decode(file, file.count, subsampling == nil ? 1 : 0, &decoded, &found, &message)
    let owner = HEIFImage(decoded)
    try LibHEIF.check(status, message)
    found.removeAll { $0.samples == nil }
    let bits = found.first?.bits ?? 0
    guard found.allSatisfy({ $0.bits == bits }) else {
      throw ImageError(.unsupported, "luma and chroma have different numbers of bits", format: "HEIF")
    }
    let planes = found.compactMap { plane in
      plane.samples.map {
        SamplePlanes.Plane(
          samples: UnsafeRawPointer($0), stride: plane.stride,
          size: PixelSize(width: Int(plane.width), height: Int(plane.height)))
      }
    }
    let samples = try SamplePlanes(planes, bits: Int(bits), owner: owner)
    switch subsampling {
    case "4:2:0": return try samples.withoutRepeatedChroma(inRows: true)
    case "4:2:2": return try samples.withoutRepeatedChroma(inRows: false)
    default: return samples
    }
  }

  // MARK: Grids

  /// Tiles of one size, row by row. Several threads decode them.
  private func grid(_ item: HEIFItem, lumaOnly: Bool) throws(ImageError) -> SamplePlanes {
    let layout = try structure.derivation(of: item, source)
    let tiles = structure.sources(of: item.id).compactMap { structure.item($0) }
    guard let first = tiles.first, tiles.count == layout.rows * layout.columns else {
      throw ImageError(.invalidData, "a grid lacks tiles", format: "HEIF")
    }
    guard !tiles.contains(where: structure.isTransformed) else {
      throw ImageError(.unsupported, "a grid of pictures that are cropped or turned", format: "HEIF")
    }
    let corner = try planes(of: first, lumaOnly: lumaOnly)
    let size = corner.size
    guard size.width * layout.columns >= layout.size.width, size.height * layout.rows >= layout.size.height else {
      throw ImageError(
        .invalidData, "\(tiles.count) tiles of \(size) do not cover a grid of \(layout.size)", format: "HEIF")
    }
    let whole = try SamplePlanes(of: layout.size, like: corner)
    try whole.paste(corner, x: 0, y: 0)
    try decode(1..<tiles.count) { number throws(ImageError) in
      let tile = try planes(of: tiles[number], lumaOnly: lumaOnly)
      guard tile.size == size else {
        throw ImageError(.invalidData, "a grid has tiles of \(size) and of \(tile.size)", format: "HEIF")
      }
      try whole.paste(tile, x: number % layout.columns * size.width, y: number / layout.columns * size.height)
    }
    return whole
  }

  /// What threads that decode tiles share.
  private struct Work {
    var next: Range<Int>
    var running = 0
    var failure: ImageError?
  }

  /// Calls a function for each number, on several threads if the request allows it.
  private func decode(
    _ numbers: Range<Int>, _ body: @escaping @Sendable (Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    let work = Monitor(Work(next: numbers))
    let run = { @Sendable in
      while let number = work.withLock({ $0.failure == nil ? $0.next.popFirst() : nil }) {
        do throws(ImageError) {
          try body(number)
        } catch {
          work.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    let others = request.usesThreads ? min(Self.maxThreads, sysconf(Int32(_SC_NPROCESSORS_ONLN)), numbers.count) - 1 : 0
    for _ in 0..<max(0, others) {
      work.withLock { $0.running += 1 }
      let isStarted = DetachedThread.start {
        run()
        work.withLock { $0.running -= 1 }
        work.notify()
      }
      if !isStarted { work.withLock { $0.running -= 1 } }
    }
    run()
    if let failure = work.wait(for: { $0.running == 0 ? .some($0.failure) : nil }) { throw failure }
  }

  /// As many as decode one file at once.
  static let maxThreads = 4

  // MARK: Overlays

  /// Pictures one over the other, as planes of green, blue and red, or of grey.
  private func overlay(_ item: HEIFItem) throws(ImageError) -> SamplePlanes {
    let layout = try structure.derivation(of: item, source)
    guard let whole = try HEIFPicture(item, in: structure, source) else {
      throw ImageError(.invalidData, "an overlay does not declare its size", format: "HEIF")
    }
    let isGray = whole.info.colorModel == .gray
    let component: PixelFormat.Component = whole.info.bitsPerSample > 8 ? .uint16 : .uint8
    let canvas = try OverlayCanvas(
      layout.size, PixelFormat(component, isGray ? .gray : .rgb), background: layout.background)
    for (id, place) in zip(structure.sources(of: item.id), layout.offsets) {
      guard let part = structure.item(id), let picture = try HEIFPicture(part, in: structure, source) else {
        throw ImageError(.invalidData, "a part of an overlay does not declare its size", format: "HEIF")
      }
      try canvas.draw(HEIFRows(picture, self), picture.info.orientation, x: place.x, y: place.y)
    }
    return canvas.planes
  }
}

/// An image that libheif has decoded.
private final class HEIFImage {
  private let image: OpaquePointer?

  init(_ image: OpaquePointer?) { self.image = image }

  deinit { heif_shim_image_destroy(image) }
}
