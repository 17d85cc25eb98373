internal import ByteStreams
internal import Glibc
package import ImageModel

/// Decodes rows ahead on a separate thread while the caller works on earlier rows.
///
/// Decoding takes most of a thumbnail's time and cannot be divided. Everything else (colour tables, the kernel, the
/// encoder) runs at the same time. The thread starts at once and waits when its buffer is full. It pays for one picture
/// on an idle machine. A batch job that keeps all processors busy is faster without it.
///
/// The upstream source belongs to the thread until its last row, its failure, or the end of this object, which waits
/// for the thread.
package final class PrefetchingRows: RowSource {
  package let layout: RowLayout
  package let heldMemory: Int
  private let shared: Shared
  private var thread: pthread_t?
  private var current: Batch?
  private var rowsTaken = 0

  /// - Parameter bufferSize: approximately the bytes of rows that are decoded ahead. It holds at least four batches of
  ///   at least one row, and at most all rows.
  /// - Throws: `limitExceeded` when the batches need more than `limits.maxMemory`, `io` when no thread can be started.
  package init(_ source: any RowSource, bufferSize: Int = 256 << 10, limits: Limits) throws(ImageError) {
    layout = source.layout
    heldMemory = source.heldMemory
    let rows = max(1, min(layout.size.height, (64 << 10) / max(1, layout.bytesPerRow)))
    let batches = max(4, min(bufferSize / (64 << 10), layout.size.height / rows + 1))
    let (size, overflow) = layout.bytesPerRow.multipliedReportingOverflow(by: rows * batches)
    try limits.check(memory: overflow ? .max : size, for: "rows of \(layout.size.width) pixels")
    shared = Shared(source, batchCount: batches, batchSize: size / batches, rowsPerBatch: rows)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(shared)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().decode()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw ImageError(.io, "cannot start a thread", systemError: status)
    }
    self.thread = thread
  }

  deinit {
    shared.stop()
    if let thread { pthread_join(thread, nil) }
  }

  /// The source's diagnostics for the rows delivered so far.
  package private(set) var diagnostics: [Diagnostic] = []

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if current == nil {
      current = try shared.next()
      rowsTaken = 0
    }
    guard let batch = current else { return 0 }
    diagnostics = batch.diagnostics
    guard batch.rowCount > 0 else { return 0 }
    let count = min(maxRows, batch.rowCount - rowsTaken, buffer.count / layout.bytesPerRow)
    let start = rowsTaken * layout.bytesPerRow
    buffer.copyMemory(
      from: UnsafeRawBufferPointer(rebasing: batch.memory[start..<start + count * layout.bytesPerRow]))
    rowsTaken += count
    if rowsTaken == batch.rowCount {
      current = nil
      shared.recycle(batch)
    }
    return count
  }
}

/// Some decoded rows; none at the end. One thread uses it at a time.
private struct Batch: @unchecked Sendable {
  let memory: UnsafeMutableRawBufferPointer
  var rowCount = 0
  /// The source's diagnostics at that time.
  var diagnostics: [Diagnostic] = []
}

/// What the two threads share. Only the decoding thread uses the source until `isDone`.
private final class Shared: @unchecked Sendable {
  private struct State: Sendable {
    var free: [Batch]
    var ready: [Batch] = []
    var failure: ImageError?
    var isDone = false
    var isStopped = false
  }

  private let source: any RowSource
  private let rowsPerBatch: Int
  private let memory: UnsafeMutableRawBufferPointer
  private let state: Monitor<State>

  init(_ source: any RowSource, batchCount: Int, batchSize: Int, rowsPerBatch: Int) {
    self.source = source
    self.rowsPerBatch = rowsPerBatch
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: batchSize * batchCount, alignment: 64)
    self.memory = memory
    state = Monitor(
      State(
        free: (0..<batchCount).map { index in
          let piece = memory[index * batchSize..<(index + 1) * batchSize]
          return Batch(memory: UnsafeMutableRawBufferPointer(rebasing: piece))
        }))
  }

  deinit { memory.deallocate() }

  /// The body of the thread: decodes until the last row, a failure or `stop`.
  func decode() {
    while var batch = takeFree() {
      var count = 0
      var thrown: ImageError?
      do throws(ImageError) {
        count = try source.read(into: batch.memory, maxRows: rowsPerBatch)
      } catch {
        thrown = error
      }
      batch.rowCount = count
      batch.diagnostics = source.diagnostics
      change { [batch, thrown] state in
        if thrown == nil { state.ready.append(batch) }
        state.failure = thrown
        state.isDone = count == 0
      }
      if count == 0 { return }
    }
  }

  private func takeFree() -> Batch? {
    state.wait { state -> Batch?? in
      if state.isStopped { return .some(nil) }
      return state.free.popLast().map { .some($0) }
    }
  }

  /// The next rows in order; nil after the last.
  func next() throws(ImageError) -> Batch? {
    let (batch, thrown) = state.wait { state -> (Batch?, ImageError?)? in
      if !state.ready.isEmpty { return (state.ready.removeFirst(), nil) }
      return state.isDone ? (nil, state.failure) : nil
    }
    if let thrown { throw thrown }
    return batch
  }

  func recycle(_ batch: Batch) { change { $0.free.append(batch) } }

  func stop() { change { $0.isStopped = true } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock(body)
    state.notify()
  }
}
