internal import Drawing
internal import PeopleGroups
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// People groups (`.people`, and the older `.pplgrp`), read by the document type of the program `people`.
  package static let peopleGroups = ProviderDefinition(
    id: "org.cameo.peoplegroups", version: "2.0", document: PeopleGroup.self,
    thumbnail: PeopleGroupThumbnails.thumbnail, preview: PeopleGroupPreviews.preview,
    prepare: { FontCatalog.load([TextStyle(weight: 700)]) })
}

enum PeopleGroupPreviews {
  /// The most portraits on a page. Further people are shown with initials.
  private static let maxPortraits = 200
  /// The pixels of a portrait along its short side: twice the size on the page, for fine screens.
  private static let portraitSide = 64

  /// The people of a group as a table.
  static func preview(_ group: PeopleGroup, _ request: FilePreviewRequest) throws -> PreviewReply {
    try request.requireSinglePage()
    var page = HTMLPage(title: group.name)
    page.style = """
      td{vertical-align:middle}
      b,img{display:inline-block;width:2.2em;height:2.2em;line-height:2.2em;border-radius:50%;text-align:center}
      b{color:#fff}img{object-fit:cover;vertical-align:middle}

      """
    page.append("h1", group.name)
    page.append(
      "p", group.people.count == 1 ? "1 person" : "\(group.people.count) people", attributes: " class=\"note\"")
    if group.people.isEmpty { return page.reply }
    page.append("<table><thead><tr><th></th><th>First name</th><th>Last name</th></tr></thead>\n")
    var portraits: [PreviewAttachment] = []
    for person in group.people {
      page.append("<tr><td>")
      if portraits.count < maxPortraits, let file = group.portraitFile(of: person, side: portraitSide) {
        try Task.checkCancellation()
        let id = "portrait-\(portraits.count + 1)"
        portraits.append(PreviewAttachment(id: id, contentType: "image/jpeg", data: file))
        page.append("<img src=\"cid:\(id)\" alt=\"\">")
      } else {
        let color = ColorText.text(Palette.background(for: person.name.full))
        page.append("b", person.name.initials, attributes: " style=\"background:\(color)\"")
      }
      page.append("</td>")
      page.append("td", person.name.first)
      page.append("td", person.name.last)
      page.append("</tr>\n")
    }
    page.append("</table>")
    var reply = page.reply
    reply.attachments = portraits
    return reply
  }
}
