/// The number and generation of an indirect object in a file that is read (ISO 32000-1, 7.3.10).
struct ObjectNumber: Hashable, Sendable {
  var number: Int32
  var generation: Int32
}
