internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

/// The names of thumbnails: `photo_thumb.jpg` beside `photo.png`.
enum ThumbnailNaming {
  /// The naming before the format is known.
  ///
  /// - Parameter sized: whether each input gets files of several sizes: `photo_thumb_320.jpg`.
  static func standard(sized: Bool) throws -> OutputNaming {
    let names = try [OutputTemplate("{stem}_thumb.{ext}"), OutputTemplate("{stem}_thumb_{width}.{ext}")]
    var naming = OutputNaming(
      fileName: names[sized ? 1 : 0], goesBesideInput: true, isRecognisable: true,
      extensions: FormatOptions.extensions, extensionOfOutput: { _ in nil })
    naming.otherNames = [names[sized ? 0 : 1]]
    naming.makesSeveral = sized
    return naming
  }

  /// Sets the extensions that the thumbnails of a job may get.
  static func setExtensions(
    of naming: inout OutputNaming, for job: ThumbnailJob, allowed: Set<String>?, _ limits: Limits
  ) {
    switch job.format {
    case "same":
      naming.extensionOfOutput = { input in
        OutputFormat.look(input, allowed: allowed, limits: limits) { source in source.format }
          .map(FormatOptions.fileExtension(ofFormat:))
      }
    case let format?: naming.extensions = [FormatOptions.fileExtension(ofFormat: format)]
    case nil where (job.thumbnail.background?.isOpaque ?? false) && !job.keepsAnimation:
      naming.extensions = [FormatOptions.fileExtension(ofFormat: "jpeg")]
    case nil:
      let formats = job.keepsAnimation ? FormatOptions.writableNames : ["jpeg", "png"]
      naming.extensions = formats.map(FormatOptions.fileExtension(ofFormat:))
      naming.extensionOfOutput = { input in
        OutputFormat.look(input, allowed: allowed, limits: limits) { source throws(ImageError) in
          FormatOptions.fileExtension(ofFormat: try job.formatName(for: source))
        }
      }
    }
  }
}
