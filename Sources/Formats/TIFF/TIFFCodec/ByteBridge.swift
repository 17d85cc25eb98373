internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Hands the bytes of a source or a sink to libtiff, and keeps the first error that libtiff cannot carry.
final class ByteBridge {
  private enum Store {
    case source(any ByteSource)
    case sink(any ByteSink)
  }

  private let store: Store
  /// What a source or a sink threw; libtiff only hears that something failed.
  private(set) var failure: ImageError?

  init(_ source: any ByteSource) { store = .source(source) }
  init(_ sink: any ByteSink) { store = .sink(sink) }

  /// The functions that libtiff calls. The bridge must outlive the handle that gets them.
  var functions: tiff_shim_io {
    tiff_shim_io(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, buffer, count, offset in
        ByteBridge.from(context)?.read(buffer, count, offset) ?? -1
      },
      write: { context, buffer, count, offset in
        ByteBridge.from(context)?.write(buffer, count, offset) ?? -1
      },
      size: { context in
        ByteBridge.from(context)?.size ?? 0
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ByteBridge? {
    context.map { Unmanaged<ByteBridge>.fromOpaque($0).takeUnretainedValue() }
  }

  private var size: UInt64 {
    switch store {
    case .source(let source): source.size
    case .sink(let sink): sink.size
    }
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int64, _ offset: UInt64) -> Int64 {
    guard let buffer, count > 0 else { return 0 }
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    do throws(ImageError) {
      switch store {
      case .source(let source): return Int64(try source.read(into: target, at: offset))
      case .sink(let sink): return Int64(try sink.read(into: target, at: offset))
      }
    } catch {
      if failure == nil { failure = error }
      return -1
    }
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int64, _ offset: UInt64) -> Int64 {
    guard let buffer, count > 0, case .sink(let sink) = store else { return 0 }
    do throws(ImageError) {
      try sink.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: offset)
      return count
    } catch {
      if failure == nil { failure = error }
      return -1
    }
  }
}
