"""Office documents, as small as they may be: each part is written by hand, and no office program is needed.

Names say what a document has: `pictured_*` carries a picture of its first page, which is one red sheet with a white head.
"""

import io
import struct
import zipfile

from PIL import Image

from .documents import zip_archive

TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def picture(format):
    buffer = io.BytesIO()
    sheet = Image.new("RGB", (182, 256), (200, 30, 40))
    # A picture of one colour says nothing, and is not used.
    sheet.paste((255, 255, 255), (0, 0, 182, 32))
    sheet.save(buffer, format)
    return buffer.getvalue()


def relationships(*entries):
    lines = "".join(f'<Relationship Id="{id}" Type="{type}" Target="{target}"/>' for id, type, target in entries)
    return f'{HEAD}<Relationships xmlns="{PACKAGE}">{lines}</Relationships>'.encode()


def office_open_xml(main, parts, thumbnail=None):
    """A document of Office Open XML.

    main: the name of the part with the text; thumbnail: the name and the bytes of a picture.
    """
    root = [("rId1", f"{OFFICE}/officeDocument", main)]
    entries = []
    if thumbnail:
        root.append(("rId2", f"{PACKAGE}/metadata/thumbnail", thumbnail[0]))
        entries = [thumbnail]
    types = f'{HEAD}<Types xmlns="{TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>'
    return zip_archive(
        [("[Content_Types].xml", types.encode()), ("_rels/.rels", relationships(*root))]
        + [(name, content.encode() if isinstance(content, str) else content) for name, content in parts] + entries)


def word(paragraphs, thumbnail=None):
    """paragraphs: the XML inside of `w:p` elements."""
    body = "".join(f"<w:p>{paragraph}</w:p>" for paragraph in paragraphs)
    return office_open_xml(
        "word/document.xml",
        [("word/document.xml", f'{HEAD}<w:document xmlns:w="{WORD}"><w:body>{body}<w:sectPr/></w:body></w:document>')],
        thumbnail)


def run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


LETTER = [
    '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>' + run("Dear ") + run("Ms Müller,"), "",
    run("the boat is in the harbour &amp; the sails are <b>dry</b>.".replace("<", "&lt;").replace(">", "&gt;")),
    "<w:r><w:t>Price</w:t><w:tab/><w:t>12.50</w:t><w:br/><w:t>next line</w:t></w:r>",
    '<w:del><w:r><w:delText>removed</w:delText></w:r></w:del>' + run("Yours sincerely"),
]


def workbook():
    """Two sheets; the first in the book is the second in the archive."""
    shared = ["Item", "Pieces", "Lamp"]
    strings = "".join(f"<si><t>{text}</t></si>" for text in shared)
    strings += '<si><r><t>Tea</t></r><r><t>pot</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>'
    cells = """
      <row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="E2" t="inlineStr"><is><t>Note</t></is></c></row>
      <row r="3"><c r="B3" t="s"><v>2</v></c><c r="C3"><f>1+2</f><v>3</v></c></row>
      <row r="5"><c r="B5" t="s"><v>3</v></c><c r="C5"><v>12.5</v></c><c r="E5" t="b"><v>1</v></c></row>"""
    return office_open_xml("xl/workbook.xml", [
        ("xl/workbook.xml", f'{HEAD}<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
         '<sheet name="Stock" sheetId="7" r:id="rId9"/><sheet name="Other" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", relationships(
            ("rId1", f"{OFFICE}/worksheet", "worksheets/sheet1.xml"),
            ("rId9", f"{OFFICE}/worksheet", "/xl/worksheets/sheet2.xml"),
            ("rId3", f"{OFFICE}/sharedStrings", "sharedStrings.xml"))),
        ("xl/worksheets/sheet1.xml", f'{HEAD}<worksheet xmlns="{SHEET}"><sheetData><row r="1"><c r="A1"><v>99</v></c></row>'
         "</sheetData></worksheet>"),
        ("xl/worksheets/sheet2.xml", f'{HEAD}<worksheet xmlns="{SHEET}"><sheetData>{cells}</sheetData></worksheet>'),
        ("xl/sharedStrings.xml", f'{HEAD}<sst xmlns="{SHEET}" count="4" uniqueCount="4">{strings}</sst>'),
    ])


def presentation(thumbnail=None):
    """Two slides; the first to be shown is the second in the archive."""
    def slide(*paragraphs):
        text = "".join(f"<a:p><a:r><a:t>{paragraph}</a:t></a:r></a:p>" for paragraph in paragraphs)
        return (f'{HEAD}<p:sld xmlns:p="{SLIDE}" xmlns:a="{DRAWING}"><p:cSld><p:spTree><p:sp><p:txBody>{text}</p:txBody>'
                "</p:sp></p:spTree></p:cSld></p:sld>")
    return office_open_xml("ppt/presentation.xml", [
        ("ppt/presentation.xml", f'{HEAD}<p:presentation xmlns:p="{SLIDE}" xmlns:r="{OFFICE}"><p:sldIdLst>'
         '<p:sldId id="256" r:id="rId5"/><p:sldId id="257" r:id="rId4"/></p:sldIdLst></p:presentation>'),
        ("ppt/_rels/presentation.xml.rels", relationships(
            ("rId4", f"{OFFICE}/slide", "slides/slide1.xml"), ("rId5", f"{OFFICE}/slide", "slides/slide2.xml"))),
        ("ppt/slides/slide1.xml", slide("The way back")),
        ("ppt/slides/slide2.xml", slide("A walk along the coast", "Boots", "Map")),
    ], thumbnail)


OPEN_DOCUMENT = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in [("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
                         ("presentation", "presentation")])


def open_document(kind, body, thumbnail=None, manifest="", content=None):
    buffer = io.BytesIO()
    xml = (f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {OPEN_DOCUMENT} office:version="1.3">'
           f"<office:automatic-styles/><office:body><office:{kind}>{body}</office:{kind}></office:body>"
           "</office:document-content>")
    manifest = ('<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest '
                f'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{manifest}</manifest:manifest>')
    name = "graphics" if kind == "drawing" else kind
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, content, stored=False):
            info = zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6))
            archive.writestr(info, content, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
        add("mimetype", f"application/vnd.oasis.opendocument.{name}", stored=True)
        if thumbnail:
            add("Thumbnails/thumbnail.png", thumbnail)
        add("content.xml", content or xml)
        add("META-INF/manifest.xml", manifest)
    return buffer.getvalue()


ODF_LETTER = """
  <text:h>Grüße</text:h>
  <text:p>One<text:s text:c="3"/>two<text:tab/>three<text:line-break/>four,
     in one   line<text:note><text:note-body><text:p>a footnote</text:p></text:note-body></text:note>.</text:p>
  <text:tracked-changes><text:p>removed</text:p></text:tracked-changes>
  <table:table><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell>
  <table:table-cell><text:p>right</text:p></table:table-cell></table:table-row></table:table>"""

ODF_SHEET = """<table:table table:name="Stock">
  <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
  <table:table-row><table:table-cell/><table:table-cell><text:p>Item</text:p></table:table-cell>
  <table:table-cell><text:p>Pieces</text:p></table:table-cell></table:table-row>
  <table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell><text:p>Lamp</text:p>
  </table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell></table:table-row>
  <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/>
  </table:table-row></table:table>
  <table:table table:name="Other"><table:table-row><table:table-cell><text:p>99</text:p></table:table-cell>
  </table:table-row></table:table>"""

ODF_SLIDES = """<draw:page><draw:frame><draw:text-box><text:p>A walk along the coast</text:p><text:p>Boots</text:p>
  </draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>say hello</text:p></draw:text-box>
  </draw:frame></presentation:notes></draw:page>
  <draw:page><draw:frame><draw:text-box><text:p>The way back</text:p></draw:text-box></draw:frame></draw:page>"""


def compound_file():
    """A compound file ([MS-CFB]) with the stream that an encrypted document of Office Open XML has."""
    header = bytearray(512)
    header[:8] = bytes([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<IIIIIIIIII", header, 40, 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0)
    header[80:512] = b"\xff" * 432

    def entry(name, kind, child):
        text = (name + "\0").encode("utf-16-le")
        return (text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
                + bytes(36) + struct.pack("<IQ", 0xFFFFFFFE, 0))
    table = struct.pack("<II", 0xFFFFFFFD, 0xFFFFFFFE).ljust(512, b"\xff")
    directory = entry("Root Entry", 5, 1) + entry("EncryptedPackage", 2, 0xFFFFFFFF) + bytes(256)
    return bytes(header) + table + directory


def make(book):
    root = book.root / "preview"

    def write(name, content):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)

    jpeg = picture("JPEG")
    letter = word(LETTER)
    write("valid/letter.docx", letter)
    write("valid/pictured_letter.docx", word(LETTER, ("docProps/thumbnail.jpeg", jpeg)))
    # Pictures that cannot be shown: a metafile of Windows, and half of a JPEG.
    write("valid/metafile_letter.docx", word(LETTER, ("docProps/thumbnail.emf", b"\x01\0\0\0" + bytes(100))))
    write("valid/cut_picture_letter.docx", word(LETTER, ("docProps/thumbnail.jpeg", jpeg[:30])))
    write("valid/stock.xlsx", workbook())
    write("valid/walk.pptx", presentation())
    write("valid/pictured_walk.pptx", presentation(("docProps/thumbnail.jpeg", jpeg)))
    write("valid/letter.odt", open_document("text", ODF_LETTER))
    write("valid/pictured_letter.odt", open_document("text", ODF_LETTER, picture("PNG")))
    write("valid/stock.ods", open_document("spreadsheet", ODF_SHEET))
    write("valid/walk.odp", open_document("presentation", ODF_SLIDES))
    write("valid/walk.odg", open_document("drawing", ODF_SLIDES))
    write("broken/cut.docx", letter[:len(letter) // 3])
    write("broken/no_text.docx", office_open_xml("word/document.xml", []))
    entities = ('<!DOCTYPE w:document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
                f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>&b;&f;</w:t></w:r></w:p></w:body></w:document>')
    write("broken/entities.docx", office_open_xml("word/document.xml", [("word/document.xml", entities)]))
    write("broken/locked.docx", compound_file())
    locked = ('<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data '
              'manifest:checksum-type="SHA256/1K"/></manifest:file-entry>')
    write("broken/locked.odt", open_document("text", "", manifest=locked, content=bytes(range(256))))
