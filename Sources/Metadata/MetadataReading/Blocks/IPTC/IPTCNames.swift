/// The names of the datasets of IPTC IIM.
package enum IPTCNames {
  /// All of them, record by record.
  package static var all: [String] {
    (UInt8(1)...9).flatMap { record in
      (UInt8.min...UInt8.max).compactMap { IPTCDataSet(record: record, number: $0)?.name }
    }
  }
}
