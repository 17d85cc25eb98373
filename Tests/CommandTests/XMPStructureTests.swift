internal import TestKit
internal import Testing

/// Parts of XMP properties by their paths: fields of structures in structures, elements of lists, languages. exiftool
/// reads and writes the same files.
@Suite("imgconv: structures of XMP", .timed)
struct XMPStructureTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: "a.jpg")
  }

  private func edit(_ arguments: [String], _ path: String? = nil) async throws {
    let result = try await Tool.cameo("imgconv", ["--in-place"] + arguments + [path ?? self.path])
    #expect(result.status == 0, "\(arguments) \(result.errors)")
  }

  private func set(_ settings: String...) async throws {
    try await edit(settings.flatMap { ["--set", $0] })
  }

  private func exiftool(_ arguments: String...) async throws {
    let result = try await Tool.run("exiftool", ["-q", "-overwrite_original", "-struct"] + arguments + [path])
    try #require(result.status == 0, "\(result.errors)")
  }

  /// What exiftool sees of XMP, after a filter of jq. Names are in lowercase; a list of one element is that element.
  private func seen(_ filter: String = ".", _ path: String? = nil) async throws -> String {
    let read = try await Tool.run("exiftool", ["-struct", "-j", "-n", "-XMP:all", path ?? self.path])
    let plain = """
      .[0] | del(.SourceFile, .XMPToolkit)
        | walk(if type == "object" then with_entries(.key |= ascii_downcase)
          elif type == "array" and length == 1 then .[0] else . end)
      """
    let result = try await Tool.run("jq", ["-cS", "\(plain) | \(filter)"], input: read.output)
    try #require(result.status == 0, "\(result.errors) \(read.errors)")
    return String(result.text.dropLast())
  }

  @Test("exiftool reads what is set: structures in structures, lists of them, lists and languages in them")
  func written() async throws {
    try await set(
      "xmp.mwg-rs:Regions/mwg-rs:AppliedToDimensions/stDim:w=4000", "xmp.Regions/AppliedToDimensions/unit=pixel",
      "xmp.mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Name=Ann", "xmp.Regions/RegionList/Area/x=0.5",
      "mwg-rs:Regions/RegionList[1]/mwg-rs:Area/stArea:unit=normalized", "xmp.Regions/RegionList[2]/Name=Bo & <co>")
    #expect(
      try await seen(".regioninfo") == #"{"appliedtodimensions":{"unit":"pixel","w":4000},"regionlist":["#
        + #"{"area":{"unit":"normalized","x":0.5},"name":"Ann"},{"name":"Bo & <co>"}]}"#)
    try await set(
      "xmp.ArtworkOrObject/AOTitle=Sea", "xmp.Iptc4xmpExt:ArtworkOrObject[1]/Iptc4xmpExt:AOTitle[de]=Meer",
      "xmp.ArtworkOrObject/AOCreator=Ann", "xmp.ArtworkOrObject/AOCreator=Bo", "XMP:HistoryAction=edited",
      "xmp.xmpMM:History/when=2024:05:06 07:08:09Z", "xmp:Iptc4xmpExt:LocationCreated[1]/Iptc4xmpExt:City=Bergen")
    #expect(
      try await seen(".artworkorobject") == #"{"aocreator":["Ann","Bo"],"aotitle":"Sea","aotitle-de":"Meer"}"#)
    #expect(try await seen(".history") == #"{"action":"edited","when":"2024:05:06 07:08:09Z"}"#)
    #expect(try await seen(".locationcreated") == #"{"city":"Bergen"}"#)
    // The lists and languages of a field are those of a property.
    try await set(
      "xmp.ArtworkOrObject/AOCreator+=Cy", "xmp.ArtworkOrObject/AOCreator-=Ann", "xmp.ArtworkOrObject/AOCreator[1]=Di")
    try await edit(["--delete", "xmp.ArtworkOrObject/AOTitle[de]"])
    #expect(try await seen(".artworkorobject") == #"{"aocreator":["Di","Cy"],"aotitle":"Sea"}"#)
    try await set("xmp.ArtworkOrObject/AOCreator-=")
    #expect(try await seen(".artworkorobject.aocreator") == #"["Di","Cy"]"#)
    try await set("xmp.ArtworkOrObject/AOCreator-=Di", "xmp.ArtworkOrObject/AOCreator=")
    #expect(try await seen(".artworkorobject") == #"{"aotitle":"Sea"}"#)
  }

  @Test("What exiftool wrote is changed in one place, and all else stays")
  func changed() async throws {
    try await exiftool(
      "-RegionInfo={AppliedToDimensions={W=4000,H=3000,Unit=pixel},RegionList=["
        + "{Name=Ann,Type=Face,Area={X=0.1,Y=0.2,W=0.3,H=0.4,Unit=normalized}},"
        + "{Name=Bo,Type=Pet,Area={X=0.5,Y=0.6,W=0.1,H=0.1,Unit=normalized}}]}",
      "-XMP-xmpMM:History=[{Action=created,SoftwareAgent=One},{Action=saved,Changed=/}]",
      "-DerivedFrom={DocumentID=d,InstanceID=i}",
      "-CreatorContactInfo={CiEmailWork=ann@example.org,CiAdrCity=Oslo}", "-XMP:Title=T", "-XMP:Title-de=U",
      "-XMP:Subject=sea", "-XMP:Subject=boat")
    let expected = try await seen(
      """
      .regioninfo.regionlist[1].area.x = 0.75 | del(.regioninfo.regionlist[0].area.unit) | .history[1].action = "edited"
        | .derivedfrom.originaldocumentid = "o" | del(.creatorcontactinfo.ciadrcity) | .subject[0] = "fjord"
      """)
    try await edit([
      "--set", "xmp.mwg-rs:Regions/mwg-rs:RegionList[2]/mwg-rs:Area/stArea:x=0.75", "--delete",
      "xmp.mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:unit", "--set",
      "xmp.xmpMM:History[2]/stEvt:action=edited", "--set", "xmp.DerivedFrom/originalDocumentID=o", "--set",
      "xmp.CreatorContactInfo/CiAdrCity=", "--set", "xmp.dc:subject[1]=fjord",
    ])
    #expect(try await seen() == expected)
    let again = try await Tool.cameo(
      "imgconv",
      [
        "--in-place", "--json", "--set", "xmp.History[2]/action=edited", "--set", "xmp.dc:subject[1]=fjord", "--delete",
        "xmp.CreatorContactInfo/CiTelWork", path,
      ])
    #expect(again.text.contains("\"skipped\": \"unchanged\""), "\(again.text) \(again.errors)")
  }

  @Test("Other prefixes, namespaces of one node and fields as attributes are understood")
  func prefixes() async throws {
    let sidecar = try directory.write(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
          xmlns:a="http://ns.adobe.com/xmp/sType/Area#" xmlns:o="http://example.org/own/">
        <r:Regions rdf:parseType="Resource"><r:RegionList><rdf:Seq>
        <rdf:li><rdf:Description r:Name="Ann" o:own="kept"><r:Area a:x="0.1" a:y="0.2"/></rdf:Description></rdf:li>
        </rdf:Seq></r:RegionList></r:Regions></rdf:Description>
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg"/>
        </rdf:RDF></x:xmpmeta>
        """.utf8), to: "a.jpg.xmp")
    let result = try await Tool.cameo(
      "imgconv",
      [
        "--sidecar", "--set", "xmp.Regions/RegionList/Area/x=0.7", "--set", "xmp.Regions/RegionList/Name=Bo", "--set",
        "xmp.Regions/AppliedToDimensions/w=10", path,
      ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try await seen(".regioninfo | del(.regionlist.own)", sidecar)
        == #"{"appliedtodimensions":{"w":10},"regionlist":{"area":{"x":0.7,"y":0.2},"name":"Bo"}}"#)
    #expect(String(decoding: Fixtures.bytes(sidecar), as: UTF8.self).contains(#"o:own="kept""#))
  }

  @Test("Elements are added after the last one and deleted by number; nothing empty is left")
  func elements() async throws {
    try await set("xmp.dc:subject=sea", "xmp.dc:subject=boat", "xmp.dc:subject[3]=sky", "xmp.dc:creator[1]=Ann")
    #expect(try await seen(".subject, .creator") == "[\"sea\",\"boat\",\"sky\"]\n\"Ann\"")
    try await edit(["--delete", "xmp.dc:subject[1],xmp.dc:subject[3],xmp.dc:creator[1]"])
    #expect(try await seen(".subject, .creator") == "\"boat\"\nnull")
    try await set(
      "xmp.plus:Licensor/LicensorName=Ann", "xmp.plus:Licensor[2]/LicensorName=Bo", "xmp.Regions/RegionList/Area/x=1")
    try await edit(["--delete", "xmp.plus:Licensor[1],xmp.dc:subject[1],xmp.Regions/RegionList[1]/Area/x"])
    #expect(try await seen() == #"{"licensor":{"licensorname":"Bo"}}"#)
    try await edit(["--delete", "xmp.plus:Licensor/LicensorName"])
    #expect(try await seen() == "{}")
  }

  @Test("imgmeta prints a field by the same path, values take it, and structures are copied")
  func read() async throws {
    let email = "Iptc4xmpCore:CreatorContactInfo/Iptc4xmpCore:CiEmailWork"
    try await exiftool(
      "-CreatorContactInfo={CiEmailWork=ann@example.org}", "-LocationCreated=[{City=Bergen,CountryName=Norge}]",
      "-RegionInfo={RegionList=[{Name=Ann,Area={X=0.1,Y=0.2}},{Name=Bo}]}")
    for (path, value) in [
      (email, "ann@example.org"), ("mwg-rs:Regions/mwg-rs:RegionList[2]/mwg-rs:Name", "Bo"),
      ("mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:y", "0.2"),
    ] {
      let shown = try await Tool.cameo("imgmeta", ["--print", "{xmp.\(path)}", self.path])
      #expect(shown.text == value + "\n", "\(shown.text) \(shown.errors)")
    }
    try await set(
      "xmp.photoshop:City={xmp.Iptc4xmpExt:LocationCreated[1]/Iptc4xmpExt:City}", "xmp.dc:source={xmp.\(email)}",
      "xmp.LocationShown/Sublocation={xmp.LocationShown[1]/City|Torget}")
    #expect(
      try await seen("[.city, .source, .locationshown]")
        == #"["Bergen","ann@example.org",{"sublocation":"Torget"}]"#)
    let other = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: "b.jpg")
    // Nothing of what the other file has stays beside the copy.
    try await edit(
      ["--set", "xmp.mwg-rs:Regions/RegionList/Type=Face", "--set", "xmp.LocationCreated/Sublocation=Torget"], other)
    try await edit(["--copy-from", path, "--copy", "xmp.mwg-rs:Regions,xmp.Iptc4xmpExt:LocationCreated"], other)
    #expect(try await seen("[.regioninfo, .locationcreated]", other) == seen("[.regioninfo, .locationcreated]"))
  }

  @Test("Elements in the extended part of a JPEG file are changed there")
  func extended() async throws {
    let keywords = (1...600).map { "-XMP:Subject=\($0) \(String(repeating: "x", count: 110))" }
    let result = try await Tool.run("exiftool", ["-q", "-overwrite_original", "-XMP:Rating=3"] + keywords + [path])
    try #require(result.status == 0, "\(result.errors)")
    try await set("xmp.dc:subject[1]=first", "xmp.dc:subject[300]=middle", "xmp.dc:subject[601]=last")
    #expect(
      try await seen(".subject | [length, .[0], .[299], .[600], (.[1] | .[:3])]")
        == #"[601,"first","middle","last","2 x"]"#)
    let read = try await Tool.run("exiftool", ["-a", "-s3", "-HasExtendedXMP", path])
    #expect(read.text.split(separator: "\n").count == 1, "\(read.text)")
  }

  @Test("A list with an empty element is not copied, and does not stop the copy")
  func emptyElement() async throws {
    let packet = try directory.write(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
        <Iptc4xmpExt:ArtworkOrObject><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:AOCreator><rdf:Seq>
        <rdf:li></rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></Iptc4xmpExt:AOCreator></rdf:li></rdf:Bag>
        </Iptc4xmpExt:ArtworkOrObject></rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8), to: "b.xmp")
    let result = try await Tool.cameo(
      "imgconv", ["--in-place", "--copy-from", packet, "--copy", "xmp.Iptc4xmpExt:ArtworkOrObject", path])
    #expect(
      result.status == 0 && result.errors.contains("ArtworkOrObject cannot be kept or copied alone"),
      "\(result.errors)")
  }

  @Test(
    "A wrong path is an error that names it",
    arguments: [
      ("xmp.mwg-rs:Regions/RegionList[2]/Name=x", 1, "xmp.mwg-rs:Regions/mwg-rs:RegionList[2]/mwg-rs:Name"),
      ("xmp.dc:subject[2]=x", 1, "xmp.dc:subject[2]"),
      ("xmp.mwg-rs:Regions/RegionList/Area=x", 64, "it holds a structure"),
      ("xmp.mwg-rs:Regions/RegionList/Nam=x", 64, "mwg-rs:Name"),
      ("xmp.mwg-rs:Regions/RegionList/Name/Name=x", 64, "mwg-rs:Name has no fields"),
      ("xmp.mwg-rs:Regions/RegionList[1001]/Name=x", 64, "a number from 1 to 1000"),
      ("xmp.mwg-rs:Regions[2]/RegionList/Name=x", 64, "is not a list"),
      ("xmp.crs:Look/Name=x", 64, "fields can be set in"),
      ("xmp.mwg-rs:Regions/RegionList/Name+=x", 64, "does not hold a list"),
      ("xmp.xmpMM:History/when=soon", 64, "is not a date"),
      ("xmp.LocationShown/GPSLatitude=north", 64, "is not a coordinate"),
    ])
  func refused(_ setting: String, _ status: Int, _ reason: String) async throws {
    let result = try await Tool.cameo("imgconv", ["--in-place", "--set", setting, path])
    #expect(result.status == status && result.errors.contains(reason), "\(result.errors)")
  }
}
