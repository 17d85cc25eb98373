internal import ByteStreams
internal import HTTPTypes
internal import Hummingbird
internal import StructuredText

/// The pages for people.
enum BrowsePages {
  /// Of all pages: nothing runs, loads or is sent but what comes from this service.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; frame-src 'self'; "
    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

  /// The page of a folder. Without scripts it is a list of links.
  ///
  /// - Parameters:
  ///   - up: whether there is a folder around this one.
  ///   - choice: what a page of another site lets people choose; nil for none.
  static func folder(
    _ viewer: BrowseViewer, _ list: FolderList, _ folder: JSONValue, title: String, up: Bool, choice: PickerChoice?
  ) -> Response {
    var lines = up ? ["<li><a href=\"../\(query(choice))\">..</a></li>"] : []
    for item in list.items {
      let address = BrowseAddress.encoded(item.path)
      let name = PathText.readable(item.name)
      lines.append(
        link(item.isFolder ? "\(address)/\(query(choice))" : "\(address)?preview", name + (item.isFolder ? "/" : "")))
    }
    return page(viewer, title: title, lines, folder, choice)
  }

  /// The page of all roots.
  static func roots(
    _ viewer: BrowseViewer, _ names: [String], _ folder: JSONValue, choice: PickerChoice?
  ) -> Response {
    let lines = names.map { link("\(BrowseAddress.encoded($0))/\(query(choice))", "\(PathText.readable($0))/") }
    return page(viewer, title: "Documents", lines, folder, choice)
  }

  private static func link(_ address: String, _ text: String) -> String {
    "<li><a href=\"\(HTMLText.escaped(address))\"><bdi>\(HTMLText.escaped(text))</bdi></a></li>"
  }

  private static func query(_ choice: PickerChoice?) -> String { choice.map { "?\($0.query)" } ?? "" }

  private static func page(
    _ viewer: BrowseViewer, title: String, _ lines: [String], _ folder: JSONValue, _ choice: PickerChoice?
  ) -> Response {
    var members = [JSONMember("folder", folder)]
    if let choice { members.append(JSONMember("pick", choice.json)) }
    let text = viewer.page(
      title: title,
      documents:
        "<noscript><h1>\(HTMLText.escaped(title))</h1>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul></noscript>",
      data: .object(members))
    return html(text)
  }

  static func html(_ text: String, status: HTTPResponse.Status = .ok, headers: [(String, String)] = []) -> Response {
    Response(
      [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")] + headers, status: status,
      bytes: Array(text.utf8))
  }

  /// The page that asks for a token.
  ///
  /// - Parameters:
  ///   - goal: where the browser goes then.
  ///   - reason: why the last token was refused; empty before the first.
  static func login(_ viewer: BrowseViewer, goal: String, reason: String) -> Response {
    let text = small(
      viewer, title: "Token",
      """
      <p>A token is a password of at least 16 characters. You get it from the people who run this service.</p>
      <p role="alert">\(HTMLText.escaped(reason))</p>
      <form method="post" action="/browse/-/login">
      <label>Token <input type="password" name="token" required autofocus autocomplete="current-password"></label>
      <input type="hidden" name="goal" value="\(HTMLText.escaped(goal))">
      <button>Go on</button>
      </form>
      """)
    return html(text, status: reason.isEmpty ? .ok : .unauthorized)
  }

  /// A page that asks for an address of this service once more.
  static func again(_ viewer: BrowseViewer, _ address: String) -> Response {
    let address = HTMLText.escaped(address)
    return html(
      small(
        viewer, title: "Documents", "<p><a href=\"\(address)\">Go on</a></p>",
        head: "<meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"))
  }

  /// The page that says why something cannot be shown.
  static func failure(_ viewer: BrowseViewer, _ problem: ServiceProblem) -> String {
    small(
      viewer, title: ServiceProblem.phrase(problem.status), "<p>\(HTMLText.escaped(problem.detail))</p>")
  }

  private static func small(_ viewer: BrowseViewer, title: String, _ content: String, head: String = "") -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLText.escaped(title))</title>
    \(head)\(viewer.style)
    </head>
    <body class="message">
    <h1>\(HTMLText.escaped(title))</h1>
    \(content)
    </body>
    </html>

    """
  }
}
