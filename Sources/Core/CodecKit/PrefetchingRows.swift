internal import Glibc
package import ImageModel

/// Decodes rows ahead on a separate thread while the caller works on earlier rows.
///
/// Decoding takes most of a thumbnail's time and cannot be divided; everything else (colour tables, the kernel, the
/// encoder) runs beside it. The thread starts at once and waits when its buffer is full. It pays for one picture on an
/// idle machine. A batch job that keeps all processors busy is faster without it.
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

  /// - Parameter bufferSize: the bytes of rows that are decoded ahead, approximately: at least four batches of at least
  ///   one row, at most all rows.
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

/// Some decoded rows; none at the end.
private struct Batch {
  let memory: UnsafeMutableRawBufferPointer
  var rowCount = 0
  /// The source's diagnostics at that time.
  var diagnostics: [Diagnostic] = []
}

/// The state that the two threads share. The mutex guards all mutable state. Only the decoding thread uses the source
/// until `isDone`.
private final class Shared: @unchecked Sendable {
  private let source: any RowSource
  private let rowsPerBatch: Int
  private let memory: UnsafeMutableRawBufferPointer
  private var free: [Batch] = []
  private var ready: [Batch] = []
  private var failure: ImageError?
  private var isDone = false
  private var isStopped = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ source: any RowSource, batchCount: Int, batchSize: Int, rowsPerBatch: Int) {
    self.source = source
    self.rowsPerBatch = rowsPerBatch
    memory = .allocate(byteCount: batchSize * batchCount, alignment: 64)
    for index in 0..<batchCount {
      let piece = memory[index * batchSize..<(index + 1) * batchSize]
      free.append(Batch(memory: UnsafeMutableRawBufferPointer(rebasing: piece)))
    }
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
    memory.deallocate()
  }

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
      withLock {
        if thrown == nil { ready.append(batch) }
        failure = thrown
        isDone = count == 0
      }
      if count == 0 { return }
    }
  }

  private func takeFree() -> Batch? {
    withLock {
      while free.isEmpty, !isStopped { pthread_cond_wait(changed, mutex) }
      return isStopped ? nil : free.removeLast()
    }
  }

  /// The next rows in order; nil after the last.
  func next() throws(ImageError) -> Batch? {
    let (batch, thrown) = withLock { () -> (Batch?, ImageError?) in
      while ready.isEmpty, !isDone { pthread_cond_wait(changed, mutex) }
      return ready.isEmpty ? (nil, failure) : (ready.removeFirst(), nil)
    }
    if let thrown { throw thrown }
    return batch
  }

  func recycle(_ batch: Batch) { withLock { free.append(batch) } }

  func stop() { withLock { isStopped = true } }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
