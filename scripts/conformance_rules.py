"""The rules of PDF/UA-1 (ISO 14289-1) and those of PDF/A-2u about Unicode that our documents could break.

Rules have the numbers of veraPDF's profiles: clause-test. Rules on fonts that PDF/A has, too, and those on files as a
whole are checked by pikepdf.pdfa. Not checked are rules on what mkpdf never writes in new documents: forms, media, layers.
"""

import re
import xml.etree.ElementTree as ET

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

STANDARD = set(
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody "
    "Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP "
    "Figure Formula Form".split())
# What an element may be in, and what may be in it: 7.2.
PARENTS = {
    "TR": ("7.2-4", {"Table", "THead", "TBody", "TFoot"}), "THead": ("7.2-5", {"Table"}), "TBody": ("7.2-6", {"Table"}),
    "TFoot": ("7.2-7", {"Table"}), "TH": ("7.2-8", {"TR"}), "TD": ("7.2-9", {"TR"}), "LI": ("7.2-17", {"L"}),
    "LBody": ("7.2-18", {"LI"}), "TOCI": ("7.2-26", {"TOC"}),
}
KIDS = {
    "Table": ("7.2-3", r"((Caption )?((TR|THead|TBody|TFoot) )*|((TR|THead|TBody|TFoot) )+(Caption )?)"),
    "TR": ("7.2-10", r"((TH|TD) )*"), "L": ("7.2-19", r"(Caption )?((L|LI) )*"), "LI": ("7.2-20", r"((Lbl|LBody) )*"),
    "TOC": ("7.2-27", r"(Caption )?((TOC|TOCI) )*"), "THead": ("7.2-36", r"(TR )*"), "TBody": ("7.2-37", r"(TR )*"),
    "TFoot": ("7.2-38", r"(TR )*"),
}
LANGUAGE = re.compile("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*")
PAINTING = set("f F f* B B* b b* S s Do sh Tj TJ ' \" EI".split()) | {"INLINE IMAGE"}
SHOWING = {"Tj", "TJ", "'", '"'}
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
SCHEMA, PROPERTY = "{http://www.aiim.org/pdfa/ns/schema#}", "{http://www.aiim.org/pdfa/ns/property#}"
DC, UA = "{http://purl.org/dc/elements/1.1/}", "{http://www.aiim.org/pdfua/ns/id/}"


def kids(element):
    found = element.get("/K")
    return [] if found is None else list(found) if isinstance(found, Array) else [found]


def text_of(value):
    return "" if value is None else str(value)


class Checker:
    """Collects the rules that a document breaks."""

    def __init__(self, pdf):
        self.pdf, self.root, self.faults = pdf, pdf.Root, []

    def need(self, condition, rule, where=""):
        if not condition:
            self.faults.append(f"{rule} {where}".strip())

    # The document

    def accessible(self):
        """All rules of PDF/UA-1 here."""
        root = self.root
        self.need("/Metadata" in root, "7.1-8")
        xmp = ET.fromstring(root.Metadata.read_bytes()) if "/Metadata" in root else ET.Element("none")
        parts = [e.text for e in xmp.iter(UA + "part")]
        self.need(len(parts) == 1, "5-1")
        self.need(parts in ([], ["1"]), "5-2")
        title = xmp.find(f".//{DC}title")
        self.need(title is not None and "".join(title.itertext()).strip() != "", "7.1-9")
        self.need(root.get("/ViewerPreferences", Dictionary()).get("/DisplayDocTitle") is True, "7.1-10")
        self.need(root.get("/MarkInfo", Dictionary()).get("/Marked") is True, "6.2-1")
        self.need(not root.get("/MarkInfo", Dictionary()).get("/Suspects", False), "7.1-4")
        self.need("/Lang" in root, "7.2-33")
        if "/Lang" in root:
            self.need(LANGUAGE.fullmatch(str(root.Lang)), "7.2-29", "catalog")
        if "/Encrypt" in self.pdf.trailer:
            self.need(int(self.pdf.trailer.Encrypt.P) & 512, "7.16-1")
        for item in self.pdf.objects:
            if isinstance(item, (Dictionary, Stream)):
                self.object(item)
        self.tags()
        self.unicode()
        return self.faults

    def tags(self):
        """The rules of PDF/UA-1 about tags."""
        self.need("/StructTreeRoot" in self.root, "7.1-11")
        if "/StructTreeRoot" in self.root:
            self.parents = dict(self.leaves(self.root.StructTreeRoot.get("/ParentTree", Dictionary())))
            self.tree()
        else:
            self.parents = {}
        for number, page in enumerate(self.pdf.pages, 1):
            self.page(page, number)
        return self.faults

    def object(self, item):
        if "/EF" in item:
            self.need(text_of(item.get("/F")) and text_of(item.get("/UF")), "7.11-1")
        if item.get("/Subtype") == "/Form" and isinstance(item, Stream):
            self.need("/Ref" not in item, "7.20-1")

    # The tree of tags

    def leaves(self, node):
        for kid in node.get("/Kids", []):
            yield from self.leaves(kid)
        numbers = list(node.get("/Nums", []))
        for index in range(0, len(numbers), 2):
            yield int(numbers[index]), numbers[index + 1]

    def type_of(self, element):
        """The standard type of an element; None where there is none, or its mapping goes round."""
        name, seen = str(element.S)[1:], set()
        roles = self.root.StructTreeRoot.get("/RoleMap", Dictionary())
        if name in STANDARD:
            self.need("/" + name not in roles, "7.1-7", name)
        while name not in STANDARD:
            if name in seen or "/" + name not in roles:
                return None
            seen.add(name)
            name = str(roles["/" + name])[1:]
        return name

    def tree(self):
        self.levels, self.notes, self.has_h = [], [], False
        for element in kids(self.root.StructTreeRoot):
            self.element(element, None)
        self.need(not (self.has_h and self.levels), "7.4.4-2")
        last = 0
        for level in self.levels:
            self.need(level <= last + 1, "7.4.2-1", f"H{level} after H{last}")
            last = level
        self.need(len(self.notes) == len(set(self.notes)), "7.9-2")

    def element(self, element, parent):
        kind = self.type_of(element)
        self.need(kind is not None, "7.1-5", str(element.S))
        if parent is not None:
            self.need(element.P.objgen == parent[0].objgen, "7.1-11", "P of an element")
        if kind in PARENTS:
            rule, allowed = PARENTS[kind]
            self.need(parent is not None and parent[1] in allowed, rule, f"{kind} in {parent and parent[1]}")
        inner = [kid for kid in kids(element) if isinstance(kid, Dictionary) and "/S" in kid]
        kinds = [self.type_of(kid) for kid in inner]
        if kind in KIDS:
            rule, pattern = KIDS[kind]
            self.need(re.fullmatch(pattern, "".join(f"{k} " for k in kinds)), rule, f"{kind}: {kinds}")
        if kind == "Table":
            self.need(kinds.count("THead") <= 1, "7.2-11")
            self.need(kinds.count("TFoot") <= 1, "7.2-12")
            self.need("TFoot" not in kinds or "TBody" in kinds, "7.2-13")
            self.need("THead" not in kinds or "TBody" in kinds, "7.2-14")
            self.table(element)
        self.need(kinds.count("H") <= 1, "7.4.4-1")
        if "/Lang" in element:
            self.need(LANGUAGE.fullmatch(str(element.Lang)), "7.2-29", str(element.Lang))
        stands = text_of(element.get("/Alt")) or text_of(element.get("/ActualText"))
        if kind == "Figure":
            self.need(stands, "7.3-1")
        if kind == "Formula":
            self.need(stands, "7.7-1")
        if kind == "Note":
            self.need(text_of(element.get("/ID")), "7.9-1")
            self.notes.append(text_of(element.get("/ID")))
        if kind == "TH":
            scope = [a.get("/Scope") for a in self.attributes(element)]
            self.need(any(s in ("/Row", "/Column", "/Both") for s in scope), "7.5-1")
        if kind and re.fullmatch("H[1-6]", kind):
            self.levels.append(int(kind[1]))
        self.has_h = self.has_h or kind == "H"
        for kid in inner:
            self.element(kid, (element, kind))

    @staticmethod
    def attributes(element):
        found = element.get("/A", [])
        return [a for a in (found if isinstance(found, Array) else [found]) if isinstance(a, Dictionary)]

    def table(self, table):
        """All rows have the same number of columns (7.2-42), also where cells span several."""
        rows, open_cells = [], {}

        def visit(element):
            for kid in kids(element):
                if isinstance(kid, Dictionary) and kid.get("/S") in ("/THead", "/TBody", "/TFoot"):
                    visit(kid)
                elif isinstance(kid, Dictionary) and kid.get("/S") == "/TR":
                    rows.append(kid)

        def span(cell, name):
            return max([int(a[name]) for a in self.attributes(cell) if name in a] or [1])

        visit(table)
        widths = set()
        for row in rows:
            covered = sum(w for w, left in open_cells.values() if left > 0)
            open_cells = {k: (w, left - 1) for k, (w, left) in open_cells.items() if left > 1}
            width = covered
            for cell in kids(row):
                width += span(cell, "/ColSpan")
                if span(cell, "/RowSpan") > 1:
                    open_cells[cell.objgen] = (span(cell, "/ColSpan"), span(cell, "/RowSpan") - 1)
            widths.add(width)
        self.need(len(widths) <= 1, "7.2-42", f"rows of {sorted(widths)} columns")

    # Pages

    def page(self, page, number):
        annotations = list(page.obj.get("/Annots", []))
        self.need(not annotations or page.obj.get("/Tabs") == "/S", "7.18.3-1", f"page {number}")
        for annotation in annotations:
            self.annotation(annotation, number)
        owners = self.parents.get(int(page.obj.get("/StructParents", -1)))
        self.content(page, owners, f"page {number}")

    def annotation(self, annotation, number):
        kind, where = str(annotation.Subtype)[1:], f"page {number}"
        self.need(kind != "TrapNet", "7.18.2-2", where)
        owner = self.parents.get(int(annotation.get("/StructParent", -1)))
        tag = None if owner is None else self.type_of(owner)
        if kind == "Link":
            self.need(tag == "Link", "7.18.5-1", where)
            self.need(text_of(annotation.get("/Contents")), "7.18.5-2", where)
            if owner is not None:
                objects = [k.Obj.objgen for k in kids(owner) if isinstance(k, Dictionary) and "/Obj" in k]
                self.need(annotation.objgen in objects, "7.18.5-1", f"{where}: OBJR")
        elif kind not in ("Widget", "Popup"):
            self.need(tag == "Annot", "7.18.1-1", where)
        else:
            self.need(tag == "Form" or kind == "Popup", "7.18.4-1", where)

    def content(self, page, owners, where):
        """Each piece of content is an artefact or in an element that has it."""
        stack = []
        for operands, operator in pikepdf.parse_content_stream(page):
            operator = str(operator)
            if operator in ("BMC", "BDC"):
                tag, number = str(operands[0]), None
                if operator == "BDC" and isinstance(operands[1], Dictionary):
                    number = operands[1].get("/MCID")
                    if "/Lang" in operands[1]:
                        self.need(LANGUAGE.fullmatch(str(operands[1].Lang)), "7.2-29", where)
                outside = [(t, n) for t, n in stack if t == "/Artifact"]
                inside = [(t, n) for t, n in stack if n is not None]
                self.need(tag != "/Artifact" or not inside, "7.1-1", where)
                self.need(number is None or not outside, "7.1-2", where)
                stack.append((tag, number))
            elif operator == "EMC":
                self.need(stack, "7.1-3", f"{where}: EMC")
                stack = stack[:-1]
            elif operator in PAINTING and not any(tag == "/Artifact" for tag, _ in stack):
                numbers = [int(n) for _, n in stack if n is not None]
                owner = None
                if numbers and owners is not None and numbers[-1] < len(owners):
                    owner = owners[numbers[-1]]
                self.need(owner is not None, "7.1-3", f"{where}: {operator}")
                if owner is not None:
                    self.need(self.has(owner, page, numbers[-1]), "7.1-3", f"{where}: {numbers[-1]} in its element")
        self.need(not stack, "7.1-3", f"{where}: marked content is open")

    @staticmethod
    def has(owner, page, number):
        for kid in kids(owner):
            if not isinstance(kid, Dictionary):
                if int(kid) == number and owner.Pg.objgen == page.obj.objgen:
                    return True
            elif kid.get("/MCID") == number and kid.get("/Pg", owner.get("/Pg")).objgen == page.obj.objgen:
                return True
        return False

    # Text

    def unicode(self):
        """All codes that are shown have Unicode values: 7.21.7, and PDF/A-2u 6.2.11.7.2."""
        seen = set()
        for number, page in enumerate(self.pdf.pages, 1):
            self.texts(page, page.obj.get("/Resources", Dictionary()), f"page {number}", seen)
        return self.faults

    def texts(self, content, resources, where, seen):
        font, fonts, codes = None, resources.get("/Font", Dictionary()), {}
        stack = []
        for operands, operator in pikepdf.parse_content_stream(content):
            operator = str(operator)
            if operator == "q":
                stack.append(font)
            elif operator == "Q" and stack:
                font = stack.pop()
            elif operator == "Tf":
                font = str(operands[0])
            elif operator in SHOWING:
                strings = operands[-1] if operator == "TJ" else [operands[-1]]
                for string in strings:
                    if isinstance(string, pikepdf.String):
                        codes.setdefault(font, set()).update(self.codes(fonts[font], bytes(string)))
            elif operator == "Do":
                form = resources.get("/XObject", Dictionary()).get(str(operands[0]))
                if form is not None and form.get("/Subtype") == "/Form" and form.objgen not in seen:
                    seen.add(form.objgen)
                    self.texts(form, form.get("/Resources", resources), where, seen)
        for name, used in codes.items():
            table = self.unicode_table(fonts[name])
            missing = sorted(code for code in used if code not in table)
            self.need(not missing, "7.21.7-1", f"{where}: {name} {missing[:5]}")
            bad = [code for code in used if set(table.get(code, "")) & {"\0", "\uFEFF", "\uFFFE"}]
            self.need(not bad, "7.21.7-2", f"{where}: {name} {bad[:5]}")

    @staticmethod
    def codes(font, string):
        width = 2 if font.Subtype == "/Type0" else 1
        return [int.from_bytes(string[i:i + width], "big") for i in range(0, len(string), width)]

    @staticmethod
    def unicode_table(font):
        if "/ToUnicode" not in font:
            return {}
        table, text = {}, font.ToUnicode.read_bytes().decode("latin-1")

        def value(digits):
            return bytes.fromhex(digits).decode("utf-16-be")

        for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
            for code, digits in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
                table[int(code, 16)] = value(digits)
        for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
            for first, last, rest in re.findall(r"<(\w+)>\s*<(\w+)>\s*(<\w+>|\[[^]]*\])", block):
                values = re.findall(r"<(\w+)>", rest)
                for offset in range(int(last, 16) - int(first, 16) + 1):
                    if rest.startswith("["):
                        table[int(first, 16) + offset] = value(values[offset])
                    else:
                        start = value(values[0])
                        table[int(first, 16) + offset] = start[:-1] + chr(ord(start[-1]) + offset)
        return table


def metadata(path):
    """The level of PDF/A, and the prefixes of the schemas whose properties XMP describes, with those of descriptions."""
    with pikepdf.open(path) as pdf:
        xmp = ET.fromstring(pdf.Root.Metadata.read_bytes())
        level = [e.text for e in xmp.iter("{http://www.aiim.org/pdfa/ns/id/}conformance")]
    described = {"pdfaExtension", "pdfaSchema", "pdfaProperty"}
    for schema in xmp.iter(RDF + "li"):
        space = schema.find(SCHEMA + "namespaceURI")
        if space is None:
            continue
        known = {(e.find(PROPERTY + "name").text, e.find(PROPERTY + "valueType").text, e.find(PROPERTY + "category").text)
                 for e in schema.find(SCHEMA + "property").find(RDF + "Seq")}
        used = {e.tag.split("}")[1] for e in xmp.iter() if e.tag.startswith("{" + space.text + "}")}
        if used == {name for name, _, _ in known}:
            described.add(schema.find(SCHEMA + "prefix").text)
    return "".join(level), described


def accessible(path):
    """The rules of PDF/UA-1 that a document breaks."""
    with pikepdf.open(path) as pdf:
        return Checker(pdf).accessible()


def unicode(path):
    """The texts of a document without Unicode values."""
    with pikepdf.open(path) as pdf:
        return Checker(pdf).unicode()
