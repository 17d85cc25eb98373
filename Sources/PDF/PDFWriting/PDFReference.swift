/// The number of an indirect object (ISO 32000-1, 7.3.10). Generations are always 0: nothing is written twice.
package struct PDFReference: Hashable, Sendable {
  package var number: Int

  package init(_ number: Int) { self.number = number }
}
