internal import Drawing
internal import ImageModel
internal import PeopleGroups
internal import ProviderKit
internal import ProviderSupport

enum PeopleGroupThumbnails {
  /// A square with the people of the group. The document draws itself, as for the thumbnails that `people` writes.
  static func thumbnail(_ group: PeopleGroup, _ request: FileThumbnailRequest) throws -> ThumbnailReply {
    try request.requireSinglePage()
    let side = min(request.maximumSize.width, request.maximumSize.height)
    let (scale, language) = (request.scale, request.locale)
    var reply = ThumbnailReply(
      contextSize: Size(width: side, height: side),
      currentContextDrawing: { context in
        try group.draw(in: context, scale: scale, fonts: FontCatalog(language: language))
      })
    reply.title = group.name
    return reply
  }
}
