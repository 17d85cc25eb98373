extension ContentTypeRegistry {
  private static let text = ["public.text"]

  static let textTypes: [ContentType] = [
    .row("public.text", "text", ["public.data", "public.content"], icon: "text-x-generic"),
    .row("public.plain-text", "text", text, ["txt", "text", "asc"], ["text/plain"]),
    .row("com.apple.log", "log", ["public.plain-text"], ["log"], ["text/x-log"]),
    .row("public.rtf", "RTF", text, ["rtf"], ["application/rtf", "text/rtf"], [.init("{\\rtf")]),
    .row(
      "public.html", "HTML", text, ["html", "htm"], ["text/html"],
      openings: ["<!DOCTYPE html", "<html", "<head", "<body"], icon: "text-html"),
    // Its declaration is the only sign of an XML document; types that are XML say more.
    .row(
      "public.xml", "XML", text, ["xml", "xsd"], ["application/xml", "text/xml"],
      openings: ["<?xml "], icon: "text-html"),
    .row("public.xhtml", "XHTML", ["public.xml"], ["xhtml", "xht"], ["application/xhtml+xml"]),
    .row(
      "com.adobe.xmp", "XMP", ["public.xml"], ["xmp"], ["application/rdf+xml"],
      openings: ["<?xpacket", "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF"]),
    .row("com.apple.property-list", "property list", ["public.data"], ["plist"], ["application/x-plist"]),
    .row(
      "com.apple.xml-property-list", "property list", ["public.xml", "com.apple.property-list"], ["plist"], [],
      openings: ["<!DOCTYPE plist", "<plist"]),
    .row(
      "com.apple.binary-property-list", "property list", ["com.apple.property-list"], ["plist"], [], [.init("bplist")]),
    .row("public.json", "JSON", text, ["json"], ["application/json"], icon: "text-x-script"),
    .row(
      "org.jsonlines.json-lines", "JSON Lines", text, ["jsonl", "ndjson"],
      ["application/jsonl", "application/x-ndjson"]),
    .row("public.yaml", "YAML", text, ["yaml", "yml"], ["application/yaml", "application/x-yaml"]),
    .row("io.toml.toml", "TOML", text, ["toml"], ["application/toml"]),
    .row("public.delimited-values-text", "table", text),
    .row("public.comma-separated-values-text", "CSV", ["public.delimited-values-text"], ["csv"], ["text/csv"]),
    .row(
      "public.tab-separated-values-text", "TSV", ["public.delimited-values-text"], ["tsv", "tab"],
      ["text/tab-separated-values"]),
    .row(
      "net.daringfireball.markdown", "Markdown", ["public.plain-text"], ["md", "markdown", "mkd"],
      ["text/markdown", "text/x-markdown"]),
    .row("public.css", "CSS", text, ["css"], ["text/css"]),
    .row("org.tug.tex", "TeX", ["public.plain-text"], ["tex", "latex", "ltx"], ["text/x-tex"]),
    .row("public.patch-file", "patch", ["public.plain-text"], ["patch", "diff"], ["text/x-patch"]),
    .row(
      "public.vcard", "vCard", ["public.text", "public.contact"], ["vcf", "vcard"], ["text/vcard"],
      [.init("BEGIN:VCARD")]),
    .row(
      "com.apple.ical.ics", "iCalendar", ["public.text", "public.calendar-event"], ["ics"], ["text/calendar"],
      [.init("BEGIN:VCALENDAR")]),
    .row("com.apple.mail.email", "e-mail", ["public.data", "public.message"], ["eml"], ["message/rfc822"]),
  ]
}
