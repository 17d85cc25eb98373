/// The text of `thumb --help`.
enum ThumbHelp {
  static let discussion = """
    Writes a thumbnail of each FILE beside it, as FILE_thumb.jpg with 256 pixels on the long side, or as PNG where the \
    picture has transparency. The picture is upright and its colours are sRGB; private metadata (position, serial \
    numbers, maker notes) stays behind unless --keep all says otherwise.

    One file that cannot be read does not stop the others. With -r, thumbnails of an earlier run with the same \
    or the default naming are left out. \
    Standard input is called stdin: its thumbnail is stdin_thumb.jpg in the current directory unless -o says otherwise.

    EXAMPLES:
      thumb photo.jpg
          writes photo_thumb.jpg
      thumb -s 320x240 --fit cover -d thumbs --parents *.jpg
          fills boxes of 320 by 240 pixels, in a directory of their own
      thumb -r photos -o 'small/{dir}/{stem}.{ext}' --parents --update
          keeps a tree of thumbnails up to date
      thumb -s640x -fpng -o wide.png photo.tif
          640 pixels wide, as PNG
      find . -name '*.jpg' -print0 | thumb --files-from - -s 128 --quiet
          reads the names from another program
      curl -s https://example.org/a.jpg | thumb - -o - > a_small.jpg
          works between two programs

    EXIT STATUS:
      0   all done
      1   at least one file failed; the others were done
      3   all done, some with warnings (0 with --warning-exit-0)
      64  the command line makes no sense; nothing was done
    """
}
