internal import ImageModel
@testable internal import MetadataWriting
internal import TestKit
internal import Testing

@Suite("Places in XMP, in the namespaces of any program", .timed)
struct XMPPlacesTests {
  private func packet(_ namespace: String, _ name: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:n="\(namespace)" n:\(name)="TRACE"><n:Other><rdf:Bag><rdf:li>
      <n:\(name)>TRACE</n:\(name)></rdf:li></rdf:Bag></n:Other></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func revised(_ namespace: String, _ name: String) throws -> (text: String, named: [String]) {
    var changes = XMPEditor.Changes()
    changes.removesLocation = true
    let revised = try #require(XMPEditor.revised(packet(namespace, name), changes))
    return (String(decoding: revised.packet, as: UTF8.self), revised.possiblePlaces)
  }

  @Test(
    "Positions and names of places are removed",
    arguments: [
      ("http://ns.geotate.com/", "GeotatePOI"), ("http://ns.camerabits.com/photomechanic/1.0/", "CountryCode"),
      ("http://ns.acdsee.com/iptc/1.0/", "location"), ("http://ns.iview-multimedia.com/mediapro/1.0/", "City"),
      ("http://ns.iview-multimedia.com/mediapro/1.0/", "State"), ("http://example.com/", "gps_position"),
      ("http://example.com/", "Lat"), ("http://example.com/", "geoLong"), ("http://example.com/", "lon"),
      ("http://example.com/", "geotag"), ("http://example.com/", "PlaceName"), ("http://example.com/", "province"),
      ("http://example.com/", "sublocation"), ("http://example.com/", "nearestCity"),
      ("http://www.dji.com/drone-dji/1.0/", "AbsoluteAltitude"), ("http://pix4d.com/camera/1.0", "GPSXYAccuracy"),
      ("http://www.w3.org/2003/01/geo/wgs84_pos#", "long"), ("http://purl.org/dc/elements/1.1/", "coverage"),
      ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "WorldRegion"), ("http://rs.tdwg.org/dwc/terms/", "waterBody"),
      ("http://purl.org/dc/terms/", "spatial"), ("http://example.com/", "latlng"), ("http://example.com/", "latlong"),
      ("http://example.com/", "LATLON"), ("http://example.com/", "lonlat"),
    ])
  func removed(namespace: String, name: String) throws {
    let (text, named) = try revised(namespace, name)
    #expect(!text.contains("TRACE") && named.isEmpty)
  }

  @Test(
    "What has such a word in another meaning stays",
    arguments: [
      ("http://ns.adobe.com/photoshop/1.0/", "AuthorsPosition"), ("http://ns.adobe.com/exif/1.0/", "SubjectLocation"),
      ("http://cipa.jp/exif/1.0/", "ISOSpeedLatitudeyyy"), ("http://example.com/", "Capacity"),
      ("http://example.com/", "PlatformName"), ("http://example.com/", "GeometricDistortion"),
      ("http://example.com/", "placedXResolution"), ("http://example.com/", "LateralChromaticAberration"),
      ("http://www.metadataworkinggroup.com/schemas/regions/", "RegionList"),
      ("http://ns.microsoft.com/photo/1.2/", "RegionInfo"),
      ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "ImageRegion"),
      ("http://ns.adobe.com/tiff/1.0/", "YCbCrPositioning"),
      ("http://ns.adobe.com/camera-raw-settings/1.0/", "Opacity"),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "CopyrightOwner"),
      ("http://xmp.gettyimages.com/gift/1.0/", "Composition"),
    ])
  func kept(namespace: String, name: String) throws {
    let (text, named) = try revised(namespace, name)
    #expect(text == String(decoding: packet(namespace, name), as: UTF8.self) && named.isEmpty)
  }

  @Test(
    "What may name a place, or somebody's address, stays and is named",
    arguments: [
      ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "CiAdrCity"),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "LicensorCity"),
      ("http://example.com/", "street_address"), ("http://example.com/", "position"), ("http://example.com/", "state"),
      ("http://example.com/", "homecity"), ("http://example.com/", "birthplace"), ("http://example.com/", "hometown"),
      ("http://example.com/", "mapcoordinates"), ("http://example.com/", "streetaddress"),
      ("http://example.com/", "PostalCode"), ("http://example.com/", "Pos"), ("http://example.com/", "Region"),
    ])
  func named(namespace: String, name: String) throws {
    let (text, named) = try revised(namespace, name)
    #expect(text.contains("TRACE") && named == ["n:\(name)"])
  }
}
