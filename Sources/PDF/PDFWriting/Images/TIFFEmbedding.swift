internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// TIFF pages: a page whose data is one strip in a compression that PDF knows is copied; all else is packed anew.
///
/// Whether the data is sound shows when it is decoded; that is done once before it is copied, so that damage is told and not
/// handed on.
enum TIFFEmbedding {
  static func plan(_ input: EmbeddingInput, _ spaces: inout ColorSpaces) throws(ImageError) -> ImagePlan {
    let structure = try TIFFStructure.read(input.bytes, limits: input.limits)
    guard structure.pages.indices.contains(input.index) else {
      throw ImageError(.usage, "there is no page \(input.index &+ 1)", format: "TIFF")
    }
    let page = structure.pages[input.index]
    var palette: [UInt8]?
    let reason: String
    do throws(ImageError) {
      let fields = try TIFFPageFields(page, input)
      palette = fields.palette
      switch TIFFPassing.candidate(fields, input) {
      case .obstacle(let words): reason = words
      case .data(let data):
        if let plan = try data.plan(input, fields, &spaces) {
          if try RowPacking.damage(of: input).isEmpty { return plan }
          reason = "the data is damaged, and what can be read of it was packed anew"
        } else {
          reason = "PDF cannot carry this kind of \(input.info.compression ?? "TIFF") data"
        }
      }
    } catch {
      // What the decoder makes of fields that make no sense is for the decoder to say.
      if error.kind == .io || error.kind == .cancelled { throw error }
      return try RowPacking.plan(
        input, &spaces, handling: .repacked, reason: "the fields of the file are damaged: \(error.message)")
    }
    let isLossy = [6, 7, 34892, 34712, 33003, 33005, 50001, 50002].contains { number in
      input.info.compression == TIFFCompressionName.name(of: number)
    }
    return try RowPacking.plan(
      input, &spaces, palette: palette, handling: isLossy ? .transcoded : .repacked, reason: reason)
  }
}
