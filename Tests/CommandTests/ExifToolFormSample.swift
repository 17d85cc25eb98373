/// An XMP packet that is hard to flatten: structures, lists of structures, languages, dates, fractions, types.
enum ExifToolFormSample {
  static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Sample 1.0">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="uuid:1" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
      xmlns:stRef="http://ns.adobe.com/xap/1.0/sType/ResourceRef#" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
      xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
      xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
      xmlns:my="http://example.com/my/1.0/" xmlns:xmpTPg="http://ns.adobe.com/xap/1.0/t/pg/"
      xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
      xmp:CreateDate="2024-05-06T07:08:09.12+02:00" xmp:ModifyDate="2024-05" xmp:Rating="4" xmp:Label="Red"
      xmpRights:Marked="True" photoshop:Headline="2024" photoshop:DateCreated="2024-05-06" photoshop:Urgency="3"
      exif:ExposureTime="1/250" exif:FNumber="28/10" exif:ShutterSpeedValue="7965784/1000000"
      exif:ApertureValue="2970854/1000000" exif:ExposureBiasValue="-1/3" exif:GPSLatitude="47,33.35833S"
      exif:GPSLongitude="8,32,24E" exif:GPSAltitude="35/2" exif:GPSAltitudeRef="1"
      exif:GPSTimeStamp="2024-05-06T05:08:09Z" exif:PixelXDimension="640" exif:ExifVersion="0232" exif:ColorSpace="1"
      tiff:Make="Cameo" tiff:Orientation="3" tiff:XResolution="300/1" tiff:ImageLength="480"
      aux:LensInfo="240/10 700/10 28/10 0/0" aux:Lens="24-70" crs:Exposure2012="+0.45" crs:HasCrop="False"
      crs:CropTop="0.25" crs:Version="15.0" my:Day="2024-05-06T07:08:09" my:Level="high" my:NAME="loud"
      plus:ModelReleaseStatus="http://ns.useplus.org/ldf/vocab/MR-NON">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Title</rdf:li><rdf:li xml:lang="de-ch">Titel</rdf:li></rdf:Alt></dc:title>
    <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
    <dc:creator><rdf:Seq><rdf:li>Nobody</rdf:li></rdf:Seq></dc:creator>
    <dc:date><rdf:Seq><rdf:li>2024-05-06</rdf:li><rdf:li>2025</rdf:li></rdf:Seq></dc:date>
    <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
    <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired><exif:Return>0</exif:Return></exif:Flash>
    <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">A comment</rdf:li></rdf:Alt></exif:UserComment>
    <tiff:BitsPerSample><rdf:Seq><rdf:li>8</rdf:li><rdf:li>8</rdf:li><rdf:li>8</rdf:li></rdf:Seq></tiff:BitsPerSample>
    <xmpMM:History><rdf:Seq>
      <rdf:li stEvt:action="created" stEvt:when="2024-05-06T07:08:09Z"/>
      <rdf:li stEvt:action="saved" stEvt:when="2024-05-07T07:08:09+02:00" stEvt:changed="/"/>
    </rdf:Seq></xmpMM:History>
    <xmpMM:DerivedFrom stRef:instanceID="xmp.iid:1" stRef:documentID="xmp.did:2"/>
    <Iptc4xmpCore:CreatorContactInfo rdf:parseType="Resource">
      <Iptc4xmpCore:CiAdrCity>Bern</Iptc4xmpCore:CiAdrCity><Iptc4xmpCore:CiUrlWork>http://example.com</Iptc4xmpCore:CiUrlWork>
    </Iptc4xmpCore:CreatorContactInfo>
    <Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource">
      <Iptc4xmpExt:City>Zürich</Iptc4xmpExt:City><Iptc4xmpExt:CountryCode>CH</Iptc4xmpExt:CountryCode>
    </rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>
    <Iptc4xmpExt:ArtworkOrObject><rdf:Bag><rdf:li rdf:parseType="Resource">
      <Iptc4xmpExt:AOTitle><rdf:Alt><rdf:li xml:lang="x-default">Work</rdf:li><rdf:li xml:lang="fr">Œuvre</rdf:li></rdf:Alt></Iptc4xmpExt:AOTitle>
      <Iptc4xmpExt:AODateCreated>1999-12-31</Iptc4xmpExt:AODateCreated>
    </rdf:li></rdf:Bag></Iptc4xmpExt:ArtworkOrObject>
    <mwg-rs:Regions rdf:parseType="Resource">
      <mwg-rs:AppliedToDimensions stDim:w="640" stDim:h="480" stDim:unit="pixel"/>
      <mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>A</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
          <mwg-rs:Area stArea:x="0.5" stArea:y="0.25" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:li>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>B</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
          <mwg-rs:Area stArea:x="0.75" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:li>
      </rdf:Bag></mwg-rs:RegionList>
    </mwg-rs:Regions>
    <crs:GradientBasedCorrections><rdf:Seq><rdf:li><rdf:Description crs:What="Correction" crs:CorrectionAmount="1.000000"
      crs:CorrectionActive="true" crs:LocalExposure2012="-0.244855"><crs:CorrectionMasks><rdf:Seq>
      <rdf:li crs:What="Mask/Gradient" crs:MaskValue="1.000000" crs:ZeroX="0.684925"/></rdf:Seq></crs:CorrectionMasks>
    </rdf:Description></rdf:li></rdf:Seq></crs:GradientBasedCorrections>
    <crs:RetouchAreas><rdf:Seq>
      <rdf:li><rdf:Description crs:SpotType="heal" crs:Seed="1"><crs:Masks><rdf:Seq><rdf:li crs:X="0.1"/><rdf:li crs:X="0.2"/>
      </rdf:Seq></crs:Masks></rdf:Description></rdf:li>
      <rdf:li><rdf:Description crs:SpotType="clone" crs:Seed="2"><crs:Masks><rdf:Seq><rdf:li crs:X="0.3"/>
      </rdf:Seq></crs:Masks></rdf:Description></rdf:li>
    </rdf:Seq></crs:RetouchAreas>
    <crs:MaskGroupBasedCorrections><rdf:Seq>
      <rdf:li crs:CorrectionName="sky" crs:LocalExposure2012="0.1"/>
      <rdf:li crs:CorrectionName="sea" crs:LocalExposure2012="0.2"/>
    </rdf:Seq></crs:MaskGroupBasedCorrections>
    <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurvePV2012>
    <lr:hierarchicalSubject><rdf:Bag><rdf:li>a|b</rdf:li></rdf:Bag></lr:hierarchicalSubject>
    <xmpTPg:MaxPageSize stDim:w="210" stDim:h="297" stDim:unit="mm"/>
    <my:Thing rdf:parseType="Resource"><my:part>x</my:part><my:other>y</my:other></my:Thing>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """
}
