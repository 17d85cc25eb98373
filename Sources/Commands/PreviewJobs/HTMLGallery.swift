internal import StructuredText

/// Many documents in one HTML page that needs neither the network nor another file nor a script.
///
/// The style sheet does the paging: it shows the document that the URL's fragment names, or the first one. In print,
/// every document is shown completely.
struct HTMLGallery {
  let title: String
  let sections: [HTMLSection]

  /// Nothing is loaded and no script runs, whatever a document contains.
  static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:"

  var text: String {
    var parts = [
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="Cameo preview">
      <title>\(HTMLText.escaped(title))</title>
      <style>\(Self.style)</style></head>
      <body\(sections.count > 1 ? "" : " class=\"single\"")>

      """
    ]
    if sections.count > 1 { parts.append(contents) }
    parts.append("<main>\n")
    for (index, section) in sections.enumerated() { parts.append(document(section, number: index + 1)) }
    parts.append("</main></body></html>\n")
    return parts.joined()
  }

  private var contents: String {
    let lines = sections.enumerated().map { index, section in
      let name = section.name == section.title ? "" : "<small>\(HTMLText.escaped(section.name))</small>"
      return "<li><a href=\"#d\(index + 1)\">\(HTMLText.escaped(section.title))</a>\(name)</li>\n"
    }
    return "<nav><h1>\(HTMLText.escaped(title))</h1>\n<ol>\n\(lines.joined())</ol></nav>\n"
  }

  private func document(_ section: HTMLSection, number: Int) -> String {
    let facts = ([section.name == section.title ? "" : section.name] + section.facts).filter { !$0.isEmpty }
    var paging = ""
    if sections.count > 1 {
      func link(_ target: Int, _ text: String) -> String {
        (1...sections.count).contains(target) ? "<a href=\"#d\(target)\">\(text)</a>" : "<span>\(text)</span>"
      }
      paging =
        "<p class=\"paging\">\(link(number - 1, "\u{2190} previous")) \(number) of \(sections.count) "
        + "\(link(number + 1, "next \u{2192}"))</p>\n"
    }
    return """
      <section id="d\(number)">
      <header><h2>\(HTMLText.escaped(section.title))</h2>
      \(paging)<p class="facts">\(HTMLText.escaped(facts.joined(separator: " \u{B7} ")))</p></header>
      \(section.body)
      </section>

      """
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#222;background:#f3f3f1;display:grid;\
    grid-template-columns:17em 1fr}
    body.single{display:block}
    nav{position:sticky;top:0;height:100vh;overflow:auto;background:#fff;border-right:1px solid #ddd;\
    box-sizing:border-box;padding:1em}
    nav h1{font-size:1.1em;margin:0 0 .6em}
    nav ol{margin:0;padding-left:1.6em}
    nav li{margin:.3em 0;overflow-wrap:anywhere}
    nav small{display:block;color:#777}
    a{color:#0b57a4;text-decoration:none}
    a:hover{text-decoration:underline}
    main{padding:1em 1.6em;min-width:0}
    header{display:flow-root}
    h2{font-size:1.3em;margin:0;overflow-wrap:anywhere}
    .facts{margin:.1em 0 .8em;color:#666}
    .paging{float:right;margin:0}
    .paging span{color:#aaa}
    .failure{padding:1em;border:1px solid #d9a0a0;background:#fff4f4}
    img{display:block;max-width:100%;height:auto;margin:0 0 1em;background:#fff;box-shadow:0 0 0 1px #ddd}
    iframe{display:block;width:100%;height:86vh;border:0;background:#fff;box-shadow:0 0 0 1px #ddd}
    pre{background:#fff;padding:1em;box-shadow:0 0 0 1px #ddd;white-space:pre-wrap;overflow-wrap:anywhere}
    @media screen{main:has(section:target) section:not(:target),\
    main:not(:has(section:target)) section:not(:first-of-type){display:none}}
    @media screen and (prefers-color-scheme:dark){
    body{color:#ddd;background:#1c1c1b}
    nav{background:#262625;border-color:#3a3a39}
    nav small,.facts{color:#999}
    a{color:#8ab8f0}
    .paging span{color:#666}
    .failure{border-color:#7c4444;background:#3a2222}
    pre{background:#262625}
    img,iframe,pre{box-shadow:0 0 0 1px #3a3a39}
    }
    @media (max-width:45em){body{display:block}nav{position:static;height:auto;border:0}}
    @media print{
    body{display:block;background:none}
    nav,.paging{display:none}
    main{padding:0}
    section+section{break-before:page}
    header{display:block}
    img{max-height:80vh;object-fit:contain;break-inside:avoid;margin:0 0 .5em;box-shadow:none}
    iframe{height:calc(var(--lines)*1.6em);box-shadow:none}
    pre{padding:0;box-shadow:none}
    }
    """
}
