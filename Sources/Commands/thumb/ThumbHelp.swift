internal import CommandKit

/// The text of `thumb --help`.
enum ThumbHelp {
  static let discussion = """
    Writes a thumbnail of each FILE beside it: FILE_thumb.jpg with 256 pixels on the long side, or a PNG if the \
    picture has transparency. The picture is upright and its colours are sRGB. Private metadata (position, serial \
    numbers, maker notes) is left out unless --keep names it. Inputs that would get the same name keep their \
    suffixes: a.png_thumb.jpg, a.tif_thumb.jpg. Several sizes are called FILE_thumb_WIDTH.jpg.

    Of SVG and PDF files, preview draws a picture, or the page of --page, in its sandbox.

    Of an animation the first frame is shown, or the one of --page. --animated keeps it animated.

    A file that cannot be read does not stop the others. With -r, thumbnails that an earlier run has written under the \
    same or the default names are left out. Standard input is called stdin: without -o its thumbnail is \
    stdin_thumb.jpg in the current directory.

    EXAMPLES:
      thumb photo.jpg
          writes photo_thumb.jpg
      thumb -s 320x240 --fit cover -d thumbs --parents *.jpg
          fills boxes of 320 by 240 pixels, in a directory of their own
      thumb -r photos -o 'small/{dir}/{stem}.{ext}' --parents --update
          keeps a tree of thumbnails up to date
      thumb -s640x -fpng -o wide.png photo.tif
          640 pixels wide, as PNG
      thumb -s 300x300 --pad --background white --overlay logo.png photo.jpg
          a square on white, with a logo
      thumb --animated -s 160 -f webp clip.gif
          keeps the animation
      thumb -s 320,640,1280 -o '{stem}-{width}.{ext}' --srcset html photo.jpg
          three sizes for a web page, and the element that lists them
      find . -name '*.jpg' -print0 | thumb --files-from - -s 128 --quiet
          reads the names from another program
      thumb --freedesktop -r Pictures
          fills the cache in which file managers look for thumbnails
      curl -s https://example.org/a.jpg | thumb - -o - > a_small.jpg
          works between two programs

    \(ExitStatus.help)
    """
}
