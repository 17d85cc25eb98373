/// Writes the line of a template for each file.
package struct PrintFormatter: MetadataFormatter {
  private let style: ValueStyle
  private let template: PrintTemplate

  package init(style: ValueStyle, template: PrintTemplate) {
    self.style = style
    self.template = template
  }

  // The line includes the template's own text, whose bytes the user gave.
  package var writesNameBytes: Bool { true }

  package func text(of file: FileMetadata) -> String { template.text(of: file, style: style) }
}
