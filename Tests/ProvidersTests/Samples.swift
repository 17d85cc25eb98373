@testable internal import cameo_providers
@testable internal import example_providers
internal import Glibc
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

/// A shipped provider or an example, by its name.
struct Shipped: Sendable, CustomTestStringConvertible {
  var name: String
  var definition: ProviderDefinition
  /// The program that it is part of.
  var program: String
  /// The folder of its manifest, in that of the package.
  var manifests: String

  static let all =
    CameoProviders.all.map {
      Shipped(name: $0, definition: $1, program: "cameo-providers", manifests: "share/providers")
    }
    + ExampleProviders.all.map {
      Shipped(name: $0, definition: $1, program: "example-providers", manifests: "Examples/providers")
    }

  static func named(_ name: String) throws -> Shipped {
    guard let found = all.first(where: { $0.name == name }) else { throw TestFailure("no provider \(name)") }
    return found
  }

  var testDescription: String { name }
  var inProcess: ProviderTrial { Self.patient(.inProcess(definition)) }
  var asProgram: ProviderTrial { Self.patient(.program("\(Tool.products)/\(program)", [name])) }

  /// Gives each request ten minutes: these tests are not about time, and the machine may be busy.
  private static func patient(_ route: ProviderTrial.Route) -> ProviderTrial {
    var trial = ProviderTrial(route)
    trial.deadlineSeconds = 600
    return trial
  }
}

/// A document and the provider that shows it.
struct Sample: Sendable, CustomTestStringConvertible {
  var provider: String
  var path: String
  var contentType: String

  var testDescription: String { path }
  var file: String { Fixtures.path(path) }

  /// Whether LibreOffice shows it in the program, which it does not in the process of a test. `OfficePagesTests` looks at
  /// that.
  var hasRealPages: Bool { provider == "office" && access("/usr/lib/libreoffice/program", F_OK) == 0 }

  init(_ provider: String, _ name: String, _ contentType: String) {
    self.provider = provider
    path = name.contains("/") ? name : "preview/valid/\(name)"
    self.contentType = contentType
  }

  static let files = [
    Sample("images", "jpeg/valid/photo_landscape_420.jpg", "public.jpeg"),
    Sample("images", "camera.dng", "com.adobe.raw-image"),
    Sample("peoplegroups", "chess.pplgrp", "org.cameo.pplgrp"),
    Sample("peoplegroups", "pioneers.pplgrp", "org.cameo.pplgrp"),
    Sample("peoplegroups", "markup.pplgrp", "org.cameo.pplgrp"),
    Sample("peoplegroups", "empty.pplgrp", "org.cameo.pplgrp"),
    Sample("peoplegroups", "team.pplgrp", "org.cameo.pplgrp"),
    Sample("peoplegroups", "crew.pplgrp", "org.cameo.pplgrp"), Sample("text", "plain.txt", "public.plain-text"),
    Sample("text", "latin1.txt", "public.plain-text"), Sample("text", "utf16.txt", "public.plain-text"),
    Sample("text", "words.swift", "public.source-code"), Sample("text", "coast.md", "net.daringfireball.markdown"),
    Sample("text", "handbook.md", "net.daringfireball.markdown"),
    Sample("text", "blob.plist", "com.apple.binary-property-list"),
    Sample("text", "cities.csv", "public.comma-separated-values-text"), Sample("text", "settings.json", "public.json"),
    Sample("text", "note.xml", "public.xml"), Sample("text", "settings.plist", "com.apple.property-list"),
    Sample("archive", "project.zip", "public.zip-archive"), Sample("archive", "project.tar", "public.tar-archive"),
    Sample("archive", "old_names.zip", "public.zip-archive"),
    Sample("archive", "single.txt.gz", "org.gnu.gnu-zip-archive"),
    Sample("office", "letter.docx", "org.openxmlformats.wordprocessingml.document"),
    Sample("office", "pictured_letter.docx", "org.openxmlformats.wordprocessingml.document"),
    Sample("office", "stock.xlsx", "org.openxmlformats.spreadsheetml.sheet"),
    Sample("office", "walk.pptx", "org.openxmlformats.presentationml.presentation"),
    Sample("office", "pictured_letter.odt", "org.oasis-open.opendocument.text"),
    Sample("office", "stock.ods", "org.oasis-open.opendocument.spreadsheet"),
    Sample("office", "walk.odp", "org.oasis-open.opendocument.presentation"),
    Sample("svg", "house.svg", "public.svg-image"), Sample("pdf", "bars.pdf", "com.adobe.pdf"),
    Sample("book", "lamp.epub", "org.idpf.epub-container"),
    Sample("book", "plain_lamp.epub", "org.idpf.epub-container"),
    Sample("book", "lamp.mobi", "com.mobipocket.ebook"), Sample("book", "lamp.azw3", "com.amazon.mobi8-ebook"),
    Sample("book", "old_lamp.epub", "org.idpf.epub-container"), Sample("comic", "squares.cbz", "public.cbz-archive"),
    Sample("comic", "squares.cbt", "public.cbt-archive"), Sample("comic", "squares.cbr", "public.cbr-archive"),
    Sample("mail", "plain.eml", "com.apple.mail.email"), Sample("mail", "news.eml", "com.apple.mail.email"),
    Sample("mail", "two.mbox", "org.ietf.mbox"), Sample("calendar", "harbour.ics", "com.apple.ical.ics"),
    Sample("contact", "ada.vcf", "public.vcard"), Sample("contact", "three.vcf", "public.vcard"),
    Sample("notebook", "ships.ipynb", "org.jupyter.notebook"), Sample("notebook", "old.ipynb", "org.jupyter.notebook"),
    Sample("web", "pier.html", "public.html"), Sample("audio", "hut.mp3", "public.mp3"),
    Sample("audio", "plain.mp3", "public.mp3"), Sample("audio", "lamp.flac", "org.xiph.flac"),
    Sample("audio", "lamp.m4a", "public.mpeg-4-audio"), Sample("audio", "lamp.opus", "org.xiph.opus"),
    Sample("database", "ships.sqlite", "org.sqlite.v3"), Sample("photoshop", "flag.psd", "com.adobe.photoshop-image"),
    Sample("photoshop", "lab.psd", "com.adobe.photoshop-image"),
    Sample("photoshop", "glass.psd", "com.adobe.photoshop-image"),
    Sample("photoshop", "small_only.psd", "com.adobe.photoshop-image"),
    Sample("audio", "lamp.oga", "org.xiph.ogg-audio"), Sample("audio", "lamp.spx", "org.xiph.speex"),
    Sample("djvu", "squares.djvu", "org.djvu.document"), Sample("djvu", "square.djvu", "org.djvu.document"),
    Sample("postscript", "squares.ps", "com.adobe.postscript"),
    Sample("postscript", "flag.eps", "com.adobe.encapsulated-postscript"),
    Sample("postscript", "small_only.eps", "com.adobe.encapsulated-postscript"),
    Sample("video", "pier.mp4", "public.mpeg-4"), Sample("video", "pier.webm", "org.webmproject.webm"),
    Sample("video", "wide.avi", "public.avi"), Sample("font", "blocks.ttf", "public.truetype-ttf-font"),
    Sample("font", "blocks.woff", "org.w3.woff"), Sample("font", "blocks.woff2", "org.w3.woff2"),
    Sample("track", "pier.gpx", "com.topografix.gpx"), Sample("track", "pier.geojson", "public.geojson"),
  ]
  static let packages = [
    Sample("peoplegroups", "choir.people", "org.cameo.people"),
    Sample("peoplegroups", "absent.people", "org.cameo.people"),
    Sample("collection", "attic.mystuff", "org.cameo.mystuff"),
    Sample("collection", "single.mystuff", "org.cameo.mystuff"),
    Sample("collection", "keyed.mystuff", "org.cameo.mystuff"),
    Sample("collection", "lost_pictures.mystuff", "org.cameo.mystuff"),
    Sample("collection", "escape.mystuff", "org.cameo.mystuff"),
  ]
}
