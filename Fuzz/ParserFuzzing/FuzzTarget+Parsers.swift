internal import ContentTypes
package import MetadataFuzzing
internal import PDFFuzzing

extension FuzzTarget {
  /// The targets of this module: parsers of texts and messages, providers, conversions.
  package static let parsers =
    structures + texts + queries + messages + providers + conversions

  /// All targets but those of the HTTP service.
  package static let every = all + pdf + parsers
}
