internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging

extension PDFJob {
  /// Opens the output; nil where an existing one is to be left alone.
  ///
  /// - Throws: `usage` where the output is one of the inputs; `io`.
  func openOutput() throws(ImageError) -> (file: any CommittableSink, summary: Summary)? {
    switch output {
    case .nowhere: return (CountingSink(), Summary())
    case .standardOutput:
      return (
        try AtomicFile(standardOutputNamed: BatchRunner.standardOutputName, names: environment.temporaryNames),
        Summary()
      )
    case .path(let path):
      try checkOptionFiles(path)
      let placement = OutputPlacement(environment: environment, inputName: path, inputIdentity: nil)
      switch try placement.open(path) {
      case .skip: return nil
      case .write(let file): return (file, Summary())
      }
    }
  }

  /// A file that an option reads is never overwritten.
  private func checkOptionFiles(_ path: String) throws(ImageError) {
    guard let identity = FileIdentity(path: path), SystemCall.status(of: path)?.isRegularFile ?? false else { return }
    // Inputs, and what descriptions name, are looked at when they are opened.
    let read = (decorations.stamp.map { [$0] } ?? []) + optionFiles
    if let input = read.first(where: { FileIdentity(path: $0) == identity }) {
      throw ImageError(.usage, "the output is an input, too: \(input)", path: path)
    }
  }
}

/// A sink whose bytes take their place at the end.
protocol CommittableSink: ByteSink {
  /// The name for messages.
  var path: String { get }
  func commit() throws(ImageError)
}

extension AtomicFile: CommittableSink {}

/// Counts bytes and keeps none: for plans.
final class CountingSink: CommittableSink {
  let path = "the plan"
  private(set) var size: UInt64 = 0

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    size = max(size, offset + UInt64(bytes.count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    let count = offset < size ? min(buffer.count, Int(clamping: size - offset)) : 0
    buffer.prefix(count).forEachIndex { $0 = 0 }
    return count
  }

  func commit() throws(ImageError) {}
}

extension Slice<UnsafeMutableRawBufferPointer> {
  fileprivate func forEachIndex(_ body: (inout UInt8) -> Void) {
    for index in indices { body(&base[index]) }
  }
}
