/// Packets that use every form of RDF that XMP allows, written by hand.
enum XMPSamples {
  /// A packet around the descriptions.
  static func packet(_ descriptions: String, attributes: String = "x:xmptk=\"Hand 1.0\"") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" \(attributes)>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    \(descriptions)
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """
  }

  /// A packet with one description, in which the usual prefixes are declared.
  static func description(_ elements: String, attributes: String = "") -> String {
    packet(
      """
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:my="http://example.com/my/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
        xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
        xmlns:stRef="http://ns.adobe.com/xap/1.0/sType/ResourceRef#" \(attributes)>
      \(elements)
      </rdf:Description>
      """)
  }

  /// Samples of real writers, by name.
  static let all: [(name: String, packet: String)] = [
    (
      "simple",
      description(
        "<dc:format>image/jpeg</dc:format><my:Space> two  spaces </my:Space><my:Empty></my:Empty><my:Short/>"
          + "<my:Entity>&lt;&amp;&gt;&quot;&apos;&#233;</my:Entity><my:CData><![CDATA[a < b]]></my:CData>",
        attributes: "xmp:Rating=\"4\" xmp:Label=\"12.60\" xmp:CreatorTool=\"a &amp; b\"")
    ),
    (
      "arrays",
      description(
        "<dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>"
          + "<dc:creator><rdf:Seq><rdf:li>Anna</rdf:li></rdf:Seq></dc:creator>"
          + "<my:Choices><rdf:Alt><rdf:li>first</rdf:li><rdf:li>second</rdf:li></rdf:Alt></my:Choices>")
    ),
    (
      "languages",
      description(
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Harvest</rdf:li><rdf:li xml:lang=\"de-DE\">Ernte</rdf:li>"
          + "<rdf:li xml:lang=\"el-GR\">Συγκομιδή</rdf:li></rdf:Alt></dc:title>")
    ),
    (
      "structures",
      description(
        "<my:One rdf:parseType=\"Resource\"><my:A>1</my:A><my:B>2</my:B></my:One>"
          + "<my:Two><rdf:Description><my:A>1</my:A><my:B>2</my:B></rdf:Description></my:Two>"
          + "<my:Three my:A=\"1\" my:B=\"2\"/>"
          + "<my:Four><rdf:Description my:A=\"1\"><my:B>2</my:B></rdf:Description></my:Four>"
          + "<my:Five my:A=\"1\" my:B=\"2\"></my:Five>")
    ),
    (
      "history",
      description(
        "<xmpMM:DerivedFrom stRef:documentID=\"d1\" stRef:instanceID=\"i1\"/><xmpMM:History><rdf:Seq>"
          + "<rdf:li rdf:parseType=\"Resource\"><stEvt:action>created</stEvt:action>"
          + "<stEvt:when>2020-01-02T03:04:05Z</stEvt:when></rdf:li>"
          + "<rdf:li stEvt:action=\"saved\" stEvt:when=\"2021-01-02T03:04:05+02:00\"/>"
          + "<rdf:li><rdf:Description><stEvt:action>printed</stEvt:action></rdf:Description></rdf:li>"
          + "</rdf:Seq></xmpMM:History>")
    ),
    (
      "qualifiers",
      description(
        "<my:Greeting xml:lang=\"fr\">Bonjour</my:Greeting>"
          + "<my:Role rdf:parseType=\"Resource\"><rdf:value>Anna</rdf:value><my:role>editor</my:role></my:Role>"
          + "<my:Same><rdf:Description><rdf:value>Anna</rdf:value><my:role>editor</my:role></rdf:Description></my:Same>"
          + "<my:Attributes rdf:value=\"Anna\" my:role=\"editor\"/>")
    ),
    (
      "links",
      description(
        "<my:Link rdf:resource=\"http://example.com/a?b=c&amp;d\"/>"
          + "<my:Links><rdf:Bag><rdf:li rdf:resource=\"http://example.com/1\"/></rdf:Bag></my:Links>")
    ),
    (
      "nested",
      description(
        "<my:Out><rdf:Description><my:In><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><my:List><rdf:Bag>"
          + "<rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Bag></my:List></rdf:li></rdf:Seq></my:In>"
          + "</rdf:Description></my:Out>")
    ),
    (
      "several descriptions",
      packet(
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" dc:format=\"image/png\"/>"
          + "<rdf:Description rdf:about=\"\" xmlns:xap=\"http://ns.adobe.com/xap/1.0/\"><xap:Label>Red</xap:Label>"
          + "</rdf:Description>")
    ),
    (
      "other prefixes",
      packet(
        "<r:Description xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" r:about=\"\" "
          + "xmlns:core=\"http://purl.org/dc/elements/1.1/\">"
          + "<core:subject><r:Bag><r:li>one</r:li></r:Bag></core:subject>"
          + "<label xmlns=\"http://ns.adobe.com/xap/1.0/\">Red</label></r:Description>")
    ),
  ]
}
