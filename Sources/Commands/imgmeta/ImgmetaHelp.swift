/// The text of `imgmeta --help`.
enum ImgmetaHelp {
  static let discussion = """
    Shows the headers of each image, Exif with GPS, XMP, IPTC, Photoshop resources, ICC profiles and the properties of \
    the file format, with readable values. No pixel is decoded; of a large file only the parts with metadata are read. \
    Of a PDF it shows version, pages, encryption, claims (PDF/A), Info, XMP, fonts, pictures, attachments, fields, and \
    what each signature covers; of MP4 and QuickTime movies dates, size, duration, codecs, position, camera and texts; \
    of SVG size, title, description and XMP.

    --tag, --group, --where and --print select properties by a name (Model), by a group and a name (Exif:ISO, \
    gps.latitude, XMP:dc:title), with * and ? for any characters (Exif:*Date*), or by a path (dc:subject[1], \
    xmpMM:History[2]/stEvt:when). Case is ignored. GPS:Latitude, GPS:Longitude and GPS:Altitude are signed decimal \
    numbers.

    EXAMPLES:
      imgmeta photo.jpg
          shows everything, in groups
      imgmeta --tag Model --tag Exif:DateTimeOriginal *.jpg
          prints two properties of each file
      imgmeta --json photo.tif | jq '.[0].images | length'
          counts pages
      imgmeta -r photos --jsonl > photos.jsonl
          reads a tree of directories, one record a line
      imgmeta -r photos --where 'exif.ISO >= 800 and gps.latitude' --print '{path}'
          lists the files that meet a condition
      imgmeta --print '{name} {date:%Y-%m-%d} {gps.latitude|-}' *.jpg
          writes a line for each file
      imgmeta --csv --tag Model --tag exif.FNumber *.jpg > table.csv
          writes a table
      imgmeta --where 'pdf.SignatureCount > 0' --print '{path}' *.pdf
          lists signed documents
      imgmeta --extract icc -o '{stem}.icc' *.jpg
          extracts the profiles
      imgmeta --move --parents -o '{date:%Y/%m}/{date:%Y%m%d_%H%M}{_n}.{ext}' *.jpg
          renames the files by their dates, into a directory for each month

      imgmeta --diff before.jpg after.jpg
          says which properties differ
      imgmeta --validate *.jpg
          says what breaks rules of Exif, XMP and IPTC
      imgmeta --json -o '{dir}/{stem}.json' *.jpg
          writes a report beside each file

    EXIT STATUS:
      0   all done
      1   at least one file failed; the others were done. --diff: files differ
      2   only --diff: a file cannot be read
      3   all done, some with warnings or findings (0 with --warning-exit-0)
      64  the command line is not valid; nothing was done
    """
}
