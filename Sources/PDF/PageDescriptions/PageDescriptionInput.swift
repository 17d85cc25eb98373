package import ByteStreams
package import Drawing
package import ImageModel

/// A page description of either kind, told by its beginning.
package enum PageDescriptionInput {
  /// JSON or a property list: all is read before the first page.
  case whole(PageDescription)
  /// JSON Lines: pages come as their lines do.
  case lines(PageDescriptionStream)

  /// Opens what comes from a pipe or a file.
  ///
  /// - Parameter name: stands for the path in messages.
  /// - Throws: `ImageError` with the name.
  package static func open(
    _ lines: DescriptionLines, name: String, _ options: DescriptionOptions, fonts: FontCatalog,
    resources: any DescriptionResources
  ) throws(ImageError) -> PageDescriptionInput {
    var options = options
    options.name = name
    do throws(ImageError) {
      if try lines.isJSONLines() {
        return .lines(try PageDescriptionStream(lines, options, fonts: fonts, resources: resources))
      }
      let value = try DescriptionSyntax.parse(try lines.rest(), limits: options.limits)
      return .whole(try PageDescription(value, options, fonts: fonts, resources: resources))
    } catch {
      throw error.at(path: name)
    }
  }

  package var document: DocumentDescription {
    switch self {
    case .whole(let description): description.document
    case .lines(let stream): stream.document
    }
  }
}

extension DescriptionLines {
  /// The lines of a file, or of what comes from a pipe: read once, in their order.
  package static func of(_ source: any ByteSource, limits: DescriptionLimits) -> DescriptionLines {
    var offset: UInt64 = 0
    return DescriptionLines(limits: limits) { (buffer) throws(ImageError) in
      let count = try source.read(into: buffer, at: offset)
      offset += UInt64(count)
      return count
    }
  }
}
