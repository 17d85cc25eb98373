extension ContentTypeRegistry {
  static let textTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.text | text | public.data public.content | - | - | icon text-x-generic
    public.plain-text | text | public.text | txt text asc | text/plain
    com.apple.log | log | public.plain-text | log | text/x-log
    public.rtf | RTF | public.text | rtf | application/rtf text/rtf | "{\\rtf"
    public.html | HTML | public.text | html htm | text/html | opening "<!DOCTYPE html" "<html" "<head" "<body" |
      icon text-html
    # The XML declaration only shows that a document is XML. Types based on XML are more specific.
    public.xml | XML | public.text | xml xsd | application/xml text/xml | opening "<?xml " | icon text-html
    public.xhtml | XHTML | public.xml | xhtml xht | application/xhtml+xml
    com.adobe.xmp | XMP | public.xml | xmp | application/rdf+xml |
      opening "<?xpacket" "<x:xmpmeta" "<x:xapmeta" "<rdf:RDF"
    com.apple.property-list | property list | public.data | plist | application/x-plist
    com.apple.xml-property-list | property list | public.xml com.apple.property-list | plist | - |
      opening "<!DOCTYPE plist" "<plist"
    com.apple.binary-property-list | property list | com.apple.property-list | plist | - | "bplist"
    public.json | JSON | public.text | json | application/json | icon text-x-script
    org.jsonlines.json-lines | JSON Lines | public.text | jsonl ndjson | application/jsonl application/x-ndjson
    public.yaml | YAML | public.text | yaml yml | application/yaml application/x-yaml
    io.toml.toml | TOML | public.text | toml | application/toml
    public.delimited-values-text | table | public.text | - | -
    public.comma-separated-values-text | CSV | public.delimited-values-text | csv | text/csv
    public.tab-separated-values-text | TSV | public.delimited-values-text | tsv tab | text/tab-separated-values
    net.daringfireball.markdown | Markdown | public.plain-text | md markdown mkd | text/markdown text/x-markdown
    public.css | CSS | public.text | css | text/css
    org.tug.tex | TeX | public.plain-text | tex latex ltx | text/x-tex
    public.patch-file | patch | public.plain-text | patch diff | text/x-patch
    public.vcard | vCard | public.text public.contact | vcf vcard | text/vcard | "BEGIN:VCARD"
    com.apple.ical.ics | iCalendar | public.text public.calendar-event | ics | text/calendar | "BEGIN:VCALENDAR"
    com.apple.mail.email | e-mail | public.data public.message | eml | message/rfc822
    org.ietf.mbox | mailbox | public.data public.message | mbox | application/mbox
    com.topografix.gpx | GPX | public.xml | gpx | application/gpx+xml | opening "<gpx"
    public.geojson | GeoJSON | public.json | geojson | application/geo+json
    org.jupyter.notebook | Jupyter notebook | public.json | ipynb | application/x-ipynb+json
    """)

  static let sourceCodeTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    public.source-code | source code | public.plain-text | - | - | icon text-x-script
    public.script | script | public.source-code | - | - | icon text-x-script
    public.c-source | C | public.source-code | c | text/x-csrc
    public.c-header | C header | public.source-code | h | text/x-chdr
    # The only extensions whose case matters: .C is C++, .c is C.
    public.c-plus-plus-source | C++ | public.source-code | cpp cc cxx c++ | text/x-c++src | cased-name *.C
    public.c-plus-plus-header | C++ header | public.source-code | hpp hh hxx h++ | text/x-c++hdr
    public.objective-c-source | Objective-C | public.source-code | m | text/x-objcsrc
    public.objective-c-plus-plus-source | Objective-C++ | public.source-code | mm | text/x-objc++src
    public.swift-source | Swift | public.source-code | swift | text/x-swift
    com.sun.java-source | Java | public.source-code | java | text/x-java
    org.kotlinlang.source | Kotlin | public.source-code | kt kts | text/x-kotlin
    org.rust-lang.source | Rust | public.source-code | rs | text/rust
    dev.go.source | Go | public.source-code | go | text/x-go
    com.microsoft.csharp-source | C# | public.source-code | cs | text/x-csharp
    public.assembly-source | assembly | public.source-code | s asm | text/x-asm
    public.fortran-source | Fortran | public.source-code | f f90 f95 for | text/x-fortran
    org.lua.source | Lua | public.script | lua | text/x-lua
    org.iso.sql | SQL | public.source-code | sql | application/sql text/x-sql
    com.netscape.javascript-source | JavaScript | public.source-code | js mjs cjs jsm |
      text/javascript application/javascript
    com.microsoft.typescript | TypeScript | public.source-code | ts tsx | text/x-typescript
    public.python-script | Python | public.script | py pyw | text/x-python | run-by python
    public.ruby-script | Ruby | public.script | rb | application/x-ruby text/x-ruby | run-by ruby
    public.perl-script | Perl | public.script | pl pm | application/x-perl text/x-perl | run-by perl
    public.php-script | PHP | public.script | php | application/x-php | "<?php"
    public.shell-script | shell script | public.script | sh | application/x-shellscript | run-by sh bash dash zsh ksh
    public.bash-script | bash script | public.shell-script | bash | -
    public.zsh-script | zsh script | public.shell-script | zsh | -
    # Many begin with `<script`, as HTML does.
    org.vuejs.component | Vue component | public.source-code | vue | -
    dev.svelte.component | Svelte component | public.source-code | svelte | -
    public.make-source | makefile | public.script | mk mak | text/x-makefile | name makefile gnumakefile
    """)

  static let documentTypes = TypeTable.types(
    """
    # identifier | name | conforms to | file extensions | MIME types | signatures, openings, names, icon
    # Mail gateways leave bytes before the header, and readers accept it in the first 1,024 bytes (Adobe's PDF Reference
    # 1.7, appendix H, note 13).
    com.adobe.pdf | PDF | public.data public.composite-content | pdf | application/pdf | "%PDF-" |
      "%PDF-" at 1 span 1019 priority 10 weak
    com.adobe.postscript | PostScript | public.data public.content | ps | application/postscript | "%!PS"
    com.adobe.encapsulated-postscript | EPS | com.adobe.postscript | eps epsf | image/x-eps |
      "%!PS-Adobe-" priority 70 and "EPSF" at 11 span 16 | C5 D0 D3 C6
    # A ZIP archive whose first member is named `mimetype`, is stored, and holds a MIME type (EPUB 3.3, 4.2.6.1.1).
    org.idpf.epub-container | EPUB | public.zip-archive public.composite-content | epub | application/epub+zip |
      50 4B 03 04 priority 70 and "mimetypeapplication/epub+zip" at 30
    # A Palm database by its type and creator. Newer books of the Kindle begin in the same way.
    com.mobipocket.ebook | MOBI | public.data public.composite-content | mobi prc azw | application/x-mobipocket-ebook |
      "BOOKMOBI" at 60
    com.amazon.mobi8-ebook | Kindle book | com.mobipocket.ebook | azw3 | application/vnd.amazon.mobi8-ebook
    # An IFF file (DjVu3 Specification, 8.2): of a page, or of several.
    org.djvu.document | DjVu | public.data public.composite-content | djvu djv |
      image/vnd.djvu image/vnd.djvu+multipage | "AT&TFORM" and "DJV" at 12
    # ZIP archives whose first member lists the types of the parts (ECMA-376, part 2, 6.2.3.3), and that have another
    # one in a folder of this name among the first. If the members have another order, the file's name gives the type.
    org.openxmlformats.wordprocessingml.document | Word document | public.zip-archive public.composite-content | docx |
      application/vnd.openxmlformats-officedocument.wordprocessingml.document |
      50 4B 03 04 priority 70 and "[Content_Types].xml" at 30 and "word/" at 49 span 8192 | icon x-office-document
    org.openxmlformats.spreadsheetml.sheet | Excel sheet | public.zip-archive public.composite-content | xlsx |
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet |
      50 4B 03 04 priority 70 and "[Content_Types].xml" at 30 and "xl/" at 49 span 8192 | icon x-office-spreadsheet
    org.openxmlformats.presentationml.presentation | PowerPoint presentation |
      public.zip-archive public.composite-content | pptx |
      application/vnd.openxmlformats-officedocument.presentationml.presentation |
      50 4B 03 04 priority 70 and "[Content_Types].xml" at 30 and "ppt/" at 49 span 8192 | icon x-office-presentation
    # The first member holds the MIME type, as in EPUB (OpenDocument 1.3, part 2, 3.3).
    org.oasis-open.opendocument.text | OpenDocument text | public.zip-archive public.composite-content | odt |
      application/vnd.oasis.opendocument.text |
      50 4B 03 04 priority 70 and "mimetypeapplication/vnd.oasis.opendocument.text" at 30 | icon x-office-document
    org.oasis-open.opendocument.spreadsheet | OpenDocument spreadsheet | public.zip-archive public.composite-content |
      ods | application/vnd.oasis.opendocument.spreadsheet |
      50 4B 03 04 priority 70 and "mimetypeapplication/vnd.oasis.opendocument.spreadsheet" at 30 |
      icon x-office-spreadsheet
    org.oasis-open.opendocument.presentation | OpenDocument presentation | public.zip-archive public.composite-content |
      odp | application/vnd.oasis.opendocument.presentation |
      50 4B 03 04 priority 70 and "mimetypeapplication/vnd.oasis.opendocument.presentation" at 30 |
      icon x-office-presentation
    org.oasis-open.opendocument.graphics | OpenDocument graphics | public.zip-archive public.composite-content | odg |
      application/vnd.oasis.opendocument.graphics |
      50 4B 03 04 priority 70 and "mimetypeapplication/vnd.oasis.opendocument.graphics" at 30 | icon x-office-drawing
    # The same as one XML file (OpenDocument 1.3, part 3, 3.1.2), which the name tells from other XML.
    org.oasis-open.opendocument.text-flat-xml | OpenDocument text in one XML file |
      public.xml public.composite-content | fodt | application/vnd.oasis.opendocument.text-flat-xml |
      icon x-office-document
    org.oasis-open.opendocument.spreadsheet-flat-xml | OpenDocument spreadsheet in one XML file |
      public.xml public.composite-content | fods | application/vnd.oasis.opendocument.spreadsheet-flat-xml |
      icon x-office-spreadsheet
    org.oasis-open.opendocument.presentation-flat-xml | OpenDocument presentation in one XML file |
      public.xml public.composite-content | fodp | application/vnd.oasis.opendocument.presentation-flat-xml |
      icon x-office-presentation
    org.oasis-open.opendocument.graphics-flat-xml | OpenDocument graphics in one XML file |
      public.xml public.composite-content | fodg | application/vnd.oasis.opendocument.graphics-flat-xml |
      icon x-office-drawing
    # A compound file whose directory, in one of the first sectors, has a stream "EncryptedPackage", in UTF-16
    # ([MS-OFFCRYPTO], 2.3): a document of Office Open XML with a password.
    com.microsoft.encrypted-office-document | encrypted Office document | public.data public.composite-content | - | - |
      D0 CF 11 E0 A1 B1 1A E1 priority 70 and 45 00 6E 00 63 00 72 00 79 00 70 00 74 00 65 00 64 00 \
    50 00 61 00 63 00 6B 00 61 00 67 00 65 00 at 512 span 16384
    # Compound files whose type the name tells: the database recognises only the container, under this identifier.
    mime.application.x-ole-storage | compound file | public.data | - | application/x-ole-storage
    com.microsoft.word.doc | Word 97 document | public.data public.composite-content mime.application.x-ole-storage |
      doc | application/msword
    com.microsoft.excel.xls | Excel 97 sheet | public.data public.composite-content mime.application.x-ole-storage |
      xls | application/vnd.ms-excel
    com.microsoft.powerpoint.ppt | PowerPoint 97 presentation |
      public.data public.composite-content mime.application.x-ole-storage | ppt | application/vnd.ms-powerpoint
    org.sqlite.v3 | SQLite database | public.data | sqlite sqlite3 | application/vnd.sqlite3 application/x-sqlite3 |
      "SQLite format 3" 00
    com.apple.rtfd | RTF with attachments | com.apple.package public.composite-content | rtfd | -
    """)
}
