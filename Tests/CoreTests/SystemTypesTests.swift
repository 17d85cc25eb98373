@testable internal import ContentTypes
internal import TestKit
internal import Testing

/// The shared-mime-info database: that of this system compared with GLib and others, and hostile ones.
@Suite("Types of shared-mime-info", .timed) struct SystemTypesTests {
  private static let system = ContentTypeRegistry.system(folders: ["/usr/share/mime"])

  /// The first MIME type, and all others of the type.
  private func mimeTypes(_ identification: TypeIdentification) -> [String] { identification.type.mimeTypes }

  @Test("Files of many kinds have the MIME types that gio gives them")
  func agreesWithGIO() async throws {
    let directory = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile, tarfile, gzip, bz2, lzma, sqlite3, plistlib, json, wave, io, os
      from PIL import Image
      os.chdir(sys.argv[1])
      image = Image.new('RGB', (8, 8), 'red')
      for name in 'a.jpg a.png a.tif a.gif a.bmp a.webp a.ppm a.ico a.tga a.pcx a.icns a.jp2 a.pdf a.eps'.split(): image.save(name)
      def put(name, data): open(name, 'wb').write(data if isinstance(data, bytes) else data.encode())
      put('a.txt', 'hello\\n'); put('a.md', '# title\\n'); put('a.html', '<!DOCTYPE html><p>x'); put('a.xml', '<?xml version="1.0"?><a/>')
      put('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'); put('b.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
      put('a.json', '{"a": 1}'); put('a.yaml', 'a: 1\\n'); put('a.csv', 'a,b\\n1,2\\n'); put('a.tsv', 'a\\tb\\n'); put('a.toml', 'a = 1\\n')
      put('a.c', 'int main() {}\\n'); put('a.C', 'class A {};\\n'); put('a.cpp', 'class A {};\\n'); put('a.h', 'int a;\\n')
      put('a.py', 'print(1)\\n'); put('script', '#!/usr/bin/python3\\nprint(1)\\n'); put('a.sh', '#!/bin/sh\\n'); put('a.rb', 'puts 1\\n')
      put('a.java', 'class A {}\\n'); put('a.rs', 'fn main() {}\\n'); put('a.go', 'package a\\n'); put('a.js', 'let a = 1\\n'); put('a.css', 'a {}\\n')
      put('a.tex', '\\\\documentclass{article}\\n'); put('Makefile', 'a: b\\n'); put('a.ics', 'BEGIN:VCALENDAR\\r\\n'); put('a.vcf', 'BEGIN:VCARD\\r\\n')
      put('a.rtf', '{\\\\rtf1 a}'); put('a.ps', '%!PS-Adobe-3.0\\n'); put('a.patch', '--- a\\n+++ b\\n'); put('a.tar.bz2', bz2.compress(b'x' * 600))
      z = zipfile.ZipFile('a.zip', 'w'); z.writestr('x', 'y'); z.close()
      for name in ['a.docx', 'a.xlsx', 'a.jar', 'a.cbz']: put(name, open('a.zip', 'rb').read())
      for name, mime in [('a.epub', 'application/epub+zip'), ('a.odt', 'application/vnd.oasis.opendocument.text')]:
        z = zipfile.ZipFile(name, 'w'); z.writestr('mimetype', mime); z.close()
      put('epub-without-name', open('a.epub', 'rb').read())
      for mode, name in [('w', 'a.tar'), ('w:gz', 'a.tar.gz'), ('w:xz', 'a.tar.xz')]:
        t = tarfile.open(name, mode, format=tarfile.GNU_FORMAT); t.add('a.txt'); t.close()
      put('a.gz', gzip.compress(b'x')); put('a.xz', lzma.compress(b'x'))
      db = sqlite3.connect('a.sqlite3'); db.execute('create table t(x)'); db.commit(); db.close()
      w = wave.open('a.wav', 'wb'); w.setnchannels(1); w.setsampwidth(1); w.setframerate(8000); w.writeframes(b'x'); w.close()
      put('plain', 'hello\\n'); put('binary', bytes(range(8)) * 9)
      for name in ['jpg', 'png', 'gif', 'pdf', 'zip', 'tar', 'gz', 'sqlite3', 'wav', 'html', 'ps']: put('without-' + name, open('a.' + name, 'rb').read())
      put('truetype', open('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 'rb').read(9000)); put('a.ttf', open('truetype', 'rb').read())
      put('program', open('/bin/ls', 'rb').read(9000)); put('a.opus', b'OggS' + bytes(24) + b'OpusHead' + bytes(20))
      """, [directory.path])
    try #require(made.status == 0, "\(made.errors)")
    let listed = try await Tool.run(
      "gio", ["info", "-a", "standard::content-type"] + directory.names.map { directory.file($0) },
      environment: ["XDG_DATA_HOME": directory.path, "LC_ALL": "C"])
    let theirs = listed.text.split(separator: "\n").compactMap { line -> String? in
      line.contains("standard::content-type: ") ? String(line.split(separator: " ").last ?? "") : nil
    }
    try #require(theirs.count == directory.names.count)
    var differences: [String] = []
    for (name, theirs) in zip(directory.names, theirs) {
      let found = try Self.system.identify(path: directory.file(name))
      if !mimeTypes(found).contains(theirs) {
        differences.append("\(name): \(theirs), here \(found.type.identifier) \(mimeTypes(found))")
      }
    }
    #expect(differences == [])
  }

  @Test(
    "Word, Excel and PowerPoint documents of 1997 have their type by name, though their content is any compound file",
    arguments: [
      ("a.doc", "com.microsoft.word.doc"), ("a.xls", "com.microsoft.excel.xls"),
      ("a.ppt", "com.microsoft.powerpoint.ppt"),
    ])
  func compoundFiles(_ name: String, _ expected: String) {
    let header = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 2_048)
    #expect(Self.system.identify(header: header, fileName: name).type.identifier == expected)
    #expect(Self.system.identify(header: header, fileName: "a.txt").type.mimeTypes == ["application/x-ole-storage"])
  }

  @Test("Names alone have the types that Python's reading of the same globs gives")
  func agreesOnEveryGlob() async throws {
    // For each glob that is a plain suffix and belongs to one type only: a name with it.
    let result = try await Tool.python(
      """
      rows = [line.rstrip('\\n').split(':') for line in open('/usr/share/mime/globs2') if not line.startswith('#')]
      owners = {}
      for row in rows: owners.setdefault(row[2].lower(), set()).add(row[1])
      for row in rows:
        pattern = row[2]
        if pattern.startswith('*.') and not set(pattern[2:]) & set('*?[') and len(owners[pattern.lower()]) == 1 and len(row) == 3:
          print('some name' + pattern[1:], row[1])
      """)
    var (count, differences): (Int, [String]) = (0, [])
    for line in result.text.split(separator: "\n") {
      guard let space = line.lastIndex(of: " ") else { continue }
      let (name, mimeType) = (String(line[..<space]), String(line[line.index(after: space)...]))
      count += 1
      let type = Self.system.type(fileName: name)
      if type?.mimeTypes.contains(mimeType) != true {
        differences.append("\(name): \(mimeType), here \(type?.identifier ?? "-")")
      }
    }
    #expect(count > 800)
    #expect(differences == [])
  }

  @Test("Types of the database have identifiers, parents and icons")
  func databaseTypes() throws {
    let svgz = try #require(Self.system.type(mimeType: "image/svg+xml-compressed"))
    #expect(svgz.identifier == "mime.image.svg+xml-compressed")
    #expect(Self.system.type(svgz.identifier, conformsTo: "public.image"))
    #expect(Self.system.type(svgz.identifier, conformsTo: "org.gnu.gnu-zip-archive"))
    let ldif = try #require(Self.system.type(fileName: "a.ldif"))
    #expect(ldif.identifier == "mime.text.x-ldif")
    #expect(ldif.origin == .system)
    #expect(ldif.allExtensions == ["ldif"])
    #expect(Self.system.type(ldif.identifier, conformsTo: "public.plain-text"))
    // Joined by an alias: the database calls it image/heif.
    #expect(Self.system.type(mimeType: "application/x-pdf")?.identifier == "com.adobe.pdf")
    #expect(Self.system.type(mimeType: "application/x-cb7")?.iconName != nil)
    #expect(Self.system.type(identifier: "public.zip-archive")?.iconName == "package-x-generic")
    #expect(Self.system.database?.problems == [])
  }

  @Test("Reading the database and asking for every type ends, and no type conforms to itself")
  func everyTypeIsBelowARoot() {
    for type in Self.system.types where type.origin == .system {
      #expect(!type.conformsTo.isEmpty, "\(type.identifier)")
      #expect(!type.conformsTo.contains { Self.system.type($0, conformsTo: type.identifier) }, "\(type.identifier)")
    }
  }

  @Test("A user's folder takes precedence over the system's, and can remove its rules")
  func folders() throws {
    let (system, user) = (try TemporaryDirectory(), try TemporaryDirectory())
    try system.write(Array("50:text/x-a:*.aaa\n80:text/x-a:*.both\n50:text/x-b:*.bbb\n".utf8), to: "globs2")
    try user.write(
      Array("0:text/x-b:__NOGLOBS__\n90:text/x-c:*.both\n50:text/x-c:ReadMe:cs\n50:text/x-d:r*e[0-9].x\n".utf8),
      to: "globs2")
    try system.write(
      magic([(50, "text/x-a", [(0, 0, "AAAA", "")]), (50, "text/x-b", [(0, 0, "BBBB", "")])]), to: "magic")
    try user.write(magic([(50, "text/x-b", [(0, 0, "__NOMAGIC__", "")])]), to: "magic")
    try user.write(Array("text/x-c application/x-deep\napplication/x-deep text/x-c\n".utf8), to: "subclasses")
    let registry = ContentTypeRegistry.system(folders: [user.path, system.path])
    func mime(_ header: String, _ name: String?) -> String? {
      registry.type(header: Array(header.utf8), fileName: name)?.mimeTypes.first
    }
    #expect(mime("", "x.aaa") == "text/x-a")
    #expect(mime("", "x.bbb") == nil)
    #expect(mime("", "x.both") == "text/x-c")
    #expect(mime("", "ReadMe") == "text/x-c")
    #expect(mime("", "README") == nil)
    #expect(mime("", "rate5.X") == "text/x-d")
    #expect(mime("", "rate.x") == nil)
    #expect(mime("AAAA", nil) == "text/x-a")
    #expect(mime("BBBB", nil) == nil)
    // A loop in the database costs one edge, not the types.
    #expect(
      registry.type("mime.text.x-c", conformsTo: "mime.application.x-deep")
        != registry.type("mime.application.x-deep", conformsTo: "mime.text.x-c"))
  }

  /// A magic file of sections: priority, MIME type, and rules of indent, offset, value and what follows the value.
  private func magic(_ sections: [(Int, String, [(Int, Int, String, String)])]) -> [UInt8] {
    var bytes = Array("MIME-Magic\0\n".utf8)
    for (priority, type, rules) in sections {
      bytes += Array("[\(priority):\(type)]\n".utf8)
      for (indent, offset, value, rest) in rules {
        let start = indent == 0 ? "" : String(indent)
        bytes += Array("\(start)>\(offset)=".utf8)
        bytes += [0, UInt8(value.utf8.count)]
        bytes += Array("\(value)\(rest)\n".utf8)
      }
    }
    return bytes
  }

  @Test("Magic has offsets, ranges, masks, words and rules below rules")
  func magicRules() throws {
    let directory = try TemporaryDirectory()
    var bytes = magic([
      (50, "a/range", [(0, 4, "RR", "+3")]),
      (70, "a/nested", [(0, 0, "N", ""), (1, 1, "X", ""), (1, 1, "Y", ""), (2, 2, "Z", "")]),
      (50, "a/word", [(0, 0, "\u{1}\u{2}", "~2")]), (80, "a/high", [(0, 0, "NX!", "")]),
      (30, "a/weak", [(0, 0, "W", "")]),
      (50, "a/far", [(0, 5000, "F", "+999999999")]),
    ])
    // The low half of a byte only.
    bytes += Array("[50:a/mask]\n>0=".utf8)
    bytes += [0, 1, 0x0B, UInt8(ascii: "&"), 0x0F, 0x0A]
    try directory.write(bytes, to: "magic")
    try directory.write(Array("50:b/named:*.b\n".utf8), to: "globs2")
    let registry = ContentTypeRegistry.system(folders: [directory.path])
    func type(_ header: [UInt8], _ name: String? = nil) -> String? {
      registry.type(header: header, fileName: name)?.mimeTypes.first
    }
    for place in 4...6 { #expect(type([UInt8](repeating: 0, count: place) + Array("RR".utf8)) == "a/range") }
    #expect(type([0, 0, 0] + Array("RR".utf8)) == nil)
    #expect(type([0, 0, 0, 0, 0, 0, 0] + Array("RR".utf8)) == nil)
    #expect(type(Array("NX".utf8)) == "a/nested")
    #expect(type(Array("NY".utf8)) == nil)
    #expect(type(Array("NYZ".utf8)) == "a/nested")
    #expect(type(Array("NX!".utf8)) == "a/high")
    #expect(type([2, 1]) == "a/word")
    #expect(type([1, 2]) == nil)
    #expect(type([0xFB]) == "a/mask")
    #expect(type(Array("W".utf8)) == "a/weak")
    // A name takes precedence over weak signatures only.
    #expect(type(Array("W".utf8), "x.b") == "b/named")
    #expect(type(Array("NX".utf8), "x.b") == "a/nested")
    #expect(type([UInt8](repeating: 0x46, count: 4_096)) == nil)
  }

  @Test("Of broken and hostile databases only the broken parts are ignored")
  func hostile() throws {
    let directory = try TemporaryDirectory()
    let good = "50:text/x-good:*.good\n"
    let long = String(repeating: "x", count: 100_000)
    try directory.write(
      Array(
        (good + "50\n:::\nx:text/x-a:*.a\n50:nonsense:*.n\n50:text/x-\(long):*.l\n999:text/x-w:*.w\n50:text/x-e:\n")
          .utf8)
        + [0xFF, 0xFE, 0x0A] + Array("50:text/x-star:*a*a*a*a*a*a*a*a*a*a*b\n".utf8), to: "globs2")
    let chain = (0..<15_000).map { "text/c\($0) text/c\($0 + 1)\n" }.joined()
    try directory.write(Array(chain.utf8), to: "subclasses")
    try directory.write(Array((0..<15_000).map { "text/alias\($0) text/x-good\n" }.joined().utf8), to: "aliases")
    let whole = magic([(50, "text/x-m", [(0, 0, "MMMM", "")]), (50, "text/x-n", [(0, 0, "NNNN", "")])])
    for end in stride(from: 0, through: whole.count, by: 1) {
      try directory.write(Array(whole[..<end]), to: "magic")
      if end % 8 != 0, end != whole.count { continue }
      let registry = ContentTypeRegistry.system(folders: [directory.path])
      #expect(registry.type(fileName: "a.good")?.identifier == "mime.text.x-good")
      #expect(registry.type(fileName: String(repeating: "a", count: 5_000)) == nil)
      let problems = registry.database?.problems ?? []
      #expect(problems.contains { $0.contains("globs2: 8 lines") }, "\(problems)")
      if end == whole.count {
        #expect(registry.type(header: Array("NNNN".utf8), fileName: nil)?.identifier == "mime.text.x-n")
      }
    }
    #expect(ContentTypeRegistry.system(folders: ["/nowhere"]).type(fileName: "a.png")?.identifier == "public.png")
    #expect(
      DataFolders.all(environment: ["HOME": "/h", "XDG_DATA_DIRS": "/a/:relative:/b::/a"]) == [
        "/h/.local/share", "/a", "/b",
      ])
    #expect(DataFolders.all(environment: ["XDG_DATA_HOME": "/x"]) == ["/x", "/usr/local/share", "/usr/share"])
  }
}
