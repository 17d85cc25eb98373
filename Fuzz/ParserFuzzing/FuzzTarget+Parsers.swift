internal import ContentTypes
package import MetadataFuzzing
internal import PDFFuzzing

extension FuzzTarget {
  /// The targets of this module: parsers of texts and messages, providers, conversions.
  package static let parsers =
    structures + texts + queries + messages + service + providers + conversions

  /// All targets.
  package static let every = all + pdf + parsers
}
