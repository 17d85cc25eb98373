/// What XMP says about the invoice in XML that a document carries (Factur-X 1.0, ZUGFeRD 2).
package struct ElectronicInvoice: Hashable, Sendable {
  /// The name of the attached file.
  package var fileName: String
  /// The profile: `EN 16931`.
  package var level: String
  /// The version of the standard that defines the profile.
  package var version: String
  /// Whether it is ZUGFeRD 2.0, which has a schema of its own. Factur-X 1.0 is also called ZUGFeRD 2.1 and later.
  package var isOld: Bool

  package init(fileName: String, level: String, version: String, isOld: Bool = false) {
    (self.fileName, self.level, self.version, self.isOld) = (fileName, level, version, isOld)
  }

  var schema: XMPSchema {
    func property(_ name: String, _ value: String, _ description: String) -> XMPSchema.Property {
      XMPSchema.Property(name: name, value: value, isExternal: true, description: description)
    }
    return XMPSchema(
      title: "\(isOld ? "ZUGFeRD" : "Factur-X") PDFA Extension Schema",
      namespace: "urn:\(isOld ? "zugferd" : "factur-x"):pdfa:CrossIndustryDocument:invoice:\(isOld ? "2p0" : "1p0")#",
      prefix: isOld ? "zf" : "fx",
      properties: [
        property("DocumentType", "INVOICE", "The type of the document"),
        property("DocumentFileName", fileName, "The name of the embedded XML document"),
        property("Version", version, "The version of the standard that applies to the XML document"),
        property("ConformanceLevel", level, "The conformance level of the XML document"),
      ])
  }
}
