internal import CommandKit
internal import ImagingCommands

/// The text of `imgconv --help`.
enum ImgconvHelp {
  static let discussion = """
    Writes each INPUT in the format that -f or the output's suffix names. Pixels keep their depth and their colour \
    profile if the format can hold them; metadata (Exif, XMP, IPTC, resolution) and all pages are copied. A note says \
    what the output cannot hold.

    Of SVG and PDF files, preview draws a picture, or the page of --page, in its sandbox and at the size of the \
    output. Without a size the long side has 2,048 pixels.

    With several inputs the output's name is a template. A name without fields takes all of them if the format holds \
    several pictures: as frames of an animation in \(OutputFormat.animated), as pages in TIFF, and as the sizes of an \
    icon in ICO. An animation gives all its frames. Of two names without -o, -d and --in-place, the second is the \
    output, if it has the suffix of a format and no such file exists. An input is never overwritten unless --in-place \
    is given. Without -o and -d, --in-place rewrites each file under its own name and in its own format.

    If the format stays and no option changes the picture, its encoding or the choice of pages, the compressed picture \
    is copied byte for byte; -q N, -q keep or another encoding option encodes it again. --set, --delete, --strip, \
    --keep, --copy-from, --orientation and --shift-dates change metadata only. With --strip and --keep the picture is \
    encoded again if it would look different without its orientation or colour profile; a note says so. The time of \
    --shift-dates has a sign and units, the larger first: y, mo, w, d, h, m, s.

    An animation stays one in WebP, GIF, PNG and AVIF, with its timing: `imgconv a.gif a.webp`. Other formats get its \
    first frame, and TIFF all of them as pages. --page 1 makes a still picture; --page all with {page} in the output's \
    name makes a file of each frame.

    With --page all and a format of one page, outputs of -d without -o are called STEM_PAGE: doc_1.png, doc_2.png.

    The picture is changed in this order, whatever the order of the options: orientation, --rotate, --flip, --crop, \
    --trim, --size or --resize, --sharpen, --blur, colours, tones, --background, --overlay, --text, one of --border, \
    --extend and --pad, --colors.

    EXAMPLES:
      imgconv photo.tif photo.png
          one file; the suffix names the format
      imgconv photo.tif -o photo.jpg -q 85 --resize 50%
          half as wide and half as high
      imgconv photo.jpg part.png --rotate 90 --crop 800x600+100+50
          a part of the turned picture
      imgconv scan.png -o page.png --rotate 1.3 --trim --normalize --colors 16
          straightens a scan, cuts off its border, and makes it small
      imgconv photo.jpg -o square.jpg --resize 800x800 --pad --background black
          as large as fits, on black
      imgconv *.jpg -d web --size 1600 --overlay logo.png --overlay-size 15%
          photographs with a logo, which keep their metadata
      imgconv *.jpg -d web --size 1600 --text '{exif.Artist}' --text-margin 20
          photographs with the name of who took them
      imgconv --compare before.png after.png --min-ssim 0.98
          says how similar two pictures are, by the status, too
      imgconv --in-place --lossless --orient apply *.jpg
          turns photographs upright without loss
      imgconv *.png -f jpeg -d web --parents --background white
          many files, into a directory
      imgconv -r scans -o 'out/{dir}/{stem}.tif' --parents --compression lzw
          a whole tree
      imgconv -r photos --parents -o 'out/{date:%Y-%m}/{stem}{_n}.webp'
          a directory for each month in which pictures were taken
      imgconv --in-place --strip gps holiday/*.jpg
          removes the position and the names of places, and changes no pixel
      imgconv --in-place --set exif.Artist=Ann --set xmp.dc:subject+=sea photo.jpg
          sets the artist and adds a keyword
      imgconv --in-place --edit-raw --set title=Sea --set keywords+=boat *.nef
          changes raw files themselves; without --edit-raw, their sidecar files
      imgconv --shift-dates -1h *.jpg -d corrected --parents
          corrects a clock that was an hour fast
      imgconv --in-place --geotag walk.gpx --geotag-zone +02:00 *.jpg
          sets where the pictures were taken, by the track of a receiver
      imgconv --strip all --keep icc,orientation photo.jpg -o bare.jpg
          keeps the picture, its colours and its orientation
      imgconv scan.tif --page all -o 'page_{page:3}.png'
          a file for each page
      imgconv *.jpg -d web --widths 320,640 --formats avif,webp,jpeg --update
          files for a web page; what is up to date is left alone
      imgconv clip.gif -o clip.webp --size 320
          an animation stays one
      imgconv frame*.png -o film.webp --delay 40
          an animation of pictures, in the order of their names
      imgconv letter1.png letter2.png -o letter.tif
          pages of one file
      imgconv logo.png -o favicon.ico --sizes 16,32,48
          an icon with three sizes
      imgconv icons/*.png -o icons.png --sprites icons.css
          one picture of all, and where each lies
      imgconv portrait.heic -o depth.png --image depth
          an image that belongs to the picture
      imgconv photo.jpg -o print.tif --profile AdobeRGB.icc --depth 16
          converts the colours to a profile
      imgconv photo.jpg -f ppm -o - | pnmquant 16 | imgconv - -o few.png
          works between other programs

    \(ExitStatus.help)
    """
}
