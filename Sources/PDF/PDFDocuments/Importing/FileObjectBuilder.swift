internal import ByteStreams
internal import CQPDFShims
internal import PDFReading

/// Builds a value from the parts that `qpdf_shim_walk` reports.
final class FileObjectBuilder {
  private struct Frame {
    /// Where the values and keys of the container begin on the stacks.
    var values: Int
    var keys: Int
    var isStream: Bool
  }

  private var frames: [Frame] = []
  private var values: [FileObject] = []
  private var keys: [String] = []
  private var streamFollows = false

  /// The object, once all of its parts were added.
  var object: FileObject { values.first ?? .null }

  func add(_ part: qpdf_shim_part, _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int64, _ generation: Int32) {
    switch part {
    case qpdf_shim_boolean: values.append(.boolean(number != 0))
    case qpdf_shim_integer: values.append(.integer(Int(number)))
    case qpdf_shim_real: values.append(.real(String(decoding: bytes, as: UTF8.self)))
    case qpdf_shim_name: values.append(.name(PathText.text(bytes)))
    case qpdf_shim_string: values.append(.string(Array(bytes)))
    case qpdf_shim_reference:
      values.append(.reference(ObjectNumber(number: Int32(truncatingIfNeeded: number), generation: generation)))
    case qpdf_shim_array_begin, qpdf_shim_dictionary_begin:
      frames.append(Frame(values: values.count, keys: keys.count, isStream: streamFollows))
      streamFollows = false
    case qpdf_shim_key: keys.append(PathText.text(bytes))
    case qpdf_shim_array_end: close { frame in .array(Array(values[frame.values...])) }
    case qpdf_shim_dictionary_end:
      close { frame in
        let entries = zip(keys[frame.keys...], values[frame.values...]).map { FileDictionary.Entry(key: $0, value: $1) }
        return frame.isStream
          ? .stream(FileDictionary(entries: entries)) : .dictionary(FileDictionary(entries: entries))
      }
    case qpdf_shim_stream: streamFollows = true
    default: values.append(.null)
    }
  }

  private func close(_ container: (Frame) -> FileObject) {
    guard let frame = frames.popLast() else { return }
    let whole = container(frame)
    values.removeSubrange(frame.values...)
    keys.removeSubrange(frame.keys...)
    values.append(whole)
  }
}
