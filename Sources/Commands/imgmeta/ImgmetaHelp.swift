/// The text of `imgmeta --help`.
enum ImgmetaHelp {
  static let discussion = """
    Shows size, depth, colours, orientation, resolution and profile of each image, and the Exif and GPS fields with their \
    values in readable words. No pixel is decoded; of a large file only the parts with metadata are read.

    With --tag each property is one line with its group and name; case does not count. The group Exif also stands for \
    IFD0 and Interop. GPS:Latitude, GPS:Longitude and GPS:Altitude are signed decimal numbers.

    EXAMPLES:
      imgmeta photo.jpg
          shows everything, in groups
      imgmeta --tag Model --tag Exif:DateTimeOriginal *.jpg
          prints two properties of each file
      imgmeta --json photo.tif | jq '.files[0].images | length'
          counts pages
      imgmeta -r photos --json > photos.json
          reads a tree of directories

    EXIT STATUS:
      0   all done
      1   at least one file failed; the others were done
      3   all done, some with warnings (0 with --warning-exit-0)
      64  the command line makes no sense; nothing was done
    """
}
