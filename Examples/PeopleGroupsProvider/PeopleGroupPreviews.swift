internal import Drawing
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// People groups (`.pplgrp`).
  package static let peopleGroups = ProviderDefinition(
    id: "org.cameo.peoplegroups", version: "1.0", thumbnail: { PeopleGroupThumbnails() },
    preview: { PeopleGroupPreviews() },
    prepare: { FontCatalog.load([TextStyle(weight: 700)]) })
}

/// The people of a group as a table.
final class PeopleGroupPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let group = try PeopleGroup(path: request.filePath)
    var page = HTMLPage(title: group.name)
    page.style = """
      td{vertical-align:middle}
      b{display:inline-block;width:2.2em;height:2.2em;line-height:2.2em;border-radius:50%;color:#fff;text-align:center}

      """
    page.append("h1", group.name)
    page.append(
      "p", group.people.count == 1 ? "1 person" : "\(group.people.count) people", attributes: " class=\"note\"")
    if group.people.isEmpty { return page.reply }
    page.append("<table><thead><tr><th></th><th>First name</th><th>Last name</th></tr></thead>\n")
    for person in group.people {
      let color = Palette.hex(Palette.background(for: person.fullName))
      page.append("<tr><td>")
      page.append("b", person.initials, attributes: " style=\"background:\(color)\"")
      page.append("</td>")
      page.append("td", person.firstName)
      page.append("td", person.lastName)
      page.append("</tr>\n")
    }
    page.append("</table>")
    return page.reply
  }
}
