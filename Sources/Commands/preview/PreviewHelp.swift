/// The text of `preview --help`.
enum PreviewHelp {
  static let discussion = """
    Writes a thumbnail of each FILE beside it, as FILE_thumb.png with 256 pixels on the long side; with --kind preview, what \
    shows the whole document: a PDF, an HTML page or a picture, as its provider makes it, called FILE_preview.

    Each type of document has a provider, a program of its own that runs in a sandbox: `preview providers` lists them, \
    `preview explain FILE` says which one is asked, `preview doctor` what the sandbox is. Thumbnails of 128, 256, 512 \
    and 1024 pixels are kept where file managers keep theirs. One file that cannot be shown does not stop the others. A file \
    that is called like a command below is ./explain.

    EXAMPLES:
      preview report.pdf notes.md project.zip
          writes report_thumb.png, notes_thumb.png and project_thumb.png
      preview -s 512 --page 2 -o page.jpg report.pdf
          the second page, as JPEG
      preview --kind preview -d previews --parents notes.md settings.json
          what shows the whole documents: here HTML
      preview --html all.html *.pdf *.md *.jpg
          all in one page that needs no other file and no network
      preview -r -d thumbs --parents ~/Documents
          a thumbnail of each file there that some provider shows
      preview --show photo.jpg
          in the terminal
      cat notes.md | preview -f jpeg -o - - > notes.jpg
          works between two programs
      preview explain notes.md
          why it has its type, and which provider is asked
      preview can notes.md && echo yes
          asks without making anything

    EXIT STATUS:
      0   all done
      1   at least one file failed; the others were done
      3   all done, some with warnings (0 with --warning-exit-0)
      64  the command line makes no sense; nothing was done
      preview can: 0 yes, 1 no, 2 could not tell
    """
}
